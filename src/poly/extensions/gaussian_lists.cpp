// Polynomials over Q(i) taken apart and put together.
#include "poly/extensions/gaussian_lists.hpp"

#include <numeric>
#include <utility>
#include <vector>

#include <polyfork/poly/sparse/detail/sparse_shape.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using GaussianPolynomial = DensePoly<GaussianRationals>;

/// What is at 2 k + odd among the flat parts.
PolyQ every_other_part(const GaussianPolynomial& f, std::size_t odd) {
  const RationalVector& parts = f.coefficients().parts();
  std::vector<Rational> c;
  c.reserve(f.length());
  for (std::size_t k = 0; k < f.length(); ++k) c.push_back(parts[2 * k + odd]);
  return PolyQ::from_elements(Rationals{}, std::move(c)).with_variable(f.variable());
}

}  // namespace

bool is_real(const GaussianPolynomial& f) {
  const RationalVector& parts = f.coefficients().parts();
  for (std::size_t k = 0; k < f.length(); ++k)
    if (!parts.is_zero(2 * k + 1)) return false;
  return true;
}

PolyQ real_part(const GaussianPolynomial& f) { return every_other_part(f, 0); }
PolyQ imaginary_part(const GaussianPolynomial& f) { return every_other_part(f, 1); }

GaussianPolynomial complexified(const PolyQ& f) {
  std::vector<GaussianRational> c;
  c.reserve(f.length());
  for (std::size_t k = 0; k < f.length(); ++k) c.emplace_back(f.coefficient(k));
  return GaussianPolynomial::from_elements(GaussianRationals{}, std::move(c)).with_variable(f.variable());
}

std::uint64_t common_step(const GaussianPolynomial& f) {
  std::uint64_t step = 0;
  for (std::size_t k = 1; k < f.length() && step != 1; ++k)
    if (!f.coefficients().is_zero(k)) step = std::gcd(step, std::uint64_t{k});
  return step;
}

GaussianPolynomial deflate_gaussian(const GaussianPolynomial& f, std::uint64_t low, std::uint64_t step) {
  if (low == 0 && step == 1) return f;
  std::vector<GaussianRational> c;
  for (std::size_t k = low; k < f.length(); k += step) c.push_back(f.coefficient(k));
  return GaussianPolynomial::from_elements(GaussianRationals{}, std::move(c)).with_variable(f.variable());
}

GaussianPolynomial inflate_gaussian(const GaussianPolynomial& q, std::uint64_t step, const ExecutionContext& ctx) {
  if (step == 1) return q;
  sup::require_dense(saturating_mul(q.length(), step), ctx);
  std::vector<GaussianRational> c((q.length() - 1) * step + 1);
  for (std::size_t k = 0; k < q.length(); ++k) c[k * step] = q.coefficient(k);
  return GaussianPolynomial::from_elements(GaussianRationals{}, std::move(c)).with_variable(q.variable());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
