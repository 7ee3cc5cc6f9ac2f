// The division dispatcher: what an exact or a Euclidean division will try, in which order, with which products.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>

namespace polyfork {
inline namespace v1 {

enum class DivisionAlgorithm {
  attempts,   ///< the children in turn, until one of them decides
  kronecker,  ///< exact division in Z[x]: one division of packed integers, undecided when the slots are too short
  halves,     ///< from the leading terms: halves of the quotient through products, columns at the base
  columns,    ///< from the leading terms: one accumulator for each coefficient
  newton      ///< Z/pZ[x]: products by the inverse power series of the reversed divisor
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

/// The decision for one division. It is taken for coefficients of the quotient of about their usual length; products
/// are carried out as planned, their slots and memory fitted to what the quotient turns out to be.
struct POLYFORK_EXPORT DivisionPlan {
  DivisionAlgorithm algorithm = DivisionAlgorithm::columns;
  DivisionShape shape;
  std::size_t slot_bits = 0;        ///< kronecker: bits for each coefficient
  bool slots_suffice = false;       ///< kronecker: an undecided attempt refutes, by Mignotte's bound
  std::size_t base_length = 0;      ///< halves: quotients of this length are computed by columns
  std::size_t max_bits = 0;         ///< exact: bits of the quotient's coefficients at most; longer ones refute
  std::size_t workspace_bytes = 0;  ///< scratch beside operands and results, products apart
  std::size_t result_bytes = 0;
  double predicted_seconds = 0;  ///< all products included
  const char* reason = "";
  /// Not for kronecker. First the quotient times the divisor, which proves exactness or is subtracted from the
  /// dividend; then, for halves, the product of each level, longest first.
  std::vector<MulPlan> products;
  std::vector<DivisionPlan> children;  ///< the attempts

  PlanDescription describe() const;
};

/// Chooses for Z[x]. Pure: depends on the arguments alone. Throws DomainError when the divisor is empty or longer than
/// the dividend. An attempt that does not fit under memory_available is left out.
POLYFORK_EXPORT DivisionPlan plan_division(const DivisionShape& shape, int threads, std::size_t memory_available,
                                           const DivisionTuning& tuning, const MulTuning& products);
/// The same for Z/pZ[x] and a modulus without transforms of its own; bits are those of p - 1. Exact or not, the
/// remainder is computed.
POLYFORK_EXPORT DivisionPlan plan_division_zp(const DivisionShape& shape, const WordTuning& tuning = {});

}  // namespace v1
}  // namespace polyfork
