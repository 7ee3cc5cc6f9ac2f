// Newton's iteration with proved bounds.
//
// The root x is known up to 2^-e: |x - y| <= 2^-e for a centre y = c 2^-k of about e bits. By Taylor's formula at y,
//
//   x - y = -f(y) / f'(y) - f''(s) / (2 f'(y)) (x - y)^2,   s between x and y,
//
// so that y - f(y)/f'(y) is off by at most 2^(m - 1 - l - 2 e) where |f''| <= 2^m near the cell and |f'(y)| >= 2^l. The
// quotient is computed from a value of f with an error of at most 2^(l - e' - 3) and one of f' with at most
// 2^(l - (e' - e) - 6), which with |f(y)| < 2^(l + 3 - e), looked at in each step, adds at most 2^(-e' - 2), and is
// rounded by less than 2^(-e' - 3): the new centre is good to e' = 2 e - m + l - 1 bits. The steps are planned from the
// last one backwards, so that each doubles the length and the last one alone works at all of it: f at full length, with
// an argument of half of it, f' at half. The first bits come from quadratic interval refinement, as many as it takes
// until Newton's iteration contracts. Cost: O(sqrt(n) M(bits)) for short coefficients. Nothing is believed that is not
// proved: where a bound fails, quadratic refinement goes on.
#include "rootiso/refine/newton.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "ring/gmp_memory.hpp"
#include "ring/held.hpp"
#include "rootiso/refine/refine.hpp"
#include "rootiso/refine/value_by_powers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::int64_t spare_bits = 8;        // beyond the level, so that the centre hardly ever lies on a cell's edge
constexpr std::int64_t contracting_bits = 8;  // that a step gains at least

std::int64_t length_of(const Integer& x) noexcept { return static_cast<std::int64_t>(x.bit_length()); }

/// floor(x 2^shift).
Integer shifted(const Integer& x, std::int64_t shift) {
  return shift >= 0 ? x << static_cast<std::size_t>(shift) : x >> static_cast<std::size_t>(-shift);
}

/// i (i - 1) |a_i|: the coefficients of a bound on |f''|.
IntegerVector second_derivative_bound(const IntegerVector& slope, const ExecutionContext& ctx) {
  IntegerVector bound = DenseOps<Integers>::derivative({}, slope, ctx);
  for (std::size_t i = 0; i < bound.size(); ++i) bound.set_signed_size(i, std::abs(bound.signed_size(i)));
  return bound;
}

/// The root up to 2^-e.
struct Centre {
  Integer c;
  std::int64_t k = 0;
  std::int64_t e = 0;
};

class Newton {
 public:
  Newton(const IntegerVector& f, const ExecutionContext& ctx)
      : f_(f),
        ctx_(ctx),
        slope_(DenseOps<Integers>::derivative({}, f, ctx)),
        curve_(second_derivative_bound(slope_, ctx)),
        held_(ctx.memory(), slope_.bytes() + curve_.bytes()) {}

  /// Whether steps from the middle of the cell contract; sets what they need.
  bool starts_from(const DyadicCell& cell) {
    centre_ = {(cell.c << 1) + Integer(1), cell.k + 1, cell.k + 1};
    // All centres lie within a width of the cell.
    const Integer farthest = std::max(abs(cell.c), abs(cell.c + Integer(1))) + Integer(1);
    curve_exponent_ = 0;
    if (!curve_.empty()) {
      const ApproximateValue bound = evaluate_dyadic(curve_, farthest, cell.k, 64, ctx_);
      curve_exponent_ = length_of(abs(bound.mantissa) + bound.error) + bound.exponent;
    }
    const std::optional<std::int64_t> slope = slope_exponent();
    if (!slope) return false;
    slope_exponent_ = *slope - 1;  // f' is a little smaller at other centres
    return centre_.e - loss() >= contracting_bits;
  }

  /// The cell of this level; nothing where a bound fails.
  std::optional<DyadicCell> cell_at(std::int64_t level) {
    for (std::int64_t goal = level + spare_bits;; goal += 64) {
      for (const std::int64_t e : steps_to(goal))
        if (!step(e)) return std::nullopt;
      const std::int64_t down = centre_.k - level;
      const Integer radius = Integer(1) << static_cast<std::size_t>(centre_.k - centre_.e);
      Integer low = (centre_.c - radius) >> static_cast<std::size_t>(down);
      if (low == (centre_.c + radius) >> static_cast<std::size_t>(down)) return DyadicCell{std::move(low), level};
    }
  }

 private:
  /// A step makes 2 e minus this of e bits.
  std::int64_t loss() const noexcept { return curve_exponent_ - slope_exponent_ + 1; }

  /// An l with 2^l <= |f'| at the centre; nothing where a few bits do not tell.
  std::optional<std::int64_t> slope_exponent() const {
    return least_exponent(evaluate_dyadic(slope_, centre_.c, centre_.k, 128, ctx_));
  }
  /// The largest l of which a value shows that 2^l <= |f'|.
  static std::optional<std::int64_t> least_exponent(const ApproximateValue& value) {
    const Integer least = abs(value.mantissa) - value.error;
    if (least.sign() <= 0) return std::nullopt;
    return length_of(least) - 1 + value.exponent;
  }

  /// The bits to have after each step, ascending.
  std::vector<std::int64_t> steps_to(std::int64_t goal) const {
    std::vector<std::int64_t> bits;
    for (std::int64_t e = goal; e > centre_.e; e = (e + loss() + 1) / 2) bits.push_back(e);
    std::reverse(bits.begin(), bits.end());
    return bits;
  }

  bool step(std::int64_t e) {
    ctx_.poll();
    const ApproximateValue slope = value_to(slope_, centre_.c, centre_.k, e - centre_.e + 6 - slope_exponent_, ctx_);
    const MemoryReservation held_slope(ctx_.memory(), bytes_of(slope.mantissa));
    const ApproximateValue value = value_to(f_, centre_.c, centre_.k, e + 3 - slope_exponent_, ctx_);
    const std::size_t limbs = (value.mantissa.bit_length() + slope.mantissa.bit_length()) / 64 + 2;
    const MemoryReservation held(ctx_.memory(), bytes_of(value.mantissa) + gmp_div_bytes(limbs));
    const std::optional<std::int64_t> least_slope = least_exponent(slope);
    const bool is_slope_bounded = least_slope && *least_slope >= slope_exponent_;
    const bool is_value_bounded =
        length_of(abs(value.mantissa) + value.error) + value.exponent <= slope_exponent_ + 3 - centre_.e;
    if (!is_slope_bounded || !is_value_bounded) return false;
    const std::int64_t k = std::max(centre_.k, e + 4);
    const Integer quotient =
        floor_div_rem(shifted(value.mantissa, value.exponent - slope.exponent + k), slope.mantissa).first;
    centre_ = {shifted(centre_.c, k - centre_.k) - quotient, k, e};
    return true;
  }

  const IntegerVector& f_;
  const ExecutionContext& ctx_;
  IntegerVector slope_;
  IntegerVector curve_;
  MemoryReservation held_;
  Centre centre_;
  std::int64_t curve_exponent_ = 0;
  std::int64_t slope_exponent_ = 0;
};

}  // namespace

DyadicCell refine_by_newton(const IntegerVector& f, DyadicCell cell, std::int64_t level, const ExecutionContext& ctx) {
  Newton newton(f, ctx);
  for (std::int64_t more = 16; cell.k < level; more *= 2) {
    if (newton.starts_from(cell))
      if (std::optional<DyadicCell> found = newton.cell_at(level)) return std::move(*found);
    cell = refine_quadratically(f, std::move(cell), std::min(level, cell.k + more), ctx);
  }
  return cell;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
