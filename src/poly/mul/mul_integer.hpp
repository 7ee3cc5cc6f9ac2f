// One product of long natural numbers, by GMP or by transforms of their limbs.
#pragma once

#include <cstddef>
#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>

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

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
