// The gcd of polynomials in several variables over Z/pZ: one image, if p has enough points for it.
//
// The image is the gcd up to a factor, which division proves. Where p is too small, or the points were unlucky more
// often than chance would have it, subresultants (multi_subresultant.hpp) give the answer.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include <bit>

#include "poly/multivariate/dense_gcd_image.hpp"
#include "poly/multivariate/multi_gcd.hpp"
#include "poly/multivariate/power_images.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The multiple of the gcd, proved by products with the cofactors.
std::optional<MultiPolyZp> from_dense_images(const MultiGcdPair<PrimeField>& pair, const GcdImageProblem& problem,
                                             const ExecutionContext& ctx) {
  const DenseGcdImages images = dense_gcd_images(problem, pair.a.ring().word_modulus(), ctx);
  if (images.status != GcdImageStatus::found) return std::nullopt;
  const auto polynomial = [&](const DenseWords& part) {
    const WordTerms terms = terms_of(part);
    const ResidueVector coefficients(terms.coefficients.begin(), terms.coefficients.end());
    return from_modular(terms, coefficients, pair.sequence, pair.a, ctx);
  };
  MultiPolyZp h = polynomial(images.h);
  if (mul(h, polynomial(images.cofactor_a), ctx) == mul(pair.a, pair.lead, ctx) &&
      mul(h, polynomial(images.cofactor_b), ctx) == mul(pair.b, pair.lead, ctx))
    return h;
  return std::nullopt;
}

}  // namespace

template <>
std::optional<MultiPolyZp> MultiGcd<PrimeField>::by_images(const MultiGcdPair<PrimeField>& pair) const {
  const PrimeField& field = pair.a.ring();
  const std::uint64_t p = field.modulus();
  const GcdImageProblem problem{ModularTerms<PrimeField>(pair.a, pair.sequence).modulo(p, ctx_),
                                ModularTerms<PrimeField>(pair.b, pair.sequence).modulo(p, ctx_),
                                ModularTerms<PrimeField>(pair.lead, pair.sequence).modulo(p, ctx_), pair.degrees};
  if (fills_array(word_degrees(problem.a), problem.a.size()) && fills_array(word_degrees(problem.b), problem.b.size()))
    if (std::optional<MultiPolyZp> h = from_dense_images(pair, problem, ctx_))
      return primitive_in_main(pair, std::move(*h));
  const auto from_image = [&](const GcdImage& image) -> std::optional<MultiPolyZp> {
    if (image.status != GcdImageStatus::found) return std::nullopt;
    if (image.terms.monomial(0)[0] == 0) return one_like(pair.a);  // no common factor contains the main variable
    const ResidueVector coefficients(image.terms.coefficients.begin(), image.terms.coefficients.end());
    return proved(pair, from_modular(image.terms, coefficients, pair.sequence, pair.a, ctx_));
  };
  constexpr int least_bits = 40;  // the squares of numbers of terms are far below such primes
  if (std::bit_width(p) >= least_bits && std::countr_zero(p - 1) >= static_cast<int>(power_image_bits(pair.degrees)) &&
      prefers_powers(problem))
    if (std::optional<MultiPolyZp> g = from_image(power_gcd_image(problem, field.word_modulus(), ctx_))) return g;
  return from_image(gcd_image(problem, field.word_modulus(), ctx_));
}

MultiPolyZp multi_gcd_subresultants(const MultiPolyZp& a, const MultiPolyZp& b, const ExecutionContext& ctx) {
  MultiPolyZp::check(a, b);
  return MultiGcd<PrimeField>(ctx, false).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
