// The gcd dispatcher: how many images modulo primes are computed side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>

namespace polyfork {
inline namespace v1 {

enum class GcdAlgorithm {
  images,  ///< Z[x]: gcds modulo word primes, Chinese remaindering, proof by exact division
  euclid,  ///< Z/pZ[x]: Euclid's algorithm on words
  halves   ///< Z/pZ[x]: half-gcds, then Euclid
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

/// The decision for one gcd. Exact divisions that prove a candidate are planned when it is known (division_plan.hpp).
struct POLYFORK_EXPORT GcdPlan {
  GcdAlgorithm algorithm = GcdAlgorithm::images;
  GcdShape shape;
  std::size_t width = 1;           ///< images that are computed at the same time although not all may be needed
  std::size_t certain_images = 1;  ///< needed unless the gcd is constant
  std::size_t most_images = 1;     ///< enough for any gcd, by Mignotte's bound, unlucky primes apart
  std::size_t workspace_bytes = 0;
  double predicted_seconds = 0;  ///< of the certain images, or of Euclid's algorithm
  const char* reason = "";

  /// How many images come next, after `images` did not suffice: the first one alone, since it usually shows a constant
  /// gcd; then the certain ones; then up to `width`, of which at most a third may be in vain, or a fifth of many.
  std::size_t next_batch(std::size_t images) const noexcept;
  PlanDescription describe() const;
};

/// Chooses for Z[x]. Pure: depends on the arguments alone. Throws DomainError for empty operands.
POLYFORK_EXPORT GcdPlan plan_gcd(const GcdShape& shape, const PlanBudget& budget);
/// Chooses for Z/pZ[x]; the shape's bits are those of p - 1.
POLYFORK_EXPORT GcdPlan plan_gcd_zp(const GcdShape& shape, const PlanBudget& budget);

}  // namespace v1
}  // namespace polyfork
