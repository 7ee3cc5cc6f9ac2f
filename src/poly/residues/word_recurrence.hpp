// The shortest linear recurrence of a sequence over Z/pZ (Berlekamp, Massey: IEEE Trans. IT 15, 1969).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/ring/residue_vector.hpp>

#include "poly/residues/division_word.hpp"
#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The coefficients, ascending, of the monic c_0 + ... + c_L x^L of least degree with c_0 s_k + ... + c_L s_(k+L) = 0
/// for all k where that is defined. The arithmetic on canonical words has mul, inverse, dot(a, b, n), the inner product
/// of two arrays, and subtract(a, b, n, c), which takes c b from the array a. O(n^2) products for n terms.
template <class Word, class Arithmetic>
std::vector<Word> minimal_recurrence(std::span<const Word> terms, const Arithmetic& p) {
  const std::size_t n = terms.size();
  // Backwards, so that a discrepancy is an inner product of two ascending arrays.
  const std::vector<Word> reversed(terms.rbegin(), terms.rend());
  std::vector<Word> current{1};  // current[i] belongs to terms[k - i]
  std::vector<Word> previous{1};
  std::size_t length = 0;
  std::size_t shift = 1;
  Word last = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const Word discrepancy = p.dot(current.data(), reversed.data() + (n - 1 - k), std::min(current.size(), k + 1));
    if (discrepancy == 0) {
      ++shift;
      continue;
    }
    const Word factor = p.mul(discrepancy, p.inverse(last));
    const bool longer = 2 * length <= k;
    std::vector<Word> before;
    if (longer) before = current;
    if (current.size() < previous.size() + shift) current.resize(previous.size() + shift, 0);
    p.subtract(current.data() + shift, previous.data(), previous.size(), factor);
    if (longer) {
      length = k + 1 - length;
      previous = std::move(before);
      last = discrepancy;
      shift = 1;
    } else {
      ++shift;
    }
  }
  current.resize(length + 1, 0);
  std::reverse(current.begin(), current.end());
  return current;
}

/// The same over a word modulus; a degree above terms.size() / 2 is not determined by so few terms.
inline std::vector<std::uint64_t> minimal_recurrence(ConstWords terms, const WordModulus& modulus) {
  struct Arithmetic {
    const WordModulus& m;
    std::uint64_t mul(std::uint64_t a, std::uint64_t b) const noexcept { return m.mul(a, b); }
    std::uint64_t inverse(std::uint64_t a) const noexcept { return m.inverse(a); }
    std::uint64_t dot(const std::uint64_t* a, const std::uint64_t* b, std::size_t n) const noexcept {
      WordDotProduct sum;
      for (std::size_t i = 0; i < n; ++i) sum.add(a[i], b[i]);
      return sum.reduce(m);
    }
    void subtract(std::uint64_t* a, const std::uint64_t* b, std::size_t n, std::uint64_t c) const noexcept {
      for (std::size_t i = 0; i < n; ++i) a[i] = m.sub(a[i], m.mul(c, b[i]));
    }
  };
  return minimal_recurrence<std::uint64_t>(terms, Arithmetic{modulus});
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
