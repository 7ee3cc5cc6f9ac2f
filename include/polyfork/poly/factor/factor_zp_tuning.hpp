// Thresholds of factorization over Z/pZ.
#pragma once

#include <cstdint>
#include <string_view>

namespace polyfork {
inline namespace v1 {

/// Degrees, measured on AVX2. The first two count half where p has transforms of its own.
struct FactorZpTuning {
  static constexpr std::string_view section = "poly.factor_zp";
  std::int64_t column_degree = 144;         ///< products modulo f: columns up to this degree of f, else transforms
  std::int64_t narrow_column_degree = 432;  ///< likewise for p < 2^31, where columns are summed in vectors
  std::int64_t shifted_degree = 64;         ///< roots: up to this degree f(x - s) is computed for powers of x + s
  std::int64_t forked_degree = 256;         ///< both parts of a split are worked on in parallel from this degree on
  template <class Visitor>
  void visit(Visitor&& v) {
    v("column_degree", column_degree);
    v("narrow_column_degree", narrow_column_degree);
    v("shifted_degree", shifted_degree);
    v("forked_degree", forked_degree);
  }
};

}  // namespace v1
}  // namespace polyfork
