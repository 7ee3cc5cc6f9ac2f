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

bool add_few_to_pairs(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                      const ExecutionContext& ctx) {
  constexpr std::size_t most = 8;
  const ReadRows x = read_rows(a);
  const ReadRows y = read_rows(b);
  const WrittenRows z = written_rows(out);
  const std::size_t n = x.count;
  if (n - 1 >= most || y.count != n || z.count != n || x.stride != 1 || y.stride != 1 || z.stride != 2) return false;
  const auto size_y = [&](std::size_t i) { return subtract ? -y.sizes[i] : y.sizes[i]; };
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < n; ++i) joined |= x.limbs[i] | y.limbs[i];
  if (joined >> 63 == 0 || (x.limbs[n - 1] == y.limbs[n - 1] && (x.sizes[n - 1] ^ size_y(n - 1)) < 0)) return false;
  ctx.poll();
  ctx.charge(n);
  for (std::size_t i = 0; i < n; ++i)
    z.sizes[i] = add_words(z.limbs + 2 * i, 2, x.limbs[i], x.sizes[i], y.limbs[i], size_y(i));
  return true;
}

bool add_words_alike(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                     const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a);
  const ReadRows y = read_rows(b);
  const WrittenRows z = written_rows(out);
  const std::size_t n = x.count;
  if (n - 1 >= IntegerVector::stripe_rows || y.count != n || z.count != n) return false;
  if (x.stride != 1 || y.stride != 1 || z.stride != 1) return false;
  if (joined_words(x.limbs, y.limbs, n) >> 62 != 0) return false;
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(n);
  add_word_rows(z.limbs, z.sizes, x.limbs, x.sizes, y.limbs, y.sizes, 0, subtract ? -1 : 0, n);
  return true;
}

bool add_alike(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
               const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a);
  const ReadRows y = read_rows(b);
  const WrittenRows z = written_rows(out);
  const std::size_t n = x.count;
  const std::size_t w = x.stride;
  if (n - 1 >= IntegerVector::stripe_rows || w < 2 || y.count != n || z.count != n || y.stride != w) return false;
  mp_limb_t top = 0;
  for (std::size_t i = w - 1; i < n * w; i += w) top |= x.limbs[i] | y.limbs[i];
  if (top == 0 || z.stride != w + (top >> 63)) return false;
  ctx.poll();
  ctx.charge(n * z.stride);
  const std::int32_t minus = subtract ? -1 : 0;
  const auto full = static_cast<std::int32_t>(w);
  for (std::size_t i = 0; i < n; ++i) {
    const mp_limb_t* const row_x = x.row(i);
    const mp_limb_t* const row_y = y.row(i);
    const std::int32_t sx = x.sizes[i];
    const std::int32_t sy = (y.sizes[i] ^ minus) - minus;
    if (magnitude(sx) == full && sx == sy) {  // as a rule a sum
      const mp_limb_t carry = mpn_add_n(z.row(i), row_x, row_y, full);
      if (z.stride > w) z.row(i)[w] = carry;
      z.sizes[i] = signed_size(w + carry, sx < 0);
    } else if (magnitude(sx) == full && sx == -sy && row_x[w - 1] != row_y[w - 1]) {  // or a difference
      const bool less = row_x[w - 1] < row_y[w - 1];
      mpn_sub_n(z.row(i), less ? row_y : row_x, less ? row_x : row_y, full);
      clear_from(z.row(i), w, z.stride);
      z.sizes[i] = signed_size(strip(z.row(i), w), (sx < 0) != less);
    } else {
      z.sizes[i] = add_long(z.row(i), z.stride, row_x, sx, row_y, sy, w);
    }
  }
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
