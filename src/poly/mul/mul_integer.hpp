// One product of long natural numbers, by GMP or by transforms of their limbs.
#pragma once

#include <cstddef>
#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// product = a b, every limb written; product has at least |a| + |b| limbs and overlaps neither. The same span twice
/// is squared. plan: the node `integer` that was made for these operands or longer ones.
void mul_integers(const MulPlan& plan, std::span<mp_limb_t> product, std::span<const mp_limb_t> a,
                  std::span<const mp_limb_t> b, const ExecutionContext& ctx);

/// For a parent with PackingParameters: by GMP, or by transforms where both operands have parameters.transform_limbs
/// and that is predicted to be faster, or where they are longer than any call to GMP may be.
MulPlan plan_integer(std::size_t limbs_a, std::size_t limbs_b, const MulPlan& parent);

/// Seconds of a product of natural numbers of `limbs` limbs in all by transforms of `words` words.
double integer_transforms_seconds(unsigned primes, std::size_t words, std::size_t limbs, bool square,
                                  int threads) noexcept;

// --- for those who have no product of polynomials (mul_limbs.cpp) ---------------------------------------------------

/// The product of operands of at most so many limbs, by GMP or by transforms, whichever is predicted to be faster:
/// planned once, run for many operands.
class LimbProduct {
 public:
  LimbProduct(std::size_t limbs_a, std::size_t limbs_b, const PlanBudget& budget, bool square = false);

  /// Bytes of scratch of one product, those of GMP included.
  std::size_t bytes() const noexcept { return plan_.workspace.value(); }
  /// As mul_integers.
  void multiply(std::span<mp_limb_t> product, std::span<const mp_limb_t> a, std::span<const mp_limb_t> b,
                const ExecutionContext& ctx) const {
    mul_integers(plan_, product, a, b, ctx);
  }

 private:
  MulPlan plan_;
};

/// a b, planned, charged while it is computed; polls. The same view twice is squared.
Integer long_product(IntegerView a, IntegerView b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
