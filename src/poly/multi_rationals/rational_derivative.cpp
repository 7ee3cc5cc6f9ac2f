// Derivatives of sparse polynomials over Q.
//
// Terms that contain the variable are multiplied by their exponents and lose one of it. What the products share with
// the denominator is found by gcds, which begin with the shortest product. Where rows and denominator have one limb,
// products are pairs of words on the stack; few rows of some limbs are made in scratch memory; long lists in one pass
// for monomials and one for coefficients, as over Z (multi_derivative.cpp).
// Cost: O(n) products with a word; nothing is allocated for short lists whose result has room.
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/multi_products/multi_slopes.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/row_terms_over.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/rational_parts.hpp"
#include "poly/rows/short_rows.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsQ = SparseTerms<Rationals>;

/// In words; false, with nothing done, where rows or the denominator have more limbs, or terms are many.
bool derive_words(TermsQ& out, const TermsQ& a, const Variables& variables, std::size_t v,
                  const ExecutionContext& ctx) {
  const mp_limb_t d = word_of_denominator(a.coefficients);
  FewSlopes few;
  if (d == 0 || !few.derive({a.monomials, a.coefficients.numerators()}, variables, v)) return false;
  ctx.poll();
  ctx.charge(a.size());
  const mp_limb_t shared = shared_by_terms(d, few.slope());
  divide_terms(few.slope(), shared);
  write_terms(out, a.monomials.layout(), std::span<const RowTerm>(few.slope()), ctx);
  set_denominator(out, Integer(shared == 1 ? d : d / shared).view());
  return true;
}

/// In rows of some limbs, likewise.
bool derive_rows(TermsQ& out, const TermsQ& a, const Variables& variables, std::size_t v, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a.coefficients.numerators());
  const IntegerView d = a.coefficients.denominator().view();
  const MonomialLayout layout = a.monomials.layout();
  if (x.stride == 0 || layout.words != 1 || layout.fields > most_key_fields) return false;
  const std::size_t longest = std::max(x.stride, limbs_of(d));
  if (longest > most_fraction_limbs || x.count * longest > most_polled_limbs) return false;
  ctx.poll();
  ctx.charge(x.count * x.stride);
  const std::size_t width = x.stride + 1;
  const MemoryReservation held =
      reserve_unless_short(ctx, (x.count * (width + 2) + 4 * (longest + 2)) * sizeof(mp_limb_t));
  Workspace::Frame frame;
  std::uint64_t* const keys = frame.allocate<std::uint64_t>(x.count).data();
  const ScratchRows rows{frame.allocate<mp_limb_t>(x.count * width).data(),
                         frame.allocate<std::int32_t>(x.count).data(), width};
  const ExponentPlace place = exponent_place(layout, variables, v);
  std::uint64_t divisor = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < x.count; ++i) {
    const std::uint64_t key = a.monomials.data()[i];
    const std::uint64_t e = place(&key);
    if (e == 0) continue;
    if (count == 0) divisor = variable_key(layout, variables, v);  // a weight that no monomial has need not fit a field
    const mp_limb_t factor = e;
    keys[count] = key - divisor;
    rows.sizes[count] = long_product(rows.row(count), IntegerView(x.row(i), x.sizes[i]), IntegerView(&factor, 1));
    ++count;
  }
  ScratchNumber shared(frame, longest + 2);
  shared.set(d);
  share(shared, rows, count);
  ScratchNumber bottom(frame, longest + 2);
  bottom.set_quotient(d, shared.view());
  if (!shared.is_one()) {
    ScratchNumber scratch(frame, width + 1);
    for (std::size_t k = 0; k < count; ++k) divide_row(rows.row(k), rows.sizes[k], shared.view(), scratch);
  }
  write_terms(out, layout, keys, rows, count, ctx);
  set_denominator(out, bottom.view());
  return true;
}

}  // namespace

void derivative_into(const Rationals&, TermsQ& out, const TermsQ& a, const Variables& variables, std::size_t v,
                     const ExecutionContext& ctx) {
  if (derive_words(out, a, variables, v, ctx) || derive_rows(out, a, variables, v, ctx)) return;
  const MemoryReservation held = reserve_slope_lists(a.size(), a.monomials.words(), ctx);
  Workspace::Frame frame;
  const SlopeTerms terms = slope_terms(a.monomials, variables, v, frame, ctx);
  const Integer denominator = a.coefficients.denominator();
  try {
    IntegerVector& products = RationalParts::numerators(out.coefficients);
    if (&out == &a) {
      IntegerVector fresh;
      multiply_integers(fresh, a.coefficients.numerators(), terms, ctx);
      products = std::move(fresh);
    } else {
      multiply_integers(products, a.coefficients.numerators(), terms, ctx);
    }
    divide_monomials(out.monomials, a.monomials, variables, v, terms, frame);
    Integer shared = products.empty() ? denominator : common_factor(denominator, products, ctx);
    divide_in_place(products, shared, ctx);
    RationalParts::denominator(out.coefficients) = quotient(denominator, shared);
  } catch (...) {
    out = {PackedMonomials(out.monomials.layout()), {}};
    throw;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
