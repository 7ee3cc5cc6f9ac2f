// The plan of a Taylor shift in Z[x], the table of algorithms, and the dispatcher.
//
// An algorithm x has one file, shift_x.cpp (plan and run), and one entry in the table of shift_plan.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/budget_with.hpp"
#include "core/limits.hpp"
#include "core/plan_cost.hpp"
#include "gpu/products/product_costs.hpp"
#include "poly/rows/fixed_rows.hpp"
#include "ring/integer_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using ShiftBudget = BudgetWith<ShiftTuning>;

/// One convolution modulo each of many primes.
struct ConvolutionParameters {
  unsigned primes = 0;              ///< as many transforms each way
  std::size_t transform_words = 0;  ///< of one transform
  bool cached = false;              ///< its tables are kept for the next shift
};

/// Pascal's triangle in blocks.
struct TableauParameters {
  std::size_t digits = 0;        ///< of a coefficient
  std::size_t block_length = 0;  ///< entries along the side of a task
};

/// Divide and conquer by products.
struct ShiftProductsParameters {
  std::size_t base_length = 0;  ///< where the recursion ends
};

/// A shift on a device.
struct DeviceShiftParameters {
  unsigned primes = 0;
  std::size_t words = 0;  ///< of one transform
  DeviceSeconds seconds;  ///< predicted, part by part
};

using ShiftParameters = std::variant<std::monostate, ConvolutionParameters, TableauParameters, ShiftProductsParameters,
                                     DeviceShiftParameters>;

struct ShiftPlan : PlanCost {
  ShiftAlgorithm algorithm = ShiftAlgorithm::horner;
  ShiftShape shape;  ///< with its result_bits
  ShiftParameters parameters;
  std::vector<ShiftPlan> children;  ///< of a device's: the processor's plan

  template <class Parameters>
  Parameters& as() {
    return std::get<Parameters>(parameters);
  }
  template <class Parameters>
  const Parameters& as() const {
    return std::get<Parameters>(parameters);
  }

  /// Coefficients of the result that are computed.
  std::size_t result_length() const noexcept { return shape.wanted == 0 ? shape.length : shape.wanted; }

  PlanDescription describe() const;
};

/// One algorithm: what the dispatcher knows of it.
struct ShiftMethod {
  ShiftAlgorithm algorithm;
  /// Completes a plan that has algorithm, shape, threads and result; a workspace that is `never` where the algorithm
  /// does not reach so far.
  void (*plan)(ShiftPlan& plan, const ShiftBudget& budget);
  /// f(x + c), or its first plan.shape.wanted coefficients. Preconditions: f not empty, c not zero, the plan made for
  /// them, its bytes charged. The result is not normalised.
  IntegerVector (*run)(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx);
  /// What `run` computes, from rows that the algorithm reads as they lie; null: it needs a vector.
  IntegerVector (*run_rows)(const ShiftPlan& plan, const IntegerRows& f, IntegerView c,
                            const ExecutionContext& ctx) = nullptr;
};

extern const ShiftMethod shift_horner;
extern const ShiftMethod shift_tableau;
extern const ShiftMethod shift_tableau_bands;
extern const ShiftMethod shift_tableau_halves;
extern const ShiftMethod shift_products;
extern const ShiftMethod shift_convolution;
extern const ShiftMethod shift_device;

std::span<const ShiftMethod* const> shift_methods() noexcept;
const ShiftMethod& shift_method(ShiftAlgorithm algorithm) noexcept;

/// The plan of one algorithm, whether it fits or not. Precondition: shape.length >= 1.
ShiftPlan shift_plan_by(ShiftAlgorithm algorithm, const ShiftShape& shape, const ShiftBudget& budget);
/// The algorithm's plan, or where that does not fit, one that keeps no tables, for as many threads as then fit; if none
/// does, the first.
ShiftPlan fitted_shift_plan(ShiftAlgorithm algorithm, const ShiftShape& shape, const ShiftBudget& budget);

/// Every candidate's plan, the chosen one first: Horner's scheme up to its cut-offs, else the fastest that fits. A
/// device's plan comes first where it is predicted to be faster than the processor's best, or wanted in any case.
std::vector<ShiftPlan> plan_shift_candidates(const ShiftShape& shape, const ShiftBudget& budget);
/// The chosen one. Throws MemoryLimit when nothing fits, DomainError for an empty shape.
ShiftPlan plan_shift(const ShiftShape& shape, const ShiftBudget& budget);

/// Whether a shift is so large that a device is asked what it would take.
bool large_enough_for_devices(const ShiftShape& shape) noexcept;

/// f(x + c) for the polynomial whose coefficients are the rows [from, q.rows()), by the dispatcher's choice. The result
/// is not normalised.
IntegerVector taylor_shift_rows(const FixedRows& q, std::size_t from, const Integer& c, const ExecutionContext& ctx);

/// f(x + c) by the dispatcher's choice among the others than products: where their recursion ends.
IntegerVector shift_block(const IntegerVector& f, const Integer& c, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
