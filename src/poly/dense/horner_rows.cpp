// Horner's rule on rows of limbs: v = v p + a_i, or v = v p + a_i q^k for fractions, as magnitudes with signed sizes.
//
// An argument of one limb multiplies in place. No number is allocated, so that a step on a few limbs takes a few
// nanoseconds.
#include "poly/dense/horner_rows.hpp"

#include <algorithm>
#include <utility>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// row = |row b|, of `size`; product: as long. Returns the signed size.
std::int32_t multiply_row(mp_limb_t* row, std::int32_t size, IntegerView b, mp_limb_t* product) noexcept {
  const IntegerView a(row, size);
  if (b.limbs().size() <= 1) return mul_rows(row, a, b, nullptr);
  const std::int32_t n = mul_rows(product, a, b, product);
  std::copy_n(product, n < 0 ? -n : n, row);
  return n;
}

}  // namespace

std::size_t EvaluationShape::row_limbs(std::size_t count) const noexcept {
  constexpr std::size_t spare = 4;
  return saturating_add(
      limbs_for_bits(saturating_add(saturating_add(bits, saturating_mul(count, argument)), ceil_log2(count + 1))),
      spare);
}

std::int32_t horner(const HornerRows& rows, const IntegerVector& a, std::size_t begin, std::size_t end, IntegerView p,
                    IntegerView q, std::int32_t* scale_size) noexcept {
  std::int32_t size = 0;
  if (q.is_one()) {
    for (std::size_t i = end; i-- != begin;) {
      size = multiply_row(rows.value, size, p, rows.term);
      size = add_rows(rows.value, IntegerView(rows.value, size), a[i]);
    }
    return size;
  }
  rows.scale[0] = 1;
  std::int32_t scale = 1;
  for (std::size_t i = end; i-- != begin;) {
    size = multiply_row(rows.value, size, p, rows.term);
    const std::int32_t term = mul_rows(rows.term, a[i], IntegerView(rows.scale, scale), rows.term);
    size = add_rows(rows.value, IntegerView(rows.value, size), IntegerView(rows.term, term));
    if (i != begin) scale = multiply_row(rows.scale, scale, q, rows.term);
  }
  if (scale_size != nullptr) *scale_size = scale;
  return size;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
