// Sparse polynomials over Q(i): the factors of F, inflated, as for dense ones (poly/extensions/inflated_gaussian.cpp).
#include <algorithm>
#include <utility>

#include <polyfork/poly/factor/factor_sparse.hpp>

#include "poly/extensions/gaussian_factors.hpp"
#include "poly/sparse_factor/sparse_factors.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using Gaussian = GaussianRationals;
using SparseGaussian = SparsePoly<GaussianRationals>;

bool gaussian_less(const GaussianRational& a, const GaussianRational& b) {
  if (a.real() != b.real()) return a.real() < b.real();
  return a.imaginary() < b.imaginary();
}

std::vector<SparseFactor<Gaussian>> sparse_factors_over_qi(const SparseGaussian& f, const ExecutionContext& ctx) {
  SparseFactors<Gaussian> factors(f, ctx);
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  factors.push_variable(shape.low);
  if (shape.terms > 1) {
    const sup::DenseForm<Gaussian> dense(f, shape.low, shape.step, ctx);
    for (const RepeatedGaussian& g : gaussian_factors(dense.poly(), shape.step, ctx))
      factors.push_inflated(g.factor.f.coefficients(), g.factor.power, g.multiplicity);
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
