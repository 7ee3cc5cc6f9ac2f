// Factorization of sparse polynomials in several variables into irreducible ones, over Z, Q and Z/pZ.
//
// Answers are proved and depend on the polynomial alone: how, and why the factors are irreducible, is told in
// docs/guide/factor.md. In one variable: poly/factor/factor.hpp.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/factor/factor_result.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// An irreducible factor, not constant: with leading coefficient 1 over a field, primitive with a positive leading
/// coefficient over Z. The leading coefficient is that of the variables' order.
template <Ring R>
struct MultiFactor {
  SparseMultiPoly<R> polynomial;
  std::uint64_t multiplicity = 1;
  friend bool operator==(const MultiFactor&, const MultiFactor&) = default;
};

/// f = unit * product of polynomial^multiplicity. The factors are different from each other and in canonical order: by
/// total degree, then by the number of terms, then by the first term in which they differ, the smaller monomial or
/// coefficient first (residues as integers in [0, p)). Two equal polynomials have equal factorizations.
template <Ring R>
struct MultiFactorization {
  /// The leading coefficient of f over a field; over Z the content with its sign, an integer that is not factored.
  typename R::element unit;
  std::vector<MultiFactor<R>> factors;
  friend bool operator==(const MultiFactorization&, const MultiFactorization&) = default;
};

/// "2 * (x + 1)^3 * (x - 2)": the unit and the factors.
template <Ring R>
std::ostream& operator<<(std::ostream& out, const MultiFactorization<R>& f) {
  return detail::write_factorization(out, f);
}

/// The factorization of f; no factors for a constant. Throws DomainError for zero, and for degrees so high that no
/// array of coefficients in two variables holds them. Expected polynomial time in the degrees, the numbers of terms of
/// f and its factors, and the bits of coefficients, where one variable is factored in polynomial time and the values of
/// the others are lucky, as random ones are.
POLYFORK_EXPORT MultiFactorization<Integers> factor(const MultiPolyZ& f,
                                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiFactorization<Rationals> factor(const MultiPolyQ& f,
                                                     const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiFactorization<PrimeField> factor(
    const MultiPolyZp& f, const ExecutionContext& ctx = ExecutionContext::default_context());

/// Whether f is irreducible as a polynomial over the field, over Z as one over Q: not constant and no product of two
/// polynomials that are not constant.
POLYFORK_EXPORT bool is_irreducible(const MultiPolyZ& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const MultiPolyQ& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const MultiPolyZp& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// What factor(f) does with a square-free f that has no monomial as a factor, as far as its terms decide it:
/// reductions, the main variable, and the variables along which factors are lifted. Sizes and times are not predicted,
/// since they depend on the factors. Throws DomainError for zero.
POLYFORK_EXPORT PlanDescription explain_factor(const MultiPolyZ& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const MultiPolyZp& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
