// Sums and multiples of short polynomials, at most 64 coefficients, without layouts and reservations.
//
// Words of at most 62 bits are added as signed words without branches, four at a time. Longer rows are padded with
// zeros up to their stride, so that one look at the top limbs bounds the sum, and each row is one addition or
// subtraction of as many limbs as the longer of the two has.
#include "poly/dense/short_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A short vector as two arrays; minus: whether its elements are taken with the opposite sign.
struct ShortRows {
  explicit ShortRows(const IntegerVector& v, bool minus = false) noexcept
      : limbs(v.row(0)), sizes(v.signed_sizes().data()), count(v.size()), stride(v.stride(0)), sign(minus ? -1 : 0) {}
  const mp_limb_t* row(std::size_t i) const noexcept { return limbs + i * stride; }
  std::int32_t size(std::size_t i) const noexcept { return (sizes[i] ^ sign) - sign; }
  /// The top limbs of all rows, joined.
  mp_limb_t top() const noexcept {
    mp_limb_t joined = 0;
    const mp_limb_t* limb = limbs + stride - 1;
    for (std::size_t i = 0; i < count; ++i, limb += stride) joined |= *limb;
    return joined;
  }
  const mp_limb_t* limbs;
  const std::int32_t* sizes;
  std::size_t count;
  std::size_t stride;
  std::int32_t sign;
};

std::int32_t magnitude(std::int32_t size) noexcept { return size < 0 ? -size : size; }

/// Zeros in a row from limb n on.
void clear_from(mp_limb_t* row, std::size_t n, std::size_t stride) noexcept {
  for (; n < stride; ++n) row[n] = 0;
}

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

// Four rows at a time, in vectors of the baseline processor; other compilers take the loop of single rows.
#if defined(__GNUC__) && !defined(__clang__)
#define POLYFORK_FOUR_ROWS 1
#else
#define POLYFORK_FOUR_ROWS 0
#endif

#if POLYFORK_FOUR_ROWS
using Sizes = std::int32_t __attribute__((vector_size(16)));
using Words = std::int64_t __attribute__((vector_size(16)));

template <class Vector, class T>
Vector load(const T* from) noexcept {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

/// |value| and the sign of each half, in both parts of it.
Words magnitudes(Words value, Sizes& signs) noexcept {
  const auto halves = reinterpret_cast<Sizes>(value) >> 31;
  signs = __builtin_shuffle(halves, Sizes{1, 1, 3, 3});
  const auto mask = reinterpret_cast<Words>(signs);
  return (value ^ mask) - mask;
}

/// Rows i to i + 3 of a sum.
void add_four(mp_limb_t* limbs, std::int32_t* sizes, const mp_limb_t* x, const std::int32_t* sizes_x,
              const mp_limb_t* y, const std::int32_t* sizes_y, std::int32_t minus_x, std::int32_t minus_y) noexcept {
  const Sizes signs_x = (load<Sizes>(sizes_x) >> 31) ^ minus_x;
  const Sizes signs_y = (load<Sizes>(sizes_y) >> 31) ^ minus_y;
  const auto half = [](Sizes signs, Sizes which) { return reinterpret_cast<Words>(__builtin_shuffle(signs, which)); };
  const auto sum = [&](std::size_t first, Sizes which) {
    const Words left = half(signs_x, which);
    const Words right = half(signs_y, which);
    return ((load<Words>(x + first) ^ left) - left) + ((load<Words>(y + first) ^ right) - right);
  };
  Sizes low_signs;
  Sizes high_signs;
  const Words low = magnitudes(sum(0, Sizes{0, 0, 1, 1}), low_signs);
  const Words high = magnitudes(sum(2, Sizes{2, 2, 3, 3}), high_signs);
  const auto l = reinterpret_cast<Sizes>(low);
  const auto h = reinterpret_cast<Sizes>(high);
  const Sizes joined = __builtin_shuffle(l, h, Sizes{0, 2, 4, 6}) | __builtin_shuffle(l, h, Sizes{1, 3, 5, 7});
  const Sizes signed_sizes = __builtin_shuffle(low_signs, high_signs, Sizes{0, 2, 4, 6}) | ((joined != 0) & 1);
  std::memcpy(limbs, &low, sizeof low);
  std::memcpy(limbs + 2, &high, sizeof high);
  std::memcpy(sizes, &signed_sizes, sizeof signed_sizes);
}
#endif

/// Rows of one limb that are sums of such rows, none longer than 62 bits; the sum may be an operand. Zeros have no sign
/// but that of `minus`, which does not matter.
void add_word_rows(mp_limb_t* limbs, std::int32_t* sizes, const mp_limb_t* x, const std::int32_t* sizes_x,
                   const mp_limb_t* y, const std::int32_t* sizes_y, std::int32_t minus_x, std::int32_t minus_y,
                   std::size_t count) noexcept {
  std::size_t i = 0;
#if POLYFORK_FOUR_ROWS
  for (; i + 4 <= count; i += 4)
    add_four(limbs + i, sizes + i, x + i, sizes_x + i, y + i, sizes_y + i, minus_x, minus_y);
#endif
  for (; i < count; ++i) {
    const std::int64_t flip_x = minus_x;
    const std::int64_t flip_y = minus_y;
    const std::int64_t left = (signed_word(x[i], sizes_x[i]) ^ flip_x) - flip_x;
    const std::int64_t right = (signed_word(y[i], sizes_y[i]) ^ flip_y) - flip_y;
    store_word(limbs + i, sizes + i, left + right);
  }
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

namespace {

/// Products of rows by a number, of at most 64 limbs, row by row.
bool scale_short_rows(IntegerVector& out, const IntegerVector& a, IntegerView factor, const ExecutionContext& ctx) {
  constexpr std::size_t most_limbs = 64;
  if (a.empty() || a.size() > IntegerVector::stripe_rows || factor.is_zero()) return false;
  std::size_t stride = limbs_for_bits(short_bits(a) + factor.bit_length());
  if (stride > most_limbs || a.stride(0) == 0) return false;
  ctx.poll();
  ctx.charge(a.size() * stride);
  mp_limb_t by[most_limbs];  // the factor may be out's own
  mp_limb_t product[most_limbs + 1];
  const auto m = static_cast<mp_size_t>(factor.limbs().size());
  const bool negative = factor.sign() < 0;
  std::copy(factor.limbs().begin(), factor.limbs().end(), by);
  const ShortRows rows(a);
  const std::size_t count = rows.count;
  const bool in_place = &out == &a && out.stride(0) >= stride;
  IntegerVector fresh;
  IntegerVector& to = &out == &a && !in_place ? fresh : out;
  if (in_place)
    stride = out.stride(0);
  else
    remake_short(to, count, stride, ctx);
  mp_limb_t* row = to.row(0);
  std::int32_t* const sizes = unwritten_sizes(to);
  for (std::size_t i = 0; i < count; ++i, row += stride) {
    const std::int32_t own = rows.size(i);
    const auto n = static_cast<mp_size_t>(magnitude(own));
    if (n == 0) {
      clear_from(row, 0, stride);
      sizes[i] = 0;
      continue;
    }
    auto size = static_cast<std::size_t>(n + m);
    mp_limb_t* const place = size <= stride && !in_place ? row : product;
    if (m == 1)
      place[n] = mpn_mul_1(place, rows.row(i), n, by[0]);
    else
      n >= m ? mpn_mul(place, rows.row(i), n, by, m) : mpn_mul(place, by, m, rows.row(i), n);
    size -= place[size - 1] == 0 ? 1 : 0;
    if (place != row) std::copy_n(place, size, row);
    clear_from(row, size, stride);
    sizes[i] = signed_size(size, (own < 0) != negative);
  }
  if (&to == &fresh) out = std::move(fresh);
  return true;
}

}  // namespace

bool scale_short(IntegerVector& out, const IntegerVector& a, IntegerView factor, const ExecutionContext& ctx) {
  if (!is_short(a) || factor.limbs().size() != 1) return scale_short_rows(out, a, factor, ctx);
  const mp_limb_t word = factor.limbs()[0];
  const bool negative = factor.sign() < 0;  // from here on the factor is not read, which may be out's own
  if (std::bit_width(joined_words(a)) + std::bit_width(word) > 64) return scale_short_rows(out, a, factor, ctx);
  const std::size_t n = a.size();
  ctx.poll();
  if (&out != &a) remake_short(out, n, std::size_t{1}, ctx);
  ctx.charge(n);
  if (n == 0) return true;
  const mp_limb_t* const words = a.row(0);
  const std::int32_t* const signs = a.signed_sizes().data();
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  for (std::size_t i = 0; i < n; ++i) {
    limbs[i] = words[i] * word;
    sizes[i] = negative ? -signs[i] : signs[i];
  }
  return true;
}

#undef POLYFORK_FOUR_ROWS

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
