// Columns of schoolbook products of integers below 2^31, in vectors of doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/cpu.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct ExactColumns {
  static constexpr std::size_t most_bits = 31;  ///< of a coefficient
  static constexpr std::size_t block = 32;      ///< so many zeros stand before and after b
  static constexpr std::size_t half_bits = 16;  ///< a coefficient of a is low + 2^half_bits high, -2^15 <= low < 2^15
  static constexpr std::size_t most_terms = std::size_t{1} << 17;  ///< of a column: sums stay below 2^63
  static constexpr std::size_t fewest_terms = 8;  ///< of a column, from which on this is faster than word by word

  static constexpr std::size_t whole_bits = 46;  ///< of a product of coefficients that need no halves

  struct Operands {
    const double* low;
    const double* high;  ///< null where coefficients of a are whole, in `low`
    std::size_t la;
    const double* b;
    std::size_t lb;
  };

  /// low[k - begin] + 2^half_bits high[k - begin] = sum of a[i] b[k - i] for begin <= k < end < la + lb; `high` is not
  /// written where there are no halves.
  void (*run)(const Operands& operands, std::int64_t* low, std::int64_t* high, std::size_t begin,
              std::size_t end) noexcept;
};

/// Null without vectors.
const ExactColumns* exact_columns(Isa isa) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
