// The vector kernels of residue conversion and the table that chooses among them, for odd primes below 2^50.
//
// Both directions are products of matrices. To residues: digits (coefficients x digits) times powers of the digit's
// base modulo the primes (digits x primes). From residues: y_j = r_j (M/p_j)^-1 mod p_j (coefficients x primes) times
// the digits of the cofactors M/p_j (primes x digits). One kernel, `multiply`, does the products in two sums of words
// for the low and the high halves; the others bring operands into shape and reduce what comes out.
//
// Data. Coefficients are treated in panels of 32, one lane each: every buffer is an array of rows of 32 words, a row
// holding one digit (or y, or sum) of all coefficients of the panel. Buffers are aligned to 64 bytes. A kernel is told
// how many coefficients there are and leaves the words of the other lanes undefined where it works in buffers.
// Operands are digits in the form that the multiplier takes: words below 2^52 (`madd52`), words below 2^51 (`madd51`),
// doubles that hold integers below 2^50 in size (`fma`).
//
// Pairs. `madd51` multiplies half as often, by Winograd's inner product: x w + x' w' = (x + w') (x' + w) - x x' - w w'
// for two neighbouring rows, whose own products x x' serve all columns and w w' all coefficients. That pays where
// additions have ports of their own, see core/cpu_ports.hpp. (S. Winograd: A new algorithm for inner product, IEEE
// Transactions on Computers C-17, 1968.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <polyfork/core/cpu.hpp>

#include "core/simd/isa_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t crt_panel = 32;           ///< coefficients in a panel, words in a row of a buffer
inline constexpr std::size_t crt_block = 128;          ///< digits reduced together on the way to residues
inline constexpr std::size_t crt_max_primes = 2000;    ///< the sums over their rows fit words
inline constexpr std::size_t crt_portable_block = 64;  ///< limbs reduced together without kernels

/// What the kernels need to know of a prime p.
struct CrtPrime {
  std::uint64_t p;
  std::uint64_t step;  ///< operand: 2^(bits of a block of digits) mod p, scaled as the powers are
  /// Factor and quotient of Shoup's product, for madd52: w and floor(w 2^52 / p).
  struct {
    std::uint64_t inverse;  ///< p^-1 mod 2^52
    std::uint64_t weight;   ///< (M / p)^-1 mod p
    std::uint64_t weight_quotient;
    std::uint64_t shift;       ///< p << shift lies in [2^49, 2^50)
    std::uint64_t reciprocal;  ///< floor(2^101 / (p << shift))
  } word;
  /// Balanced residues and what they are divided by p, rounded, for fma.
  struct {
    double p;
    double reciprocal;  ///< 1 / p
    double weight, weight_quotient;
    double digit, digit_quotient;                  ///< 2^50 mod p
    double digit_squared, digit_squared_quotient;  ///< 2^100 mod p
  } real;
};

/// The right factor of a product, of operands: row r begins at words + r / run jump + r % run step. So rows that are
/// shifts of each other by one column, as digits of a number times another are, can be stored once.
struct CrtMatrix {
  const std::uint64_t* words;
  std::size_t rows;
  std::size_t run;
  std::ptrdiff_t step;
  std::ptrdiff_t jump;
  /// For kernels that pair rows (the first two of a run, the next two, and so on): for each column minus the sum of the
  /// products of a pair's rows, as sums of low and high halves; else null.
  const std::uint64_t* pairs_low;
  const std::uint64_t* pairs_high;

  /// Without the first columns.
  void drop_columns(std::size_t columns) noexcept {
    words += columns;
    if (pairs_low != nullptr) pairs_low += columns, pairs_high += columns;
  }
};

constexpr std::size_t crt_pair_rows = 2;  ///< of the buffer that `pair_products` fills

/// Magnitudes of coefficients: rows `stride` limbs apart.
struct CrtIntegers {
  const std::uint64_t* limbs;
  std::size_t stride;
  std::size_t count;  ///< at most crt_panel
};

/// Where residues go: a row for each prime.
struct CrtResidues {
  std::uint64_t* const* rows;
  bool streamed;  ///< those on a cache line: past the caches, to be followed by a store_fence()
};

struct CrtKernels {
  std::string_view name;
  Isa isa;
  bool doubles;         ///< operands are doubles
  bool pairs;           ///< rows are multiplied in pairs
  unsigned digit_bits;  ///< the base of digits is 2^digit_bits
  unsigned scale_bits;  ///< residues come out divided by 2^scale_bits

  /// Digits [first, first + count) of the magnitudes as operands; those with a sign word of all ones may be negated,
  /// as `to_residues` expects them. Limbs from `used` on are zero. Scratch: crt_split_rows(...) rows.
  void (*split)(const CrtIntegers& from, std::size_t used, const std::uint64_t* signs, std::size_t first,
                std::size_t count, std::uint64_t* digits, std::uint64_t* scratch);
  /// Minus the sums of the products of the rows of x that are paired, low and high halves; nothing without pairs.
  void (*pair_products)(const CrtMatrix& matrix, const std::uint64_t* x, std::uint64_t* to, std::size_t count);
  /// sums[c] = sum over r of x[r] matrix[r][c] for columns c < columns: low[c] + 2^half_bits high[c], where low and
  /// high are signed (fma, madd51) or unsigned (madd52) words. x and sums are arrays of rows, x_pairs from
  /// `pair_products`. At most 2047 rows (madd) or 2700 (fma), so that low and high together fit a word.
  void (*multiply)(const CrtMatrix& matrix, std::size_t columns, const std::uint64_t* x, const std::uint64_t* x_pairs,
                   std::uint64_t* low, std::uint64_t* high, std::size_t count);
  /// out.rows[c][i] = the canonical residue of sums[c] / 2^scale_bits, negated where the sign word says so and the
  /// operands were not; plus above[c][i] step / 2^scale_bits, if there are such rows: the residues of the digits above.
  /// The sums are of at most crt_block products.
  void (*to_residues)(const CrtPrime* primes, std::size_t columns, const std::uint64_t* low, const std::uint64_t* high,
                      const std::uint64_t* signs, const std::uint64_t* above, const CrtResidues& out,
                      std::size_t count);
  /// y[j] = operand r_j weight_j mod p_j in any representation below 2 p_j in size, j < columns, and
  /// y[columns] = operand k, the integer nearest to the sum of y_j / p_j, unless unsure[i] is not zero: then k may be
  /// wrong by one, but the sum less k is at most 1/2 + 2^-20 in size.
  void (*weigh)(const CrtPrime* primes, std::size_t columns, const std::uint64_t* const* residues, std::uint64_t* y,
                std::uint64_t* unsure, std::size_t count);
  /// Digits below 2^digit_bits, modulo 2^(digit_bits columns): two's complement. `carry` is two rows, zero at the
  /// least significant digit; columns may come in portions.
  void (*normalise)(const std::uint64_t* low, const std::uint64_t* high, std::size_t columns, std::uint64_t* carry,
                    std::uint64_t* digits, std::size_t count);
  /// From such digits of integers to operands, in place. madd52 takes nonnegative integers only.
  void (*to_operands)(std::uint64_t* digits, std::size_t rows, std::size_t count);
  /// From such digits of integers to their magnitudes of `limbs` limbs, one after the other; signs[i] = all ones for
  /// the negative ones.
  /// Changes the digits, which are followed by two rows of scratch. Scratch: limbs + 7 rows.
  void (*join)(std::uint64_t* digits, std::size_t rows, std::uint64_t* to, std::size_t limbs, std::uint64_t* signs,
               std::uint64_t* scratch, std::size_t count);
  /// The integers divided by 2^shift and rounded down, in two's complement of `limbs` limbs, one after the other. There
  /// is room for crt_shifted_rows(...) rows of digits, which are changed. Scratch: limbs + 7 rows.
  void (*join_shifted)(std::uint64_t* digits, std::size_t rows, std::size_t shift, std::uint64_t* to, std::size_t limbs,
                       std::uint64_t* scratch, std::size_t count);
};

/// Rows of digits from which `join_shifted` reads.
constexpr std::size_t crt_shifted_rows(std::size_t shift, std::size_t limbs, std::size_t digit_bits) noexcept {
  return (shift + 64 * limbs) / digit_bits + 3;
}

/// Rows of scratch that `split` needs for so many digits.
constexpr std::size_t crt_split_rows(std::size_t digits) noexcept { return digits * 52 / 64 + 2 + 8 + 1; }

/// For so many primes, odd and below 2^50. Null where the portable code serves best.
const CrtKernels* crt_kernels(Isa isa, std::size_t primes) noexcept;
/// For tests: tables made from now on take the kernels that multiply rows in pairs, or those that do not; nothing
/// restores the choice by processor and primes.
void force_crt_pairs_for_testing(std::optional<bool> pairs) noexcept;

#if defined(__x86_64__)
namespace kernels {
namespace avx2 {
extern const CrtKernels crt_fma;
}
namespace avx512 {
extern const CrtKernels crt_fma;
}
namespace ifma {
extern const CrtKernels crt_madd51;
extern const CrtKernels crt_madd52;
}  // namespace ifma
}  // namespace kernels
#endif

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
