// Guesses that cost little and are looked at before they are believed.
//
// With |x| <= 2^j on the cell, y = x 2^-j and the doubles g_i ~ a_i 2^(j i - M), where 2^M bounds all |a_i| 2^(j i),
// g(y) = f(x) 2^-M is evaluated in floating point: Newton's iteration within the cell, by halves where it would leave
// it, ends at a point y whose distance from the root is about 2^-50 S / |g'(y)|, S = sum |g_i y^i|. From there each
// step x - f(x) / f'(x) takes a value of f in fixed point, as precise as it needs, but the slope in floating point, so
// that it adds as many bits as that has. None of this is proved. The cell of the wanted level that holds the last point
// or its neighbour has the root if f has opposite signs at its ends, which are certified: f has one root in the given
// cell. So floating point decides how long it takes, not what is found. Cost: O(n) word operations for each evaluation,
// few of which are longer than a word.
#include "rootiso/refine/guess_cell.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int most_iterations = 40;
constexpr std::int64_t least_gain = 8;    // bits that a step must add
constexpr std::int64_t double_bits = 50;  // less what a few roundings take
constexpr std::int64_t beyond_level = 6;  // bits, so that the guess hardly ever lies on a cell's edge
constexpr std::int64_t more_bits = 32;    // where a sign is not certain

/// floor(x 2^shift).
Integer shifted_down(const Integer& x, std::int64_t shift) {
  return shift >= 0 ? x << static_cast<std::size_t>(shift) : x >> static_cast<std::size_t>(-shift);
}

/// x 2^exponent in floating point, 0 where that is too small.
double scaled_double(IntegerView x, std::int64_t exponent) {
  long e = 0;
  const double mantissa = mpz_get_d_2exp(&e, x.mpz());
  const std::int64_t all = e + exponent;
  return all < -1000 ? 0.0 : std::ldexp(mantissa, static_cast<int>(std::min<std::int64_t>(all, 1000)));
}

/// About log2 |x|, at most 1000 in size.
std::int64_t log_of(double x) { return x == 0 || !std::isfinite(x) ? -1000 : std::ilogb(x); }

class CellGuess {
 public:
  CellGuess(const IntegerVector& f, const DyadicCell& cell, const ExecutionContext& ctx)
      : f_(f), cell_(cell), ctx_(ctx), held_(ctx.memory(), f.size() * sizeof(double)) {}

  std::optional<DyadicCell> of_level(std::int64_t level) {
    scale();
    if (!find_in_doubles()) return std::nullopt;
    while (bits_ < level + beyond_level)
      if (!step(level + beyond_level)) return std::nullopt;
    return verified(level);
  }

 private:
  struct Values {
    double value = 0;
    double slope = 0;
  };

  void scale() {
    const Integer farthest = std::max(abs(cell_.c), abs(cell_.c + Integer(1)));
    j_ = static_cast<std::int64_t>(farthest.bit_length()) - cell_.k;
    m_ = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < f_.size(); ++i)
      if (!f_[i].is_zero()) m_ = std::max(m_, static_cast<std::int64_t>(f_[i].bit_length()) + weight(i));
    g_.reserve(f_.size());
    for (std::size_t i = 0; i < f_.size(); ++i) g_.push_back(scaled_double(f_[i], weight(i) - m_));
  }
  std::int64_t weight(std::size_t i) const { return j_ * static_cast<std::int64_t>(i); }

  Values at(double y) const {
    Values v;
    for (std::size_t i = g_.size(); i-- > 0;) {
      v.slope = v.slope * y + v.value;
      v.value = v.value * y + g_[i];
    }
    return v;
  }

  /// Sets the point, its bits, and what is needed of the slope there.
  bool find_in_doubles() {
    point_ = {(cell_.c << 1) + Integer(1), cell_.k + 1};
    bits_ = cell_.k + 1;
    double low = scaled_double(cell_.c.view(), -cell_.k - j_);
    double high = scaled_double((cell_.c + Integer(1)).view(), -cell_.k - j_);
    const double middle = low + (high - low) / 2;
    double y = middle;
    double last_step = high - low;
    if (low < middle && middle < high) {
      const bool is_negative_below = at(low).value < 0;
      for (int i = 0; i < most_iterations && std::abs(last_step) > std::abs(y) * 0x1p-52; ++i) {
        const Values v = at(y);
        ((v.value < 0) == is_negative_below ? low : high) = y;
        double next = y - v.value / v.slope;
        if (!(low <= next && next <= high)) next = low + (high - low) / 2;
        last_step = next - y;
        y = next;
      }
    }
    return describe(y, std::abs(last_step));
  }

  /// Whether floating point tells the slope there, and the curvature is no obstacle.
  bool describe(double y, double last_step) {
    const double size = std::abs(y);
    double curvature = 0;
    double slope = 0;
    double value = 0;
    double sizes = 0;  // of values
    double slope_sizes = 0;
    for (std::size_t i = g_.size(); i-- > 0;) {
      curvature = curvature * y + slope;
      slope = slope * y + value;
      value = value * y + g_[i];
      slope_sizes = slope_sizes * size + sizes;
      sizes = sizes * size + std::abs(g_[i]);
    }
    if (slope == 0 || !std::isfinite(slope_sizes) || !std::isfinite(sizes)) return false;
    slope_ = slope;
    gain_ = log_of(slope) - log_of(slope_sizes) + double_bits - 4;
    loss_ = log_of(sizes) + 1 - log_of(slope) + j_;
    curvature_ = curvature == 0 ? -1000 : log_of(curvature) - log_of(slope) + 1 - j_;
    const double error = 0x1p-50 * sizes / std::abs(slope) + 0x1p-52 * size + last_step;
    const std::int64_t bits = -log_of(error) - 1 - j_;
    if (std::isfinite(error) && bits > bits_) {
      bits_ = bits;
      int e = 0;
      const double mantissa = std::ldexp(std::frexp(y, &e), 53);
      point_ = {Integer(static_cast<std::int64_t>(mantissa)), 53 - e - j_};
    }
    return gain_ >= least_gain;
  }

  /// f(x) up to f'(x) 2^-bits.
  ApproximateValue value_at(const Integer& c, std::int64_t k, std::int64_t bits) const {
    const std::int64_t precision = loss_ + bits + static_cast<std::int64_t>(std::bit_width(f_.size())) + 4;
    return evaluate_dyadic(f_, c, k, static_cast<std::size_t>(std::max<std::int64_t>(precision, 16)), ctx_);
  }

  bool step(std::int64_t goal) {
    ctx_.poll();
    const std::int64_t bits = std::min({goal, 2 * bits_ - curvature_ - 1, bits_ + gain_});
    if (bits < std::min(goal, bits_ + least_gain)) return false;
    const ApproximateValue value = value_at(point_.c, point_.k, bits + 2);
    int e = 0;
    const Integer slope(static_cast<std::int64_t>(std::ldexp(std::frexp(slope_, &e), 53)));
    // f'(x) = slope 2^(e - 53 + M - j).
    const std::int64_t k = bits + 4;
    const Integer quotient =
        floor_div_rem(shifted_down(value.mantissa, value.exponent + k - (e - 53 + m_ - j_)), slope).first;
    point_ = {shifted_down(point_.c, k - point_.k) - quotient, k};
    bits_ = bits;
    return true;
  }

  /// f has this sign at an end of a cell of the level.
  int sign_at(const Integer& c, std::int64_t level) const {
    for (std::int64_t bits = level + 4;; bits += more_bits)
      if (const int sign = value_at(c, level, bits).certain_sign(); sign != 0) return sign;
  }

  std::optional<DyadicCell> verified(std::int64_t level) const {
    const auto deeper = static_cast<std::size_t>(level - cell_.k);
    const Integer first = cell_.c << deeper;
    const Integer last = ((cell_.c + Integer(1)) << deeper) - Integer(1);
    Integer c = std::clamp(shifted_down(point_.c, level - point_.k), first, last);
    const int lower = sign_at(c, level);
    const int upper = sign_at(c + Integer(1), level);
    if (lower != upper) return DyadicCell{std::move(c), level};
    // The guess is sometimes off by one. f rises where the slope is positive.
    if ((lower > 0) == (slope_ > 0)) {
      if (c == first || sign_at(c - Integer(1), level) == lower) return std::nullopt;
      return DyadicCell{c - Integer(1), level};
    }
    if (c == last || sign_at(c + Integer(2), level) == lower) return std::nullopt;
    return DyadicCell{c + Integer(1), level};
  }

  struct Point {
    Integer c;
    std::int64_t k = 0;
  };

  const IntegerVector& f_;
  const DyadicCell& cell_;
  const ExecutionContext& ctx_;
  MemoryReservation held_;  // for the doubles
  std::vector<double> g_;
  std::int64_t j_ = 0;
  std::int64_t m_ = 0;
  Point point_;
  std::int64_t bits_ = 0;       // the point is off by about 2^-bits
  double slope_ = 0;            // g'
  std::int64_t gain_ = 0;       // of a step that the slope's errors limit
  std::int64_t loss_ = 0;       // log2 of the largest terms of f over |f'|
  std::int64_t curvature_ = 0;  // log2 |f'' / (2 f')|
};

}  // namespace

std::optional<DyadicCell> guessed_cell(const IntegerVector& f, const DyadicCell& cell, std::int64_t level,
                                       const ExecutionContext& ctx) {
  return CellGuess(f, cell, ctx).of_level(level);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
