// Univariate polynomials over a field of words, for the short ones of algorithms in several variables.
//
// Coefficients in ascending degree, no zero at the end; F is WordModulus or a field with its members. All quadratic:
// degrees are those in one variable of a polynomial in several. Long polynomials over Z/pZ: poly/residues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

using FieldPoly = std::vector<std::uint64_t>;
using FieldSpan = std::span<const std::uint64_t>;

/// Drops zeros at the end.
void normalise(FieldPoly& a);

template <class F>
FieldPoly field_mul(FieldSpan a, FieldSpan b, const F& field);

/// a modulo b; the quotient, if it is asked for. Precondition: b normalised, not zero.
template <class F>
void field_rem(FieldPoly& a, FieldSpan b, const F& field, FieldPoly* quotient = nullptr);

/// word_gcd and word_set_leading of gcd_word.hpp in an extension field, with their contracts.
template <class F>
std::span<std::uint64_t> word_gcd(std::span<std::uint64_t> u, std::span<std::uint64_t> v, const F& field,
                                  const ExecutionContext& ctx);
template <class F>
void word_set_leading(std::span<std::uint64_t> a, std::uint64_t factor, const F& field) noexcept;

/// Monic, or zero.
template <class F>
FieldPoly field_gcd(FieldPoly a, FieldPoly b, const F& field);

/// The inverse of a modulo m; empty where they are not coprime. Precondition: m not constant.
template <class F>
FieldPoly field_inverse(const FieldPoly& a, const FieldPoly& m, const F& field);

template <class F>
FieldPoly field_derivative(FieldSpan a, const F& field);

template <class F>
std::uint64_t field_value(FieldSpan a, std::uint64_t x, const F& field);

/// a(x) becomes a(x + s).
template <class F>
void field_shift(std::span<std::uint64_t> a, std::uint64_t s, const F& field);

template <class F>
void field_scale(std::span<std::uint64_t> a, std::uint64_t factor, const F& field);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
