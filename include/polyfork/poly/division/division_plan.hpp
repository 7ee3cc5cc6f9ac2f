// The division dispatcher: what an exact or a Euclidean division will try, in which order, with which products.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>

namespace polyfork {
inline namespace v1 {

enum class DivisionAlgorithm {
  attempts,   ///< the children in turn, until one of them decides
  kronecker,  ///< exact division in Z[x]: one division of packed integers, undecided when the slots are too short
  divide_and_conquer,  ///< from the leading terms: halves of the quotient through products, classical at the base
  classical,           ///< from the leading terms: one accumulator for each coefficient
  newton               ///< Z/pZ[x]: products by the inverse power series of the reversed divisor
};
POLYFORK_EXPORT std::string_view division_algorithm_name(DivisionAlgorithm algorithm) noexcept;

/// Dividend a and divisor b: lengths and bits of the largest coefficients.
struct DivisionShape {
  std::size_t length_a = 0;
  std::size_t length_b = 0;
  std::size_t bits_a = 0;
  std::size_t bits_b = 0;
  std::size_t lead_bits = 0;  ///< of the leading coefficient of b
  bool exact = false;         ///< only an exact quotient is wanted; otherwise quotient and remainder
  std::uint64_t modulus = 0;  ///< over Z/pZ; 0: one without transforms of its own
};

/// Thresholds of division in Z[x].
struct DivisionTuning {
  static constexpr std::string_view section = "poly.div";
  std::int64_t columns_length = 24;                          ///< quotients up to this length: column by column
  std::int64_t kronecker_max_limbs = std::int64_t{1} << 17;  ///< exact division through one integer up to this size
  template <class Visitor>
  void visit(Visitor&& v) {
    v("columns_length", columns_length);
    v("kronecker_max_limbs", kronecker_max_limbs);
  }
};

/// What the dispatcher would do in Z[x]. Pure: it depends on the arguments and the processor alone. Throws DomainError
/// when the divisor is empty or longer than the dividend. An attempt that does not fit under the budget's memory is
/// left out.
POLYFORK_EXPORT PlanDescription explain_division(const DivisionShape& shape, const PlanBudget& budget);
/// What it would do in Z/pZ[x]; bits are those of p - 1. Exact or not, the remainder is computed.
POLYFORK_EXPORT PlanDescription explain_division_zp(const DivisionShape& shape, const PlanBudget& budget);

}  // namespace v1
}  // namespace polyfork
