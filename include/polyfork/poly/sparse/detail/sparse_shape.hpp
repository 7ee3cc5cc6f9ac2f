// The shape of sparse univariate polynomials, and what is decided by it.
//
// f = x^low F(x^step), F(0) != 0: step is the gcd of the distances between exponents. Products, divisions and gcds are
// done on F, whose degree may be small where that of f is not. The decisions are pure functions of shapes and bytes:
//   product: dense when the number of products of terms exceeds the cost of the dense product, about 16 operations per
//            coefficient with fast products (Z, Q, Q(i), prime fields, polynomials over these), else as Karatsuba's;
//   the rest: dense when the lists fit into a quarter of the memory left, and never beyond 2^27 coefficients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

inline constexpr std::uint64_t max_exponent = (std::uint64_t{1} << 63) - 1;
inline constexpr std::uint64_t max_dense_length = std::uint64_t{1} << 27;
inline constexpr std::size_t dense_coefficient_bytes = 64;  ///< with scratch, for the decisions

/// Throws DomainError "exponent overflow" beyond 2^63 - 1.
POLYFORK_EXPORT std::uint64_t add_exponents(std::uint64_t a, std::uint64_t b);
POLYFORK_EXPORT std::uint64_t multiply_exponents(std::uint64_t a, std::uint64_t b);

/// x^low F(x^step); step is 0 when there is at most one term.
struct SparseShape {
  std::uint64_t low = 0;
  std::uint64_t step = 0;
  std::uint64_t degree = 0;
  std::size_t terms = 0;

  /// Coefficients of F when it is written with this step, a multiple of which `step` must be (any for step 0).
  std::uint64_t length(std::uint64_t with_step) const noexcept {
    return terms == 0 ? 0 : with_step == 0 ? 1 : (degree - low) / with_step + 1;
  }
};

/// Exponents strictly descending.
POLYFORK_EXPORT SparseShape sparse_shape(std::span<const std::uint64_t> exponents) noexcept;

/// Lists of that many coefficients may be made.
POLYFORK_EXPORT bool dense_within_reach(std::uint64_t length, std::size_t memory_available) noexcept;

/// Throws MemoryLimit when a list of that many coefficients may not be made.
POLYFORK_EXPORT void require_dense(std::uint64_t length, const ExecutionContext& ctx);

/// Throws MemoryLimit for lists of so many terms that writing them one after another would take hours, or that take
/// more memory than the context allows.
POLYFORK_EXPORT void require_terms(std::uint64_t terms, std::size_t term_bytes, const ExecutionContext& ctx);

/// A lower bound for the terms of the quotient of two polynomials over an integral domain, exponents strictly
/// descending.
/// Down to the dividend's second term the quotient is that of a power of x, whose coefficients follow a recurrence of
/// the order deg b - low(b): as many zeros in a row would make all of them zero, unless b has one term.
POLYFORK_EXPORT std::uint64_t least_quotient_terms(std::span<const std::uint64_t> a,
                                                   std::span<const std::uint64_t> b) noexcept;

/// Throws MemoryLimit for lists of that many bits in each of their coefficients that no allocation can hold, whatever
/// the context allows.
POLYFORK_EXPORT void require_bits(std::uint64_t length, std::uint64_t bits, const ExecutionContext& ctx);

/// Multiply as dense polynomials. `length_*` are those of F with the common step.
POLYFORK_EXPORT bool prefer_dense_product(std::size_t terms_a, std::uint64_t length_a, std::size_t terms_b,
                                          std::uint64_t length_b, bool fast_products,
                                          std::size_t memory_available) noexcept;

}  // namespace detail::sup

/// Which form to keep a polynomial in: sparse when at most one coefficient in eight is not zero and it is not short.
/// Pure: terms and length (degree + 1) alone decide.
POLYFORK_EXPORT bool prefer_sparse(std::size_t terms, std::uint64_t length) noexcept;

}  // namespace v1
}  // namespace polyfork
