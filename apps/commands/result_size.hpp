// What the result of a product or a shift and its text will take, before either is computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/text/io.hpp>

namespace polyfork_app {

/// Throws polyfork::MemoryLimit where the product and its text do not fit the context's memory. The coefficients' sizes
/// are bounded part by part, from those of the factors' parts: O(length). Over Q, fractions count as they are where
/// nothing cancels.
void require_memory_for_product(const polyfork::PolyZ& a, const polyfork::PolyZ& b, polyfork::PolyFormat format,
                                const polyfork::ExecutionContext& ctx);
void require_memory_for_product(const polyfork::PolyQ& a, const polyfork::PolyQ& b, polyfork::PolyFormat format,
                                const polyfork::ExecutionContext& ctx);

/// Throws polyfork::MemoryLimit where a polynomial of so many terms in this variable over Z/pZ and its text do not fit.
void require_memory_for_residues(std::size_t length, const std::string& variable, std::uint64_t p,
                                 const polyfork::ExecutionContext& ctx);

/// Throws polyfork::MemoryLimit where f(x + c) and its text do not fit the context's memory, by bounds as above.
void require_memory_for_shift(const polyfork::PolyZ& f, const polyfork::Integer& c, polyfork::PolyFormat format,
                              const polyfork::ExecutionContext& ctx);
void require_memory_for_shift(const polyfork::PolyQ& f, const polyfork::Rational& c, polyfork::PolyFormat format,
                              const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
