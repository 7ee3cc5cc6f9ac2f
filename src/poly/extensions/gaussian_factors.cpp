// Irreducible factors over Q(i) from those of polynomials over Q.
//
// The real factors of a square-free g are in the gcd of its real and imaginary parts. The rest h shares no factor with
// its conjugate, so that its norm, the product of both, is square-free over Q, and the gcds of h with the norm's
// irreducible factors are h's: the norm of an irreducible factor is a power of an irreducible polynomial over Q, and no
// power here.
//
// A real polynomial is factored over Q first. A factor f there stays irreducible exactly when i is not in the field
// Q[x]/(f), else it is the product of two conjugate ones. It does if its degree is odd, or if some factor of f modulo a
// prime p = 3 mod 4 that f stays square-free for has odd degree: residue fields of odd degree over p contain no square
// root of -1. Cyclotomic polynomials are known (gaussian_cyclotomic.hpp). For others the variable is shifted by a
// multiple s i until the norm of f(x - s i) is square-free. Source: Trager, SYMSAC 1976; van der Waerden, Algebra,
// section 42.
#include "poly/extensions/gaussian_factors.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>
#include <polyfork/ring/primes.hpp>

#include "poly/extensions/gaussian_cyclotomic.hpp"
#include "poly/extensions/gaussian_gcd.hpp"
#include "poly/extensions/gaussian_lists.hpp"
#include "poly/factor/factor_zp.hpp"
#include "poly/factor_z/factor_z_cyclotomic.hpp"
#include "poly/factor_z/factor_z_primes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Poly = DensePoly<GaussianRationals>;

constexpr int most_inert_primes = 8;  // whose degrees of factors are looked at

/// f(x + s i).
Poly shifted(const Poly& f, std::int64_t s, const ExecutionContext& ctx) {
  const Poly x = Poly::from_elements(GaussianRationals{}, {GaussianRational(0, s), GaussianRational(1)})
                     .with_variable(f.variable());
  return compose(f, x, ctx);
}

/// The factors of h that the norm's factors over Q show. Precondition: the norm is square-free.
std::vector<Poly> factors_by_norm(const Poly& h, const PolyQ& norm, const ExecutionContext& ctx) {
  std::vector<Poly> factors;
  const auto parts = factor(norm, ctx).factors;
  if (parts.size() == 1) return {h};
  for (const auto& part : parts) {
    ctx.poll();
    factors.push_back(gaussian_gcd(h, complexified(part.polynomial), ctx));
  }
  return factors;
}

/// Whether i is shown to be in no field that a zero of f generates. Precondition: f irreducible, f(0) not zero.
bool stays_irreducible(const IntegerVector& f, const ExecutionContext& ctx) {
  if (f.size() % 2 == 0) return true;
  std::uint64_t p = 2;
  for (int i = 0; i < most_inert_primes;) {
    ctx.poll();
    p = next_prime(p);
    if (p % 4 != 3) continue;
    ++i;
    const PolyZp image = square_free_image(f, p, ctx);
    if (image.is_zero()) continue;
    const std::vector<DistinctDegreeFactor> pattern = distinct_degree_pattern(image, ctx);
    if (std::any_of(pattern.begin(), pattern.end(), [](const auto& u) { return u.degree % 2 != 0; })) return true;
  }
  return false;
}

/// Precondition: f irreducible over Q, monic, f(0) not zero.
std::vector<Poly> split_rational(const PolyQ& f, const ExecutionContext& ctx) {
  const Poly g = complexified(f);
  const PolyZ integral = numerator_polynomial(f);
  if (integral.length() % 2 == 0) return {g};
  if (const std::uint64_t index = cyclotomic_index(integral.coefficients(), ctx); index != 0) {
    if (index % 4 != 0) return {g};
    std::vector<Poly> halves;
    GaussianCyclotomicLists lists(ctx);
    for (const GaussianCyclotomic& half : cyclotomic_factors_over_qi(index, 1, ctx)) {
      const InflatedGaussian listed = lists.of(half, GaussianRational(1), g);
      halves.push_back(inflate_gaussian(listed.f, listed.power, ctx));
    }
    return halves;
  }
  if (stays_irreducible(integral.coefficients(), ctx)) return {g};
  for (std::int64_t s = 1;; ++s) {
    ctx.poll();
    const Poly h = shifted(g, -s, ctx);
    const PolyQ norm = norm_of(h, ctx);
    if (!is_square_free(norm, ctx)) continue;
    std::vector<Poly> factors = factors_by_norm(h, norm, ctx);
    for (Poly& factor : factors) factor = shifted(factor, s, ctx);
    return factors;
  }
}

/// Precondition: g shares no factor with its conjugate, and is not constant.
std::vector<Poly> split_complex(const Poly& g, const ExecutionContext& ctx) {
  if (g.degree() == 1) return {g};
  return factors_by_norm(g, norm_of(g, ctx), ctx);
}

void append(std::vector<Poly>& to, std::vector<Poly> from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

PolyQ norm_of(const Poly& g, const ExecutionContext& ctx) {
  const PolyQ re = real_part(g);
  const PolyQ im = imaginary_part(g);
  return add(mul(re, re, ctx), mul(im, im, ctx), ctx);
}

RealAndComplexParts real_and_complex_parts(const Poly& g, const ExecutionContext& ctx) {
  if (is_real(g)) return {real_part(g), Poly::constant(GaussianRationals{}, GaussianRational(1))};
  PolyQ real = gcd(real_part(g), imaginary_part(g), ctx);
  if (real.is_constant()) return {PolyQ{1}, g};
  real = make_monic(real, ctx);
  Poly complex = exact_div(g, complexified(real), ctx);
  return {std::move(real), std::move(complex)};
}

std::vector<Poly> undeflated_gaussian_factors(const Poly& g, const ExecutionContext& ctx) {
  const auto [real, complex] = real_and_complex_parts(g, ctx);
  std::vector<Poly> factors;
  if (!real.is_constant())
    for (const auto& part : factor(real, ctx).factors) append(factors, split_rational(part.polynomial, ctx));
  if (!complex.is_constant()) append(factors, split_complex(complex, ctx));
  return factors;
}

std::vector<RepeatedGaussian> gaussian_factors(const Poly& F, std::uint64_t step, const ExecutionContext& ctx) {
  std::vector<RepeatedGaussian> found;
  const auto inflate = [&](const std::vector<Poly>& factors, std::uint64_t n, std::uint64_t multiplicity) {
    for (const Poly& h : factors)
      for (InflatedGaussian& f : inflated_gaussian_factors(h, n, ctx)) found.push_back({std::move(f), multiplicity});
  };
  for (const GaussianPart& part : gaussian_square_free_parts(F, ctx)) {
    const auto [real, complex] = real_and_complex_parts(part.factor, ctx);
    if (!real.is_constant()) {
      for (const auto& f : factor(real, ctx).factors) {
        const Poly g = complexified(f.polynomial);
        const std::uint64_t own = common_step(g);
        inflate(split_rational(real_part(deflate_gaussian(g, 0, own)), ctx), sup::multiply_exponents(own, step),
                part.multiplicity);
      }
    }
    if (!complex.is_constant()) {
      const std::uint64_t own = common_step(complex);
      inflate(split_complex(deflate_gaussian(complex, 0, own), ctx), sup::multiply_exponents(own, step),
              part.multiplicity);
    }
  }
  return found;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
