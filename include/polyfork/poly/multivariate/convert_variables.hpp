// Between polynomials in one and in several variables, and between variables and coefficients.
//
//   R[x]        <->  R[x, y, z] without y, z      to_multivariate, to_univariate, to_dense_univariate
//   R[x, y, t]  <->  R[t][x, y]                   with_coefficients_in, expand_coefficients
//   R[x, t]     <->  R[t][x] in one variable      to_univariate with a variable for the coefficients,
//   expand_coefficients
//
// The second pair, applied again, reaches every tower: R[x, y, t] -> R[t][x, y] -> R[t][y][x]. A ring R[t] is
// PolynomialRing<R> with the variable's name; its elements are dense in t, so that lists of coefficients as long as
// degrees in t are made, after a look at whether they fit. Constants go everywhere, whatever the names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/detail/one_variable.hpp>
#include <polyfork/poly/sparse/detail/sparse_dense.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Throws DomainError with the name of another variable that occurs.
template <Ring R>
void require_only(const SparseMultiPoly<R>& a, std::size_t v) {
  const std::vector<std::uint64_t> degrees = a.degrees();
  for (std::size_t w = 0; w < degrees.size(); ++w)
    if (w != v && degrees[w] != 0)
      throw DomainError("the polynomial is not one in " + a.variables().name(v) + ": " + a.variables().name(w) +
                        " occurs");
}

/// Terms of an element of R[t]: exponents of t in any order, none twice.
template <Ring R>
using CoefficientTerms = std::vector<std::pair<std::uint64_t, typename R::element>>;

template <Ring R>
std::uint64_t list_length(const CoefficientTerms<R>& terms) {
  std::uint64_t length = 0;
  for (const auto& [exponent, value] : terms) length = std::max(length, exponent + 1);
  return length;
}

template <Ring R>
DensePoly<R> coefficient_from(const PolynomialRing<R>& ring, CoefficientTerms<R> terms) {
  std::vector<typename R::element> list(static_cast<std::size_t>(list_length<R>(terms)), ring.base().zero());
  for (auto& [exponent, value] : terms) list[static_cast<std::size_t>(exponent)] = std::move(value);
  return ring.from_elements(std::move(list));
}

}  // namespace detail

// --- one variable and several ---------------------------------------------------------------------------------------

/// f in several variables, one of which takes the place of its own. Throws DomainError for an unknown name, unless f is
/// constant, and for a degree that the order cannot hold. Linear.
template <Ring R>
SparseMultiPoly<R> to_multivariate(const SparsePoly<R>& f, const Variables& variables, std::string_view variable,
                                   const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (f.is_constant()) return SparseMultiPoly<R>::constant(f.ring(), variables, f.coefficient(0));
  return detail::multivariate_from(f, variables.index(variable), variables, ctx);
}
template <Ring R>
SparseMultiPoly<R> to_multivariate(const DensePoly<R>& f, const Variables& variables, std::string_view variable,
                                   const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return to_multivariate(to_sparse(f, ctx), variables, variable, ctx);
}
/// f in several variables, its own variable among them by name.
template <Ring R>
SparseMultiPoly<R> to_multivariate(const SparsePoly<R>& f, const Variables& variables,
                                   const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return to_multivariate(f, variables, f.variable(), ctx);
}
template <Ring R>
SparseMultiPoly<R> to_multivariate(const DensePoly<R>& f, const Variables& variables,
                                   const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return to_multivariate(f, variables, f.variable(), ctx);
}

/// a as a polynomial in this variable, whose name it keeps. Throws DomainError, which says the name, when another
/// variable occurs, and for an unknown name, unless a is constant. O(terms log terms).
template <Ring R>
SparsePoly<R> to_univariate(const SparseMultiPoly<R>& a, std::string_view variable,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (a.is_constant())
    return detail::in_variable(SparsePoly<R>::constant(a.ring(), a.constant_term()), std::string(variable));
  const std::size_t v = a.variables().index(variable);
  detail::require_only(a, v);
  return detail::univariate_in(a, v, ctx).with_variable(std::string(variable));
}
/// a as a dense polynomial in this variable, as to_univariate. Throws MemoryLimit before a list of coefficients is made
/// that does not fit.
template <Ring R>
DensePoly<R> to_dense_univariate(const SparseMultiPoly<R>& a, std::string_view variable,
                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const SparsePoly<R> f = to_univariate(a, variable, ctx);
  detail::sup::require_dense(f.length(), ctx);
  return to_dense(f, ctx);
}

// --- variables and coefficients -------------------------------------------------------------------------------------

/// R[x, y, t] -> R[t][x, y]: one variable goes into the coefficients, the others stay in their order. Throws
/// DomainError for an unknown name, MemoryLimit before a coefficient is made whose list does not fit. O(terms log
/// terms) beside the lists.
template <Ring R>
SparseMultiPoly<PolynomialRing<R>> with_coefficients_in(
    const SparseMultiPoly<R>& a, std::string_view variable,
    const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::size_t v = a.variables().index(variable);
  std::map<std::vector<std::uint64_t>, detail::CoefficientTerms<R>> coefficients;
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % detail::poll_terms == 0) ctx.poll();
    std::vector<std::uint64_t> exponents = a.exponents(i);
    const std::uint64_t e = exponents[v];
    exponents.erase(exponents.begin() + static_cast<std::ptrdiff_t>(v));
    coefficients[std::move(exponents)].emplace_back(e, a.coefficient(i));
  }
  std::uint64_t length = 0;
  for (const auto& [exponents, terms] : coefficients) {
    length += detail::list_length<R>(terms);
    detail::sup::require_dense(length, ctx);
  }
  const MemoryReservation charge(ctx.memory(), static_cast<std::size_t>(length) * sizeof(typename R::element));
  const PolynomialRing<R> ring(a.ring(), std::string(variable));
  typename SparseMultiPoly<PolynomialRing<R>>::Collector collector(ring, a.variables().without(variable));
  for (auto& [exponents, terms] : coefficients) {
    ctx.poll();
    collector.push_back(exponents, detail::coefficient_from(ring, std::move(terms)));
  }
  return std::move(collector).finish(ctx);
}

/// R[t][x, y] -> R[x, y, t]: the inverse, in variables among which are those of a and the ring's, as far as they occur.
/// Throws DomainError otherwise. Linear in the coefficients.
template <Ring R>
SparseMultiPoly<R> expand_coefficients(const SparseMultiPoly<PolynomialRing<R>>& a, const Variables& variables,
                                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::string& inner = a.ring().variable();
  std::vector<std::string> names = a.variables().names();
  names.push_back(inner);
  typename SparseMultiPoly<R>::Collector collector(a.ring().base(), Variables(std::move(names)));
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    std::vector<std::uint64_t> exponents = a.exponents(i);
    exponents.push_back(0);
    const DensePoly<R> c = a.coefficient(i);
    for (std::size_t k = 0; k < c.length(); ++k) {
      if (k % detail::poll_terms == 0) ctx.poll();
      exponents.back() = k;
      collector.push_back(exponents, c.coefficient(k));
    }
  }
  return std::move(collector).finish(ctx).with_variables(variables, ctx);
}

/// R[x, t] -> R[t][x]: a polynomial in `main` over PolynomialRing(R, coefficients). Throws DomainError when a third
/// variable occurs or a name is unknown, MemoryLimit as above.
template <Ring R>
SparsePoly<PolynomialRing<R>> to_univariate(const SparseMultiPoly<R>& a, std::string_view main,
                                            std::string_view coefficients,
                                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return to_univariate(with_coefficients_in(a, coefficients, ctx), main, ctx);
}
template <Ring R>
DensePoly<PolynomialRing<R>> to_dense_univariate(const SparseMultiPoly<R>& a, std::string_view main,
                                                 std::string_view coefficients,
                                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return to_dense_univariate(with_coefficients_in(a, coefficients, ctx), main, ctx);
}

/// R[t][x] -> R[x, t], and back to any variables that hold both. Errors as above.
template <Ring R>
SparseMultiPoly<R> expand_coefficients(const SparsePoly<PolynomialRing<R>>& f, const Variables& variables,
                                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return expand_coefficients(to_multivariate(f, Variables({f.variable()}), ctx), variables, ctx);
}
template <Ring R>
SparseMultiPoly<R> expand_coefficients(const DensePoly<PolynomialRing<R>>& f, const Variables& variables,
                                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return expand_coefficients(to_sparse(f, ctx), variables, ctx);
}

/// Two polynomials in the variables of both, those of the first one first: literals whose names came in different
/// sequences can be combined then. Throws ModulusMismatch for different rings.
template <Ring R>
std::pair<SparseMultiPoly<R>, SparseMultiPoly<R>> unite(
    const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
    const ExecutionContext& ctx = ExecutionContext::default_context()) {
  detail::require_equal_rings(a.ring(), b.ring());
  const Variables variables = a.variables().united(b.variables());
  return {a.with_variables(variables, ctx), b.with_variables(variables, ctx)};
}

/// Polynomials in the variables of all of them together, in the sequence in which the list brings the names, with the
/// first one's order of monomials (lex where that is `weighted`). Constants bring no names unless all are constants.
template <Ring R>
std::vector<SparseMultiPoly<R>> unite(const std::vector<SparseMultiPoly<R>>& list,
                                      const ExecutionContext& ctx = ExecutionContext::default_context()) {
  std::optional<Variables> variables;
  for (const SparseMultiPoly<R>& f : list)
    if (!f.is_constant()) variables = variables ? variables->united(f.variables()) : f.variables();
  if (!variables && !list.empty()) variables = list.front().variables();
  std::vector<SparseMultiPoly<R>> result;
  result.reserve(list.size());
  for (const SparseMultiPoly<R>& f : list)
    result.push_back(f.is_constant() ? SparseMultiPoly<R>::constant(f.ring(), *variables, f.constant_term())
                                     : f.with_variables(*variables, ctx));
  return result;
}

}  // namespace v1
}  // namespace polyfork
