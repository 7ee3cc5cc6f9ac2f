// Factorization in several variables: the parts that its steps give each other.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The irreducible factors, normalised, in any order: by reductions to polynomials that factors_in_main_variable takes,
/// or in one variable. Precondition: f square-free, not zero; factors in the ring are left out.
template <GcdDomain R>
std::vector<SparseMultiPoly<R>> irreducible_parts(const SparseMultiPoly<R>& f, const ExecutionContext& ctx);

/// The irreducible factors, normalised, in any order. Preconditions: f is square-free, normalised (monic; over Z
/// primitive with a positive leading coefficient), has no factor without variable x, is separable in x, where its
/// degree is at least 2, and contains another variable.
std::vector<MultiPolyZ> factors_in_main_variable(const MultiPolyZ& f, std::size_t x, const ExecutionContext& ctx);
std::vector<MultiPolyZp> factors_in_main_variable(const MultiPolyZp& f, std::size_t x, const ExecutionContext& ctx);

/// x first, then the other variables that occur, the one of highest degree last.
template <GcdDomain R>
std::vector<std::size_t> variable_sequence(const SparseMultiPoly<R>& f, std::size_t x);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
