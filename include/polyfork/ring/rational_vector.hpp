// RationalVector: rationals in bulk as one common denominator over an IntegerVector.
//
// Canonical: denominator > 0 and gcd(denominator, all numerators) = 1; the zero vector has denominator 1.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork::inline v1 {

class POLYFORK_EXPORT RationalVector {
 public:
  RationalVector() : denominator_(1) {}
  explicit RationalVector(IntegerVector numerators) : numerators_(std::move(numerators)), denominator_(1) {}
  /// Canonicalises. Throws DomainError when the denominator is zero.
  RationalVector(IntegerVector numerators, Integer denominator);
  explicit RationalVector(std::span<const Rational> values);

  std::size_t size() const noexcept { return numerators_.size(); }
  bool empty() const noexcept { return numerators_.empty(); }
  /// The element in lowest terms.
  Rational operator[](std::size_t i) const;
  bool is_zero(std::size_t i) const noexcept { return numerators_[i].is_zero(); }
  const IntegerVector& numerators() const noexcept { return numerators_; }
  const Integer& denominator() const noexcept { return denominator_; }
  void truncate(std::size_t new_size);
  std::size_t bytes() const noexcept { return numerators_.bytes(); }

  friend bool operator==(const RationalVector& a, const RationalVector& b) noexcept {
    return a.denominator_ == b.denominator_ && a.numerators_ == b.numerators_;
  }

 private:
  void canonicalise();
  IntegerVector numerators_;
  Integer denominator_;
};

}  // namespace polyfork::inline v1
