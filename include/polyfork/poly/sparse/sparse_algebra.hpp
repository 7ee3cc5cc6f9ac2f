// What DensePoly offers beside arithmetic, for sparse univariate polynomials: division in all forms, powers,
// composition, content, gcd, square-free decomposition, conversion to and from the dense form, text.
//
// The functions have the names and contracts of the dense ones (division.hpp, composition.hpp, gcd.hpp, io.hpp).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <polyfork/poly/dense/to_string.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>

namespace polyfork {
inline namespace v1 {

// --- division -------------------------------------------------------------------------------------------------------

template <Ring R>
struct SparsePolyDivision {
  SparsePoly<R> quotient;
  SparsePoly<R> remainder;
};

/// multiplier * a = quotient * b + remainder, deg remainder < deg b.
template <Ring R>
struct SparsePolyPseudoDivision {
  SparsePoly<R> quotient;
  SparsePoly<R> remainder;
  typename R::element multiplier;
};

/// a = q b + r with deg r < deg b, by a heap: O(terms q * terms b) ring operations. A quotient can have as many terms
/// as its degree says: it is charged to the context's memory as it grows. Throws DomainError as for dense polynomials.
template <Ring R>
SparsePolyDivision<R> div_rem(const SparsePoly<R>& a, const SparsePoly<R>& b,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const SparsePoly<R>& named = SparsePoly<R>::check(a, b);
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  auto qr = detail::sup::SparseListOps<R>::try_div_rem(a.ring(), a.packed_terms(), b.packed_terms(), false, ctx);
  if (!qr) throw DomainError("the leading coefficient of the divisor does not divide");
  return {SparsePoly<R>::make(std::move(qr->first), named), SparsePoly<R>::make(std::move(qr->second), named)};
}

template <Ring R>
SparsePoly<R> rem(const SparsePoly<R>& a, const SparsePoly<R>& b,
                  const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return div_rem(a, b, ctx).remainder;
}

#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // src: the library itself uses the named functions
/// The remainder, as rem on the default context.
template <Ring R>
SparsePoly<R> operator%(const SparsePoly<R>& a, const SparsePoly<R>& b) {
  return rem(a, b);
}
template <Ring R>
SparsePoly<R>& operator%=(SparsePoly<R>& a, const SparsePoly<R>& b) {
  return a = rem(a, b);
}
/// By the image of an integer.
template <Ring R, std::integral I>
SparsePoly<R> operator%(const SparsePoly<R>& a, I b) {
  return rem(a, SparsePoly<R>::constant(a.ring(), a.ring().from_integer(Integer(b))));
}
template <Ring R, std::integral I>
SparsePoly<R>& operator%=(SparsePoly<R>& a, I b) {
  return a = a % b;
}
#endif

template <Ring R>
SparsePolyDivision<R> monic_div_rem(const SparsePoly<R>& a, const SparsePoly<R>& b,
                                    const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (!b.is_monic()) throw DomainError("the divisor is not monic");
  return div_rem(a, b, ctx);
}

/// Multiplier lc(b)^max(deg a - deg b + 1, 0): throws MemoryLimit where that is too large a power.
template <Ring R>
SparsePolyPseudoDivision<R> pseudo_div_rem(const SparsePoly<R>& a, const SparsePoly<R>& b,
                                           const ExecutionContext& ctx = ExecutionContext::default_context());

/// Multiplier lc(b)^e with e the number of steps that were needed.
template <Ring R>
SparsePolyPseudoDivision<R> lazy_pseudo_div_rem(const SparsePoly<R>& a, const SparsePoly<R>& b,
                                                const ExecutionContext& ctx = ExecutionContext::default_context());

// --- powers and composition -----------------------------------------------------------------------------------------

/// a^exponent by binary powering; a^0 = 1. Throws DomainError when the degree would be 2^63 or more.
template <Ring R>
SparsePoly<R> pow(const SparsePoly<R>& a, std::uint64_t exponent,
                  const ExecutionContext& ctx = ExecutionContext::default_context());
/// Throws DomainError for a negative exponent.
template <Ring R, std::signed_integral I>
SparsePoly<R> pow(const SparsePoly<R>& a, I exponent,
                  const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return pow(a, detail::natural_number(exponent, "exponent"), ctx);
}

/// a(b(x)): Horner over the gaps between the exponents of a.
template <Ring R>
SparsePoly<R> compose(const SparsePoly<R>& a, const SparsePoly<R>& b,
                      const ExecutionContext& ctx = ExecutionContext::default_context());

// --- content, gcd, square-free decomposition ------------------------------------------------------------------------

template <GcdDomain R>
typename R::element content(const SparsePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::DenseOps<R>::content(a.ring(), a.packed_terms().coefficients, ctx);
}

template <GcdDomain R>
SparsePoly<R> primitive_part(const SparsePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

template <Field R>
SparsePoly<R> make_monic(const SparsePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

/// Normalised as that of dense polynomials. Powers of x and a common step of the exponents are taken out first: what is
/// left goes through the dense gcd when its list fits, else through remainder sequences of sparse polynomials, over
/// finite prime fields with remainders by powers of x, so that x^(2^60) - x costs sixty squarings.
template <GcdDomain R>
SparsePoly<R> gcd(const SparsePoly<R>& a, const SparsePoly<R>& b,
                  const ExecutionContext& ctx = ExecutionContext::default_context());

template <Ring R>
struct SparsePolySquareFreeFactor {
  SparsePoly<R> factor;
  std::uint64_t multiplicity;
};

template <Ring R>
struct SparsePolySquareFreeDecomposition {
  typename R::element unit;
  std::vector<SparsePolySquareFreeFactor<R>> factors;
};

/// As for dense polynomials, on F of x^k F(x^step): powers of few terms by their roots; as a dense polynomial when its
/// list fits, else by Yun's algorithm on the sparse form, unless a prime shows that nothing is repeated. Throws
/// MemoryLimit where neither can be (characteristic not above the degree).
template <GcdDomain R>
SparsePolySquareFreeDecomposition<R> square_free_decomposition(
    const SparsePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

template <GcdDomain R>
bool is_square_free(const SparsePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

// --- conversions ----------------------------------------------------------------------------------------------------

template <Ring R>
SparsePoly<R> to_sparse(const DensePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return SparsePoly<R>::make(detail::sup::sparse_list(a.ring(), a.coefficients(), 0, 1, ctx),
                             SparsePoly<R>(a.ring()).with_variable(a.variable()));
}

/// Throws MemoryLimit when the list of coefficients would not fit into what the context allows, or has more than 2^31
/// entries.
template <Ring R>
DensePoly<R> to_dense(const SparsePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

/// The shorter form, by prefer_sparse.
template <Ring R>
std::variant<DensePoly<R>, SparsePoly<R>> by_density(SparsePoly<R> a,
                                                     const ExecutionContext& ctx = ExecutionContext::default_context());
template <Ring R>
std::variant<DensePoly<R>, SparsePoly<R>> by_density(DensePoly<R> a,
                                                     const ExecutionContext& ctx = ExecutionContext::default_context());

// --- text -----------------------------------------------------------------------------------------------------------

/// Infix, descending: "3*x^1000000 - x + 1/2".
template <Ring R>
std::string to_string(const SparsePoly<R>& a) {
  if (a.is_zero()) return "0";
  std::string out;
  for (std::size_t i = 0; i < a.term_count(); ++i)
    detail::append_term(out, a.ring().to_string(a.packed_terms()[i]), a.variable(), a.packed_terms().exponents[i]);
  return out;
}

template <Ring R>
std::ostream& operator<<(std::ostream& out, const SparsePoly<R>& a) {
  return out << to_string(a);
}

}  // namespace v1
}  // namespace polyfork

#include <polyfork/poly/sparse/detail/sparse_division.inl>
#include <polyfork/poly/sparse/detail/sparse_gcd.inl>
