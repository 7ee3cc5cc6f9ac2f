// Rows of limbs: signed magnitudes in rows of an IntegerVector and two's complement accumulators.
//
// A row holds |value| in its low limbs, zeros above; its signed size is kept beside it. An accumulator of w limbs
// holds a value of magnitude below 2^(64 w - 1) modulo 2^(64 w).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

constexpr std::size_t limbs_for_bits(std::size_t bits) noexcept { return bits / 64 + (bits % 64 != 0 ? 1 : 0); }
constexpr std::size_t ceil_log2(std::size_t n) noexcept {
  std::size_t k = 0;
  while (k < 63 && (std::size_t{1} << k) < n) ++k;
  return k;
}

/// n without the zero limbs on top.
inline std::size_t strip(const mp_limb_t* p, std::size_t n) noexcept {
  while (n != 0 && p[n - 1] == 0) --n;
  return n;
}
inline std::int32_t signed_size(std::size_t limbs, bool negative) noexcept {
  const auto n = static_cast<std::int32_t>(limbs);
  return negative ? -n : n;
}

/// row = a + b; the row (zero on entry or anything in its low limbs) has room for the sum. Returns the signed size.
inline std::int32_t add_rows(mp_limb_t* row, IntegerView a, IntegerView b) noexcept {
  std::size_t na = a.limbs().size();
  std::size_t nb = b.limbs().size();
  if (na < nb) {
    std::swap(a, b);
    std::swap(na, nb);
  }
  const mp_limb_t* pa = a.limbs().data();
  const mp_limb_t* pb = b.limbs().data();
  const bool negative = a.sign() < 0;
  if (nb == 0) {
    if (na != 0) std::copy_n(pa, na, row);
    return a.signed_size();
  }
  if (na == 1) {  // both are words
    const mp_limb_t x = pa[0];
    const mp_limb_t y = pb[0];
    if (negative == (b.sign() < 0)) {
      row[0] = x + y;
      if (row[0] < x) row[1] = 1;
      return signed_size(row[0] < x ? 2 : 1, negative);
    }
    row[0] = x >= y ? x - y : y - x;
    return signed_size(x != y, (x < y) != negative);
  }
  if (negative == (b.sign() < 0)) {
    const mp_limb_t carry = mpn_add(row, pa, static_cast<mp_size_t>(na), pb, static_cast<mp_size_t>(nb));
    if (carry != 0) row[na] = carry;
    return signed_size(na + (carry != 0), negative);
  }
  if (na == nb && mpn_cmp(pa, pb, static_cast<mp_size_t>(na)) < 0) {
    mpn_sub_n(row, pb, pa, static_cast<mp_size_t>(na));
    return signed_size(strip(row, na), !negative);
  }
  mpn_sub(row, pa, static_cast<mp_size_t>(na), pb, static_cast<mp_size_t>(nb));
  return signed_size(strip(row, na), negative);
}

/// row = a b; the row has |a| + |b| limbs, and is no operand. Returns the signed size.
inline std::int32_t long_product(mp_limb_t* row, IntegerView a, IntegerView b) noexcept {
  const std::size_t na = a.limbs().size();
  const std::size_t nb = b.limbs().size();
  if (na == 0 || nb == 0) return 0;
  const mp_limb_t top = mul_short_limbs(row, a.limbs().data(), na, b.limbs().data(), nb);
  return signed_size(na + nb - (top == 0 ? 1 : 0), (a.sign() < 0) != (b.sign() < 0));
}

/// row = a b; the row, which may be an operand's, is known to hold the product. scratch: |a| + |b| limbs unless one of
/// them has one. Returns the signed size.
inline std::int32_t mul_rows(mp_limb_t* row, IntegerView a, IntegerView b, mp_limb_t* scratch) noexcept {
  if (a.limbs().size() < b.limbs().size()) std::swap(a, b);
  const std::size_t na = a.limbs().size();
  if (b.limbs().size() == 1) {
    const mp_limb_t carry = mpn_mul_1(row, a.limbs().data(), static_cast<mp_size_t>(na), b.limbs()[0]);
    if (carry != 0) row[na] = carry;
    return signed_size(na + (carry != 0), (a.sign() < 0) != (b.sign() < 0));
  }
  const std::int32_t size = long_product(scratch, a, b);
  mpn_copyi(row, scratch, size < 0 ? -size : size);
  return size;
}

/// Turns an accumulator of w limbs into row and signed size; the row has `stride` limbs and the value fits.
inline std::int32_t store_accumulator(mp_limb_t* row, std::size_t stride, mp_limb_t* acc, std::size_t w) noexcept {
  const bool negative = (acc[w - 1] >> 63) != 0;
  if (negative) mpn_neg(acc, acc, static_cast<mp_size_t>(w));
  const std::size_t n = strip(acc, w);
  std::copy_n(acc, n, row);
  std::fill(row + n, row + std::max(stride, n), mp_limb_t{0});
  return signed_size(n, negative);
}

/// Largest bit length in each stripe of the vector: the a-priori bounds of sums and scalings.
inline std::size_t stripe_bits(const IntegerVector& v, std::size_t stripe) noexcept {
  const std::size_t first = stripe * IntegerVector::stripe_rows;
  const std::size_t last = std::min(first + IntegerVector::stripe_rows, v.size());
  std::size_t limbs = 0;
  mp_limb_t top = 0;  // the top limbs of the longest coefficients, joined
  for (std::size_t i = first; i < last; ++i) {
    const std::span<const mp_limb_t> x = v[i].limbs();
    if (x.size() < limbs || x.empty()) continue;
    top = x.size() == limbs ? top | x.back() : x.back();
    limbs = x.size();
  }
  return limbs == 0 ? 0 : 64 * limbs - static_cast<std::size_t>(std::countl_zero(top));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
