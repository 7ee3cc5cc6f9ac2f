// Multiplication in Z[x] by Kronecker substitution: evaluate both at 2^s, one integer product, read the coefficients
// off.
//
// Cost: M(n s) + O(n s / 64) with s = bits_a + bits_b + ceil(log2(min length)) + 1, long ones up to 1/2048 longer;
// packing and unpacking are parallel. The integer product is GMP's where it is short, serial then (the plan knows it:
// on several threads other algorithms may be predicted faster), and goes through transforms of limbs from some hundred
// limbs on. Those have three times the words of the multimodular product's, but no conversions that are quadratic in
// the length of the coefficients: the choice for coefficients of many thousand bits. Memory: both packed operands, the
// product, and the scratch of the multiplication.
#include <algorithm>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_integer.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/kronecker_pack.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

IntegerVector mul_kronecker(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const auto& packing = plan.as<PackingParameters>();
  const KroneckerLimbs limbs(s, packing.slot_bits);
  Workspace::Frame frame;
  const auto packed_a = frame.allocate<mp_limb_t>(limbs.a);
  const auto packed_b = s.square ? packed_a : frame.allocate<mp_limb_t>(limbs.b);
  const auto product = frame.allocate<mp_limb_t>(limbs.product);

  bool negative_a = false;
  bool negative_b = false;
  const auto pack_a = [&] { negative_a = kronecker_pack(packed_a, a, packing.slot_bits, packing.grain, ctx); };
  const auto pack_b = [&] { negative_b = kronecker_pack(packed_b, b, packing.slot_bits, packing.grain, ctx); };
  if (s.square) {
    pack_a();
    negative_b = negative_a;
  } else if (packing.grain == 0) {
    pack_a();
    pack_b();
  } else {
    fork_join(ctx, pack_a, pack_b);
  }
  mul_integers(plan.children.front(), product.first(limbs.a + limbs.b), packed_a, packed_b, ctx);
  std::ranges::fill(product.subspan(limbs.a + limbs.b), mp_limb_t{0});

  IntegerVector result = unwritten_integers(product_length(s), limbs_for_bits(product_bits(s)));
  kronecker_unpack(result, product, negative_a != negative_b, packing.slot_bits, packing.grain, ctx);
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
