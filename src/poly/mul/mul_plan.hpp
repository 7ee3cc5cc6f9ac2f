// The plan of a product in Z[x] or Z/pZ[x]: the algorithm with its parameters, sizes, predicted time and sub-plans.
//
// A dispatcher makes it, the algorithm's `run` executes it and decides nothing; only that algorithm's own two files
// read its parameters, which stand below and are printed by mul_plan.cpp. Users see the PlanDescription.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include <polyfork/core/plan.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "core/budget_with.hpp"
#include "core/limits.hpp"
#include "core/plan_cost.hpp"
#include "gpu/products/product_costs.hpp"
#include "gpu/transforms/residue_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What the plan of a product may use.
using MulBudget = BudgetWith<MulTuning>;

/// Columns of the result that are a task; 0: all in one.
struct ColumnParameters {
  std::size_t grain = 0;
  bool digits = false;  ///< sums of products of 52-bit digits
};

/// A recursion by halves.
struct RecursionParameters {
  std::size_t base_length = 0;  ///< where it ends
  std::size_t grain = 0;        ///< branches of at least this length are forked; 0: none
};

/// Coefficients packed into the slots of an integer.
struct PackingParameters {
  std::size_t slot_bits = 0;        ///< of a coefficient of the product
  std::size_t grain = 0;            ///< slots that are a task; 0: all in one
  std::size_t transform_limbs = 0;  ///< integers of that many limbs may be multiplied by transforms
  std::int64_t leaf_log = 9;        ///< FftTuning::leaf_log of these
};

/// Products of words by number-theoretic transforms.
struct TransformParameters {
  unsigned primes = 0;
  std::size_t words = 0;      ///< of one transform
  std::int64_t leaf_log = 9;  ///< FftTuning::leaf_log
  bool direct = false;        ///< modulo the modulus itself
};

/// Residues modulo as many primes as the result needs.
struct MultimodularParameters {
  TransformParameters transforms;
  bool one_limb = false;  ///< coefficients of a limb, converted in one sweep each way
  std::size_t kept = 0;   ///< low coefficients of the product that are computed; 0: all
};

/// Coefficients cut into blocks of whole limbs.
struct BlockParameters {
  TransformParameters transforms;
  std::size_t block_limbs = 0;
};

/// Operands cut into pieces of these lengths.
struct PieceParameters {
  std::size_t length_a = 0;
  std::size_t length_b = 0;
};

/// A product on a device.
struct DeviceParameters {
  unsigned primes = 0;
  unsigned together = 0;  ///< of these, in memory at once
  std::size_t words = 0;  ///< of one transform
  ResidueField field = ResidueField::f50;
  bool direct = false;    ///< modulo the modulus itself
  DeviceSeconds seconds;  ///< predicted, part by part
};

using MulParameters =
    std::variant<std::monostate, ColumnParameters, RecursionParameters, PackingParameters, TransformParameters,
                 MultimodularParameters, BlockParameters, DeviceParameters, PieceParameters>;

struct MulPlan : PlanCost {
  MulAlgorithm algorithm = MulAlgorithm::classical;
  MulShape shape;
  MulParameters parameters;
  std::size_t times = 1;  ///< how often the parent runs it
  /// Sub-products of another kind: the schoolbook at the end of a recursion, the integer product of Kronecker's
  /// substitution (lengths 1, all bits of the packed operands), the products of Toom-Cook's values.
  std::vector<MulPlan> children;

  MulPlan() = default;
  MulPlan(MulAlgorithm by, const MulShape& of, int on_threads, MulParameters with = {})
      : algorithm(by), shape(of), parameters(with) {
    threads = on_threads;
  }

  /// The parameters of the plan's algorithm. Precondition: they are of that type.
  template <class Parameters>
  Parameters& as() {
    return std::get<Parameters>(parameters);
  }
  template <class Parameters>
  const Parameters& as() const {
    return std::get<Parameters>(parameters);
  }

  PlanDescription describe() const;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
