// Products of sparse polynomials over Q.
//
// The content of a product is that of its factors' (Gauss), so that with a = A / d and b = B / e in lowest terms A B
// shares with d e what the content of A shares with e and that of B with d: gcds with the operands, not with the
// product, and none for a square. Where words are enough, few products are made on the stack.
// Source: Knuth, The Art of Computer Programming, vol. 2, 4.5.1 and 4.6.1.
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_products/multi_mul_small.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/row_terms_over.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/rational_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsQ = SparseTerms<Rationals>;

IntegerTerms numerators_of(const TermsQ& a) noexcept { return {a.monomials, a.coefficients.numerators()}; }

/// Few terms in words; false, with nothing done, where that is not so.
bool mul_few(TermsQ& out, const TermsQ& a, const TermsQ& b, const ExecutionContext& ctx) {
  const mp_limb_t d = word_of_denominator(a.coefficients);
  const mp_limb_t e = word_of_denominator(b.coefficients);
  if (d == 0 || e == 0) return false;
  FewProducts few;
  if (!few.multiply(numerators_of(a), numerators_of(b))) return false;
  ctx.poll();
  ctx.charge(a.size() * b.size());
  const bool square = &a == &b;
  const ReadRows x = read_rows(a.coefficients.numerators());
  const ReadRows y = read_rows(b.coefficients.numerators());
  const mp_limb_t of_d = square ? 1 : word_shared_by(d, y, y.count);
  const mp_limb_t of_e = square ? 1 : word_shared_by(e, x, x.count);
  divide_terms(few.sum, of_d);
  divide_terms(few.sum, of_e);
  write_terms(out, a.monomials.layout(), few.sum, ctx);
  set_denominator(out, WordProduct(of_d == 1 ? d : d / of_d, of_e == 1 ? e : e / of_e, 1).view());
  return true;
}

/// What d shares with all numerators.
Integer shared_with(const Integer& d, const IntegerVector& numerators, const ExecutionContext& ctx) {
  if (d.is_one()) return d;
  const std::size_t limbs = std::max(limbs_of(d.view()), numerators.max_limbs(ctx));
  if (limbs > most_fraction_limbs) return common_factor(d, numerators, ctx);
  Workspace::Frame frame;
  ScratchNumber shared(frame, limbs + 1);
  shared.set(d.view());
  share(shared, numerators, numerators.size());
  return Integer(shared.view());
}

/// out = a b over Z, which is no operand.
void mul_numerators(SparseTerms<Integers>& out, const TermsQ& a, const TermsQ& b, const ExecutionContext& ctx) {
  const IntegerTerms f = numerators_of(a);
  const IntegerTerms g = numerators_of(b);
  const IntegerFactors factors[] = {f.size() <= g.size() ? IntegerFactors{&f, &g} : IntegerFactors{&g, &f}};
  if (sum_small(Integers{}, out, std::span<const IntegerFactors>(factors), ctx)) return;
  if (mul_limb_rows(out, f, g, ctx)) return;
  const MemoryReservation copies(
      ctx.memory(), a.coefficients.bytes() + b.coefficients.bytes() + a.monomials.bytes() + b.monomials.bytes());
  const SparseTerms<Integers> copy_a{f.monomials, f.coefficients};
  const SparseTerms<Integers> copy_b{g.monomials, g.coefficients};
  out = mul_terms(Integers{}, copy_a, copy_b, ctx);
}

}  // namespace

void mul_rationals_into(TermsQ& out, const TermsQ& a, const TermsQ& b, const ExecutionContext& ctx) {
  if (mul_few(out, a, b, ctx)) return;
  if (&out == &a || &out == &b) {
    TermsQ product{PackedMonomials(a.monomials.layout()), {}};
    mul_rationals_into(product, a, b, ctx);
    out = std::move(product);
    return;
  }
  const Integer& d = a.coefficients.denominator();
  const Integer& e = b.coefficients.denominator();
  const Integer of_d = &a == &b ? Integer(1) : shared_with(d, b.coefficients.numerators(), ctx);
  const Integer of_e = &a == &b ? Integer(1) : shared_with(e, a.coefficients.numerators(), ctx);
  write_numerators(out, [&](SparseTerms<Integers>& product) {
    mul_numerators(product, a, b, ctx);
    divide_in_place(product.coefficients, of_d, ctx);
    divide_in_place(product.coefficients, of_e, ctx);
  });
  try {
    Integer& denominator = RationalParts::denominator(out.coefficients);
    if (of_d.is_one() && of_e.is_one())
      set_product(denominator, d, e);
    else
      denominator = mul(quotient(d, of_d), quotient(e, of_e));
  } catch (...) {
    out = TermsQ{PackedMonomials(out.monomials.layout()), {}};
    throw;
  }
}

SparseTerms<Rationals> mul_terms(const Rationals&, const TermsQ& a, const TermsQ& b, const ExecutionContext& ctx) {
  TermsQ product{PackedMonomials(a.monomials.layout()), {}};
  mul_rationals_into(product, a, b, ctx);
  return product;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
