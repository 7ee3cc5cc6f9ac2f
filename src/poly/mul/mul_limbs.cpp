// Products of natural numbers outside of a product of polynomials.
#include "poly/mul/mul_integer.hpp"

#include <algorithm>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t planned_limbs = 100;                 // of the shorter operand: below, GMP is the choice
constexpr std::size_t most_of_gmp = std::size_t{1} << 17;  // limbs of a product in one call

/// The node `integer` wants to know where transforms begin from the node above it.
MulPlan packed_product(const MulBudget& budget, bool square) {
  const MulTuning& t = budget.thresholds;
  MulShape shape;
  shape.square = square;
  return {MulAlgorithm::kronecker, shape, budget.threads,
          PackingParameters{0, 0, at_least(t.integer_transform_limbs, 0), t.transform_leaf_log}};
}

}  // namespace

LimbProduct::LimbProduct(std::size_t limbs_a, std::size_t limbs_b, const PlanBudget& budget, bool square)
    : plan_(plan_integer(limbs_a, limbs_b, packed_product(MulBudget(budget), square))) {
  plan_.require_fit(budget.memory);
}

Integer long_product(IntegerView a, IntegerView b, const ExecutionContext& ctx) {
  const auto x = a.limbs();
  const auto y = b.limbs();
  if (std::min(x.size(), y.size()) < planned_limbs && x.size() + y.size() <= most_of_gmp) return mul(a, b);
  const bool square = x.data() == y.data() && x.size() == y.size();
  const LimbProduct product(x.size(), y.size(), PlanBudget(ctx), square);
  const std::size_t limbs = x.size() + y.size();
  const MemoryReservation held(ctx.memory(), product.bytes() + 2 * limbs * sizeof(mp_limb_t));
  Workspace::Frame frame;
  const auto row = frame.allocate<mp_limb_t>(limbs);
  product.multiply(row, x, y, ctx);
  return Integer(IntegerView(row.data(), signed_size(strip(row.data(), limbs), (a.sign() < 0) != (b.sign() < 0))));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
