// Arithmetic of algebraic numbers inside one field: polynomials in a generator modulo its minimal polynomial.
//
// Sums, products and quotients of elements cost operations on polynomials of low degree over Q; neither polynomials of
// results nor their cells are computed before they are asked for. An element is rational exactly when its reduced
// polynomial is constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>

#include "rootiso/algebraic/algebraic_state.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Generators of higher degrees are not computed with: minimal polynomials of results would be too expensive.
inline constexpr std::ptrdiff_t most_field_degree = 48;

/// An irrational number as an element of a field; a number without one generates its own.
FieldElement element_of(const AlgebraicReal& a);
/// The generator of a field that has both irrational numbers, if that is known and small enough.
std::shared_ptr<const AlgebraicState> common_field(const AlgebraicReal& a, const AlgebraicReal& b,
                                                   const ExecutionContext& ctx);
/// The number with this polynomial in the generator, reduced.
AlgebraicReal number_of(std::shared_ptr<const AlgebraicState> generator, PolyQ value);

AlgebraicReal product_in_field(const std::shared_ptr<const AlgebraicState>& generator, const PolyQ& a, const PolyQ& b,
                               const ExecutionContext& ctx);
AlgebraicReal power_in_field(const FieldElement& a, std::uint64_t exponent, const ExecutionContext& ctx);
/// The inverse by the extended Euclidean algorithm.
AlgebraicReal inverse_in_field(const FieldElement& a, const ExecutionContext& ctx);
/// The inverse of a number that generates its own field, as an element of that; nothing where its degree is too high.
std::optional<FieldElement> inverse_of_generator(const std::shared_ptr<const AlgebraicState>& a,
                                                 const ExecutionContext& ctx);
/// g(a), by Horner's rule.
AlgebraicReal value_in_field(const PolyQ& g, const FieldElement& a, const ExecutionContext& ctx);

/// The minimal polynomial of an element and its cell.
struct LocatedElement {
  SharedPolynomial polynomial;
  DyadicCell cell;
};
LocatedElement locate_element(const FieldElement& a, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
