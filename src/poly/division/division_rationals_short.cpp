// Division with remainder of short polynomials over Q: pseudo-division of the numerators in rows of limbs.
//
// A step multiplies the rows that b covers by lc(b) and takes a multiple of b away; a row that is covered for the first
// time is brought to the power of lc(b) that the others have. So rows grow step by step, where a dividend multiplied by
// the last power beforehand would be long from the first step on. After k steps quotient and remainder have the
// denominator lc(b)^k, the former from step i on after a multiplication by lc(b)^(k-1-i). Cost: about k m row
// operations for m coefficients of b. Literature: Knuth, The Art of Computer Programming, vol. 2, 4.6.1, algorithm R.
#include "poly/division/division_rationals_short.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/rational_parts.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_limbs = 512;            // of a row
constexpr std::size_t most_row_operations = 2048;  // beyond, quotients by inverses are faster

/// Numbers of at most `width` limbs in scratch memory.
class Numbers {
 public:
  Numbers(std::size_t count, std::size_t width, Workspace::Frame& frame)
      : rows_{frame.allocate<mp_limb_t>(count * width).data(), frame.allocate<std::int32_t>(count).data(), width} {}
  IntegerView operator[](std::size_t i) const noexcept { return rows_[i]; }
  void set(std::size_t i, IntegerView value) noexcept {
    std::copy(value.limbs().begin(), value.limbs().end(), rows_.row(i));
    rows_.sizes[i] = value.signed_size();
  }
  void multiply(std::size_t i, IntegerView factor, mp_limb_t* scratch) noexcept {
    rows_.sizes[i] = mul_rows(rows_.row(i), rows_[i], factor, scratch);
  }
  /// The numbers first to first + size - 1 without zeros on top.
  void write(IntegerVector& v, std::size_t first, std::size_t size, const ExecutionContext& ctx) const {
    write_rows(v, rows_, first, size, ctx);
  }
  void add(std::size_t i, IntegerView value) noexcept { rows_.sizes[i] = add_rows(rows_.row(i), rows_[i], value); }

 private:
  ScratchRows rows_;
};

/// v := v top / bottom, where every prime that divides `bottom` divides `radical`; v has denominator 1. Preconditions:
/// top > 0, bottom not zero.
void multiply(RationalVector& v, Integer top, Integer bottom, const Integer& radical, const ExecutionContext& ctx) {
  IntegerVector& numerators = RationalParts::numerators(v);
  if (numerators.empty()) return;
  if (bottom.sign() < 0) {
    bottom.negate();
    numerators.negate();
  }
  cancel_shared(top, bottom, radical);
  cancel_shared(numerators, bottom, radical, ctx);
  if (!top.is_one()) DenseOps<Integers>::scale_into(Integers{}, numerators, numerators, top, ctx);
  RationalParts::denominator(v) = std::move(bottom);
}

}  // namespace

bool short_div_rem(RationalVector& quotient, RationalVector& remainder, const RationalVector& a,
                   const RationalVector& b, const ExecutionContext& ctx) {
  const IntegerVector& x = a.numerators();
  const IntegerVector& y = b.numerators();
  if (x.size() > IntegerVector::stripe_rows) return false;
  const std::size_t n = y.size();
  const std::size_t steps = x.size() - n + 1;
  const Integer lead(y[n - 1]);
  const std::size_t bits = short_bits(x) + steps * (std::max(lead.bit_length(), short_bits(y)) + 1);
  const std::size_t width = limbs_for_bits(bits) + 2;
  if (width > most_limbs || steps * n > most_row_operations) return false;
  ctx.poll();
  ctx.charge(steps * n * width);
  const MemoryReservation reservation = reserve_unless_short(ctx, (x.size() + steps + 4) * width * sizeof(mp_limb_t));
  Workspace::Frame frame;
  mp_limb_t* const scratch = frame.allocate<mp_limb_t>(2 * width).data();
  mp_limb_t* const product = scratch + width;
  Numbers rest(x.size(), width, frame);
  Numbers powers(steps + 1, width, frame);
  for (std::size_t i = 0; i < x.size(); ++i) rest.set(i, x[i]);
  powers.set(0, Integer(1));
  for (std::size_t s = 0; s < steps; ++s) {
    powers.set(s + 1, powers[s]);
    powers.multiply(s + 1, lead, scratch);
  }
  for (std::size_t s = 0; s < steps; ++s) {
    const std::size_t low = steps - 1 - s;  // the quotient's coefficient is the number at the top
    const IntegerView digit = rest[low + n - 1];
    for (std::size_t j = 0; j + 1 < n; ++j) {
      rest.multiply(low + j, j == 0 ? powers[s + 1] : lead.view(), scratch);
      rest.add(low + j, {product, mul_rows(product, -digit, y[j], scratch)});
    }
  }
  for (std::size_t k = 1; k < steps; ++k) rest.multiply(n - 1 + k, powers[k], scratch);
  // What is needed of the operands is taken before the results, which may stand in their place, are written.
  const Integer bottom = mul(powers[steps], a.denominator());
  Integer radical = mul(lead, a.denominator());
  if (radical.sign() < 0) radical.negate();
  Integer top = b.denominator();
  const auto write = [&](RationalVector& v, std::size_t first, std::size_t size, Integer factor) {
    try {
      rest.write(RationalParts::numerators(v), first, size, ctx);
      RationalParts::denominator(v) = Integer(1);
      multiply(v, std::move(factor), bottom, radical, ctx);
    } catch (...) {
      v = RationalVector();
      throw;
    }
  };
  write(quotient, n - 1, steps, std::move(top));
  write(remainder, 0, n - 1, Integer(1));
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
