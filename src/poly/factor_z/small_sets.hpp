// Sets of few among many local factors that can be factors over Z.
//
// A product of many factors of low degree has many local factors, but each factor takes few of them: of those of degree
// 10 nine in ten are products of at most four irreducible polynomials modulo p. Such sets are found by their sums in a
// column, halves of them from sorted lists that are passed through once in opposite directions: about r^(s/2) steps for
// all sets of s among r local factors instead of r^s / s!. What they leave to the lattice is short.
// Literature: Horowitz, Sahni, J. ACM 21 (1974), for subset sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

#include "poly/factor_z/column_fractions.hpp"
#include "poly/factor_z/factor_z_primes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class SmallSets {
 public:
  using Set = std::vector<std::size_t>;

  /// degrees[i] of the i-th local factor, below 2^16 of them, and those that are possible over Z.
  SmallSets(std::span<const std::size_t> degrees, const DegreeSet& possible);
  /// Canonical residues modulo p^a and log2 of the bound; the first columns should tell most. A column that tells
  /// little is left out.
  void add_column(std::span<const Integer> residues, const Integer& modulus, double bound_bits);
  /// Disjoint sets that pass all tests, none with a proper subset that does. Sizes grow until the lists get long, until
  /// columns would let wrong sets pass, after the first four have found nothing, or until few local factors are left;
  /// so some sets may not be found, but all sets that are smaller than one found and pass are found. Nothing where sets
  /// overlap, some of which are wrong. Charges its lists to the context.
  std::vector<Set> find(const ExecutionContext& ctx);

 private:
  struct Half {
    std::uint64_t sum;      // in the first column
    std::uint64_t members;  // 16 bits each, the least in the lowest
  };
  std::vector<Half> halves(std::size_t size, const ExecutionContext& ctx) const;
  void match(std::size_t size, std::vector<Set>& found, const ExecutionContext& ctx) const;
  bool passes(const Set& set) const;
  bool tells_enough(std::size_t size) const;

  std::vector<std::size_t> degrees_;
  const DegreeSet& possible_;
  std::vector<ColumnFractions> columns_;
  double told_bits_ = 0;           // by all columns
  std::vector<std::size_t> open_;  // local factors in no set so far, ascending
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
