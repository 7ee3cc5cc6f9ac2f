// Horner's rule on rows of limbs: the values of short polynomials, and of the blocks of long ones.
#pragma once

#include <algorithm>
#include <bit>
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

/// Coefficients that Horner's rule serves, a power of two: values of blocks stay within GMP's schoolbook range. One for
/// arguments that need balanced products at once.
inline std::size_t horner_length(std::size_t argument_bits) noexcept {
  constexpr std::size_t horner_bits = 2048;
  if (argument_bits > horner_bits / 2) return 1;
  return std::bit_floor(std::max<std::size_t>(8, horner_bits / argument_bits));
}

/// Rows that Horner's rule writes: of shape.row_limbs(end - begin) limbs each.
struct HornerRows {
  mp_limb_t* value;
  mp_limb_t* scale;  ///< a power of q, in the end q^(end - begin - 1)
  mp_limb_t* term;   ///< a product, before it is added or moved
};

/// rows.value = |sum a_i p^(i - begin) q^(end - 1 - i)| over [begin, end), q > 0. Returns the signed size; for
/// fractions also that of rows.scale where asked for. O((end - begin)^2 argument) bit operations.
std::int32_t horner(const HornerRows& rows, const IntegerVector& a, std::size_t begin, std::size_t end, IntegerView p,
                    IntegerView q, std::int32_t* scale_size = nullptr) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
