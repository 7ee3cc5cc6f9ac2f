// Sums and multiples of short polynomials of words: signed words of at most 63 bits, added without branches.
#include "poly/dense/short_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "core/short_reservation.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A short vector as two arrays.
struct Words {
  explicit Words(const IntegerVector& v) noexcept
      : limbs(v.empty() ? nullptr : v.row(0)), sizes(v.signed_sizes().data()) {}
  std::int64_t operator[](std::size_t i) const noexcept { return signed_word(limbs[i], sizes[i]); }
  const mp_limb_t* limbs;
  const std::int32_t* sizes;
};

void store(mp_limb_t* limb, std::int32_t* size, std::int64_t value) noexcept {
  const std::int64_t mask = value >> 63;
  *limb = static_cast<mp_limb_t>((value ^ mask) - mask);
  *size = static_cast<std::int32_t>(mask) | static_cast<std::int32_t>(value != 0);
}

/// out as a vector of n words that may also be an operand of that length; false where an operand would be lost.
bool make_words(IntegerVector& out, std::size_t n, bool is_operand, const ExecutionContext& ctx) {
  if (is_operand) return out.size() == n;
  const MemoryReservation reservation = reserve_unless_short(ctx, vector_bytes(n, n));
  remake_unwritten(out, n, std::size_t{1});
  return true;
}

}  // namespace

bool add_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
               const ExecutionContext& ctx) {
  if (!is_short(a) || !is_short(b) || ((joined_words(a) | joined_words(b)) >> 62) != 0) return false;
  const std::size_t n = std::max(a.size(), b.size());
  const std::size_t common = std::min(a.size(), b.size());
  ctx.poll();
  if (!make_words(out, n, &out == &a || &out == &b, ctx)) {  // an operand that the sum does not fit
    IntegerVector sum;
    const bool done = add_short(sum, a, b, subtract, ctx);
    out = std::move(sum);
    return done;
  }
  ctx.charge(n);
  if (n == 0) return true;
  const Words x(a);
  const Words y(b);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  const std::int64_t minus = subtract ? -1 : 0;
  for (std::size_t i = 0; i < common; ++i) store(limbs + i, sizes + i, x[i] + ((y[i] ^ minus) - minus));
  const bool negated = subtract && b.size() > common;
  const Words& rest = a.size() > common ? x : y;
  for (std::size_t i = common; i < n; ++i) {
    limbs[i] = rest.limbs[i];
    sizes[i] = negated ? -rest.sizes[i] : rest.sizes[i];
  }
  return true;
}

bool scale_short(IntegerVector& out, const IntegerVector& a, IntegerView factor, const ExecutionContext& ctx) {
  if (!is_short(a) || factor.limbs().size() != 1) return false;
  const mp_limb_t word = factor.limbs()[0];
  const bool negative = factor.sign() < 0;  // from here on the factor is not read, which may be out's own
  if (std::bit_width(joined_words(a)) + std::bit_width(word) > 64) return false;
  const std::size_t n = a.size();
  ctx.poll();
  make_words(out, n, &out == &a, ctx);
  ctx.charge(n);
  if (n == 0) return true;
  const Words x(a);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  for (std::size_t i = 0; i < n; ++i) {
    limbs[i] = x.limbs[i] * word;
    sizes[i] = negative ? -x.sizes[i] : x.sizes[i];
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
