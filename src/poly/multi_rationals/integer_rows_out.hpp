// How the terms of a short result over Z are written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Writes rows of scratch memory with their keys of one word, none zero, as long as the longest.
inline void write_terms(SparseTerms<Integers>& out, const MonomialLayout& layout, const std::uint64_t* keys,
                        const ScratchRows& rows, std::size_t count, const ExecutionContext& ctx) {
  std::size_t stride = 1;
  for (std::size_t i = 0; i < count; ++i) stride = std::max(stride, static_cast<std::size_t>(std::abs(rows.sizes[i])));
  const MemoryReservation held =
      reserve_unless_short(ctx, vector_bytes(count, count * stride) + count * sizeof(std::uint64_t));
  std::copy_n(keys, count, remake_terms(out, layout, count, stride));
  if (count == 0) return;
  mp_limb_t* to = out.coefficients.row(0);
  for (std::size_t i = 0; i < count; ++i, to += stride) {
    const auto limbs = static_cast<std::size_t>(std::abs(rows.sizes[i]));
    std::copy_n(rows.row(i), limbs, to);
    clear_from(to, limbs, stride);
  }
  std::copy_n(rows.sizes, count, unwritten_sizes(out.coefficients));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
