// The plan of a product of sparse polynomials, and the table of algorithms.
//
// An algorithm's plan stands in the file of its computation; its row is in multi_mul_plan.cpp. Its runs over Z and Z/pZ
// are instances of the templates in multi_mul_integers.cpp and multi_mul_residues.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <variant>

#include <polyfork/core/context.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "core/budget_with.hpp"
#include "core/plan_cost.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class PreparedProduct;

using MultiMulBudget = BudgetWith<MultiMulTuning>;

/// How the result is cut.
struct RangeParameters {
  std::size_t ranges = 1;  ///< of the result's monomials, at most; array: exactly
  std::size_t block = 1;   ///< ranges of one task
};

/// The decision for one product.
struct MultiMulPlan : PlanCost {
  MultiMulAlgorithm algorithm = MultiMulAlgorithm::heap;
  MultiMulShape shape;
  std::variant<std::monostate, RangeParameters> parameters;

  /// Precondition: the algorithm has them.
  const RangeParameters& cut() const { return std::get<RangeParameters>(parameters); }

  PlanDescription describe() const;
};

/// Monomials in descending order and their coefficients.
template <class Coefficients>
using ProductTerms = std::pair<PackedMonomials, Coefficients>;

/// One algorithm.
struct MultiMulMethod {
  MultiMulAlgorithm algorithm;
  /// What of the shape is too large for it, or null.
  const char* (*obstacle)(const MultiMulShape& shape);
  /// Completes a plan that has algorithm, shape and threads. Precondition: no obstacle.
  void (*plan)(MultiMulPlan& plan, const MultiMulBudget& budget);
  /// The product f g, both prepared. Precondition: a plan of this algorithm for them. Null: another ring's.
  ProductTerms<IntegerVector> (*integers)(const MultiMulPlan& plan, const PreparedProduct& product,
                                          const IntegerVector& f, const IntegerVector& g, const ExecutionContext& ctx);
  ProductTerms<ResidueVector> (*residues)(const MultiMulPlan& plan, const PreparedProduct& product,
                                          const PrimeField& field, const ResidueVector& f, const ResidueVector& g,
                                          const ExecutionContext& ctx);
};

const MultiMulMethod& multi_mul_method(MultiMulAlgorithm algorithm) noexcept;

template <MultiMulAlgorithm algorithm>
ProductTerms<IntegerVector> multi_mul_integers(const MultiMulPlan& plan, const PreparedProduct& product,
                                               const IntegerVector& f, const IntegerVector& g,
                                               const ExecutionContext& ctx);
template <MultiMulAlgorithm algorithm>
ProductTerms<ResidueVector> multi_mul_residues(const MultiMulPlan& plan, const PreparedProduct& product,
                                               const PrimeField& field, const ResidueVector& f, const ResidueVector& g,
                                               const ExecutionContext& ctx);

// --- the algorithms' parts of the table ------------------------------------------------------------------------------

const char* small_obstacle(const MultiMulShape& shape);
const char* heap_obstacle(const MultiMulShape& shape);
const char* merged_obstacle(const MultiMulShape& shape);
const char* hashed_obstacle(const MultiMulShape& shape);
const char* box_obstacle(const MultiMulShape& shape);  ///< array and kronecker
void plan_small(MultiMulPlan& plan, const MultiMulBudget& budget);
void plan_heap(MultiMulPlan& plan, const MultiMulBudget& budget);
void plan_merged(MultiMulPlan& plan, const MultiMulBudget& budget);
void plan_hashed(MultiMulPlan& plan, const MultiMulBudget& budget);
void plan_array(MultiMulPlan& plan, const MultiMulBudget& budget);
void plan_kronecker(MultiMulPlan& plan, const MultiMulBudget& budget);

// --- the dispatcher --------------------------------------------------------------------------------------------------

/// Chooses. Pure: depends on the arguments alone. Throws DomainError where a factor has no terms.
MultiMulPlan plan_multi_mul(const MultiMulShape& shape, const PlanBudget& budget);
/// The plan of one algorithm. Throws DomainError when it cannot do it: without a box only the heap can.
MultiMulPlan plan_multi_mul_with(MultiMulAlgorithm algorithm, const MultiMulShape& shape, const PlanBudget& budget);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
