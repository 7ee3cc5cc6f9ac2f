// Sparse polynomials over Q(i): the factors of F, inflated.
//
// As over Z (factor_z_inflated.cpp): h(x^n) is irreducible when a root a of the irreducible h is shown to be no q-th
// power in its field for every prime q that divides n. -4 times a fourth power is the fourth power of (1 + i) times
// that, so a square, and needs no test of its own. The norm of a to Q is the absolute square of h(0); where it is a
// q-th power, images modulo primes that split in Z[i] may show that a is none; else h(x^q) is factored.
#include <algorithm>
#include <utility>

#include <polyfork/poly/extensions/factor_gaussian.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor_z/factor_z_inflation.hpp"
#include "poly/sparse_factor/sparse_factors.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using Gaussian = GaussianRationals;
using SparseGaussian = SparsePoly<GaussianRationals>;
using DenseGaussian = DensePoly<GaussianRationals>;

bool gaussian_less(const GaussianRational& a, const GaussianRational& b) {
  if (a.real() != b.real()) return a.real() < b.real();
  return a.imaginary() < b.imaginary();
}

/// h modulo a prime p = 1 mod 4, square-free; zero where there is no such image.
PolyZp image_of(const DenseGaussian& h, std::uint64_t p, const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p);
  const WordModulus m = field.word_modulus();
  std::uint64_t i = 1;  // a square root of -1
  for (std::uint64_t z = 2; m.mul(i, i) != p - 1; ++z) i = m.pow(z, p / 4);
  bool defined = true;
  const auto image = [&](const Rational& x) {
    const std::uint64_t denominator = x.denominator().view().mod(p);
    defined = defined && denominator != 0;
    return denominator == 0 ? 0 : m.mul(x.numerator().view().mod(p), m.inverse(denominator));
  };
  ResidueVector c(h.length());
  for (std::size_t k = 0; k < h.length(); ++k)
    c[k] = m.add(image(h.coefficient(k).real()), m.mul(i, image(h.coefficient(k).imaginary())));
  PolyZp f(field, std::move(c));
  return defined && f.coefficient(0) != 0 && is_square_free(f, ctx) ? f : PolyZp(field);
}

/// Precondition: h monic, irreducible, h(0) not zero.
bool inflates_irreducibly(const DenseGaussian& h, std::uint64_t q, const ExecutionContext& ctx) {
  const GaussianRational c = h.coefficient(0);
  const Rational norm = c.real() * c.real() + c.imaginary() * c.imaginary();
  if (!is_power_of_rational(norm.numerator(), norm.denominator(), q)) return true;
  return root_is_no_power(
      q, 4, [&](std::uint64_t p) { return image_of(h, p, ctx); }, ctx);
}

DenseGaussian inflated(const DenseGaussian& h, std::uint64_t q, const ExecutionContext& ctx) {
  sup::require_dense(saturating_mul(h.length(), q), ctx);
  std::vector<GaussianRational> c((h.length() - 1) * q + 1);
  for (std::size_t i = 0; i < h.length(); ++i) c[i * q] = h.coefficient(i);
  return DenseGaussian::from_elements(Gaussian{}, std::move(c)).with_variable(h.variable());
}

void append_inflated(const DenseGaussian& h, std::uint64_t n, std::uint64_t multiplicity, SparseFactors<Gaussian>& out,
                     const ExecutionContext& ctx) {
  for (const std::uint64_t q : prime_factors(n)) {
    ctx.poll();
    if (inflates_irreducibly(h, q, ctx)) continue;
    const auto factors = factor(inflated(h, q, ctx), ctx).factors;
    if (factors.size() == 1) continue;
    for (const auto& g : factors) append_inflated(g.polynomial, n / q, multiplicity, out, ctx);
    return;
  }
  out.push_inflated(h.coefficients(), n, multiplicity);
}

std::vector<SparseFactor<Gaussian>> sparse_factors_over_qi(const SparseGaussian& f, const ExecutionContext& ctx) {
  SparseFactors<Gaussian> factors(f, ctx);
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  factors.push_variable(shape.low);
  if (shape.terms > 1) {
    const sup::DenseForm<Gaussian> dense(f, shape.low, shape.step, ctx);
    for (const auto& [h, multiplicity] : factor(dense.poly(), ctx).factors)
      append_inflated(h, shape.step, multiplicity, factors, ctx);
  }
  return std::move(factors).sorted(gaussian_less);
}

}  // namespace

SparseFactorization<GaussianRationals> factor(const SparseGaussian& f, const ExecutionContext& ctx) {
  require_not_zero(f);
  if (f.is_constant()) return {f.leading_coefficient(), {}};
  return {f.leading_coefficient(), sparse_factors_over_qi(f, ctx)};
}

bool is_irreducible(const SparseGaussian& f, const ExecutionContext& ctx) {
  if (const int known = irreducible_by_variable(f); known >= 0) return known != 0;
  const auto factors = sparse_factors_over_qi(f, ctx);
  return factors.size() == 1 && factors[0].multiplicity == 1;
}

std::vector<PolynomialRoot<GaussianRationals>> roots(const SparseGaussian& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every element is a root of the zero polynomial");
  std::vector<PolynomialRoot<GaussianRationals>> found;
  if (f.is_constant()) return found;
  for (const auto& [polynomial, multiplicity] : sparse_factors_over_qi(f, ctx))
    if (polynomial.degree() == 1) found.push_back({-polynomial.coefficient(0), multiplicity});
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return gaussian_less(a.value, b.value); });
  return found;
}

}  // namespace v1
}  // namespace polyfork
