// Products in Z[x] beyond a b: low parts, sums of products, factors of several products, many factors; products of
// polynomials by an algorithm that is named.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/dense/vectors_of_polynomials.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

namespace polyfork {
inline namespace v1 {

/// The product by one algorithm. Throws DomainError where it cannot multiply polynomials of these sizes, and for
/// polynomials in different variables; ModulusMismatch for different fields.
POLYFORK_EXPORT PolyZ mul_with(MulAlgorithm algorithm, const PolyZ& a, const PolyZ& b,
                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PolyQ mul_with(MulAlgorithm algorithm, const PolyQ& a, const PolyQ& b,
                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PolyZp mul_with(MulAlgorithm algorithm, const PolyZp& a, const PolyZp& b,
                                const ExecutionContext& ctx = ExecutionContext::default_context());

/// a b modulo x^n: where the product is computed modulo primes, only n coefficients are put together by CRT. Throws
/// DomainError for polynomials in different variables, as all functions of this file.
POLYFORK_EXPORT PolyZ mullow(const PolyZ& a, const PolyZ& b, std::size_t n,
                             const ExecutionContext& ctx = ExecutionContext::default_context());

/// a[0] b[0] + a[1] b[1] + ...: the products' transforms are added up, so that one inverse transform for each prime
/// and one reconstruction by CRT serve all products. Zero for empty lists. Throws DomainError unless there are as many
/// a as b.
POLYFORK_EXPORT PolyZ dot(std::span<const PolyZ> a, std::span<const PolyZ> b,
                          const ExecutionContext& ctx = ExecutionContext::default_context());

/// A factor of several products: its residues and their transforms are computed once. Immutable, cheap to copy; its
/// memory is charged to the context it was made with.
class POLYFORK_EXPORT PreparedIntegerFactor {
 public:
  /// For products with polynomials of up to max_length coefficients, at least 1, of up to max_bits bits.
  PreparedIntegerFactor(const PolyZ& b, std::size_t max_length, std::size_t max_bits,
                        const ExecutionContext& ctx = ExecutionContext::default_context());

  const PolyZ& factor() const noexcept;
  std::size_t max_length() const noexcept;
  std::size_t max_bits() const noexcept;

  struct Impl;
  const Impl& impl() const noexcept { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// a times the factor: two transforms a prime where three are needed without, one conversion less. Throws DomainError
/// when a is longer, or has longer coefficients, than the factor was prepared for.
POLYFORK_EXPORT PolyZ mul(const PolyZ& a, const PreparedIntegerFactor& b,
                          const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
