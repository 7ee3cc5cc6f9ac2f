// The pairs of basis elements that a basis computation still has to look at, thinned by the criteria of Gebauer and
// Moeller (On an installation of Buchberger's algorithm, JSC 1988).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "groebner/monomial_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct CriticalPair {
  std::uint32_t first;  ///< numbers of basis elements
  std::uint32_t second;
  MonomialTable::Index lcm;
};

/// The leading monomials of a growing basis, which of them are minimal, and the open pairs.
class CriticalPairs {
 public:
  explicit CriticalPairs(MonomialTable& monomials) : monomials_(monomials) {}

  /// A new basis element with this leading monomial: its pairs are added, pairs and elements that it makes redundant
  /// go.
  void add(MonomialTable::Index leading);
  /// Removes and returns the pairs of least degree: the normal strategy.
  std::vector<CriticalPair> take_lowest();

  bool empty() const noexcept { return pairs_.empty(); }
  const std::vector<MonomialTable::Index>& leading() const noexcept { return leading_; }
  bool redundant(std::size_t element) const noexcept { return redundant_[element]; }
  /// The elements that are not redundant, in the order in which they came.
  const std::vector<std::uint32_t>& minimal() const noexcept { return minimal_; }

 private:
  MonomialTable& monomials_;
  std::vector<MonomialTable::Index> leading_;
  std::vector<bool> redundant_;
  std::vector<std::uint32_t> minimal_;
  std::vector<CriticalPair> pairs_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
