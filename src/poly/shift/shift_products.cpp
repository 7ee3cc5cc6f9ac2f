// f(x + c) by divide and conquer: f = f0 + x^m f1, f(x + c) = f0(x + c) + (x + c)^m f1(x + c).
//
// Level by level from the blocks up, so that a level's power (x + c)^m is made once and kept transformed for all its
// products. O(M(n (n + bits)) log n) bit operations; for long coefficients the conversions of the highest level cost as
// much as those of one convolution, so this pays where the tables of the convolution do not fit.
// J. von zur Gathen, J. Gerhard, Fast algorithms for Taylor shifts and certain difference equations (ISSAC 1997), E.
#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <vector>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "poly/dense/prepared_multimodular.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/shift/shift_plan.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<Integers>;

/// (x + c)^m: C(m, i) c^(m - i).
IntegerVector binomial_power(std::size_t m, const Integer& c, const ExecutionContext& ctx) {
  std::vector<Integer> coefficients(m + 1);
  coefficients[m] = 1;
  for (std::size_t i = m; i-- > 0;) {
    ctx.poll();
    coefficients[i] = exact_div(mul(mul(coefficients[i + 1], c), Integer(i + 1)), Integer(m - i));
  }
  return IntegerVector(std::span<const Integer>(coefficients));
}

/// low + power high for the pairs of one level.
class Level {
 public:
  Level(std::size_t m, const Integer& c, const std::vector<IntegerVector>& parts, const ExecutionContext& ctx)
      : power_(binomial_power(m, c, ctx)) {
    MulShape shape{0, power_.size(), 0, power_.max_bits(ctx)};
    for (std::size_t i = 1; i < parts.size(); i += 2) {
      shape.length_a = std::max(shape.length_a, parts[i].size());
      shape.bits_a = std::max(shape.bits_a, parts[i].max_bits(ctx));
    }
    // One product alone is left to the dispatcher.
    if (parts.size() < 4 || shape.length_a < 32 || shape.bits_a == 0) return;
    if (product_bits(shape) > most_multimodular_bits / 8) return;  // the dispatcher knows better
    prepared_ = std::make_unique<PreparedMultimodular>(power_, shape, ctx);
  }

  IntegerVector combine(const IntegerVector& low, const IntegerVector& high, const ExecutionContext& ctx) const {
    const IntegerVector product = prepared_ != nullptr ? prepared_->mul(high, ctx) : mul(power_, high, ctx);
    return Ops::add(Integers{}, low, product, ctx);
  }

 private:
  IntegerVector power_;
  std::unique_ptr<PreparedMultimodular> prepared_;
};

IntegerVector without_leading_zeros(IntegerVector v) {
  Ops::normalise(Integers{}, v);
  return v;
}

/// The last product: half of the coefficients times a power of the same length.
MulShape last_product(const ShiftShape& s) noexcept {
  const std::size_t half = std::max<std::size_t>(1, std::bit_ceil(s.length) / 2);
  return {half, half + 1, s.result_bits - std::min(s.result_bits, half), half * s.shift_bits};
}

/// Seconds of the blocks where the recursion ends, each on one thread.
double blocks_seconds(const ShiftShape& s, std::size_t base, const ShiftBudget& budget) {
  ShiftShape block = s;
  block.length = base;
  block.result_bits = std::min(s.result_bits, s.bits + base * s.shift_bits);
  const ShiftBudget one = budget.with_threads(1);
  double seconds = shift_plan_by(ShiftAlgorithm::tableau, block, one).predicted_seconds;
  const ShiftPlan convolution = shift_plan_by(ShiftAlgorithm::convolution, block, one);
  if (!convolution.workspace.is_never()) seconds = std::min(seconds, convolution.predicted_seconds);
  const std::size_t count = (s.length + base - 1) / base;
  const auto blocks = static_cast<double>(count);
  return seconds * blocks * share_of_threads(budget.threads, blocks);
}

void plan_products(ShiftPlan& plan, const ShiftBudget& budget) {
  const ShiftShape& s = plan.shape;
  if (s.result_bits > std::size_t{1} << 40 || s.length > std::size_t{1} << 40 || s.wanted != 0) {
    plan.workspace = Bytes::never;
    return;
  }
  const std::size_t base = at_least(budget.thresholds.products_length, 2);
  plan.parameters = ShiftProductsParameters{base};
  if (s.length <= base) {  // only a block
    plan.predicted_seconds = 1e9;
    return;
  }
  const MulPlan product = chosen_plan(last_product(s), PlanBudget(budget).on_processor().with_memory(Bytes::never));
  plan.workspace = product.charged() * 2 + plan.result * 2;
  // Every level costs about as much as the last: half as many bits, twice as many products.
  const double levels = std::max(1.0, std::log2(static_cast<double>(s.length) / static_cast<double>(base)));
  constexpr double level_share = 0.6;
  plan.predicted_seconds =
      product.predicted_seconds * (1 + (levels - 1) * level_share) + blocks_seconds(s, base, budget);
}

IntegerVector run_products(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  const Integer by(c);
  std::size_t block = plan.as<ShiftProductsParameters>().base_length;
  std::vector<IntegerVector> parts((f.size() + block - 1) / block);
  parallel_for(ctx, parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      parts[i] =
          without_leading_zeros(shift_block(f.slice(i * block, std::min((i + 1) * block, f.size()), ctx), by, ctx));
  });
  for (; parts.size() > 1; block *= 2) {
    const Level level(block, by, parts, ctx);
    std::vector<IntegerVector> next((parts.size() + 1) / 2);
    parallel_for(ctx, next.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (2 * i + 1 == parts.size() || parts[2 * i + 1].empty())
          next[i] = std::move(parts[2 * i]);
        else
          next[i] = level.combine(parts[2 * i], parts[2 * i + 1], ctx);
      }
    });
    parts = std::move(next);
  }
  // As long as f, like the other algorithms' results.
  IntegerVector result(f.size(), parts[0].max_limbs());
  for (std::size_t i = 0; i < parts[0].size(); ++i) result.assign(i, parts[0][i]);
  return result;
}

}  // namespace

constinit const ShiftMethod shift_products = {ShiftAlgorithm::products, plan_products, run_products};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
