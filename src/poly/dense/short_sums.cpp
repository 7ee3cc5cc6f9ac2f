// Sums of short polynomials, at most 64 coefficients, without layouts and reservations.
//
// Words of at most 62 bits are added as signed words (word_row_sums.hpp). Longer rows are padded with
// zeros up to their stride, so that one look at the top limbs bounds the sum, and each row is one addition or
// subtraction of as many limbs as the longer of the two has.
#include "poly/dense/short_sums.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "poly/dense/word_row_sums.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::int32_t magnitude(std::int32_t size) noexcept { return size < 0 ? -size : size; }

/// row = x + y for words; a carry is there only if the row has two limbs.
std::int32_t add_words(mp_limb_t* row, std::size_t stride, mp_limb_t x, std::int32_t sx, mp_limb_t y,
                       std::int32_t sy) noexcept {
  if ((sx ^ sy) >= 0) {
    row[0] = x + y;
    const auto carry = static_cast<std::int32_t>(row[0] < x);
    if (stride > 1) row[1] = static_cast<mp_limb_t>(carry);
    const std::int32_t size = carry + static_cast<std::int32_t>((x | y) != 0);
    return (sx | sy) < 0 ? -size : size;
  }
  const bool less = x < y;
  row[0] = less ? y - x : x - y;
  if (stride > 1) row[1] = 0;
  return signed_size(x != y, (sx < 0) != less);
}

/// row = x + y, which may be the row; x has a row at least as long as y's of wy limbs, and the sum fits.
std::int32_t add_long(mp_limb_t* row, std::size_t stride, const mp_limb_t* x, std::int32_t sx, const mp_limb_t* y,
                      std::int32_t sy, std::size_t wy) noexcept {
  const auto n = static_cast<std::size_t>(std::max(magnitude(sx), magnitude(sy)));
  const auto all = static_cast<mp_size_t>(n);
  const auto common = static_cast<mp_size_t>(std::min(n, wy));
  if (n == 0) {
    clear_from(row, 0, stride);
    return 0;
  }
  if ((sx ^ sy) >= 0) {
    const mp_limb_t carry = common == all ? mpn_add_n(row, x, y, all) : mpn_add(row, x, all, y, common);
    clear_from(row, n, stride);
    if (carry != 0) row[n] = carry;
    return signed_size(n + carry, (sx | sy) < 0);
  }
  constexpr mp_size_t long_row = 8;  // whose negation would take longer than a branch that is guessed wrong
  if (common == all && all >= long_row && mpn_cmp(x, y, all) < 0) {
    mpn_sub_n(row, y, x, all);
    clear_from(row, n, stride);
    return signed_size(strip(row, n), sx >= 0);
  }
  const mp_limb_t borrow = common == all ? mpn_sub_n(row, x, y, all) : mpn_sub(row, x, all, y, common);
  if (borrow != 0) mpn_neg(row, row, all);
  clear_from(row, n, stride);
  return signed_size(strip(row, n), (sx < 0) != (borrow != 0));
}

/// a + b, or a - b, where both have rows of one limb and no coefficient is longer than 62 bits; false otherwise. `out`
/// is no operand.
bool add_signed_words(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                      const ExecutionContext& ctx) {
  const bool longer_a = a.size() >= b.size();
  const IntegerVector& x = longer_a ? a : b;
  const IntegerVector& y = longer_a ? b : a;
  const std::size_t n = x.size();
  const std::size_t common = y.size();
  const mp_limb_t* const limbs_x = x.row(0);
  const mp_limb_t* const limbs_y = y.row(0);
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < common; ++i) joined |= limbs_x[i] | limbs_y[i];
  if (joined >> 62 != 0) return false;
  ctx.poll();
  ctx.charge(n);
  remake_short(out, n, 1, ctx);
  const std::int32_t* const sizes_x = x.signed_sizes().data();
  const std::int32_t minus_x = subtract && !longer_a ? -1 : 0;
  const std::int32_t minus_y = subtract && longer_a ? -1 : 0;
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  add_word_rows(limbs, sizes, limbs_x, sizes_x, limbs_y, y.signed_sizes().data(), minus_x, minus_y, common);
  for (std::size_t i = common; i < n; ++i) {
    limbs[i] = limbs_x[i];
    sizes[i] = minus_x != 0 ? -sizes_x[i] : sizes_x[i];
  }
  return true;
}

/// Rows that one operand alone has, from `first` on, after those of the sum.
void copy_rows(mp_limb_t* limbs, std::int32_t* sizes, std::size_t stride, const ShortRows& from, std::size_t first) {
  for (std::size_t i = first; i < from.count; ++i) {
    mp_limb_t* const row = limbs + i * stride;
    const std::size_t width = std::min(stride, from.stride);
    if (row != from.row(i)) std::copy_n(from.row(i), width, row);
    clear_from(row, width, stride);
    sizes[i] = from.size(i);
  }
}

}  // namespace

namespace {

/// The sums of add_few where operands have 64 bits and rows of the sum two limbs.
bool add_few_long(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                  const ExecutionContext& ctx) {
  const std::size_t n = a.size();
  const mp_limb_t* const limbs_a = a.row(0);
  const mp_limb_t* const limbs_b = b.row(0);
  const std::int32_t* const sizes_a = a.signed_sizes().data();
  const std::int32_t* const sizes_b = b.signed_sizes().data();
  const auto size_b = [&](std::size_t i) { return subtract ? -sizes_b[i] : sizes_b[i]; };
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < n; ++i) joined |= limbs_a[i] | limbs_b[i];
  if (joined >> 63 == 0 || (limbs_a[n - 1] == limbs_b[n - 1] && (sizes_a[n - 1] ^ size_b(n - 1)) < 0)) return false;
  ctx.poll();
  ctx.charge(n);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  for (std::size_t i = 0; i < n; ++i)
    sizes[i] = add_words(limbs + 2 * i, 2, limbs_a[i], sizes_a[i], limbs_b[i], size_b(i));
  return true;
}

}  // namespace

bool add_few(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
             const ExecutionContext& ctx) {
  constexpr std::size_t most = 8;
  const std::size_t n = a.size();
  if (n - 1 >= most || b.size() != n || out.size() != n || a.stride(0) != 1 || b.stride(0) != 1) return false;
  if (out.stride(0) == 2) return add_few_long(out, a, b, subtract, ctx);
  if (out.stride(0) != 1) return false;
  const mp_limb_t* const limbs_a = a.row(0);
  const mp_limb_t* const limbs_b = b.row(0);
  const std::int32_t* const sizes_a = a.signed_sizes().data();
  const std::int32_t* const sizes_b = b.signed_sizes().data();
  const std::int64_t minus = subtract ? -1 : 0;
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < n; ++i) joined |= limbs_a[i] | limbs_b[i];
  if (joined >> 62 != 0) return false;
  std::int64_t sums[most];
  for (std::size_t i = 0; i < n; ++i)
    sums[i] = signed_word(limbs_a[i], sizes_a[i]) + ((signed_word(limbs_b[i], sizes_b[i]) ^ minus) - minus);
  if (sums[n - 1] == 0) return false;
  ctx.poll();
  ctx.charge(n);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  for (std::size_t i = 0; i < n; ++i) store_word(limbs + i, sizes + i, sums[i]);
  return true;
}

bool add_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
               const ExecutionContext& ctx) {
  if (std::max(a.size(), b.size()) > IntegerVector::stripe_rows) return false;
  if (is_short(a) && is_short(b) && &out != &a && &out != &b && add_signed_words(out, a, b, subtract, ctx)) return true;
  ShortRows x(a);
  ShortRows y(b, subtract);
  if (x.count == 0) x.stride = 0;
  if (y.count == 0) y.stride = 0;
  if (x.stride < y.stride) std::swap(x, y);
  if (x.stride == 0 || (y.stride == 0 && y.count != 0)) return false;  // rows without limbs are for the general way
  const std::size_t n = std::max(x.count, y.count);
  const std::size_t common = std::min(x.count, y.count);
  const mp_limb_t top = common == 0 ? 0 : x.top() | (x.stride == y.stride ? y.top() : 0);
  std::size_t stride = x.stride + (top >> 63);
  if (top == 0 && common != 0)  // rows longer than any coefficient, as differences leave them
    stride = std::max<std::size_t>(1, limbs_for_bits(std::max(short_bits(a), short_bits(b)) + 1));
  ctx.poll();
  ctx.charge(n * stride);
  if (&out != &a && &out != &b) {
    remake_short(out, n, stride, ctx);
  } else if (out.size() == n && out.stride(0) >= stride) {
    stride = out.stride(0);  // in place
  } else {
    IntegerVector sum;
    (void)add_short(sum, a, b, subtract, ctx);
    out = std::move(sum);
    return true;
  }
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  if (x.stride == 1 && stride == 1 && top >> 62 == 0) {
    add_word_rows(limbs, sizes, x.limbs, x.sizes, y.limbs, y.sizes, x.sign, y.sign, common);
  } else if (x.stride == 1 && y.stride == 1) {
    for (std::size_t i = 0; i < common; ++i)
      sizes[i] = add_words(limbs + i * stride, stride, x.limbs[i], x.size(i), y.limbs[i], y.size(i));
  } else {
    for (std::size_t i = 0; i < common; ++i)
      sizes[i] = add_long(limbs + i * stride, stride, x.row(i), x.size(i), y.row(i), y.size(i), y.stride);
  }
  if (common < n) copy_rows(limbs, sizes, stride, x.count == n ? x : y, common);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
