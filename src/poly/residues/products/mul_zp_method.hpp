// One algorithm for products in Z/pZ[x]: what the dispatcher knows of it.
//
// An algorithm x has one file, mul_zp_x.cpp (plan and run), and one entry in the table of mul_zp.cpp.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/residue_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct ZpMulMethod {
  MulAlgorithm algorithm;
  /// Its plan, with everything but the reason; a size is `never` where the algorithm cannot multiply
  /// operands of this shape.
  MulPlan (*plan)(const MulShape& shape, const MulBudget& budget);
  /// The product of residues in [0, p) into `out`, whose memory is reused and which is none of the operands. Operands
  /// have the lengths of the plan's shape; memory has been reserved.
  void (*run)(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
              ResidueVector& out, const ExecutionContext& ctx);
};

extern const ZpMulMethod mul_zp_classical;
extern const ZpMulMethod mul_zp_karatsuba;
extern const ZpMulMethod mul_zp_kronecker;
extern const ZpMulMethod mul_zp_transform;
extern const ZpMulMethod mul_zp_pieces;
extern const ZpMulMethod mul_zp_device;

/// By the plan's algorithm; memory has been reserved.
void mul_zp_by_plan(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                    ResidueVector& out, const ExecutionContext& ctx);

/// Products of coefficients by the schoolbook.
inline double coefficient_products(const MulShape& s) noexcept {
  return static_cast<double>(s.length_a) * static_cast<double>(s.length_b);
}
/// MulTuning::parallel_min_limb_products.
inline double least_parallel_products(const MulBudget& budget) noexcept {
  return static_cast<double>(at_least(budget.thresholds.parallel_min_limb_products, 1));
}
/// Nanoseconds of a product of coefficients in the schoolbook.
double zp_product_ns(const MulShape& s) noexcept;
/// Bytes of the result.
Bytes zp_result_bytes(const MulShape& s) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
