// Reading and writing univariate polynomials over Z and Q. Formats, grammar and the detection rule:
// docs/guide/formats.md.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/detail/dense_poly_class.hpp>

namespace polyfork {
inline namespace v1 {

/// Text formats. `automatic` (reading only) applies the documented rule.
enum class PolyFormat { automatic, infix, coeffs, flint, ntl, msolve, mpsolve };

/// "auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve" and back. Throws DomainError for an unknown name.
POLYFORK_EXPORT std::string_view poly_format_name(PolyFormat format) noexcept;
POLYFORK_EXPORT PolyFormat poly_format_from_name(std::string_view name);

/// Applies the detection rule. Throws ParseError when the text fits none.
POLYFORK_EXPORT PolyFormat detect_format(std::string_view text);

/// Reads one polynomial with rational coefficients. Linear memory; coefficients are converted in parallel.
/// Throws ParseError with line and column.
POLYFORK_EXPORT PolyQ parse_poly(std::string_view text, PolyFormat format = PolyFormat::automatic,
                                 const ExecutionContext& ctx = ExecutionContext::default_context());
/// Reads one polynomial with integer coefficients, as parse_poly does; a rational coefficient is a ParseError at its
/// position.
POLYFORK_EXPORT PolyZ parse_poly_z(std::string_view text, PolyFormat format = PolyFormat::automatic,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());

/// Text that parse_poly reads back in the same format (automatic is treated as infix). FLINT and NTL have integer
/// formats: FLINT writes rationals as fmpq_poly does, NTL throws DomainError for them.
POLYFORK_EXPORT std::string format_poly(const PolyQ& a, PolyFormat format = PolyFormat::infix,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::string format_poly(const PolyZ& a, PolyFormat format = PolyFormat::infix,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

/// Infix, for any ring: "3*x^2 - x + 1/2". Elements that are no plain numbers are put in parentheses.
template <Ring R>
std::string to_string(const DensePoly<R>& a);

/// Writes to_string(a).
template <Ring R>
std::ostream& operator<<(std::ostream& out, const DensePoly<R>& a);
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const PolyZ& a);
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const PolyQ& a);
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const PolyZp& a);

}  // namespace v1
}  // namespace polyfork

#include <polyfork/poly/dense/to_string.hpp>
