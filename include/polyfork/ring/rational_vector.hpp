// RationalVector: rationals in bulk as one common denominator over an IntegerVector.
//
// Canonical: denominator > 0 and gcd(denominator, all numerators) = 1; the zero vector has denominator 1.
// RationalVectorBuilder collects rationals one after another: PolyQ(builder.finish()) is a polynomial of them.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include <polyfork/core/export.hpp>
#include <polyfork/ring/index_iterator.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {
struct RationalParts;
}

class POLYFORK_EXPORT RationalVector {
 public:
  RationalVector() : denominator_(1) {}
  RationalVector(const RationalVector&) = default;
  /// The other becomes empty.
  RationalVector(RationalVector&& other) noexcept
      : numerators_(std::move(other.numerators_)), denominator_(std::exchange(other.denominator_, Integer(1))) {}
  RationalVector& operator=(const RationalVector&) = default;
  RationalVector& operator=(RationalVector&& other) noexcept {
    numerators_ = std::move(other.numerators_);
    denominator_ = std::exchange(other.denominator_, Integer(1));
    return *this;
  }
  ~RationalVector() = default;
  explicit RationalVector(IntegerVector numerators) : numerators_(std::move(numerators)), denominator_(1) {}
  /// Canonicalises: can be stopped, and charges the numerators and what it makes of them until it returns. Throws
  /// DomainError when the denominator is zero.
  RationalVector(IntegerVector numerators, Integer denominator,
                 const ExecutionContext& ctx = ExecutionContext::default_context());
  explicit RationalVector(std::span<const Rational> values);

  std::size_t size() const noexcept { return numerators_.size(); }
  bool empty() const noexcept { return numerators_.empty(); }
  /// The element in lowest terms.
  Rational operator[](std::size_t i) const;
  auto begin() const noexcept { return IndexIterator < RationalVector, &RationalVector::operator[]>(*this, 0); }
  auto end() const noexcept { return IndexIterator < RationalVector, &RationalVector::operator[]>(*this, size()); }
  bool is_zero(std::size_t i) const noexcept { return numerators_[i].is_zero(); }
  const IntegerVector& numerators() const& noexcept { return numerators_; }
  IntegerVector numerators() && noexcept { return std::move(numerators_); }
  const Integer& denominator() const noexcept { return denominator_; }
  /// Drops the elements from new_size on. Precondition: new_size <= size(). Cancelled or MemoryLimit leave the vector
  /// as it was.
  void truncate(std::size_t new_size, const ExecutionContext& ctx = ExecutionContext::default_context());
  std::size_t bytes() const noexcept { return numerators_.bytes(); }

  friend bool operator==(const RationalVector& a, const RationalVector& b) noexcept {
    return a.denominator_ == b.denominator_ && a.numerators_ == b.numerators_;
  }

 private:
  friend class RationalVectorBuilder;
  friend struct detail::RationalParts;
  void canonicalise(const ExecutionContext& ctx);
  IntegerVector numerators_;
  Integer denominator_;
};

/// Appends rationals; the common denominator is found once, at the end, as the lcm of a balanced tree.
class POLYFORK_EXPORT RationalVectorBuilder {
 public:
  RationalVectorBuilder() = default;
  /// A hint: how many will come.
  void reserve(std::size_t elements);
  void push_back(const Rational& value);
  /// A whole number.
  void push_back(IntegerView value);
  std::size_t size() const noexcept { return numerators_.size(); }
  /// The vector; the builder is empty afterwards.
  RationalVector finish();

 private:
  void push_back(IntegerView numerator, IntegerView denominator);
  IntegerVectorBuilder numerators_;
  IntegerVectorBuilder denominators_;
  bool whole_ = true;  // every denominator is one
};

}  // namespace v1
}  // namespace polyfork
