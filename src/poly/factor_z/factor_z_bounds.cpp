// Bounds for coefficients of factors. Logarithms are computed in doubles and rounded upwards by more than their errors.
//
// With u = 2^-53, and exp2 and log2 right to 4 units in the last place: a single logarithm x is raised by
// 2^-40 (|x| + 1), 2^13 u (|x| + 1), and has an error below 12 u (|x| + 1). The logarithm of a term |c| t^e is a sum
// whose parts can cancel, so its error is relative to them: with m the largest |log c| + |e log t|, each is off by at
// most 3 u m. A sum of N terms divided by the largest one adds the errors of its powers of two, (60 + 8) u each, N u
// relative for the additions, 2^-60 for each of the small terms, which are counted instead of computed, and of its
// logarithm, which is at most 64: together below 16 u (m + N + 64), the slack of log_sum.
#include "poly/factor_z/factor_z_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// At least x, and a little more.
double upwards(double x) noexcept { return x + (std::abs(x) + 1) * 0x1p-40; }

double log2_above(IntegerView x) {
  if (x.is_zero()) return minus_infinity;
  long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, x.mpz());  // truncated, in [1/2, 1)
  return upwards(std::log2(std::abs(mantissa)) + static_cast<double>(exponent));
}

}  // namespace

std::size_t factor_bound_bits(const IntegerVector& f, std::size_t degree) {
  // |g_j| lc(f) / lc(g) <= C(d-1, j) |f|_2 + C(d-1, j-1) |lc(f)| <= C(d, j) |f|_2
  Integer squares;
  for (std::size_t i = 0; i < f.size(); ++i) squares.add_mul(f[i], f[i]);
  const std::size_t norm_bits = (squares.bit_length() + 1) / 2;
  return binomial(degree, degree / 2).bit_length() + norm_bits;
}

DerivativeBounds::DerivativeBounds(const IntegerVector& f) : logs_(f.size()) {
  for (std::size_t i = 0; i < f.size(); ++i) logs_[i] = log2_above(f[i]);
}

double DerivativeBounds::log_sum(std::size_t begin, std::size_t end, std::size_t k, double log_t) const {
  const auto log_power = [&](std::size_t i) { return log_t * (static_cast<double>(i) - static_cast<double>(k) - 1); };
  double largest = minus_infinity;
  double parts = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (logs_[i] == minus_infinity) continue;
    const double power = log_power(i);
    largest = std::max(largest, logs_[i] + power);
    parts = std::max(parts, std::abs(logs_[i]) + std::abs(power));
  }
  if (largest == minus_infinity) return largest;
  double sum = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const double x = logs_[i] + log_power(i) - largest;
    if (x > -60) sum += std::exp2(x);
  }
  const auto terms = static_cast<double>(end - begin);
  sum += terms * 0x1p-60;
  return largest + std::log2(sum) + (parts + terms + 64) * 0x1p-49;
}

double DerivativeBounds::bits(std::size_t k) const {
  const std::size_t n = logs_.size();
  double best = std::numeric_limits<double>::infinity();
  // Powers t for which both sums are about equal; any t gives a bound. First the range is widened, then halved.
  const auto difference = [&](double t) {
    const double above = log_sum(k + 1, n, k, t);
    const double below = log_sum(0, k + 1, k, t);
    best = std::min(best, std::max(above, below));
    return above - below;
  };
  double step = 1;
  double t = 0;
  const bool down = difference(0) > 0;
  for (int i = 0; i < 64; ++i, step *= 2) {
    t = down ? -step : step;
    if ((difference(t) > 0) != down) break;
  }
  double low = down ? t : (step == 1 ? 0 : step / 2);
  double high = down ? (step == 1 ? 0 : -step / 2) : t;
  for (int i = 0; i < 6 && high - low > 0.1; ++i) {
    const double middle = (low + high) / 2;
    if (difference(middle) > 0)
      high = middle;
    else
      low = middle;
  }
  return upwards(best + std::log2(static_cast<double>(n - 1)));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
