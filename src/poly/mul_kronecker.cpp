// Multiplication in Z[x] by Kronecker substitution: evaluate both at 2^s, one integer product by GMP, read the
// coefficients off.
//
// Cost: M(n s) + O(n s / 64) with s = bits_a + bits_b + ceil(log2(min length)) + 1; packing and unpacking are parallel, the
// product is GMP's and serial (the plan knows it: on several threads other algorithms may be predicted faster).
// Memory: both packed operands, the product, and GMP's scratch. Quasi-linear, hence the choice for long operands;
// its weakness is that the product can be neither cancelled nor forked, which the transforms of src/fft replace.
#include <memory>
#include <span>

#include "poly/kronecker_pack.hpp"
#include "poly/limb_rows.hpp"
#include "poly/mul_algorithms.hpp"
#include "poly/mul_cost.hpp"
#include "poly/mul_integer.hpp"
#include "poly/mul_sizes.hpp"

namespace polyfork::inline v1::detail {

IntegerVector mul_kronecker(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const std::size_t limbs_a = kronecker_limbs(s.length_a, plan.slot_bits);
  const std::size_t limbs_b = s.square ? 0 : kronecker_limbs(s.length_b, plan.slot_bits);
  const std::size_t limbs_c = limbs_a + (s.square ? limbs_a : limbs_b);
  const auto limbs = std::make_unique_for_overwrite<mp_limb_t[]>(limbs_a + limbs_b + limbs_c);
  const std::span packed_a(limbs.get(), limbs_a);
  const std::span packed_b = s.square ? packed_a : std::span(limbs.get() + limbs_a, limbs_b);
  const std::span product(limbs.get() + limbs_a + limbs_b, limbs_c);

  const bool negative_a = kronecker_pack(packed_a, a, plan.slot_bits, plan.grain, ctx);
  const bool negative_b = s.square ? negative_a : kronecker_pack(packed_b, b, plan.slot_bits, plan.grain, ctx);
  mul_integers(plan.children.front(), product, packed_a, packed_b, ctx);

  IntegerVector result(product_length(s), limbs_for_bits(product_bits(s)));
  kronecker_unpack(result, product, negative_a != negative_b, plan.slot_bits, plan.grain, ctx);
  return result;
}

}  // namespace polyfork::inline v1::detail
