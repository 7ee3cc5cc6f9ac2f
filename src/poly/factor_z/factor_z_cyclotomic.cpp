// Cyclotomic factors.
//
// The m-th cyclotomic polynomial divides f exactly when f vanishes at exp(2 pi i / m). That is evaluated in doubles
// with an error bound. With u = 2^-53 and S the sum of the absolute values of the coefficients, the computed point is
// off by less than 6 u (the angle by 3 u, cosine and sine by 2 u each), which changes the value by less than 6 n u S;
// each of the n + 1 steps of Horner's rule adds less than 5.5 u S, and rounding the coefficients 2 u S: less than 14 (n
// + 1) u S in all. A value x + i y with |x| + |y| > 32 (n + 1) u S, so of more than 22 (n + 1) u S, excludes m; exact
// division decides about the few that are left. phi(m) <= n leaves m < 6 n, as m / phi(m) < 5.85 for all m below
// 223092870, the product of the first nine primes.
#include "poly/factor_z/factor_z_cyclotomic.hpp"

#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "poly/factor_z/cyclotomic_polynomial.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_degree = std::size_t{1} << 23;             // beyond it nothing is recognised
constexpr std::size_t most_degree_of_product = std::size_t{1} << 16;  // each of its many indices costs its degree
constexpr std::size_t most_bits = 900;                                // of coefficients that doubles hold

/// phi(1), ..., phi(n) by a sieve.
std::vector<std::uint32_t> totients(std::size_t n, const ExecutionContext& ctx) {
  std::vector<std::uint32_t> phi(n + 1);
  for (std::size_t i = 0; i <= n; ++i) phi[i] = static_cast<std::uint32_t>(i);
  for (std::size_t p = 2; p <= n; ++p) {
    if (p < 256 || p % 65536 == 0) ctx.poll();
    if (phi[p] == p)
      for (std::size_t k = p; k <= n; k += p) phi[k] -= phi[k] / static_cast<std::uint32_t>(p);
  }
  return phi;
}

bool may_be_cyclotomic(const IntegerVector& f) {
  return f[f.size() - 1].is_one() && f[0].abs().is_one() && f.size() - 1 <= most_degree;
}

/// Doubles for an excluding evaluation.
class UnitCircle {
 public:
  UnitCircle(const IntegerVector& f, const ExecutionContext& ctx)
      : reservation_(ctx.memory(), f.size() * sizeof(double)), c_(f.size()) {
    for (std::size_t i = 0; i < f.size(); ++i) {
      c_[i] = f[i].to_double();
      sum_ += std::abs(c_[i]);
    }
    ctx.poll();
  }
  bool is_nonzero_at(std::uint64_t m) const {
    const double angle = 2 * std::numbers::pi / static_cast<double>(m);
    const double re = std::cos(angle);
    const double im = std::sin(angle);
    double x = 0;
    double y = 0;
    for (std::size_t i = c_.size(); i-- != 0;) {
      const double next = x * re - y * im + c_[i];
      y = x * im + y * re;
      x = next;
    }
    return std::abs(x) + std::abs(y) > 32 * static_cast<double>(c_.size()) * 0x1p-53 * sum_;
  }

 private:
  MemoryReservation reservation_;
  std::vector<double> c_;
  double sum_ = 0;
};

}  // namespace

std::uint64_t cyclotomic_index(const IntegerVector& f, const ExecutionContext& ctx) {
  if (!may_be_cyclotomic(f) || f.max_bits(ctx) > most_bits) return 0;
  const std::size_t n = f.size() - 1;
  if (n == 1) return f[0].sign() < 0 ? 1 : 2;
  for (std::size_t i = 0; 2 * i < n; ++i)
    if (f[i] != f[n - i]) return 0;
  const MemoryReservation held(ctx.memory(), (6 * n + 7) * sizeof(std::uint32_t));
  const std::vector<std::uint32_t> phi = totients(6 * n + 6, ctx);
  std::optional<UnitCircle> values;
  for (std::size_t m = n + 1; m < phi.size(); ++m) {
    if (phi[m] != n) continue;
    if (!values) values.emplace(f, ctx);
    ctx.poll();
    if (!values->is_nonzero_at(m) && cyclotomic(m, ctx) == f) return m;
  }
  return 0;
}

std::vector<IntegerVector> take_cyclotomic_factors(IntegerVector& f, const ExecutionContext& ctx) {
  std::vector<IntegerVector> found;
  if (!may_be_cyclotomic(f) || f.size() - 1 > most_degree_of_product || f.max_bits(ctx) > most_bits) return found;
  const std::size_t end = 6 * f.size();
  const MemoryReservation held(ctx.memory(), (end + 1) * sizeof(std::uint32_t));
  const std::vector<std::uint32_t> phi = totients(end, ctx);
  std::optional<UnitCircle> values(std::in_place, f, ctx);
  for (std::size_t m = 1; m < phi.size() && f.size() > 1; ++m) {
    if (phi[m] >= f.size()) continue;
    if (m % 64 == 0) ctx.poll();
    if (values->is_nonzero_at(m)) continue;
    IntegerVector factor = cyclotomic(m, ctx);
    std::optional<IntegerVector> rest = DenseOps<Integers>::try_exact_div(Integers{}, f, factor, ctx);
    if (!rest) continue;
    f = std::move(*rest);
    found.push_back(std::move(factor));
    values.emplace(f, ctx);
  }
  return found;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
