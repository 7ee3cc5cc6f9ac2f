// Cut-offs between two algorithms, found by timing both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork_app {

/// One field of the tuning table: `small` is the algorithm below the cut-off, `large` the one above it, both for a problem
/// of a given length. `last_small`: the field names the last length of the small one, not the first of the large one.
struct CutOff {
  const char* section;
  const char* field;
  std::string what;
  std::vector<std::size_t> lengths;  // ascending, where to look
  bool last_small;
  std::function<std::function<void()>(std::size_t)> small;
  std::function<std::function<void()>(std::size_t)> large;
};

/// All that `polyfork tune` measures, on one thread.
std::vector<CutOff> cut_offs(const polyfork::ExecutionContext& ctx);

struct MeasuredCutOff {
  std::int64_t value;
  double small_seconds;  // at that length
  double large_seconds;
};

/// Times both at every length, `seconds` each, and takes the length at which changing over costs least in all: the sum of
/// what the small one takes below and the large one from there on, in shares of the faster one's time.
MeasuredCutOff measure(const CutOff& c, double seconds, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
