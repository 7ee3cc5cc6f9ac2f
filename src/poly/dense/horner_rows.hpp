// Horner's rule on rows of limbs: the values of short polynomials, and of the blocks of long ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What an evaluation depends on: no coefficient has more than `bits` bits, neither has p or q more than `argument`.
struct EvaluationShape {
  std::size_t bits = 0;
  std::size_t argument = 1;

  /// Limbs of a row for the value of so many coefficients, of p^count or q^count, with room for what products of
  /// limbs have on top. Saturates.
  std::size_t row_limbs(std::size_t count) const noexcept;
};

/// Rows that Horner's rule writes: of shape.row_limbs(end - begin) limbs each.
struct HornerRows {
  mp_limb_t* value;
  mp_limb_t* scale;  ///< a power of q
  mp_limb_t* term;   ///< a product, before it is added or moved
};

/// rows.value = |sum a_i p^(i - begin) q^(end - 1 - i)| over [begin, end), q > 0. Returns the signed size.
/// O((end - begin)^2 argument) bit operations.
std::int32_t horner(const HornerRows& rows, const IntegerVector& a, std::size_t begin, std::size_t end, IntegerView p,
                    IntegerView q) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
