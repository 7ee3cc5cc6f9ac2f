// What the plans of recursions by halves share.
#include "poly/mul/mul_recursion_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace polyfork {
inline namespace v1 {
namespace detail {

MulPlan recursion_leaf(const MulPlan& plan, std::size_t bits_a, std::size_t bits_b) {
  const std::size_t shorter = std::min(plan.shape.length_a, plan.shape.length_b);
  const std::size_t longer = std::max(plan.shape.length_a, plan.shape.length_b);
  // halves of the longer operand while the shorter reaches beyond them, else blocks of the shorter one's length
  const bool halves = shorter > longer / 2 + longer % 2;
  std::size_t length = halves ? longer : shorter;
  double times = halves ? 1 : std::ceil(static_cast<double>(longer) / static_cast<double>(shorter));
  const std::size_t base = plan.as<RecursionParameters>().base_length;
  for (; length > base; times *= 3) length = length / 2 + length % 2;
  MulPlan leaf(MulAlgorithm::classical, {length, length, bits_a, bits_b}, 1, ColumnParameters());
  leaf.times = times < 1e18 ? static_cast<std::size_t>(times) : SIZE_MAX;
  leaf.reason = "where the recursion ends";
  return leaf;
}

RecursionParameters forked_recursion(std::size_t base_length, double products_per_pair, double minimum, bool parallel) {
  RecursionParameters parameters{base_length, 0};
  if (!parallel) return parameters;
  std::size_t grain = std::max<std::size_t>(2, base_length + 1);
  while (static_cast<double>(grain) * static_cast<double>(grain) * products_per_pair < 2 * minimum) grain *= 2;
  parameters.grain = grain;
  return parameters;
}

KaratsubaWork::KaratsubaWork(double shorter, double base_length) noexcept
    : levels(std::max(0.0, std::ceil(std::log2(shorter / base_length)))),
      leaf_length(shorter / std::exp2(levels)),
      leaves(std::pow(3.0, levels)) {}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
