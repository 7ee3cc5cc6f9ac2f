// Horner's rule in fixed point with a midpoint and a radius: x = (m +- 1) 2^-(k+1) runs through the cell, the partial
// value is (v +- e) 2^s. A step multiplies, (v m +- (e |m| + |v| + e)) 2^(s-k-1), adds a coefficient, and cuts v to as
// many bits as the cell has, and some, at the price of an ulp. O(n) products of numbers as long as the cell's.
//
// The radius grows with sum i |a_i x^(i-1)|, so that the sign is found once the cell is small against the distance to
// the roots of g. Tighter forms that need derivatives or Taylor shifts are not worth their price: refinement is cheap.
#include "rootiso/cell_sign.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr std::size_t guard_bits = 64;

struct Ball {
  Integer value;
  Integer error = 0;
  std::int64_t exponent = 0;

  void cut(std::size_t bits) {
    const std::size_t length = std::max(value.bit_length(), error.bit_length());
    if (length <= bits) return;
    const std::size_t drop = length - bits;
    value >>= drop;  // floors: less than one unit each
    error >>= drop;
    error += 2;
    exponent += static_cast<std::int64_t>(drop);
  }

  void add(IntegerView a) {
    if (a.is_zero()) return;
    Integer term(a);
    if (exponent > 0) {
      term >>= static_cast<std::size_t>(exponent);
      error += 1;
    } else {
      term <<= static_cast<std::size_t>(-exponent);
    }
    value += term;
  }
};

}  // namespace

int sign_on_cell(const IntegerVector& g, const DyadicCell& cell, const ExecutionContext& ctx) {
  const Integer middle = (cell.c << 1) + Integer(1);
  const Integer magnitude = abs(middle);
  const std::size_t bits = middle.bit_length() + guard_bits;
  // v and e, a product, a coefficient at the scale of the value, which lies below it at most by the bits of 1/x.
  const std::size_t small = cell.k > 0 ? static_cast<std::size_t>(cell.k) : 0;
  const std::size_t limbs = saturating_add(g.max_bits(ctx), 2 * bits + small) / 64 + 2;
  const MemoryReservation reservation(ctx.memory(), gmp_mul_bytes(2 * limbs));
  const std::size_t poll_every = std::max<std::size_t>(1, 100000 / (limbs * limbs));
  Ball y;
  for (std::size_t i = g.size(); i-- > 0;) {
    if (i % poll_every == 0) ctx.poll();
    y.error *= magnitude + Integer(1);
    y.error += abs(y.value);
    y.value *= middle;
    y.exponent = y.error.is_zero() && y.value.is_zero() ? 0 : y.exponent - (cell.k + 1);
    y.add(g[i]);
    y.cut(bits);
  }
  ctx.charge(g.size() * (bits / 64 + 1) * (bits / 64 + 1));
  return abs(y.value) > y.error ? y.value.sign() : 0;
}

}  // namespace detail
}  // namespace polyfork::inline v1
