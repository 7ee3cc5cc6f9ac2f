// Rows of scratch memory times a fraction, as terms over Q in lowest terms.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// top / (bottom coprime), all positive: `top` shares factors with `bottom` alone.
struct RowFraction {
  IntegerView top;
  IntegerView bottom;
  IntegerView coprime;
};

/// out = the rows, none zero, times the fraction; every prime that the rows may share with its denominator divides
/// `radical`. Changes the rows. No number refers to `out`.
inline void write_fraction(SparseTerms<Rationals>& out, const MonomialLayout& layout,
                           std::span<const std::uint64_t> keys, const ScratchRows& rows, const RowFraction& f,
                           IntegerView radical, const ExecutionContext& ctx) {
  const std::size_t count = keys.size();
  Workspace::Frame frame;
  const std::size_t of_top = limbs_of(f.top);
  const std::size_t widest =
      std::max({rows.width, limbs_of(f.bottom) + limbs_of(f.coprime), limbs_of(radical), of_top});
  ScratchNumber below(frame, widest + 1);
  ScratchNumber scratch(frame, widest + 1);
  ScratchNumber top(frame, widest + 1);
  top.set(f.top);
  if (!f.top.is_one() && !f.bottom.is_one() && count != 0) {
    scratch.set_gcd(f.top, f.bottom);
    top.set_quotient(f.top, scratch.view());
    below.set_quotient(f.bottom, scratch.view());
    scratch.set(below.view());
    below.set_product(scratch.view(), f.coprime);
  } else {
    below.set_product(f.bottom, f.coprime);
  }
  if (!below.is_one() && !radical.is_one() && count != 0) {
    ScratchNumber shared(frame, widest + 1);
    shared.set(radical);
    cancel_rows(rows, count, below, shared, scratch);
  }
  if (top.is_one()) {
    write_terms(out, layout, keys.data(), rows, count, ctx);
  } else {
    const std::size_t width = rows.width + of_top;
    const ScratchRows products{frame.allocate<mp_limb_t>(count * width).data(),
                               frame.allocate<std::int32_t>(count).data(), width};
    for (std::size_t k = 0; k < count; ++k) products.sizes[k] = long_product(products.row(k), rows[k], top.view());
    write_terms(out, layout, keys.data(), products, count, ctx);
  }
  set_denominator(out, below.view());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
