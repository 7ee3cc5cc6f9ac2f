// DensePolyBuilder<R>: a polynomial made coefficient by coefficient, in any sequence.
//
// set_coefficient on a polynomial over Z, Q or a big prime field may copy all coefficients each time. A builder keeps
// elements one by one and packs them once. Who has integers or rationals in ascending degree and counts every byte uses
// IntegerVectorBuilder or RationalVectorBuilder, whose vectors polynomials are made of.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class DensePolyBuilder {
 public:
  using element = typename R::element;

  DensePolyBuilder() requires std::default_initializable<R>
  = default;
  explicit DensePolyBuilder(R ring) : ring_(std::move(ring)) {}

  /// Degrees that are set without growing. Throws MemoryLimit where no list is as long.
  void reserve(std::size_t length) {
    const ExecutionContext& ctx = ExecutionContext::default_context();
    detail::require_list(length, sizeof(element), ctx);
    detail::within_memory(ctx, [&] { elements_.reserve(length); });
  }
  /// The coefficient of x^i. Amortised O(1) beside the zeros up to x^i. Throws DomainError for what is no element,
  /// MemoryLimit where no list is as long.
  void set(std::size_t i, element value) {
    detail::require_element(ring_, value);
    place(i) = std::move(value);
  }
  /// Adds to the coefficient of x^i; throws as set does.
  void add(std::size_t i, const element& value) {
    detail::require_element(ring_, value);
    element& c = place(i);
    c = ring_.add(c, value);
  }
  /// The coefficient so far.
  element coefficient(std::size_t i) const { return i < elements_.size() ? elements_[i] : ring_.zero(); }

  /// The polynomial, in the ring's variable; the builder is zero afterwards.
  DensePoly<R> finish() { return DensePoly<R>::from_elements(ring_, std::exchange(elements_, {})); }

 private:
  element& place(std::size_t i) {
    if (i >= elements_.size()) {
      const ExecutionContext& ctx = ExecutionContext::default_context();
      DensePoly<R>::check_degree(i, ctx);
      detail::within_memory(ctx, [&] {
        elements_.resize(i + 1, ring_.zero());
        return 0;
      });
    }
    return elements_[i];
  }

  [[no_unique_address]] R ring_;
  std::vector<element> elements_;
};

}  // namespace v1
}  // namespace polyfork
