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

/// The shortest linear recurrence of a sequence whose terms come one after the other. The arithmetic on canonical words
/// has mul, inverse, dot(a, b, n), the inner product of two arrays, and subtract(a, b, n, c), which takes c b from the
/// array a. Two products for each coefficient of the recurrence and each term.
template <class Word, class Arithmetic>
class RecurrenceSearch {
 public:
  /// For so many terms at most.
  RecurrenceSearch(std::size_t most, const Arithmetic& p) : p_(p), reversed_(most) {}

  void add(const Word& term) {
    // Backwards, so that a discrepancy is an inner product of two ascending arrays.
    Word* const newest = reversed_.data() + (reversed_.size() - 1 - terms_);
    *newest = term;
    const Word discrepancy = p_.dot(current_.data(), newest, std::min(current_.size(), terms_ + 1));
    ++terms_;
    ++shift_;
    if (discrepancy == 0) return;
    const Word factor = p_.mul(discrepancy, inverse_);
    const bool longer = 2 * length_ < terms_;
    if (longer) spare_ = current_;
    if (current_.size() < previous_.size() + shift_) current_.resize(previous_.size() + shift_, 0);
    p_.subtract(current_.data() + shift_, previous_.data(), previous_.size(), factor);
    if (!longer) return;
    length_ = terms_ - length_;
    previous_.swap(spare_);
    inverse_ = p_.inverse(discrepancy);
    shift_ = 0;
  }

  std::size_t terms() const noexcept { return terms_; }
  /// The degree of the recurrence of the terms so far.
  std::size_t length() const noexcept { return length_; }
  /// The coefficients, ascending, of the monic c_0 + ... + c_L x^L of least degree with
  /// c_0 s_k + ... + c_L s_(k+L) = 0 for all k where that is defined.
  std::vector<Word> recurrence() const {
    std::vector<Word> result = current_;
    result.resize(length_ + 1, 0);
    std::reverse(result.begin(), result.end());
    return result;
  }

 private:
  Arithmetic p_;
  std::vector<Word> reversed_;
  std::vector<Word> current_{1};  // current_[i] belongs to the term i before the newest
  std::vector<Word> previous_{1};
  std::vector<Word> spare_;
  std::size_t terms_ = 0;
  std::size_t length_ = 0;
  std::size_t shift_ = 0;
  Word inverse_ = 1;  // of the last discrepancy that made the recurrence longer
};

/// The recurrence of all terms.
template <class Word, class Arithmetic>
std::vector<Word> minimal_recurrence(std::span<const Word> terms, const Arithmetic& p) {
  RecurrenceSearch<Word, Arithmetic> search(terms.size(), p);
  for (const Word& term : terms) search.add(term);
  return search.recurrence();
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
