// Sums of products over a field of words: modulo a word prime in 192 bits with one reduction, elsewhere step by step,
// in four sums, since an addition by look-ups waits for the one before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include <polyfork/ring/word_modulus.hpp>

#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// F: a field whose elements are words, zero being 0, with WordModulus' members. The field must outlive the sum.
template <class F>
class FieldSum {
 public:
  explicit FieldSum(const F& field) noexcept : field_(field) {}
  /// Adds x y.
  void add(std::uint64_t x, std::uint64_t y) noexcept {
    std::uint64_t& sum = sums_[next_];
    sum = field_.add(sum, field_.mul(x, y));
    next_ = (next_ + 1) % std::size(sums_);
  }
  /// Adds sum x[i] y[-i], i < n: the second operand is read downwards.
  void add_reversed(const std::uint64_t* x, const std::uint64_t* y, std::size_t n) noexcept {
    for (std::size_t i = 0; i < n; ++i) add(x[i], *(y - i));
  }
  std::uint64_t value() const noexcept {
    return field_.add(field_.add(sums_[0], sums_[1]), field_.add(sums_[2], sums_[3]));
  }

 private:
  const F& field_;
  std::uint64_t sums_[4] = {};
  std::size_t next_ = 0;
};

template <>
class FieldSum<WordModulus> {
 public:
  explicit FieldSum(const WordModulus& m) noexcept : m_(m) {}
  void add(std::uint64_t x, std::uint64_t y) noexcept { sum_.add(x, y); }
  void add_reversed(const std::uint64_t* x, const std::uint64_t* y, std::size_t n) noexcept {
    sum_.add_reversed(x, y, n);
  }
  std::uint64_t value() const noexcept { return sum_.reduce(m_); }

 private:
  const WordModulus& m_;
  WordDotProduct sum_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
