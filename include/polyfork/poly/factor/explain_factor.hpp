// What a factorization in one variable will do, and why.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class SparsePoly;

/// The steps of factor(f) with their parameters and reasons; sizes and times are not predicted, since they depend on
/// the factors. Multiplicities, common factors of exponents and cyclotomic factors are found, and over Z the prime is
/// chosen, as factor(f) does it: that takes a fraction of its time. What depends on the factors over Z, or modulo p, is
/// told as far as the degrees decide it. Throws DomainError for zero.
POLYFORK_EXPORT PlanDescription explain_factor(const PolyZ& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const PolyQ& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const PolyZp& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const DensePoly<BigPrimeField>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
/// Over Q(i): the norm of what has no real factor is made, as factor(f) makes it.
POLYFORK_EXPORT PlanDescription explain_factor(const DensePoly<GaussianRationals>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
/// The plan for a sparse polynomial: what is listed, and what becomes of it. Throws MemoryLimit where factor(f) does so
/// at once.
POLYFORK_EXPORT PlanDescription explain_factor(const SparsePoly<Integers>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const SparsePoly<Rationals>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const SparsePoly<GaussianRationals>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const SparsePoly<PrimeField>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const SparsePoly<BigPrimeField>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
