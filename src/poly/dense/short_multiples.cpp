// Multiples of short polynomials, at most 64 coefficients, without layouts and reservations: words by a word where the
// joined bits prove that products are words, else row by row.
#include "poly/dense/short_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/limb_products.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

mp_limb_t joined_words(const ReadRows& a) noexcept {
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < a.count; ++i) joined |= a.limbs[i];
  return joined;
}

/// Whether a limb is one of the vector's own, which do not survive when it is made anew.
bool lies_in(const IntegerVector& v, const mp_limb_t* limb) noexcept {
  const ReadRows rows = read_rows(v);
  return rows.limbs != nullptr && !std::less<>()(limb, rows.limbs) &&
         std::less<>()(limb, rows.limbs + rows.count * rows.stride);
}

/// out = words times a word, in rows of two limbs. `out` is not a.
void scale_to_pairs(IntegerVector& out, const ReadRows& a, mp_limb_t word, bool negative, const ExecutionContext& ctx) {
  __extension__ using Wide = unsigned __int128;
  const WrittenRows rows = remade_rows(out, a.count, 2, ctx);
  for (std::size_t i = 0; i < a.count; ++i) {
    const Wide product = Wide{a.limbs[i]} * word;
    const auto high = static_cast<mp_limb_t>(product >> 64);
    rows.limbs[2 * i] = static_cast<mp_limb_t>(product);
    rows.limbs[2 * i + 1] = high;
    const std::int32_t size = a.sizes[i] * (high != 0 ? 2 : 1);
    rows.sizes[i] = negative ? -size : size;
  }
}

/// Products of rows by a number, of at most 64 limbs, row by row.
bool scale_short_rows(IntegerVector& out, const IntegerVector& a, IntegerView factor, const ExecutionContext& ctx) {
  constexpr std::size_t most_limbs = 64;
  if (a.empty() || a.size() > IntegerVector::stripe_rows || factor.is_zero()) return false;
  std::size_t stride = limbs_for_bits(short_bits(a) + factor.bit_length());
  if (stride > most_limbs || a.stride(0) == 0) return false;
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(a.size() * stride);
  mp_limb_t copy[most_limbs];
  mp_limb_t product[most_limbs + 1];
  const auto m = static_cast<mp_size_t>(factor.limbs().size());
  const bool negative = factor.sign() < 0;
  const mp_limb_t* by = factor.limbs().data();
  if (lies_in(out, by)) {
    std::copy_n(by, m, copy);
    by = copy;
  }
  const ShortRows rows(a);
  const std::size_t count = rows.count;
  const bool in_place = &out == &a && out.stride(0) >= stride;
  IntegerVector fresh;
  IntegerVector& to = &out == &a && !in_place ? fresh : out;
  const WrittenRows written = in_place ? written_rows(to) : remade_rows(to, count, stride, ctx);
  stride = written.stride;
  mp_limb_t* row = written.limbs;
  std::int32_t* const sizes = written.sizes;
  for (std::size_t i = 0; i < count; ++i, row += stride) {
    const std::int32_t own = rows.size(i);
    const auto n = static_cast<mp_size_t>(std::abs(own));
    if (n == 0) {
      clear_from(row, 0, stride);
      sizes[i] = 0;
      continue;
    }
    auto size = static_cast<std::size_t>(n + m);
    mp_limb_t* const place = size <= stride && !in_place ? row : product;
    if (m == 1)  // the place may be the row that is multiplied
      place[n] = mpn_mul_1(place, rows.row(i), n, by[0]);
    else
      mul_short_limbs(place, rows.row(i), static_cast<std::size_t>(n), by, static_cast<std::size_t>(m));
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
  const ReadRows x = read_rows(a);
  if (x.count - 1 >= IntegerVector::stripe_rows || x.stride != 1 || factor.limbs().size() != 1)
    return scale_short_rows(out, a, factor, ctx);
  const mp_limb_t word = factor.limbs()[0];
  const bool negative = factor.sign() < 0;  // from here on the factor is not read, which may be out's own
  const bool are_words = std::bit_width(joined_words(x)) + std::bit_width(word) <= 64;
  if (!are_words && &out == &a) return scale_short_rows(out, a, factor, ctx);
  const std::size_t n = x.count;
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(n);
  if (!are_words) {
    scale_to_pairs(out, x, word, negative, ctx);
    return true;
  }
  const WrittenRows rows = &out == &a ? written_rows(out) : remade_rows(out, n, 1, ctx);
  for (std::size_t i = 0; i < n; ++i) {
    rows.limbs[i] = x.limbs[i] * word;
    rows.sizes[i] = negative ? -x.sizes[i] : x.sizes[i];
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
