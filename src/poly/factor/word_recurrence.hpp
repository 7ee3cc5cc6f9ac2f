// The shortest linear recurrence of a sequence over Z/pZ (Berlekamp, Massey: IEEE Trans. IT 15, 1969).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/ring/residue_vector.hpp>

#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monic m of least degree L <= terms.size() / 2 with sum m[i] terms[k + i] = 0 for all k, if there is one: its
/// coefficients in ascending order. O(terms^2) products.
inline ResidueVector shortest_recurrence(const WordModulus& m, ConstWords terms) {
  std::vector<std::uint64_t> current{1}, previous{1};  // reversed: current[i] belongs to terms[k - i]
  std::size_t length = 0;
  std::size_t shift = 1;
  std::uint64_t last = 1;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    std::uint64_t discrepancy = 0;
    for (std::size_t i = 0; i < current.size() && i <= k; ++i)
      discrepancy = m.add(discrepancy, m.mul(current[i], terms[k - i]));
    if (discrepancy == 0) {
      ++shift;
      continue;
    }
    const std::uint64_t factor = m.mul(discrepancy, m.inverse(last));
    const std::uint64_t shoup = m.shoup(factor);
    std::vector<std::uint64_t> next(current);
    if (next.size() < previous.size() + shift) next.resize(previous.size() + shift);
    for (std::size_t i = 0; i < previous.size(); ++i)
      next[i + shift] = m.sub(next[i + shift], m.mul_shoup(previous[i], factor, shoup));
    if (2 * length <= k) {
      length = k + 1 - length;
      previous = std::move(current);
      last = discrepancy;
      shift = 1;
    } else {
      ++shift;
    }
    current = std::move(next);
  }
  current.resize(length + 1);
  return ResidueVector(current.rbegin(), current.rend());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
