// The tables of a CrtBasis for the vector kernels: primes, powers of the digits' base and digits of the cofactors.
//
// Powers: row k holds 2^(digit_bits k) modulo every prime, for one block of digits; longer integers are taken block by
// block, joined by Horner's rule. So the powers stay at 1 KiB a prime however long the integers are.
//
// Cofactors: up to crt_one_level primes, row j holds the digits of M / p_j and the last row those of -M, to subtract
// multiples of M: 8 bytes a prime and digit. For more primes that table would leave the second cache. There, primes
// form groups of crt_group with products m_g. First z_g = sum of y_j (m_g / p_j) over the group, from a table of
// m_g / p_j, then x = sum of z_g (M / m_g): digit i of z_g meets M / m_g shifted by i digits, so that one row serves
// all digits of z_g. The number of products is the same, the tables shrink by the size of the groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/residue_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "ring/crt/crt_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t crt_one_level = 256;
inline constexpr std::size_t crt_group = 16;

class CrtTables {
 public:
  CrtTables(std::span<const WordModulus> moduli, const Integer& product, const CrtKernels& kernels,
            const ExecutionContext& ctx);

  const CrtKernels& kernels() const noexcept { return kernels_; }
  std::span<const CrtPrime> primes() const noexcept { return primes_; }
  /// The first `rows` <= crt_block powers.
  CrtMatrix powers(std::size_t rows) const noexcept {
    return with_pairs(plain(powers_.data(), rows, primes_.size()), power_pairs_, rows / 2 * 2 * primes_.size(),
                      primes_.size());
  }

  /// Digits of an integer between -M and M in two's complement.
  std::size_t digits() const noexcept { return digits_; }
  bool two_levels() const noexcept { return groups_ != 0; }
  std::size_t groups() const noexcept { return groups_; }
  std::size_t group_digits() const noexcept { return group_digits_; }
  std::size_t group_size(std::size_t g) const noexcept {
    return g + 1 < groups_ ? crt_group : primes_.size() - g * crt_group;
  }
  /// The digits of m_g / p_j.
  CrtMatrix group_cofactors(std::size_t g) const noexcept {
    return with_pairs(plain(group_cofactors_.data() + g * crt_group * group_digits_, group_size(g), group_digits_),
                      group_cofactor_pairs_, g * 2 * group_digits_, group_digits_);
  }
  /// The digits of M / p_j, or of M / m_g for each digit of z_g; then those of -M.
  CrtMatrix cofactors() const noexcept { return with_pairs(bare_cofactors(), cofactor_pairs_, 0, digits_); }
  std::size_t bytes() const noexcept;

 private:
  static CrtMatrix plain(const std::uint64_t* words, std::size_t rows, std::size_t stride) noexcept {
    return {words, rows, rows, static_cast<std::ptrdiff_t>(stride), 0, nullptr, nullptr};
  }
  /// The matrix with its pairs' sums, which are `columns` low words at `at` and the high words after them.
  static CrtMatrix with_pairs(CrtMatrix matrix, const ResidueVector& pairs, std::size_t at,
                              std::size_t columns) noexcept {
    if (!pairs.empty()) {
      matrix.pairs_low = pairs.data() + at;
      matrix.pairs_high = matrix.pairs_low + columns;
    }
    return matrix;
  }
  CrtMatrix bare_cofactors() const noexcept {
    if (!two_levels()) return plain(cofactors_.data(), primes_.size() + 1, stride_);
    return {cofactors_.data() + first_column(),
            groups_ * group_digits_ + 1,
            group_digits_,
            -1,
            static_cast<std::ptrdiff_t>(stride_),
            nullptr,
            nullptr};
  }
  /// In rows of cofactors_ for two levels: before it, zeros for the digits below the place of z_g's digit.
  std::size_t first_column() const noexcept { return two_levels() ? group_digits_ - 1 : 0; }
  void choose_shapes(const Integer& product);
  void fill_prime(std::size_t j, const WordModulus& modulus, const Integer& cofactor);
  void fill_powers(std::size_t j, const WordModulus& modulus);
  void fill_group_cofactors(const Integer& product, const ExecutionContext& ctx);
  std::size_t pair_words() const noexcept;
  void fill_pairs(const ExecutionContext& ctx);
  /// Writes `count` digits of the value modulo 2^(digit_bits count) as operands.
  void write_digits(const Integer& value, std::size_t count, std::uint64_t* to) const;
  std::uint64_t operand(std::uint64_t word) const noexcept;

  const CrtKernels& kernels_;
  std::vector<CrtPrime> primes_;
  ResidueVector powers_;
  std::size_t digits_ = 0;
  std::size_t groups_ = 0;
  std::size_t group_digits_ = 0;
  std::vector<Integer> group_products_;  // m_g, while the tables are made
  std::size_t stride_ = 0;
  ResidueVector cofactors_;
  ResidueVector group_cofactors_;
  ResidueVector power_pairs_;  // of 0, 1, 2, ... pairs of rows; empty, like the next two, without pairs
  ResidueVector cofactor_pairs_;
  ResidueVector group_cofactor_pairs_;
};

/// Null where the portable code is used: an even prime, one of more than 50 bits, too many primes, no vectors.
std::unique_ptr<const CrtTables> make_crt_tables(std::span<const WordModulus> moduli, const Integer& product, Isa isa,
                                                 const ExecutionContext& ctx);

class IntegerSource;  // ring/integer_rows.hpp

/// The conversions of CrtBasis; the shapes have been checked.
void to_residues_panels(const CrtTables& tables, const IntegerSource& values,
                        std::span<const std::span<std::uint64_t>> residues, std::size_t all_words,
                        const ExecutionContext& ctx);
/// Elements [begin, end) of out, begin a multiple of IntegerVector::stripe_rows, whose rows have the product's limbs.
void from_residues_panels(const CrtTables& tables, const Integer& product,
                          std::span<const std::span<const std::uint64_t>> residues, IntegerVector& out,
                          std::size_t begin, std::size_t end, const ExecutionContext& ctx);
/// Elements [begin, end) divided by 2^drop and rounded, as rows of so many limbs in two's complement, which hold them:
/// off by at most 1/2 + 2^-35. Only the digits above and two more are computed; what those below would carry is less
/// than 2^64 units of the lowest digit. Precondition: the elements are below M / 8.
void from_residues_panels_rounded(const CrtTables& tables, const Integer& product,
                                  std::span<const std::span<const std::uint64_t>> residues, std::size_t begin,
                                  std::size_t end, std::size_t drop, mp_limb_t* out, std::size_t limbs,
                                  const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
