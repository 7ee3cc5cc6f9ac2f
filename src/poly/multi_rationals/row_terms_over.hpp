// Terms of one word with numerators of 128 bits, on their way into a polynomial over Q.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <gmp.h>

#include <polyfork/core/workspace.hpp>

#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/product_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The magnitude times a word below 2^62, with the sign of a signed size.
inline RowTerm scaled_term(std::uint64_t key, mp_limb_t magnitude, std::int32_t size, mp_limb_t factor) noexcept {
  RowTerm term{key, 0, 0};
  term.set(magnitude, factor, size < 0);
  return term;
}

inline void write_terms(SparseTerms<Rationals>& out, const MonomialLayout& layout, std::span<const RowTerm> terms,
                        const ExecutionContext& ctx) {
  const std::size_t stride = row_limbs(terms);
  const TermRoom room = remake_rationals(out, layout, terms.size(), stride, ctx);
  write_rows(terms, stride, room.keys, room.limbs, room.sizes);
}

/// A product of three words.
class WordProduct {
 public:
  WordProduct(mp_limb_t a, mp_limb_t b, mp_limb_t c) noexcept {
    __extension__ using wide = unsigned __int128;
    const wide product = wide{a} * b;
    limbs_[0] = static_cast<mp_limb_t>(product);
    limbs_[1] = static_cast<mp_limb_t>(product >> 64);
    limbs_[2] = c == 1 ? 0 : mpn_mul_1(limbs_, limbs_, 2, c);
  }
  IntegerView view() const noexcept { return {limbs_, static_cast<int>(strip(limbs_, 3))}; }

 private:
  mp_limb_t limbs_[3];
};

/// The rows as arrays; copies in the frame where they have one limb or two, but not the same number in all stripes.
inline ReadRows alike_rows(const IntegerVector& v, Workspace::Frame& frame) {
  const ReadRows rows = read_rows(v);
  std::size_t widest = 0;
  for (std::size_t s = 0; s < v.stripes(); ++s) widest = std::max(widest, v.stride(s));
  if (rows.stride != 0 || widest == 0 || widest > 2) return rows;
  mp_limb_t* const limbs = frame.allocate<mp_limb_t>(v.size() * widest).data();
  for (std::size_t i = 0; i < v.size(); ++i) {
    limbs[i * widest + widest - 1] = 0;
    std::copy_n(v.row(i), v.stride(i / IntegerVector::stripe_rows), limbs + i * widest);
  }
  return {limbs, rows.sizes, rows.count, widest};
}

/// A denominator of one limb; 0 for a longer one.
inline mp_limb_t word_of_denominator(const RationalVector& v) noexcept {
  return v.denominator().is_inline() ? v.denominator().view().limbs()[0] : 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
