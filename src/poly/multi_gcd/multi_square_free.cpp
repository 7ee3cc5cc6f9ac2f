// Square-free decomposition of sparse polynomials over Z, Q and Z/pZ: the algorithm of detail/multi_square_free.inl
// with gcds by images. Over Q the numerators are decomposed over Z.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include <polyfork/poly/multivariate/convert_multi.hpp>

#include "poly/multi_gcd/multi_gcd.hpp"
#include "poly/multivariate/multi_rationals.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

MultiSquareFreeDecomposition<Integers> square_free_decomposition(const MultiPolyZ& a, const ExecutionContext& ctx) {
  return multi_square_free(a, MultiGcd<Integers>(ctx), ctx);
}
MultiSquareFreeDecomposition<PrimeField> square_free_decomposition(const MultiPolyZp& a, const ExecutionContext& ctx) {
  return multi_square_free(a, MultiGcd<PrimeField>(ctx), ctx);
}
MultiSquareFreeDecomposition<Rationals> square_free_decomposition(const MultiPolyQ& a, const ExecutionContext& ctx) {
  MultiSquareFreeDecomposition<Rationals> result{a.leading_coefficient(), {}};
  for (auto& f : square_free_decomposition(numerator_polynomial(a), ctx).factors)
    result.factors.push_back({monic_rational(f.factor, ctx), f.multiplicity});
  return result;
}

}  // namespace v1
}  // namespace polyfork
