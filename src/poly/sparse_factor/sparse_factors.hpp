// What factorizations of sparse polynomials share: the form x^low F(x^step), inflated factors, canonical order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/factor/factor_result.hpp>
#include <polyfork/poly/sparse/detail/sparse_dense.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The factors of one polynomial while they are collected. They are charged, since there may be many.
template <Ring R>
class SparseFactors {
 public:
  SparseFactors(const SparsePoly<R>& f, const ExecutionContext& ctx)
      : ctx_(ctx), like_(SparsePoly<R>(f.ring()).with_variable(f.variable())) {}

  void push_back(SparsePoly<R> f, std::uint64_t multiplicity) {
    charge(f.packed_terms().coefficients, f.term_count());
    keep(std::move(f), multiplicity);
  }
  /// f(x^power), charged before it is made.
  void push_inflated(const typename R::vector_type& f, std::uint64_t power, std::uint64_t multiplicity) {
    charge(f, f.size());
    keep(within_memory(ctx_,
                       [&] { return SparsePoly<R>::make(sup::sparse_list(like_.ring(), f, 0, power, ctx_), like_); }),
         multiplicity);
  }
  /// The factor x.
  void push_variable(std::uint64_t multiplicity) {
    if (multiplicity == 0) return;
    push_back(SparsePoly<R>::generator(like_.ring()).with_variable(like_.variable()), multiplicity);
  }
  /// In canonical order, by an order of coefficients.
  template <class Less>
  std::vector<SparseFactor<R>> sorted(const Less& less) && {
    const auto zero = like_.ring().zero();
    const auto precedes = [&](const SparseFactor<R>& x, const SparseFactor<R>& y) {
      const auto& a = x.polynomial.packed_terms();
      const auto& b = y.polynomial.packed_terms();
      if (a.exponents[0] != b.exponents[0]) return a.exponents[0] < b.exponents[0];
      for (std::size_t i = 0; i < a.size() || i < b.size(); ++i) {
        // The higher exponent meets a coefficient that is zero.
        if (i == b.size() || (i < a.size() && a.exponents[i] > b.exponents[i])) return less(a[i], zero);
        if (i == a.size() || a.exponents[i] < b.exponents[i]) return less(zero, b[i]);
        if (less(a[i], b[i])) return true;
        if (less(b[i], a[i])) return false;
      }
      return false;
    };
    std::sort(factors_.begin(), factors_.end(), precedes);
    return std::move(factors_);
  }

 private:
  void charge(const typename R::vector_type& coefficients, std::size_t terms) {
    ctx_.poll();
    std::size_t bytes = 0;
    if constexpr (requires { coefficients.bytes(); })
      bytes = coefficients.bytes();
    else
      bytes = saturating_mul(coefficients.size(), sizeof(typename R::element));
    bytes_ = saturating_add(bytes_, saturating_add(bytes, saturating_mul(terms, sizeof(std::uint64_t))));
    // The list of factors may be twice as long as it has to be, and lies beside a shorter one while it grows.
    bytes_ = saturating_add(bytes_, 3 * sizeof(SparseFactor<R>));
    if (bytes_ <= charged_) return;
    const std::size_t next = saturating_add(bytes_, bytes_ / 4);
    reservation_ = MemoryReservation();
    reservation_ = MemoryReservation(ctx_.memory(), next);
    charged_ = next;
  }
  void keep(SparsePoly<R> f, std::uint64_t multiplicity) {
    within_memory(ctx_, [&] { factors_.push_back({std::move(f), multiplicity}); });
  }

  const ExecutionContext& ctx_;
  SparsePoly<R> like_;  // zero, in the variable of f
  std::vector<SparseFactor<R>> factors_;
  MemoryReservation reservation_;
  std::size_t bytes_ = 0;
  std::size_t charged_ = 0;
};

inline constexpr auto ascending = [](const auto& a, const auto& b) { return a < b; };

template <Ring R>
void require_not_zero(const SparsePoly<R>& f) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
}

/// What the factor x and a constant decide: 1 irreducible, 0 not, -1 undecided.
template <Ring R>
int irreducible_by_variable(const SparsePoly<R>& f) {
  if (f.is_constant()) return 0;
  if (f.low_degree() != 0) return f.degree() == 1 ? 1 : 0;
  return f.degree() == 1 ? 1 : -1;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
