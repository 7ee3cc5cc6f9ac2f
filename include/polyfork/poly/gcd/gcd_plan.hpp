// The gcd dispatcher: over Z, how many images modulo primes are computed side by side; over Z/pZ, which algorithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>

namespace polyfork {
inline namespace v1 {

enum class GcdAlgorithm {
  modular,  ///< Z[x]: gcds modulo word primes, Chinese remaindering, proof by exact division
  euclid,   ///< Z/pZ[x]: Euclid's algorithm on words
  half_gcd  ///< Z/pZ[x]: half-gcds, then Euclid
};
POLYFORK_EXPORT std::string_view gcd_algorithm_name(GcdAlgorithm algorithm) noexcept;

/// Both operands, primitive over Z: lengths and bits of the largest coefficients.
struct GcdShape {
  std::size_t length_a = 0;
  std::size_t length_b = 0;
  std::size_t bits_a = 0;
  std::size_t bits_b = 0;
  std::size_t lead_bits = 0;  ///< of the gcd of the leading coefficients, the leading coefficient of what images give
};

/// Thresholds of gcds in Z[x].
struct GcdTuning {
  static constexpr std::string_view section = "poly.gcd";
  std::int64_t parallel_min_products = 1 << 16;  ///< images of fewer word products are not computed side by side
  template <class Visitor>
  void visit(Visitor&& v) {
    v("parallel_min_products", parallel_min_products);
  }
};

/// What the dispatcher would do in Z[x]. Pure: depends on the arguments and the processor alone. Throws DomainError for
/// empty operands. Exact divisions that prove a candidate are planned when it is known (explain_division).
POLYFORK_EXPORT PlanDescription explain_gcd(const GcdShape& shape, const PlanBudget& budget);
/// What it would do in Z/pZ[x]; the shape's bits are those of p - 1.
POLYFORK_EXPORT PlanDescription explain_gcd_zp(const GcdShape& shape, const PlanBudget& budget);

}  // namespace v1
}  // namespace polyfork
