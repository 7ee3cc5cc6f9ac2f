// The multiplication dispatcher of dense polynomials in several variables over Z/pZ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// How a product of two arrays of residues is computed.
enum class DenseMultiMulAlgorithm {
  plain,      ///< by definition, sums of products of rows with one reduction for each coefficient
  kronecker,  ///< x_(k-1) = x_k^n, n the product's length along x_k, ...: one product in Z/pZ[x]
  transform   ///< multi-dimensional number-theoretic transforms modulo p itself
};
POLYFORK_EXPORT std::string_view dense_multi_mul_algorithm_name(DenseMultiMulAlgorithm algorithm) noexcept;

/// The shape of a product: coefficients along each variable, and the modulus, a prime.
struct DenseMultiMulShape {
  std::vector<std::size_t> lengths_a;
  std::vector<std::size_t> lengths_b;
  std::uint64_t modulus = 0;
  bool square = false;  ///< both operands are the same object
};

/// Thresholds of the dispatcher.
struct DenseMultiTuning {
  static constexpr std::string_view section = "poly.dense_multi";
  std::int64_t plain_products = 1500;                 ///< by definition up to so many products of coefficients ...
  std::int64_t plain_products_several_primes = 4500;  ///< ... when Z/pZ[x] has no transforms modulo p itself
  std::int64_t plain_size = 6;                   ///< by definition when an operand has at most that many coefficients
  std::int64_t parallel_min_products = 1 << 16;  ///< below this many products nothing is forked
  std::int64_t long_product = std::int64_t{1} << 24;  ///< multi-dimensional transforms from this many words on
  template <class Visitor>
  void visit(Visitor&& v) {
    v("plain_products", plain_products);
    v("plain_products_several_primes", plain_products_several_primes);
    v("plain_size", plain_size);
    v("parallel_min_products", parallel_min_products);
    v("long_product", long_product);
  }
};

/// What the dispatcher would do. Pure: it depends on the arguments and the instruction set in use alone. Throws
/// DomainError when the shapes do not have the same number of axes, an axis has length 0 or the product has more
/// coefficients than an array can, MemoryLimit when nothing fits.
POLYFORK_EXPORT PlanDescription explain_dense_multi_mul(const DenseMultiMulShape& shape, const PlanBudget& budget);

/// Multi-dimensional transforms modulo p exist for this product.
POLYFORK_EXPORT bool has_multi_dimensional_transforms(const DenseMultiMulShape& shape);

/// The product by one named algorithm. Throws DomainError for transforms that the modulus does not have.
POLYFORK_EXPORT DDMMP mul_with(DenseMultiMulAlgorithm algorithm, const DDMMP& a, const DDMMP& b,
                               const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
