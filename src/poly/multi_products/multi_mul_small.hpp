// Short products of sparse polynomials over Z without preparation (multi_mul_small.cpp).
#pragma once

#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "poly/multi_products/multi_cells.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = f g when that is short and of small numbers, in the memory of `out`, which may be an operand; else false, with
/// nothing done. f is not longer than g, neither empty.
bool mul_small(SparseTerms<Integers>& out, const SparseTerms<Integers>& f, const SparseTerms<Integers>& g,
               const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
