// Logarithmic derivatives of local factors: the linear information that recombination works with.
//
// For a monic local factor g of f modulo p^a the polynomial f g'/g is additive: that of a product is the sum. A set of
// local factors that makes up a factor over Z has a sum whose coefficients, as absolutely least residues, obey bounds
// which are far below p^a. Bounds are lowest at both ends, where few coefficients of f and g enter: the first ones hold
// what traces hold (Newton's sums), the last ones those of the reversed polynomial.
// Literature: Hart, van Hoeij, Novocin, Practical polynomial factoring in polynomial time, ISSAC 2011.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/factor_z/hensel_tree.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Sets of leaves of the Hensel tree.
using LeafGroups = std::vector<std::vector<std::size_t>>;

/// Which coefficient of f g'/g, and a bound for it: at most 2^bits for factors over Z.
struct ColumnBound {
  std::size_t index;
  double bits;
};

/// The bounds of at most `most` coefficients at either end, by ascending bounds. Precondition: degree at least 2.
std::vector<ColumnBound> column_bounds(const IntegerVector& f, std::size_t most);

/// The least number of bits A such that sum of max(0, min(most_gain, A - bits)) over the columns is at least `gain`.
double precision_for(const std::vector<ColumnBound>& columns, double gain, double most_gain);

/// For each of the columns the residues of all groups, canonical modulo the tree's p^a, for which the caller has
/// charged the context. f is the product of lc(f) and the leaves of all groups modulo p^a, p does not divide f(0).
std::vector<std::vector<Integer>> column_values(const IntegerVector& f, const HenselTree& tree,
                                                const LeafGroups& groups, const std::vector<ColumnBound>& columns,
                                                const ExecutionContext& ctx);

/// log2 of an integer above 0, not rounded upwards by more than 2^-30.
double log2_of(const Integer& x);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
