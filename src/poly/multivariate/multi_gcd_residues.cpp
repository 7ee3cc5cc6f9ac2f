// The gcd of polynomials in several variables over Z/pZ: one image, if p has enough points for it.
//
// The image is the gcd up to a factor, which division proves. Where p is too small, or the points were unlucky more
// often than chance would have it, subresultants (multi_subresultant.hpp) give the answer.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "poly/multivariate/multi_gcd.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <>
std::optional<MultiPolyZp> MultiGcd<PrimeField>::by_images(const MultiGcdPair<PrimeField>& pair) const {
  const PrimeField& field = pair.a.ring();
  const std::uint64_t p = field.modulus();
  const GcdImageProblem problem{ModularTerms<PrimeField>(pair.a, pair.sequence).modulo(p, ctx_),
                                ModularTerms<PrimeField>(pair.b, pair.sequence).modulo(p, ctx_),
                                ModularTerms<PrimeField>(pair.lead, pair.sequence).modulo(p, ctx_), pair.degrees};
  const GcdImage image = gcd_image(problem, field.word_modulus(), ctx_);
  if (image.status != GcdImageStatus::found) return std::nullopt;
  if (image.terms.monomial(0)[0] == 0) return one_like(pair.a);  // no common factor contains the main variable
  const ResidueVector coefficients(image.terms.coefficients.begin(), image.terms.coefficients.end());
  return proved(pair, from_modular(image.terms, coefficients, pair.sequence, pair.a, ctx_));
}

MultiPolyZp multi_gcd_subresultants(const MultiPolyZp& a, const MultiPolyZp& b, const ExecutionContext& ctx) {
  MultiPolyZp::check(a, b);
  return MultiGcd<PrimeField>(ctx, false).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
