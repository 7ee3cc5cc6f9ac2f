// Exact division of sparse polynomials over Z block by block, in parallel, by merging.
//
// Monomials are single words, in the order of which the quotient is cut into blocks from the top. Of a block all
// products of the divisor with the blocks above are known: what is left of the dividend there is summed up in parallel,
// range by range, rows of products being merged two by two (poly/rows/product_rows.hpp). Within a block only the
// divisor's first terms count, those that are nearer to its leading one than the block is wide; a heap divides by
// these. Below the lowest monomial that a quotient can lead to everything has to vanish, which is one parallel sum.
//
// Cost: #q #d products, merged in log2 min(#q, #d) steps of some 3 ns each, of which a thirtieth or so, those with near
// terms, are taken one after the other, by a heap; it has as many blocks on the critical path as make both equal. Much
// less than the heap alone on one thread as well: there each product costs a mispredicted branch for each level, and
// rows are the quotient's, however many. Sources: Johnson, SIGSAM Bulletin 8, 1974; Monagan, Pearce: Parallel sparse
// polynomial division using heaps, PASCO 2010 (which divides by strips of the divisor); here ranges of the dividend are
// the units of work, as those of the product are in multi_scatter.hpp.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>

#include "poly/multi_products/multi_keys.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether blocks are likely to take less time than the heap: one word for a monomial and many terms.
bool divides_in_blocks(const MonomialLayout& layout, const SparseTerms<Integers>& a, const SparseTerms<Integers>& d);

/// What the fields of an exact quotient are, and how long its coefficients may be with their sign, at most 63, so that
/// no sum leaves 127 bits.
struct QuotientBounds {
  const FieldRanges& fields;
  std::size_t bits;
};

/// a / d. Not decided where a coefficient of the quotient is too long or memory does not suffice. Preconditions:
/// divides_in_blocks; the layout holds a and d; the coefficients of d have at most 62 bits, those of a at most 125.
/// `partial_sums`: fields of a monomial do not grow.
BoxResult<Integers> exact_div_in_blocks(const MonomialLayout& layout, bool partial_sums, const SparseTerms<Integers>& a,
                                        const SparseTerms<Integers>& d, const QuotientBounds& bounds,
                                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
