// Powers of x, square-free decomposition and rational roots are taken out, in this order.
#include "rootiso/preprocess.hpp"

#include <algorithm>

#include "rootiso/rational_roots.hpp"

namespace polyfork::inline v1 {
namespace detail {

Preprocessed preprocess(const PolyZ& f, IsolationStats& stats, const ExecutionContext& ctx) {
  Preprocessed result;
  result.product = PolyZ::constant(Integer(1));
  std::size_t zeros = 0;
  while (f.coefficients()[zeros].is_zero()) ++zeros;
  if (zeros != 0) result.rational_roots.push_back({Rational(0), zeros});

  const PolyZ rest = shift_right(f, zeros, ctx);
  if (!rest.is_constant()) {
    ctx.progress("square-free decomposition", 0);
    auto decomposition = square_free_decomposition(rest, ctx);
    stats.square_free_factors = decomposition.factors.size();
    ctx.progress("rational roots", 0);
    for (auto& [factor, multiplicity] : decomposition.factors) {
      auto [roots, remaining] = split_rational_roots(factor, ctx);
      for (Rational& r : roots) result.rational_roots.push_back({std::move(r), multiplicity});
      if (remaining.is_constant()) continue;
      result.product = mul(result.product, remaining, ctx);
      result.factors.push_back({std::move(remaining), multiplicity});
    }
  }
  std::sort(result.rational_roots.begin(), result.rational_roots.end(),
            [](const RationalRoot& a, const RationalRoot& b) { return a.value < b.value; });
  stats.rational_roots = result.rational_roots.size();
  return result;
}

}  // namespace detail
}  // namespace polyfork::inline v1
