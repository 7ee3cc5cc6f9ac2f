// Short products of sparse polynomials over Z without preparation (sparse_mul_small.cpp).
#pragma once

#include <optional>

#include <polyfork/poly/detail/sparse_ops.hpp>

#include "poly/sparse_cells.hpp"

namespace polyfork::inline v1::detail {

/// The product when it is short and of small numbers; else nothing. f is not longer than g, neither empty.
std::optional<SparseTerms<Integers>> mul_small(const SparseTerms<Integers>& f, const SparseTerms<Integers>& g);

}  // namespace polyfork::inline v1::detail
