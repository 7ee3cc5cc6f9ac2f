// Quadratic interval refinement (Abbott: Quadratic interval refinement for real roots, ISSAC 2006).
//
// The cell is cut into 2^m parts; the secant through the values at its ends says in which part the root
// should be, and the signs at that part's ends say whether it is. On success m doubles, otherwise it halves, down to a
// bisection, which always succeeds. Near a simple root almost every guess is right once the cell is small, so the
// number of correct bits doubles with each pair of evaluations. Guesses need no proof; the signs are certified. Many
// bits are left to Newton's iteration (newton.hpp).
#include "rootiso/refine/refine.hpp"

#include <algorithm>
#include <cstdlib>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "ring/gmp_memory.hpp"
#include "ring/held.hpp"
#include "rootiso/refine/guess_cell.hpp"
#include "rootiso/refine/newton.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t guard_bits = 16;

/// Values near a root. How many bits the terms' cancellation takes is about the same at points of one cell, and a bit
/// more for each bit that a point is nearer to the root: what the last value lost tells where the next one starts.
class ValuesNearRoot {
 public:
  ValuesNearRoot(const IntegerVector& f, const ExecutionContext& ctx) : f_(f), ctx_(ctx) {}

  /// A certified value at c 2^-k, not a root, with at least `bits` correct bits. `nearer`: by so many bits as the point
  /// may be nearer than the last one, at a guess.
  ApproximateValue value(const Integer& c, std::int64_t k, std::size_t bits, std::size_t nearer) {
    std::size_t precision = lost_ > 0 ? lost_ + bits + nearer + guard_bits : bits + 2 * guard_bits;
    for (;;) {
      ApproximateValue v = evaluate_dyadic(f_, c, k, precision, ctx_);
      const std::size_t length = v.mantissa.bit_length();
      if (v.certain_sign() != 0 && length >= v.error.bit_length() + bits) {
        const std::size_t correct = length - v.error.bit_length();
        lost_ = precision > correct ? precision - correct : 0;
        return v;
      }
      precision += lost_ > 0 ? std::max(precision / 4, 2 * guard_bits) : precision;
    }
  }

  int sign(const Integer& c, std::int64_t k, std::size_t nearer) { return value(c, k, 1, nearer).certain_sign(); }
  /// At the end of the part of the cell, one of 2^m, that begins at the offset.
  int sign_inside(const DyadicCell& cell, const Integer& offset, std::size_t m) {
    const std::size_t before = lost_;
    const int result = sign((cell.c << m) + offset, cell.k + static_cast<std::int64_t>(m), m);
    lost_ = before;
    return result;
  }
  /// Goes on with a part, so many bits narrower.
  void narrow(std::size_t m) { lost_ += m; }

 private:
  const IntegerVector& f_;
  const ExecutionContext& ctx_;
  std::size_t lost_ = 0;  // 0: not known
};

/// round(2^m |a| / (|a| + |b|)), clamped to [0, 2^m - 1]: the part that the secant points to.
Integer secant_part(const ApproximateValue& a, const ApproximateValue& b, std::size_t m, const ExecutionContext& ctx) {
  const std::size_t bits = std::max(a.mantissa.bit_length(), b.mantissa.bit_length()) + m +
                           static_cast<std::size_t>(std::abs(a.exponent - b.exponent));
  const MemoryReservation reservation(ctx.memory(), gmp_div_bytes(3 * (bits / 64 + 1)));  // x, y, the dividend
  Integer x = abs(a.mantissa);
  Integer y = abs(b.mantissa);
  if (a.exponent > b.exponent)
    x <<= static_cast<std::size_t>(a.exponent - b.exponent);
  else
    y <<= static_cast<std::size_t>(b.exponent - a.exponent);
  y += x;
  Integer part = floor_div_rem(x << m, y).first;
  const Integer last = (Integer(1) << m) - Integer(1);
  return std::min(part, last);
}

}  // namespace

DyadicCell refine_cell(const IntegerVector& f, DyadicCell cell, std::int64_t level, const ExecutionContext& ctx) {
  constexpr std::int64_t many_bits = 256;
  constexpr std::int64_t few_bits = 4;
  if (level - cell.k > many_bits) return refine_by_newton(f, std::move(cell), level, ctx);
  if (level - cell.k > few_bits)
    if (auto found = guessed_cell(f, cell, level, ctx)) return std::move(*found);
  return refine_quadratically(f, std::move(cell), level, ctx);
}

DyadicCell refine_quadratically(const IntegerVector& f, DyadicCell cell, std::int64_t level,
                                const ExecutionContext& ctx) {
  if (cell.k >= level) return cell;
  // The cell, the next one, the part and its neighbours.
  const std::size_t final_limbs = (cell.c.bit_length() + static_cast<std::size_t>(level - cell.k)) / 64 + 1;
  const MemoryReservation reservation(ctx.memory(), saturating_mul(6 * sizeof(mp_limb_t), final_limbs));
  ValuesNearRoot values(f, ctx);
  const int lower_sign = values.sign(cell.c, cell.k, 0);
  std::size_t m = 1;
  while (cell.k < level) {
    ctx.poll();
    m = std::min<std::size_t>(m, static_cast<std::size_t>(level - cell.k));
    if (m <= 1) {
      const DyadicCell right = cell.right_half();
      cell = values.sign(right.c, right.k, 1) == lower_sign ? right : cell.left_half();
      m = 2;
      continue;
    }
    const ApproximateValue a = values.value(cell.c, cell.k, m + guard_bits, 0);
    const MemoryReservation held_a(ctx.memory(), bytes_of(a.mantissa) + bytes_of(a.error));
    const ApproximateValue b = values.value(cell.c + Integer(1), cell.k, m + guard_bits, 0);
    const MemoryReservation held_b(ctx.memory(), bytes_of(b.mantissa) + bytes_of(b.error));
    Integer part = secant_part(a, b, m, ctx);
    const Integer last = (Integer(1) << m) - Integer(1);
    bool found = false;
    if (part.is_zero() || values.sign_inside(cell, part, m) == lower_sign) {
      found = part == last || values.sign_inside(cell, part + Integer(1), m) != lower_sign;
      if (!found && part + Integer(1) < last) {  // the guess is often off by one: look at the next part, too
        part += Integer(1);
        found = values.sign_inside(cell, part + Integer(1), m) != lower_sign;
      }
    } else {
      part -= Integer(1);
      found = part.is_zero() || values.sign_inside(cell, part, m) == lower_sign;
    }
    if (found) {
      cell = {(cell.c << m) + part, cell.k + static_cast<std::int64_t>(m)};
      values.narrow(m);
      m *= 2;
    } else {
      m /= 2;
    }
  }
  return cell;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
