// Columns of schoolbook products modulo a prime in vectors, for moduli below 2^50.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A factor w < p and floor(w 2^52 / p), for Shoup's product.
struct ColumnFactor {
  std::uint64_t w, quotient;
};

struct ColumnModulus {
  explicit ColumnModulus(const WordModulus& modulus) noexcept
      : p(modulus.value()),
        one(factor(modulus, 1)),
        half(factor(modulus, modulus.reduce(std::uint64_t{1} << 52))),
        whole(factor(modulus, modulus.mul(half.w, half.w))) {}

  std::uint64_t p;
  ColumnFactor one;    ///< 1
  ColumnFactor half;   ///< 2^52
  ColumnFactor whole;  ///< 2^104

 private:
  static ColumnFactor factor(const WordModulus& modulus, std::uint64_t w) noexcept {
    return {w, modulus.shoup(w) >> 12};
  }
};

struct ColumnKernel {
  /// Columns that are worked on together; so many zeros must lie before and after b.
  static constexpr std::size_t block = 32;
  static constexpr std::size_t most_terms = 2048;  ///< of a column: sums of halves of products stay below 2^63

  static constexpr int half_digits = 15;  ///< of the lower halves of residues below 2^31

  /// The n coefficients of b in the form that `run` takes. Zeros are words 0.
  void (*prepare)(const std::uint64_t* words, std::size_t n, std::uint64_t* to) noexcept;
  /// out[k - begin] = sum of a[i] b[k - i] mod p for the columns begin <= k < end < la + lb, canonical. Preconditions:
  /// residues canonical, p below 2^50, the shorter operand at most `most_terms` long.
  void (*run)(const WordModulus& p, const std::uint64_t* a, std::size_t la, const std::uint64_t* b, std::size_t lb,
              std::uint64_t* out, std::size_t begin, std::size_t end) noexcept;
};

/// Null where scalar code serves best.
const ColumnKernel* column_kernel(Isa isa) noexcept;

/// Whether columns modulo p are summed in vectors.
inline bool columns_in_vectors(std::uint64_t p, Isa isa) noexcept {
  return p < std::uint64_t{1} << 50 && column_kernel(isa) != nullptr;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
