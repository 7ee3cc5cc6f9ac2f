// One product of long natural numbers, by GMP or by transforms of their limbs.
#pragma once

#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// product = a b, every limb written; product has at least |a| + |b| limbs and overlaps neither. The same span twice
/// is squared. plan: the node `integer` that was made for these operands or longer ones.
void mul_integers(const MulPlan& plan, std::span<mp_limb_t> product, std::span<const mp_limb_t> a,
                  std::span<const mp_limb_t> b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
