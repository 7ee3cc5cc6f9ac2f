// The plan of a gcd in Z[x] or Z/pZ[x], and the table of algorithms.
#pragma once

#include <cstddef>
#include <variant>

#include <polyfork/core/plan.hpp>
#include <polyfork/poly/gcd/gcd_plan.hpp>

#include "core/plan_cost.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Images modulo word primes.
struct GcdImages {
  std::size_t width = 1;    ///< that are computed at the same time although not all may be needed
  std::size_t certain = 1;  ///< needed unless the gcd is constant
  std::size_t most = 1;     ///< enough for any gcd, by Mignotte's bound, unlucky primes apart

  /// How many images come next, after `images` did not suffice: the first one alone, since it usually shows a constant
  /// gcd; then the certain ones; then up to `width`, of which at most a third may be in vain, or a fifth of many.
  std::size_t next_batch(std::size_t images) const noexcept;
};

/// The decision for one gcd.
struct GcdPlan : PlanCost {
  GcdAlgorithm algorithm = GcdAlgorithm::modular;
  GcdShape shape;
  std::variant<std::monostate, GcdImages> parameters;

  /// Precondition: the algorithm is `modular`.
  const GcdImages& images() const { return std::get<GcdImages>(parameters); }

  PlanDescription describe() const;
};

/// One algorithm.
struct GcdMethod {
  GcdAlgorithm algorithm;
  /// Completes a plan that has algorithm and shape.
  void (*plan)(GcdPlan& plan, const PlanBudget& budget);
};

void plan_gcd_modular(GcdPlan& plan, const PlanBudget& budget);
void plan_gcd_euclid(GcdPlan& plan, const PlanBudget& budget);
void plan_gcd_half_gcd(GcdPlan& plan, const PlanBudget& budget);

/// Word products of Euclid's algorithm on coprime operands modulo a word prime.
double euclid_products(const GcdShape& shape) noexcept;

/// Chooses for Z[x]. Pure: depends on the arguments and the processor alone. Throws DomainError for empty operands.
GcdPlan plan_gcd(const GcdShape& shape, const PlanBudget& budget);
/// Chooses for Z/pZ[x]; the shape's bits are those of p - 1.
GcdPlan plan_gcd_zp(const GcdShape& shape, const PlanBudget& budget);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
