// Multiples of short polynomials, at most 64 coefficients, without layouts and reservations: words by a word where the
// joined bits prove that products are words, else row by row.
#include "poly/dense/short_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

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
    const auto n = static_cast<mp_size_t>(std::abs(own));
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

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
