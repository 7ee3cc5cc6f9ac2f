// The tokens of a list of rationals: where in the text the numbers stand, 16 bytes each, before they are converted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "poly/text/io_text.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A vector that charges the account before it grows.
template <class T>
class ChargedArray {
 public:
  explicit ChargedArray(MemoryAccount& account) noexcept : account_(&account) {}

  std::size_t size() const noexcept { return values_.size(); }
  bool empty() const noexcept { return values_.empty(); }
  const T& operator[](std::size_t i) const noexcept { return values_[i]; }
  T& operator[](std::size_t i) noexcept { return values_[i]; }
  void push_back(const T& value) {
    if (values_.size() == values_.capacity()) grow(values_.size() + 1, next_capacity());
    values_.push_back(value);
  }
  void reserve(std::size_t size) {
    if (size > values_.capacity()) grow(size, size);
  }
  void resize(std::size_t size) {
    if (size > values_.capacity()) grow(size, next_capacity());
    values_.resize(size);
  }

 private:
  std::size_t next_capacity() const noexcept { return values_.capacity() + values_.capacity() / 2 + 16; }
  void grow(std::size_t least, std::size_t capacity) {
    const std::size_t wanted = capacity < least ? least : capacity;
    MemoryReservation reservation(*account_, wanted * sizeof(T));
    values_.reserve(wanted);
    reservation_ = std::move(reservation);
  }

  MemoryAccount* account_;
  std::vector<T> values_;
  MemoryReservation reservation_;
};

/// Rational coefficients. Without exponents they stand in ascending degree.
struct TokenList {
  explicit TokenList(MemoryAccount& account) noexcept
      : numerators(account), denominators(account), exponents(account), account_(&account) {}

  /// Makes room for as many tokens as a text of this kind is likely to hold, judged by how often a separator occurs
  /// in its first part: copying and growing would cost more than scanning.
  void reserve_for(std::string_view text, std::string_view separators, bool with_exponents) {
    const std::string_view sample = text.substr(0, std::size_t{1} << 14);
    std::size_t count = 0;
    for (const char c : sample)
      for (const char separator : separators) count += c == separator ? 1 : 0;
    if (sample.size() < text.size())
      count = static_cast<std::size_t>(static_cast<double>(count) * 1.02 * static_cast<double>(text.size()) /
                                       static_cast<double>(sample.size()));
    // A wrong guess must not be what exceeds the memory limit.
    count = std::min(count, account_->available() / (8 * sizeof(Token)));
    numerators.reserve(count + 1);
    if (with_exponents) exponents.reserve(count + 1);
  }

  /// denominator: not zero; empty for an integer.
  void push(Token numerator, Token denominator = {}) {
    numerators.push_back(numerator);
    // The denominators exist from the first fraction on; most inputs have none.
    if (denominator.is_zero() && denominators.empty()) return;
    denominators.resize(numerators.size());
    denominators[numerators.size() - 1] = denominator;
  }
  std::size_t size() const noexcept { return numerators.size(); }
  bool is_fraction(std::size_t i) const noexcept { return i < denominators.size() && !denominators[i].is_zero(); }

  ChargedArray<Token> numerators;
  ChargedArray<Token> denominators;  // empty, or as many as numerators; no digits: an integer
  ChargedArray<std::uint32_t> exponents;

 private:
  MemoryAccount* account_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
