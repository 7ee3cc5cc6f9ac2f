// The recursive view of a sparse polynomial: univariate in a main variable, coefficients polynomials in the others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// Sum of coefficient * main^degree, degrees strictly descending, no coefficient zero; the coefficients are in the
/// other variables, in the order of monomials that they inherit.
template <Ring R>
struct RecursiveView {
  struct Part {
    std::uint64_t degree;
    SparseMultiPoly<R> coefficient;
    friend bool operator==(const Part&, const Part&) = default;
  };
  R ring;
  Variables variables;  ///< of the polynomial
  std::size_t main;     ///< position of the main variable
  std::vector<Part> parts;
};

/// O(terms log terms). Throws DomainError for an unknown variable.
template <Ring R>
RecursiveView<R> recursive_view(const SparseMultiPoly<R>& a, std::string_view main,
                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
  using P = SparseMultiPoly<R>;
  const std::size_t v = a.variables().index(main);
  const Variables others = a.variables().without(main);
  std::map<std::uint64_t, typename P::Collector, std::greater<>> collectors;
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % detail::poll_terms == 0) ctx.poll();
    std::vector<std::uint64_t> exponents = a.exponents(i);
    const std::uint64_t degree = exponents[v];
    exponents.erase(exponents.begin() + static_cast<std::ptrdiff_t>(v));
    collectors.try_emplace(degree, a.ring(), others).first->second.push_back(exponents, a.coefficient(i));
  }
  RecursiveView<R> view{a.ring(), a.variables(), v, {}};
  for (auto& [degree, collector] : collectors) view.parts.push_back({degree, std::move(collector).finish(ctx)});
  return view;
}

/// The polynomial that a view shows. Throws DomainError when a coefficient is not in the other variables.
template <Ring R>
SparseMultiPoly<R> from_recursive(const RecursiveView<R>& view,
                                  const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const Variables others = view.variables.without(view.variables.name(view.main));
  typename SparseMultiPoly<R>::Collector collector(view.ring, view.variables);
  for (const auto& part : view.parts) {
    ctx.poll();
    if (!(part.coefficient.variables() == others) && !part.coefficient.is_constant())
      throw DomainError("a coefficient of a recursive view is not in the variables " + others.to_string());
    for (std::size_t i = 0; i < part.coefficient.term_count(); ++i) {
      std::vector<std::uint64_t> exponents = part.coefficient.exponents(i);
      if (!(part.coefficient.variables() == others)) exponents.assign(others.size(), 0);
      exponents.insert(exponents.begin() + static_cast<std::ptrdiff_t>(view.main), part.degree);
      collector.push_back(exponents, part.coefficient.coefficient(i));
    }
  }
  return std::move(collector).finish(ctx);
}

/// The coefficient of main^degree as a polynomial in the same variables, in which the main one does not occur.
template <Ring R>
SparseMultiPoly<R> coefficient_in(const SparseMultiPoly<R>& a, std::string_view main, std::uint64_t degree,
                                  const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::size_t v = a.variables().index(main);
  typename SparseMultiPoly<R>::Collector collector(a.ring(), a.variables());
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    std::vector<std::uint64_t> exponents = a.exponents(i);
    if (exponents[v] != degree) continue;
    exponents[v] = 0;
    collector.push_back(exponents, a.coefficient(i));
  }
  return std::move(collector).finish(ctx);
}

/// The coefficient of the highest power of the main variable; zero for zero.
template <Ring R>
SparseMultiPoly<R> leading_coefficient_in(const SparseMultiPoly<R>& a, std::string_view main,
                                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::size_t v = a.variables().index(main);
  return a.is_zero() ? a : coefficient_in(a, main, static_cast<std::uint64_t>(a.degree(v)), ctx);
}

}  // namespace v1
}  // namespace polyfork
