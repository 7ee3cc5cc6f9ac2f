// The plan of a division in Z[x] or Z/pZ[x], and the table of algorithms.
//
// An algorithm over Z has one file with its plan and its run, and one entry in the table of division_plan.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/division/division_plan.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/budget_with.hpp"
#include "core/plan_cost.hpp"
#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using DivisionBudget = BudgetWith<DivisionTuning>;

/// Exact division through one integer.
struct KroneckerDivision {
  std::size_t slot_bits = 0;   ///< for each coefficient
  bool slots_suffice = false;  ///< an undecided attempt refutes, by Mignotte's bound
};

/// The slots of one attempt after the other, doubled from about the operands' length until they decide.
class KroneckerAttempts {
 public:
  /// max_bits: what the quotient's coefficients have at most, if it exists.
  KroneckerAttempts(const DivisionShape& shape, std::size_t max_bits) noexcept;
  std::size_t slot_bits() const noexcept { return slot_bits_; }
  /// Slots of so many bits decide.
  std::size_t enough() const noexcept { return enough_; }
  bool is_last() const noexcept { return slot_bits_ >= enough_; }
  void advance() noexcept { slot_bits_ = std::min(2 * slot_bits_, enough_); }

 private:
  std::size_t slot_bits_;
  std::size_t enough_;
};

/// Bits that a slot may have, by the tuned length of a packed dividend.
std::size_t most_slot_bits(const DivisionShape& shape, const DivisionTuning& tuning) noexcept;

/// Division from the leading terms.
struct DivisionByHalves {
  std::size_t base_length = 0;  ///< quotients of this length are computed by columns
};

using DivisionParameters = std::variant<std::monostate, KroneckerDivision, DivisionByHalves>;

/// The decision for one division. It is taken for coefficients of the quotient of about their usual length; products
/// are carried out as planned, their slots and memory fitted to what the quotient turns out to be.
struct DivisionPlan : PlanCost {
  DivisionAlgorithm algorithm = DivisionAlgorithm::classical;
  DivisionShape shape;
  DivisionParameters parameters;
  std::size_t max_bits = 0;  ///< exact: bits of the quotient's coefficients at most; longer ones refute
  /// Not for kronecker. First the quotient times the divisor, which proves exactness or is subtracted from the
  /// dividend; then, for divide_and_conquer, the product of each level, longest first.
  std::vector<MulPlan> products;
  std::vector<DivisionPlan> children;  ///< the attempts

  /// An exact plan knows the bound of its quotient.
  DivisionPlan(DivisionAlgorithm by, const DivisionShape& of, int on_threads);

  /// The parameters of the plan's algorithm. Precondition: they are of that type.
  template <class Parameters>
  const Parameters& as() const {
    return std::get<Parameters>(parameters);
  }

  PlanDescription describe() const;
};

/// What an attempt to divide exactly found.
enum class Divisibility { divides, does_not, undecided };

/// One algorithm over Z.
struct DivisionMethod {
  DivisionAlgorithm algorithm;
  /// The exact quotient of a by b. `divides` and `does_not` are proved. Preconditions: a.size() >= b.size() >= 1, lc(b)
  /// not zero, a plan of this algorithm for operands of this shape.
  Divisibility (*attempt)(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                          IntegerVector& quotient, const ExecutionContext& ctx);
};

const DivisionMethod& division_method(DivisionAlgorithm algorithm) noexcept;

DivisionPlan plan_division(const DivisionShape& shape, const DivisionBudget& budget);
DivisionPlan plan_division_zp(const DivisionShape& shape, const BudgetWith<WordTuning>& budget);

inline std::size_t quotient_length(const DivisionShape& s) noexcept { return s.length_a - s.length_b + 1; }

/// One attempt with slots of slot_bits, of which `enough` always decide.
DivisionPlan plan_kronecker_attempt(const DivisionShape& s, std::size_t slot_bits, std::size_t enough, int threads);
/// Classical for a short quotient, divide and conquer for a long one.
DivisionPlan plan_from_top(const DivisionShape& s, const DivisionBudget& budget);

/// Whether quotients with remainders by a monic divisor go column by column whatever a prediction says: at most two
/// stripes, at most 512 bits. Their coefficients may be longer from one to the next, and products of halves, which take
/// them all as long as the longest, then take two to five times as long; where they do not grow both take about as
/// long.
bool monic_divisor_suits_columns(const DivisionShape& s) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
