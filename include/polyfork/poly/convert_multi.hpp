// Conversions between dense and sparse polynomials in several variables, and between their rings.
#pragma once

#include <cstdint>
#include <variant>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense_multi_poly.hpp>
#include <polyfork/poly/sparse_multi_poly.hpp>

namespace polyfork::inline v1 {

/// The terms that are not zero, in the same variables under the given order (not `weighted`).
POLYFORK_EXPORT MultiPolyZp to_sparse(const DDMMP& a, MonomialOrder order = MonomialOrder::lex,
                                      const ExecutionContext& ctx = ExecutionContext::default_context());
/// The array of all coefficients, in the sequence of the variables. Charged before it is made; throws DomainError when no
/// array is so large.
POLYFORK_EXPORT DDMMP to_dense(const MultiPolyZp& a, const ExecutionContext& ctx = ExecutionContext::default_context());
/// Terms over words of the dense array, in (0, 1]; 0 for zero.
POLYFORK_EXPORT double density(const MultiPolyZp& a);
/// Which form to keep it in: prefer_sparse of the terms and of the words of the dense array, as in one variable.
POLYFORK_EXPORT bool prefer_sparse(const MultiPolyZp& a);
POLYFORK_EXPORT bool prefer_sparse(const DDMMP& a);
/// The form that prefer_sparse says; sparse ones have the order that they had, or the given one (not `weighted`).
POLYFORK_EXPORT std::variant<DDMMP, MultiPolyZp> by_density(
    MultiPolyZp a, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::variant<DDMMP, MultiPolyZp> by_density(
    DDMMP a, MonomialOrder order = MonomialOrder::lex,
    const ExecutionContext& ctx = ExecutionContext::default_context());

/// Coefficients modulo p.
POLYFORK_EXPORT MultiPolyZp reduce(const MultiPolyZ& a, const PrimeField& field,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace polyfork::inline v1
