// What polyfork solve prints in the place of solutions: a representation, chains, a Groebner basis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/regular_chain.hpp>

namespace polyfork_app {

/// An answer and the line that --stats asks for.
struct SystemForm {
  std::string text;    ///< or a JSON document, with the statistics
  std::string stats;   ///< for standard error; empty where the document has them
  bool empty = false;  ///< there is nothing to print, since there are no solutions
  bool proved = false;
  polyfork::MemoryReservation held = {};  ///< for the answer and its text
};

struct FormOptions {
  bool certify = false;
  bool json = false;
  bool stats = false;
};

/// t = ..., f(t) = 0, x = g(t) / (d f'(t)). Throws DomainError for a positive dimension.
SystemForm representation_form(const std::vector<polyfork::MultiPolyQ>& equations, const FormOptions& options,
                               const polyfork::ExecutionContext& ctx);

/// One chain a line.
SystemForm chains_form(const std::vector<polyfork::MultiPolyQ>& equations, polyfork::ChainOptions chains,
                       const FormOptions& options, const polyfork::ExecutionContext& ctx);

/// One polynomial a line. modulus: a prime below 2^31, or 0: over Q.
SystemForm groebner_form(const std::vector<polyfork::MultiPolyQ>& equations, bool lex, std::uint64_t modulus,
                         const FormOptions& options, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
