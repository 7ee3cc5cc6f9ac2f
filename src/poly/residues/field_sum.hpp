// Sums of products over a field of words: modulo a word prime in 192 bits with one reduction, elsewhere step by step.
#pragma once

#include <cstddef>
#include <cstdint>

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
  void add(std::uint64_t x, std::uint64_t y) noexcept { sum_ = field_.add(sum_, field_.mul(x, y)); }
  /// Adds sum x[i] y[-i], i < n: the second operand is read downwards.
  void add_reversed(const std::uint64_t* x, const std::uint64_t* y, std::size_t n) noexcept {
    for (std::size_t i = 0; i < n; ++i) add(x[i], *(y - i));
  }
  std::uint64_t value() const noexcept { return sum_; }

 private:
  const F& field_;
  std::uint64_t sum_ = 0;
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
