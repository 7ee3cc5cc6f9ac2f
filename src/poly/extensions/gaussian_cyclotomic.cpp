// Closed forms over Q(i): which factors there are, and their coefficients.
#include "poly/extensions/gaussian_cyclotomic.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>

#include "core/limits.hpp"
#include "poly/extensions/gaussian_lists.hpp"
#include "poly/extensions/gaussian_powers.hpp"
#include "poly/factor_z/cyclotomic_polynomial.hpp"
#include "poly/factor_z/cyclotomic_powers.hpp"
#include "poly/factor_z/factor_z_cyclotomic.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Poly = DensePoly<GaussianRationals>;

/// Both conjugate factors of m where it splits, of which `wanted` says whether the one with this turn belongs to the
/// answer.
template <class Wanted>
std::vector<GaussianCyclotomic> split_factors(std::uint64_t index, std::uint64_t n, const Wanted& wanted,
                                              const ExecutionContext& ctx) {
  std::vector<GaussianCyclotomic> factors;
  for (const CyclotomicPower& m : cyclotomic_powers(index, n, ctx)) {
    if (m.kernel % 2 == 0 && m.power % 2 == 0) {
      for (const unsigned turn : {1U, 3U}) {
        const GaussianCyclotomic half{m.kernel / 2, turn, m.power / 2};
        if (wanted(half)) factors.push_back(half);
      }
    } else {
      factors.push_back({m.kernel, 0, m.power});
    }
  }
  std::stable_sort(factors.begin(), factors.end(), [](const auto& a, const auto& b) { return a.kernel < b.kernel; });
  return factors;
}

/// i^-n h(i x), which is real for the halves of cyclotomic polynomials without a square in their index.
Poly turned(const Poly& h) {
  std::vector<GaussianRational> c = h.elements();
  for (std::size_t k = 0; k < c.size(); ++k) c[k] *= power_of_i(3 * (c.size() - 1 - k));
  return Poly::from_elements(GaussianRationals{}, std::move(c));
}

std::uint64_t index_of(const Poly& h, const ExecutionContext& ctx) {
  if (!is_real(h)) return 0;
  const PolyQ real = real_part(h);
  return real.coefficients().denominator().is_one() ? cyclotomic_index(real.coefficients().numerators(), ctx) : 0;
}

std::uint64_t greatest_squarefree_divisor(std::uint64_t m) {
  std::uint64_t kernel = 1;
  for (const std::uint64_t p : prime_factors(m)) kernel *= p;
  return kernel;
}

}  // namespace

std::optional<GaussianCyclotomic> as_gaussian_cyclotomic(const Poly& h, const ExecutionContext& ctx) {
  if (const std::uint64_t m = index_of(h, ctx); m != 0) {
    const std::uint64_t kernel = greatest_squarefree_divisor(m);
    return GaussianCyclotomic{kernel, 0, m / kernel};
  }
  const std::uint64_t step = common_step(h);
  const std::uint64_t m = index_of(turned(deflate_gaussian(h, 0, step)), ctx);
  if (m == 0 || greatest_squarefree_divisor(m) != m) return std::nullopt;
  // Of even index, those zeros are i times -w.
  return m % 2 == 0 ? GaussianCyclotomic{m / 2, 3, step} : GaussianCyclotomic{m, 1, step};
}

std::vector<GaussianCyclotomic> cyclotomic_factors_over_qi(std::uint64_t index, std::uint64_t n,
                                                           const ExecutionContext& ctx) {
  return split_factors(
      index, n, [](const GaussianCyclotomic&) { return true; }, ctx);
}

std::vector<GaussianCyclotomic> inflated_over_qi(const GaussianCyclotomic& h, std::uint64_t n,
                                                 const ExecutionContext& ctx) {
  const std::uint64_t power = sup::multiply_exponents(h.power, n);
  if (h.turn == 0) return cyclotomic_factors_over_qi(h.kernel, power, ctx);
  // A zero x of Phi_4k(x^power) has x^f.power = i^f.turn w' with w' of odd order, f.power divides the power and leaves
  // an odd quotient, and x^power is i^h.turn times a root of unity of odd order, or i^-h.turn.
  return split_factors(
      saturating_mul(4, h.kernel), power,
      [&](const GaussianCyclotomic& f) { return f.turn * (power / f.power % 4) % 4 == h.turn; }, ctx);
}

namespace {

/// f with the zeros times i^turn.
Poly with_turned_zeros(const IntegerVector& f, unsigned turn, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  const std::size_t stride = f.max_bits(ctx) / 64 + 1;
  IntegerVector parts(2 * f.size(), stride);
  for (std::size_t k = 0; k <= n; ++k) {
    if (k % 4096 == 0) ctx.poll();
    const std::size_t u = turn * (n - k) % 4;
    parts.assign(2 * k + u % 2, u < 2 ? f[k] : -f[k]);
  }
  return Poly(GaussianRationals{}, GaussianRationalVector(RationalVector(std::move(parts))));
}

/// f with the zeros times d: the coefficient of x^k is f_k d^(n - k).
Poly with_scaled_zeros(const IntegerVector& f, const GaussianRational& d, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  std::size_t bits = 0;
  for (const Rational* x : {&d.real(), &d.imaginary()})
    bits = std::max({bits, x->numerator().bit_length(), x->denominator().bit_length()});
  // Four numbers of up to n bits each, half of that on the average, in elements and in the vector's widest rows.
  const std::size_t row =
      saturating_add(saturating_mul(saturating_mul(bits + 1, n), 4) / 8, 2 * sizeof(GaussianRational));
  const std::size_t bytes = saturating_mul(row, f.size());
  require_list(bytes, 1, ctx);
  const MemoryReservation reservation(ctx.memory(), bytes);
  return within_memory(ctx, [&] {
    std::vector<GaussianRational> c(f.size());
    GaussianRational factor = 1;
    for (std::size_t k = f.size(); k-- != 0; factor *= d) {
      ctx.poll();
      c[k] = factor * GaussianRational(Integer(f[k]));
    }
    return Poly::from_elements(GaussianRationals{}, std::move(c));
  });
}

}  // namespace

InflatedGaussian GaussianCyclotomicLists::of(const GaussianCyclotomic& h, const GaussianRational& d, const Poly& like) {
  ctx_.poll();
  if (h.kernel != kernel_) {
    plain_ = {};
    held_ = {};
    plain_ = cyclotomic(h.kernel, ctx_);
    held_ = MemoryReservation(ctx_.memory(), plain_.bytes());
    kernel_ = h.kernel;
  }
  Poly f = exponent_of_i(d) ? with_turned_zeros(plain_, (h.turn + *exponent_of_i(d) * (h.power % 4)) % 4, ctx_)
                            : with_scaled_zeros(plain_, pow(d, h.power) * power_of_i(h.turn), ctx_);
  return charged_factor(std::move(f).with_variable(like.variable()), h.power, ctx_);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
