// The plan of a division in Z[x] or Z/pZ[x].
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/plan.hpp>
#include <polyfork/poly/division/division_plan.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>

#include "core/budget_with.hpp"
#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using DivisionBudget = BudgetWith<DivisionTuning>;

/// The decision for one division. It is taken for coefficients of the quotient of about their usual length; products
/// are carried out as planned, their slots and memory fitted to what the quotient turns out to be.
struct DivisionPlan {
  DivisionAlgorithm algorithm = DivisionAlgorithm::columns;
  DivisionShape shape;
  std::size_t slot_bits = 0;    ///< kronecker: bits for each coefficient
  bool slots_suffice = false;   ///< kronecker: an undecided attempt refutes, by Mignotte's bound
  std::size_t base_length = 0;  ///< halves: quotients of this length are computed by columns
  std::size_t max_bits = 0;     ///< exact: bits of the quotient's coefficients at most; longer ones refute
  int threads = 1;              ///< that the plan is made for
  Bytes workspace;              ///< scratch beside operands and results, products apart
  Bytes result;
  double predicted_seconds = 0;  ///< all products included
  const char* reason = "";
  /// Not for kronecker. First the quotient times the divisor, which proves exactness or is subtracted from the
  /// dividend; then, for halves, the product of each level, longest first.
  std::vector<MulPlan> products;
  std::vector<DivisionPlan> children;  ///< the attempts

  /// An exact plan knows the bound of its quotient.
  DivisionPlan(DivisionAlgorithm by, const DivisionShape& of, int on_threads);

  PlanDescription describe() const;
};

DivisionPlan plan_division(const DivisionShape& shape, const DivisionBudget& budget);
DivisionPlan plan_division_zp(const DivisionShape& shape, const BudgetWith<WordTuning>& budget);

inline std::size_t quotient_length(const DivisionShape& s) noexcept { return s.length_a - s.length_b + 1; }

/// One attempt with slots of slot_bits, of which `enough` always decide.
DivisionPlan plan_kronecker_attempt(const DivisionShape& s, std::size_t slot_bits, std::size_t enough, int threads);
/// Columns for a short quotient, halves for a long one.
DivisionPlan plan_from_top(const DivisionShape& s, const DivisionBudget& budget);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
