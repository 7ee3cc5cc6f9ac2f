// How the terms of a short result over Q are written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/rational_parts.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Where terms of a result go.
struct TermRoom {
  std::uint64_t* keys;
  mp_limb_t* limbs;
  std::int32_t* sizes;
};

/// Makes `out` a list of so many terms, all to be written, in the memory that it has where that is enough; after an
/// exception it is zero.
inline TermRoom remake_rationals(SparseTerms<Rationals>& out, const MonomialLayout& layout, std::size_t terms,
                                 std::size_t stride, const ExecutionContext& ctx) {
  IntegerVector& numerators = RationalParts::numerators(out.coefficients);
  if (const WrittenRows rows = written_rows(numerators);  // nothing is called where the shape stays
      rows.count == terms && (rows.stride == stride || terms == 0) && out.monomials.layout() == layout)
    return {const_cast<std::uint64_t*>(out.monomials.data()), rows.limbs, rows.sizes};
  try {
    const MemoryReservation reservation =
        reserve_unless_short(ctx, saturating_add(vector_bytes(terms, saturating_mul(terms, stride)),
                                                 terms * layout.words * sizeof(std::uint64_t)));
    remake_unwritten(numerators, terms, stride);
    std::uint64_t* const keys = out.monomials.remake(layout, terms);
    return {keys, terms == 0 ? nullptr : numerators.row(0), unwritten_sizes(numerators)};
  } catch (...) {
    out = SparseTerms<Rationals>{PackedMonomials(layout), {}};
    throw;
  }
}

/// Makes the denominator, the last part of `out`; after an exception that is zero.
inline void set_denominator(SparseTerms<Rationals>& out, IntegerView denominator) {
  Integer& own = RationalParts::denominator(out.coefficients);
  if (denominator.signed_size() == 1 && own.is_inline()) {
    own = Integer(out.size() == 0 ? 1 : denominator.limbs()[0]);
    return;
  }
  try {
    own = out.size() == 0 ? Integer(1).view() : denominator;
  } catch (...) {
    out = SparseTerms<Rationals>{PackedMonomials(out.monomials.layout()), {}};
    throw;
  }
}

/// Writes the numerators of a, or their opposites, as they stand. Preconditions: its rows are alike; `out` is not a.
inline void write_copy(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a, bool negative,
                       const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a.coefficients.numerators());
  const TermRoom room = remake_rationals(out, a.monomials.layout(), x.count, x.stride, ctx);
  const std::int32_t sign = negative ? -1 : 0;
  for (std::size_t i = 0; i < x.count; ++i) room.sizes[i] = (x.sizes[i] ^ sign) - sign;
  std::copy_n(a.monomials.data(), x.count * a.monomials.words(), room.keys);
  std::copy_n(x.limbs, x.count * x.stride, room.limbs);
}

/// The numerators of `out`, terms over Z, written by write(terms); what an exception leaves is zero.
template <class Write>
void write_numerators(SparseTerms<Rationals>& out, const Write& write) {
  IntegerVector& numerators = RationalParts::numerators(out.coefficients);
  SparseTerms<Integers> terms{std::move(out.monomials), std::move(numerators)};
  try {
    write(terms);
  } catch (...) {
    out = SparseTerms<Rationals>{PackedMonomials(terms.monomials.layout()), {}};
    throw;
  }
  out.monomials = std::move(terms.monomials);
  numerators = std::move(terms.coefficients);
}

/// Writes rows of scratch memory with their keys, none zero, as long as the longest.
inline void write_terms(SparseTerms<Rationals>& out, const MonomialLayout& layout, const std::uint64_t* keys,
                        const ScratchRows& rows, std::size_t count, const ExecutionContext& ctx) {
  std::size_t stride = 1;
  for (std::size_t i = 0; i < count; ++i) stride = std::max(stride, static_cast<std::size_t>(std::abs(rows.sizes[i])));
  const TermRoom room = remake_rationals(out, layout, count, stride, ctx);
  std::copy_n(keys, count * layout.words, room.keys);
  std::copy_n(rows.sizes, count, room.sizes);
  mp_limb_t* to = room.limbs;
  for (std::size_t i = 0; i < count; ++i, to += stride) {
    const auto limbs = static_cast<std::size_t>(std::abs(rows.sizes[i]));
    std::copy_n(rows.row(i), limbs, to);
    std::fill(to + limbs, to + stride, mp_limb_t{0});
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
