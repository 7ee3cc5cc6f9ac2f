// The output formats of polyfork isolate.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork_app {

/// What is printed beside the roots.
struct RootReport {
  const polyfork::IsolationResult& result;
  std::string variable;
  std::vector<std::string> decimals;  // one per root when digits were asked for
  std::optional<double> seconds;      // with --stats
  int threads = 1;
};

/// Bytes of the roots and of what is printed beside them.
std::size_t report_bytes(const RootReport& report);
/// A bound on what any of the functions below takes, its result included.
std::size_t output_bytes(const RootReport& report);

/// Throws polyfork::MemoryLimit where so many decimals of so many digits, and what is made of them until they are
/// written, do not fit the context's memory.
void require_memory_for_decimals(std::size_t count, std::size_t digits, const polyfork::ExecutionContext& ctx);

/// One line per root: "(a, b)" or "[c]", then " mult m" where m > 1.
std::string roots_as_text(const RootReport& report);
/// The JSON schema of docs/guide/formats.md.
std::string roots_as_json(const RootReport& report);
/// A JSON document of the number of roots alone.
std::string count_as_json(const std::vector<std::string>& variables, std::size_t degree, std::size_t count);
/// A Maple list [[a, b], [c, c], ...].
std::string roots_as_maple(const RootReport& report);
/// One decimal number per line, then " mult m" where m > 1.
std::string roots_as_decimal(const RootReport& report);
/// "degree 8, 3 distinct real roots, ..." for stderr.
std::string stats_as_text(const RootReport& report);

}  // namespace polyfork_app
