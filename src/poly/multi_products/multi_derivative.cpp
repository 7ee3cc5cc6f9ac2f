// Derivatives of sparse polynomials over Z and Z/pZ.
//
// All monomials that contain the variable are divided by it, so that their order stays. The places of these terms and
// their exponents are noted once; then monomials and coefficients are written in one pass each.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/polled.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_products/multi_slopes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

SlopeTerms slope_terms(const PackedMonomials& monomials, const Variables& variables, std::size_t v,
                       Workspace::Frame& frame, const ExecutionContext& ctx) {
  const ExponentPlace place = exponent_place(monomials.layout(), variables, v);
  const std::size_t n = monomials.size();
  check_term_count(n);
  const std::span<std::uint32_t> places = frame.allocate<std::uint32_t>(n);
  const std::span<std::uint64_t> exponents = frame.allocate<std::uint64_t>(n);
  SlopeTerms found;
  std::size_t size = 0;
  polled_for(ctx, n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t e = place(monomials[i]);
      places[size] = static_cast<std::uint32_t>(i);
      exponents[size] = e;
      size += static_cast<std::size_t>(e != 0);
      found.largest = std::max(found.largest, e);
    }
  });
  found.places = places.first(size);
  found.exponents = exponents.first(size);
  return found;
}

void divide_monomials(PackedMonomials& out, const PackedMonomials& monomials, const Variables& variables, std::size_t v,
                      const SlopeTerms& terms, Workspace::Frame& frame) {
  const MonomialLayout layout = monomials.layout();
  const std::span<std::uint64_t> exponents = frame.allocate<std::uint64_t>(variables.size());
  const std::span<std::uint64_t> fields = frame.allocate<std::uint64_t>(variables.fields());
  const std::span<std::uint64_t> divisor = frame.allocate<std::uint64_t>(layout.words);
  std::fill(exponents.begin(), exponents.end(), 0);
  std::fill(divisor.begin(), divisor.end(), 0);
  exponents[v] = 1;
  variables.to_fields(exponents, fields);
  // A weight that no monomial of this layout has belongs to a variable that does not occur.
  if (terms.size() != 0)
    for (std::size_t f = 0; f < fields.size(); ++f) layout.put(divisor.data(), f, fields[f]);
  const bool in_place = &out == &monomials;
  const std::uint64_t* const from = monomials.data();
  std::uint64_t* const to = in_place ? const_cast<std::uint64_t*>(from) : out.remake(layout, terms.size());
  for (std::size_t k = 0; k < terms.size(); ++k)
    for (std::size_t w = 0; w < layout.words; ++w)
      to[k * layout.words + w] = from[terms.places[k] * layout.words + w] - divisor[w];
  if (in_place) out.truncate(terms.size());
}

void multiply_integers(IntegerVector& out, const IntegerVector& a, const SlopeTerms& terms,
                       const ExecutionContext& ctx) {
  const auto factor_bits = static_cast<std::size_t>(std::bit_width(terms.largest));
  const auto bits_of = [&](std::size_t s) {
    const std::size_t last = std::min((s + 1) * IntegerVector::stripe_rows, terms.size());
    std::size_t bits = 0;
    for (std::size_t k = s * IntegerVector::stripe_rows; k < last; ++k)
      bits = std::max(bits, a[terms.places[k]].bit_length());
    return bits + factor_bits;
  };
  const auto fill = [&](std::size_t k, mp_limb_t* row) {
    const mp_limb_t factor = terms.exponents[k];
    return mul_rows(row, a[terms.places[k]], IntegerView(&factor, 1), nullptr);
  };
  fill_stripes_into(out, terms.size(), bits_of, fill, ctx);
}

void derivative_into(const Integers&, SparseTerms<Integers>& out, const SparseTerms<Integers>& a,
                     const Variables& variables, std::size_t v, const ExecutionContext& ctx) {
  if (FewSlopes few; few.derive({a.monomials, a.coefficients}, variables, v)) {
    ctx.poll();
    ctx.charge(a.size());
    const MemoryReservation held = few.reserve(ctx);
    return terms_of_rows(out, a.monomials.layout(), few.slope());
  }
  const MemoryReservation held = reserve_slope_lists(a.size(), a.monomials.words(), ctx);
  Workspace::Frame frame;
  const SlopeTerms terms = slope_terms(a.monomials, variables, v, frame, ctx);
  try {
    if (&out == &a) {
      IntegerVector products;
      multiply_integers(products, a.coefficients, terms, ctx);
      divide_monomials(out.monomials, out.monomials, variables, v, terms, frame);
      out.coefficients = std::move(products);
    } else {
      divide_monomials(out.monomials, a.monomials, variables, v, terms, frame);
      multiply_integers(out.coefficients, a.coefficients, terms, ctx);
    }
  } catch (...) {
    out = {PackedMonomials(out.monomials.layout()), {}};
    throw;
  }
}

void derivative_into(const PrimeField& field, SparseTerms<PrimeField>& out, const SparseTerms<PrimeField>& a,
                     const Variables& variables, std::size_t v, const ExecutionContext& ctx) {
  const MemoryReservation held = reserve_slope_lists(a.size(), a.monomials.words() + 1, ctx);
  Workspace::Frame frame;
  SlopeTerms terms = slope_terms(a.monomials, variables, v, frame, ctx);
  const WordModulus m = field.word_modulus();
  try {
    // Exponents that p divides leave nothing of their terms.
    auto* const places = const_cast<std::uint32_t*>(terms.places.data());
    if (&out != &a) resize_unwritten(out.coefficients, terms.size());
    std::size_t size = 0;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const std::uint64_t product = m.mul(m.reduce(terms.exponents[k]), a.coefficients[terms.places[k]]);
      places[size] = terms.places[k];
      out.coefficients[size] = product;
      size += static_cast<std::size_t>(product != 0);
    }
    terms.places = terms.places.first(size);
    out.coefficients.resize(size);
    divide_monomials(out.monomials, a.monomials, variables, v, terms, frame);
  } catch (...) {
    out = {PackedMonomials(out.monomials.layout()), {}};
    throw;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
