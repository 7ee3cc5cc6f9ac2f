// Sparse polynomials over Z, Q and Z/pZ as coefficients in a main variable, with what they cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>
#include <polyfork/poly/multivariate/detail/charged_multi.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>

#include "poly/multivariate/multi_divide.hpp"
#include "poly/multivariate/work_budget.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// As main_list.hpp wants them. With a budget, each operation is paid for before it begins.
template <Ring R>
class MultiCoefficients {
 public:
  using value = ChargedMulti<R>;
  using Pair = std::pair<const value*, const value*>;
  static constexpr std::uint64_t most_determinant_degree = 5;

  MultiCoefficients(const SparseMultiPoly<R>& like, const ExecutionContext& ctx, WorkBudget* budget = nullptr)
      : one_(one_like(like), ctx), ctx_(ctx), budget_(budget) {}
  const value& one() const { return one_; }
  value zero() const { return charged(SparseMultiPoly<R>(one_.poly().ring(), one_.poly().variables())); }
  bool is_zero(const value& a) const { return a.poly().is_zero(); }
  bool is_one(const value& a) const { return a.poly().term_count() == 1 && a.poly().is_one(); }
  std::size_t size(const value& a) const { return a.poly().term_count(); }
  value negated(const value& a) const { return charged(neg(a.poly(), ctx_)); }
  value sum(const value& a, const value& b) const {
    spend(size(a) + size(b));
    return charged(add(a.poly(), b.poly(), ctx_));
  }
  value product(const value& a, const value& b) const {
    if (is_one(a)) return b;
    if (is_one(b)) return a;
    spend(size(a) * size(b));
    return charged(mul(a.poly(), b.poly(), ctx_));
  }
  value power(const value& a, std::uint64_t k) const {
    if (k == 1) return a;
    return k == 0 ? one_ : charged(pow(a.poly(), k, ctx_));
  }
  /// k a. Precondition: k > 0, not zero in the ring.
  value multiple(const value& a, std::uint64_t k) const {
    return k == 1 ? a : charged(scale(a.poly(), a.poly().ring().from_integer(Integer(k)), ctx_));
  }
  value quotient(const value& a, const value& b) const {
    if (is_one(b)) return a;
    spend(size(a) * (size(b) + 2));
    return charged(multi_divide(a.poly(), b.poly(), ctx_));
  }
  void expect_quotient() const noexcept {}
  void expect_products(double products) const {
    if (budget_ != nullptr) budget_->expect(product_cost * products);
  }
  value dot(std::span<const Pair> pairs) const {
    if (pairs.size() == 1) return product(*pairs[0].first, *pairs[0].second);
    std::vector<TermFactors<R>> factors;
    factors.reserve(pairs.size());
    std::size_t products = 0;
    for (const auto& [a, b] : pairs) {
      factors.push_back({&a->poly().packed_terms(), &b->poly().packed_terms()});
      products += size(*a) * size(*b);
    }
    spend(products);
    const SparseMultiPoly<R>& like = one_.poly();
    return charged(SparseMultiPoly<R>::make(like.ring(), like.variables(), dot_terms(like.ring(), factors, ctx_)));
  }

 private:
  static constexpr double call_cost = 300, product_cost = 8;  // nanoseconds; the latter for a product of two terms

  value charged(SparseMultiPoly<R> a) const { return value(std::move(a), ctx_); }
  void spend(std::size_t products) const {
    if (budget_ != nullptr) budget_->spend(call_cost + product_cost * static_cast<double>(products));
  }

  value one_;
  const ExecutionContext& ctx_;
  WorkBudget* budget_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
