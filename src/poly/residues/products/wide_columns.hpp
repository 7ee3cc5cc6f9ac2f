// Columns of schoolbook products modulo any word, in registers of two words.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out[k - begin] = sum of a[i] b[k - i] mod p for the columns begin <= k < end < la + lb; 1 <= la <= lb, residues
/// canonical. About 0.75 ns for a product of coefficients on Zen 3, which multiplies two words in two cycles, and 4 ns
/// for a column's reduction. No allocation.
void wide_columns(const WordModulus& p, const std::uint64_t* a, std::size_t la, const std::uint64_t* b, std::size_t lb,
                  std::uint64_t* out, std::size_t begin, std::size_t end) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
