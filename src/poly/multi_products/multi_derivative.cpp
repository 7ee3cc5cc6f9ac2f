// Derivatives of sparse polynomials over Z, Q and Z/pZ.
//
// All monomials that contain the variable are divided by it, so that their order stays. The places of these terms and
// their exponents are noted once; then monomials and coefficients are written in one pass each.
#include <algorithm>
#include <array>
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
#include "core/short_reservation.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/product_rows.hpp"
#include "poly/rows/rational_parts.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The terms that contain the variable.
struct SlopeTerms {
  std::span<const std::uint32_t> places;
  std::span<const std::uint64_t> exponents;
  std::uint64_t largest = 0;  ///< exponent

  std::size_t size() const noexcept { return places.size(); }
};

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

/// The monomials of the terms, divided by the variable; `out` may be the list.
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

/// out = exponent times coefficient, `out` being no operand.
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

/// The slope of few terms with words, on the caller's stack.
struct FewSlopes {
  static constexpr std::size_t most = 256;
  RowTerm terms[most];
  std::size_t count = 0;

  /// False, with nothing done, for many terms, rows of several limbs or monomials of several words.
  bool derive(const IntegerTerms& a, const Variables& variables, std::size_t v) {
    const ReadRows x = read_rows(a.coefficients);
    const MonomialLayout layout = a.monomials.layout();
    if (x.count > most || x.stride != 1 || layout.words != 1 || layout.fields > most_fields) return false;
    const ExponentPlace place = exponent_place(layout, variables, v);
    const std::uint64_t* const keys = a.monomials.data();
    std::uint64_t divisor = 0;
    for (std::size_t i = 0; i < x.count; ++i) {
      const std::uint64_t e = place(keys + i);
      if (e == 0) continue;
      if (count == 0) divisor = variable_key(layout, variables, v);
      terms[count] = {keys[i] - divisor, 0, 0};
      terms[count++].set(x.limbs[i], static_cast<mp_limb_t>(e), x.sizes[i] < 0);
    }
    return true;
  }
  std::span<RowTerm> slope() noexcept { return {terms, count}; }
  /// The bytes of the result.
  MemoryReservation reserve(const ExecutionContext& ctx) const {
    return reserve_unless_short(ctx, vector_bytes(count, 2 * count) + count * sizeof(std::uint64_t));
  }

 private:
  static constexpr std::size_t most_fields = 64;
  /// The monomial that is the variable. Precondition: one of this layout contains it.
  static std::uint64_t variable_key(const MonomialLayout& layout, const Variables& variables, std::size_t v) {
    if (variables.order() == MonomialOrder::lex) return std::uint64_t{1} << layout.shift(v);
    std::array<std::uint64_t, most_fields> exponents{};
    std::array<std::uint64_t, most_fields> fields{};
    exponents[v] = 1;
    variables.to_fields(std::span(exponents).first(variables.size()), std::span(fields).first(layout.fields));
    std::uint64_t key = 0;
    for (std::size_t f = 0; f < layout.fields; ++f) layout.put(&key, f, fields[f]);
    return key;
  }
};

MemoryReservation reserve_lists(std::size_t terms, std::size_t words, const ExecutionContext& ctx) {
  return reserve_unless_short(ctx, terms * (sizeof(std::uint32_t) + (1 + words) * sizeof(std::uint64_t)));
}

}  // namespace

void derivative_into(const Integers&, SparseTerms<Integers>& out, const SparseTerms<Integers>& a,
                     const Variables& variables, std::size_t v, const ExecutionContext& ctx) {
  if (FewSlopes few; few.derive({a.monomials, a.coefficients}, variables, v)) {
    ctx.poll();
    ctx.charge(a.size());
    const MemoryReservation held = few.reserve(ctx);
    return terms_of_rows(out, a.monomials.layout(), few.slope());
  }
  const MemoryReservation held = reserve_lists(a.size(), a.monomials.words(), ctx);
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

void derivative_into(const Rationals&, SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a,
                     const Variables& variables, std::size_t v, const ExecutionContext& ctx) {
  FewSlopes few;
  if (a.coefficients.denominator().is_inline() &&
      few.derive({a.monomials, a.coefficients.numerators()}, variables, v)) {
    ctx.poll();
    ctx.charge(a.size());
    const mp_limb_t d = a.coefficients.denominator().view().limbs()[0];
    const MonomialLayout layout = a.monomials.layout();
    const mp_limb_t shared = shared_by_terms(d, few.slope());
    divide_terms(few.slope(), shared);
    const MemoryReservation held = few.reserve(ctx);
    IntegerVector& numerators = RationalParts::numerators(out.coefficients);
    SparseTerms<Integers> terms{std::move(out.monomials), std::move(numerators)};
    try {
      terms_of_rows(terms, layout, few.slope());
    } catch (...) {
      out = {PackedMonomials(terms.monomials.layout()), {}};
      throw;
    }
    out.monomials = std::move(terms.monomials);
    numerators = std::move(terms.coefficients);
    RationalParts::denominator(out.coefficients) = Integer(few.count == 0 ? 1 : d / shared);
    return;
  }
  const MemoryReservation held = reserve_lists(a.size(), a.monomials.words(), ctx);
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

void derivative_into(const PrimeField& field, SparseTerms<PrimeField>& out, const SparseTerms<PrimeField>& a,
                     const Variables& variables, std::size_t v, const ExecutionContext& ctx) {
  const MemoryReservation held = reserve_lists(a.size(), a.monomials.words() + 1, ctx);
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
