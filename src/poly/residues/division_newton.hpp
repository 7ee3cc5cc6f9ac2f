// Division with remainder over Z/pZ through Newton's iteration.
#pragma once

#include <cstddef>
#include <memory>

#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// As word_div_rem (division_word.hpp), by columns when quotient or divisor is short, else by Newton's iteration.
void div_rem_words(const WordAlgebra& w, Words a, ConstWords b, Words quotient);

/// A divisor whose inverse and transforms are kept for any number of dividends.
class WordDivisor {
 public:
  /// For quotients of up to `quotient_length` coefficients at a time (longer ones are found block by block). The object
  /// keeps a copy of b. Preconditions: the last entry of b is not zero, quotient_length >= 1. Charged while it lives.
  WordDivisor(const WordAlgebra& w, ConstWords b, std::size_t quotient_length);
  ~WordDivisor();
  WordDivisor(WordDivisor&&) noexcept;
  WordDivisor& operator=(WordDivisor&&) noexcept;

  ConstWords divisor() const noexcept;
  /// As word_div_rem. The algebra's modulus is the one given before.
  void div_rem(const WordAlgebra& w, Words a, Words quotient) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
