// What derivatives of sparse polynomials over several rings have in common: the terms that contain a variable, and few
// of them in words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/rows/product_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t most_key_fields = 64;

/// The monomial that is the variable. Precondition: one of this layout contains it.
inline std::uint64_t variable_key(const MonomialLayout& layout, const Variables& variables, std::size_t v) {
  if (variables.order() == MonomialOrder::lex) return std::uint64_t{1} << layout.shift(v);
  std::array<std::uint64_t, most_key_fields> exponents{};
  std::array<std::uint64_t, most_key_fields> fields{};
  exponents[v] = 1;
  variables.to_fields(std::span(exponents).first(variables.size()), std::span(fields).first(layout.fields));
  std::uint64_t key = 0;
  for (std::size_t f = 0; f < layout.fields; ++f) layout.put(&key, f, fields[f]);
  return key;
}

/// The terms that contain the variable.
struct SlopeTerms {
  std::span<const std::uint32_t> places;
  std::span<const std::uint64_t> exponents;
  std::uint64_t largest = 0;  ///< exponent

  std::size_t size() const noexcept { return places.size(); }
};

SlopeTerms slope_terms(const PackedMonomials& monomials, const Variables& variables, std::size_t v,
                       Workspace::Frame& frame, const ExecutionContext& ctx);

/// The monomials of the terms, divided by the variable; `out` may be the list.
void divide_monomials(PackedMonomials& out, const PackedMonomials& monomials, const Variables& variables, std::size_t v,
                      const SlopeTerms& terms, Workspace::Frame& frame);

/// out = exponent times coefficient, `out` being no operand.
void multiply_integers(IntegerVector& out, const IntegerVector& a, const SlopeTerms& terms,
                       const ExecutionContext& ctx);

/// What the lists of slope_terms and of divide_monomials take.
inline MemoryReservation reserve_slope_lists(std::size_t terms, std::size_t words, const ExecutionContext& ctx) {
  return reserve_unless_short(ctx, terms * (sizeof(std::uint32_t) + (1 + words) * sizeof(std::uint64_t)));
}

/// The slope of few terms with words, on the caller's stack.
struct FewSlopes {
  static constexpr std::size_t most = 256;
  RowTerm terms[most];
  std::size_t count = 0;

  /// False, with nothing done, for many terms, rows of several limbs or monomials of several words.
  bool derive(const IntegerTerms& a, const Variables& variables, std::size_t v) {
    const ReadRows x = read_rows(a.coefficients);
    const MonomialLayout& layout = a.monomials.layout();
    if (x.count > most || x.stride != 1 || layout.words != 1 || layout.fields > most_key_fields) return false;
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
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
