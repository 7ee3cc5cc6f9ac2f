// Thresholds of the transforms.
#pragma once

#include <cstdint>
#include <string_view>

namespace polyfork {
inline namespace v1 {

struct FftTuning {
  static constexpr std::string_view section = "fft";
  /// The base case: transforms of at most 8 2^leaf_log words run in straight passes (the BPAS papers' HTHRESHOLD).
  /// Their words should fit the first-level cache. At least 3.
  std::int64_t leaf_log = 9;
  template <class Visitor>
  void visit(Visitor&& v) {
    v("leaf_log", leaf_log);
  }
};

}  // namespace v1
}  // namespace polyfork
