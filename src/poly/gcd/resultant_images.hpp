// Resultants over Z from images modulo word primes.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Bits of (the sum of the squares of a)^(power / 2), rounded up: of a factor in Hadamard's bound. Saturates.
std::size_t hadamard_bits(const IntegerVector& a, std::uint64_t power, const ExecutionContext& ctx);

/// The integer of at most so many bits whose images image(p) gives, for as many primes as prove it, in parallel. Throws
/// MemoryLimit, before any image is computed, for integers that cannot be held.
Integer from_images(std::size_t bits, FunctionRef<std::uint64_t(std::uint64_t p)> image, const ExecutionContext& ctx);

/// Res(a, b) modulo p with the degrees before reduction, given that of the images, r, and their leading coefficients:
/// missing_a, missing_b degrees were lost, degree_b is that of b before.
std::uint64_t formal_resultant(const WordModulus& m, std::uint64_t r, std::uint64_t lead_a, std::uint64_t lead_b,
                               std::uint64_t missing_a, std::uint64_t missing_b, std::uint64_t degree_b);

/// Res(a, b) for operands of positive degree, normalised, by images alone.
Integer resultant_by_images(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

/// Res(a, b); operands normalised. Short ones by determinants and images on the stack; else contents and powers of x
/// apart, by subresultants for low degrees, by images for others.
Integer resultant_integers(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
