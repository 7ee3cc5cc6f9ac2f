// Short products of sparse polynomials over Z without preparation (multi_mul_small.cpp).
#pragma once

#include <optional>

#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "poly/multi_products/multi_cells.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The product when it is short and of small numbers; else nothing. f is not longer than g, neither empty.
std::optional<SparseTerms<Integers>> mul_small(const SparseTerms<Integers>& f, const SparseTerms<Integers>& g);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
