// What the plans of Kronecker's substitution over Z and Z/pZ share.
#pragma once

#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Workspace, tables and child of a product through one integer. Precondition: slot_bits are set.
void set_packed_sizes(MulPlan& plan);
/// Predicted seconds of packing, the child's products and unpacking, at one point or two.
double packed_seconds(const MulPlan& plan) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
