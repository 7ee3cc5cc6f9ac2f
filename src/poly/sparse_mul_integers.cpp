// Products of sparse polynomials over Z and Q.
#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/detail/sparse_ops.hpp>

#include "poly/mul_sizes.hpp"
#include "poly/sparse_mul_heap.hpp"
#include "poly/sparse_sums.hpp"

namespace polyfork::inline v1::detail {

namespace {

using TermsZ = SparseTerms<Integers>;

std::size_t heap_ranges(std::size_t terms_f, std::size_t terms_g) {
  return std::clamp<std::size_t>((terms_f * terms_g) >> 17, 1, 64);
}

std::vector<std::int64_t> signed_words(const IntegerVector& v) {
  std::vector<std::int64_t> words(v.size());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = v[i].to_int64();
  return words;
}

template <class Sum>
TermsZ mul_heap(const SparseFactors& factors, const typename Sum::Operands& operands, const ExecutionContext& ctx) {
  SharedCharge charge(ctx.memory());
  auto pieces = heap_pieces<Sum>(factors, operands, charge, ctx);
  IntegerVector coefficients = joined_integers(pieces, ctx);
  return {joined_monomials(factors.f.layout(), pieces, ctx), std::move(coefficients)};
}

}  // namespace

TermsZ mul_sparse(const Integers&, const TermsZ& a, const TermsZ& b, const ExecutionContext& ctx) {
  const TermsZ& f = a.size() <= b.size() ? a : b;
  const TermsZ& g = a.size() <= b.size() ? b : a;
  const MonomialLayout layout = product_layout(f.monomials.maxima(), g.monomials.maxima());
  const InLayout fm(f.monomials, layout);
  const InLayout gm(g.monomials, layout);
  const SparseFactors factors{*fm, *gm, heap_ranges(f.size(), g.size())};
  const std::size_t bits_f = f.coefficients.max_bits(ctx);
  const std::size_t bits_g = g.coefficients.max_bits(ctx);
  if (bits_f < 64 && bits_g < 64) {
    const MemoryReservation reservation(ctx.memory(), (f.size() + g.size()) * sizeof(std::int64_t));
    const WordOperands operands{signed_words(f.coefficients), signed_words(g.coefficients)};
    return mul_heap<WordSum>(factors, operands, ctx);
  }
  const std::size_t bits = bits_f + bits_g + static_cast<std::size_t>(std::bit_width(f.size())) + 1;
  const LimbOperands operands{f.coefficients, g.coefficients, (bits + 63) / 64};
  return mul_heap<LimbSum>(factors, operands, ctx);
}

SparseTerms<Rationals> mul_sparse(const Rationals&, const SparseTerms<Rationals>& a, const SparseTerms<Rationals>& b,
                                  const ExecutionContext& ctx) {
  const MemoryReservation copies(
      ctx.memory(), a.coefficients.bytes() + b.coefficients.bytes() + a.monomials.bytes() + b.monomials.bytes());
  const TermsZ za{a.monomials, a.coefficients.numerators()};
  const TermsZ zb{b.monomials, b.coefficients.numerators()};
  TermsZ product = mul_sparse(Integers{}, za, zb, ctx);
  Integer denominator = mul(a.coefficients.denominator(), b.coefficients.denominator());
  return {std::move(product.monomials), RationalVector(std::move(product.coefficients), std::move(denominator), ctx)};
}

SparseTerms<Rationals> merge_rationals(const SparseTerms<Rationals>& a, const SparseTerms<Rationals>& b, bool subtract,
                                       const ExecutionContext& ctx) {
  using Z = SparseOps<Integers>;
  const Integer& da = a.coefficients.denominator();
  const Integer& db = b.coefficients.denominator();
  const Integer common = lcm(da, db);
  const auto scaled = [&](const SparseTerms<Rationals>& t, const Integer& d) {
    const TermsZ z{t.monomials, t.coefficients.numerators()};
    return d == common ? z : Z::scale({}, z, exact_div(common, d), ctx);
  };
  const TermsZ x = scaled(a, da);
  const TermsZ y = scaled(b, db);
  TermsZ sum = subtract ? Z::sub({}, x, y, ctx) : Z::add({}, x, y, ctx);
  return {std::move(sum.monomials), RationalVector(std::move(sum.coefficients), common, ctx)};
}

}  // namespace polyfork::inline v1::detail
