// Exponents of packed monomials: where those of a variable stand, and all of them as rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>
#include <polyfork/poly/multi_products/variables.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Where the exponent of a variable stands in a monomial: it is one field, or one minus another.
struct ExponentPlace {
  std::size_t word = 0;
  unsigned shift = 0;
  std::uint64_t mask = 0;
  std::size_t minus_word = 0;
  unsigned minus_shift = 0;
  std::uint64_t minus_mask = 0;

  std::uint64_t operator()(const std::uint64_t* monomial) const noexcept {
    return ((monomial[word] >> shift) & mask) - ((monomial[minus_word] >> minus_shift) & minus_mask);
  }
};

/// Of variable v, v < variables.size().
POLYFORK_EXPORT ExponentPlace exponent_place(const MonomialLayout& layout, const Variables& variables,
                                             std::size_t v) noexcept;

/// rows[(i - begin) n + v] = the exponent of variable v in monomial i, begin <= i < end, n variables. O(monomials n),
/// nothing is allocated.
POLYFORK_EXPORT void write_exponent_rows(std::uint64_t* rows, const PackedMonomials& monomials,
                                         const Variables& variables, std::size_t begin, std::size_t end) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
