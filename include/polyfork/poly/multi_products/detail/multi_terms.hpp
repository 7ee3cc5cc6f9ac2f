// The terms of a sparse polynomial, and how lists of coefficients grow.
//
// SparseTerms<R> holds packed monomials, strictly descending, beside their coefficients in the ring's vector type; none
// is zero. CoefficientBuilder<R> appends coefficients one after another: elements in general, views over Z, where
// nothing is allocated per coefficient.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/rationals.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t poll_terms = 1 << 12;  ///< terms looked at between two polls

template <Ring R>
struct SparseTerms {
  PackedMonomials monomials;
  typename R::vector_type coefficients;

  std::size_t size() const noexcept { return coefficients.size(); }  // that of monomials takes a division
};

template <Ring R>
class CoefficientBuilder {
 public:
  void reserve(std::size_t n) { elements_.reserve(n); }
  template <class Value>
  void push_back(Value&& value) {
    elements_.emplace_back(std::forward<Value>(value));
  }
  typename R::vector_type finish(const ExecutionContext&) { return make_vector<R>(std::move(elements_)); }

 private:
  std::vector<typename R::element> elements_;
};

template <>
class CoefficientBuilder<Integers> {
 public:
  void reserve(std::size_t n) { integers_.reserve(n, n); }
  void push_back(IntegerView value) { integers_.push_back(value); }
  IntegerVector finish(const ExecutionContext& ctx) { return integers_.finish(ctx); }

 private:
  IntegerVectorBuilder integers_;
};

template <>
class CoefficientBuilder<Rationals> {
 public:
  void reserve(std::size_t n) { rationals_.reserve(n); }
  void push_back(const Rational& value) { rationals_.push_back(value); }
  RationalVector finish(const ExecutionContext&) { return rationals_.finish(); }

 private:
  RationalVectorBuilder rationals_;
};

/// An entry of a coefficient vector as an element: flat vectors return views.
template <Ring R, class Entry>
decltype(auto) as_element(const Entry& entry) {
  if constexpr (std::is_same_v<Entry, typename R::element>)
    return (entry);
  else
    return typename R::element(entry);
}

/// Appends terms in descending order; zeros are left out.
template <Ring R>
class TermsBuilder {
 public:
  explicit TermsBuilder(const MonomialLayout& layout) : monomials_(layout) {}
  void reserve(std::size_t n) {
    monomials_.reserve(n);
    coefficients_.reserve(n);
  }
  /// Precondition: value is not zero.
  template <class Value>
  void push_back(const std::uint64_t* monomial, Value&& value) {
    monomials_.push_back(monomial);
    coefficients_.push_back(std::forward<Value>(value));
  }
  SparseTerms<R> finish(const ExecutionContext& ctx) { return {std::move(monomials_), coefficients_.finish(ctx)}; }

 private:
  PackedMonomials monomials_;
  CoefficientBuilder<R> coefficients_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
