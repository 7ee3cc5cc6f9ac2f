// Sums of short products of sparse polynomials over Z and Z/pZ without preparation (multi_mul_small.cpp).
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <polyfork/poly/multi_products/detail/multi_ops.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include "poly/rows/product_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = the sum of all f g when products are short and of small numbers, in the memory of `out`, which may be an
/// operand; else false, with nothing done. No f is longer than its g, none is empty, and there are factors.
/// Factors of a product are pairs of pointers f and g to terms.
template <Ring R, class Factors>
bool sum_small(const R& ring, SparseTerms<R>& out, std::span<const Factors> factors, const ExecutionContext& ctx);

/// Two factors whose parts stand in two places.
struct IntegerFactors {
  const IntegerTerms* f;
  const IntegerTerms* g;
};

/// A product of very few terms, on the caller's stack.
struct FewProducts {
  static constexpr std::size_t most = 128;
  RowTerm terms[most];
  TermPair pairs[2 * most];
  std::int64_t words[2 * most + 2];  // of both factors
  std::span<RowTerm> sum;

  /// sum = a b, without zeros. False, with nothing done, where there are more products, rows of several limbs, sums
  /// that could be longer than 126 bits, or monomials that are not of one layout of one word that holds the product's.
  bool multiply(const IntegerTerms& a, const IntegerTerms& b) noexcept;

 private:
  /// In one variable, where exponents are close to each other: in cells for all of them. Else false.
  bool add_up_by_exponents(const WordFactors& factors) noexcept;
};

/// out = a b, which is no operand, by sorting the pairs of terms, for numbers of any length whose products are not many
/// and seldom meet, or very few (multi_mul_limbs.cpp). False, with nothing done, where that is not so.
bool mul_limb_rows(SparseTerms<Integers>& out, const IntegerTerms& a, const IntegerTerms& b,
                   const ExecutionContext& ctx);

/// Why mul_limb_rows does not take such operands, or null.
const char* limb_rows_obstacle(const MultiMulShape& s);

/// out = a b, in the memory of `out`, which may be an operand, the longer one anywhere, by one of these ways; else
/// false, with nothing done.
template <Ring R>
bool mul_small(const R& ring, SparseTerms<R>& out, const SparseTerms<R>& a, const SparseTerms<R>& b,
               const ExecutionContext& ctx) {
  const TermFactors<R> factors[] = {a.size() <= b.size() ? TermFactors<R>{&a, &b} : TermFactors<R>{&b, &a}};
  if (sum_small(ring, out, std::span<const TermFactors<R>>(factors), ctx)) return true;
  if constexpr (std::is_same_v<R, Integers>) {
    const IntegerTerms x{a.monomials, a.coefficients};
    const IntegerTerms y{b.monomials, b.coefficients};
    if (&out != &a && &out != &b) return mul_limb_rows(out, x, y, ctx);
    SparseTerms<Integers> product;
    if (!mul_limb_rows(product, x, y, ctx)) return false;
    out = std::move(product);
    return true;
  }
  return false;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
