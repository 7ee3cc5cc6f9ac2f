// The plan of a product of row-major arrays of residues, and the algorithms that dense_multi_mul.cpp does not hold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/dense_multi_plan.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "core/budget_with.hpp"
#include "core/plan_cost.hpp"
#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using DenseMultiBudget = BudgetWith<DenseMultiTuning>;

/// The decision for one product.
struct DenseMultiMulPlan : PlanCost {
  DenseMultiMulAlgorithm algorithm = DenseMultiMulAlgorithm::plain;
  DenseMultiMulShape shape;
  std::size_t size = 0;           ///< coefficients of the product
  std::size_t grain = 0;          ///< rows per task; 0: serial
  std::vector<MulPlan> children;  ///< kronecker: the product in Z/pZ[x]

  PlanDescription describe() const;
};

DenseMultiMulPlan plan_dense_multi_mul(const DenseMultiMulShape& shape, const DenseMultiBudget& budget);

/// out = a b by definition; out does not overlap the operands. plan.grain rows of the product are a task.
void dense_multi_mul_plain(const DenseMultiMulPlan& plan, const WordModulus& p, std::span<const std::uint64_t> a,
                           std::span<const std::uint64_t> b, std::span<std::uint64_t> out, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
