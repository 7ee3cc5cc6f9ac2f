// Writing sparse univariate polynomials over Z and Q in the formats of io.hpp.
#pragma once

#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>
#include <polyfork/poly/text/io.hpp>

namespace polyfork {
inline namespace v1 {

/// As for the dense form: infix term by term, other formats from the list of all coefficients. Throws MemoryLimit where
/// such a list does not fit.
POLYFORK_EXPORT std::string format_poly(const SparsePoly<Rationals>& a, PolyFormat format = PolyFormat::infix,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::string format_poly(const SparsePoly<Integers>& a, PolyFormat format = PolyFormat::infix,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
