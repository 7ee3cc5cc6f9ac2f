// What dense polynomials over Z/p offer beside arithmetic, for sparse ones: Bezout cofactors, values at many points,
// power series, prepared divisors.
//
// With the common step s of the exponents taken out the dense algorithms run on lists of a fraction of the length; a
// list that still does not fit is a MemoryLimit. Remainders and values do not need the list: powers by squaring do.
#pragma once

#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/division/prepared_divisor.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

namespace polyfork {
inline namespace v1 {

/// s a + t b = g.
struct SparsePolyExtendedGcd {
  SparsePoly<PrimeField> g;  ///< monic, or zero when a = b = 0
  SparsePoly<PrimeField> s;
  SparsePoly<PrimeField> t;
};

/// Euclid's cofactors, the same as for dense polynomials.
POLYFORK_EXPORT SparsePolyExtendedGcd extended_gcd(const SparsePoly<PrimeField>& a, const SparsePoly<PrimeField>& b,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());

/// f at every point, of which each is canonical: by the dense form, shortened by the step, or for few terms and high
/// degrees point by point, in parallel.
POLYFORK_EXPORT ResidueVector evaluate_many(const SparsePoly<PrimeField>& f, std::span<const std::uint64_t> points,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT ResidueVector evaluate_many(const SparsePoly<PrimeField>& f, const EvaluationPoints& points,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());

/// The polynomial of degree below points.size() with the given values, as interpolate gives it in dense form: few of
/// its terms need be there where values come from a sparse polynomial. Throws DomainError when two points are equal or
/// the numbers of points and values differ.
POLYFORK_EXPORT SparsePoly<PrimeField> interpolate_sparse(
    const PrimeField& field, std::span<const std::uint64_t> points, std::span<const std::uint64_t> values,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparsePoly<PrimeField> interpolate_sparse(
    const EvaluationPoints& points, std::span<const std::uint64_t> values,
    const ExecutionContext& ctx = ExecutionContext::default_context());

/// 1 / f and a / f modulo x^n, the series as dense in x^s as need be. Throws DomainError when the constant term of f is
/// zero, ModulusMismatch for series over different fields.
POLYFORK_EXPORT SparsePoly<PrimeField> inverse_series(
    const SparsePoly<PrimeField>& f, std::uint64_t n,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparsePoly<PrimeField> divide_series(const SparsePoly<PrimeField>& a, const SparsePoly<PrimeField>& f,
                                                     std::uint64_t n,
                                                     const ExecutionContext& ctx = ExecutionContext::default_context());

/// By a dense divisor that was prepared. The remainder alone needs no list of the dividend, whose degree may be
/// anything.
POLYFORK_EXPORT SparsePolyDivision<PrimeField> div_rem(
    const SparsePoly<PrimeField>& a, const PreparedDivisor& b,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparsePoly<PrimeField> rem(const SparsePoly<PrimeField>& a, const PreparedDivisor& b,
                                           const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
