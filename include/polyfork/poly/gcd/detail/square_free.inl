// Primitive parts and square-free decomposition.
//
// Characteristic 0, or above the degree: Yun's algorithm; with f = prod f_i^i, b = f / gcd(f, f') and
// c = f' / gcd(f, f'), the differences d = c - b' give f_1 = gcd(b, d), then b / f_1, d / f_1 the next, and so on: gcds
// that cost as much as one of f and f'. Z[x] and Q[x] run it on primitive integer polynomials in
// src/poly/gcd/square_free_integers.cpp, after a test modulo word primes that proves most inputs square-free.
// Over Z/pZ: gcd(f, f') loses the factors whose multiplicity p divides; what remains at the end is a polynomial in x^p,
// the p-th power of the polynomial with the same coefficients, which is decomposed in turn.
// The unit is lc(f) / prod lc(f_i)^i, so that the product is exact.
// Literature: Yun, SYMSAC 1976; von zur Gathen, Gerhard, Modern Computer Algebra, section 14.6; Geddes, Czapor,
// Labahn, Algorithms for Computer Algebra, section 8.3.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct IntegerFactor {
  IntegerVector factor;
  std::uint64_t multiplicity;
};

/// Over Z: primitive factors with positive leading coefficients, ascending multiplicities; contents and signs are
/// left out. Precondition: a normalised, not constant.
POLYFORK_EXPORT std::vector<IntegerFactor> square_free_factors(const IntegerVector& a, const ExecutionContext& ctx);
/// Square-free as a polynomial over Q. Precondition: a normalised, not empty.
POLYFORK_EXPORT bool is_square_free_over_q(const IntegerVector& a, const ExecutionContext& ctx);
/// Square-free over Z/pZ; nothing is allocated for up to 64 residues. Precondition: a normalised, not empty.
POLYFORK_EXPORT bool is_square_free_mod(const PrimeField& ring, const ResidueVector& a, const ExecutionContext& ctx);

/// p = characteristic if it does not exceed the degree, else 0.
template <Ring R>
std::size_t small_characteristic(const DensePoly<R>& a) {
  const Integer p = a.ring().characteristic();
  if (p.is_zero() || p > static_cast<std::int64_t>(a.degree())) return 0;
  return static_cast<std::size_t>(p.to_int64());
}

/// Yun. Precondition: a primitive or monic, not constant, derivative not zero in any factor.
template <GcdDomain R>
void square_free_yun(const DensePoly<R>& a, std::vector<SquareFreeFactor<R>>& out, const ExecutionContext& ctx) {
  const DensePoly<R> slope = derivative(a, 1, ctx);
  const DensePoly<R> repeated = gcd(a, slope, ctx);
  DensePoly<R> b = exact_div(a, repeated, ctx);
  DensePoly<R> c = exact_div(slope, repeated, ctx);
  for (std::uint64_t multiplicity = 1; !b.is_constant(); ++multiplicity) {
    const DensePoly<R> d = sub(c, derivative(b, 1, ctx), ctx);
    DensePoly<R> factor = gcd(b, d, ctx);
    b = exact_div(b, factor, ctx);
    c = exact_div(d, factor, ctx);
    if (!factor.is_constant()) out.push_back({std::move(factor), multiplicity});
  }
}

/// f(x) = h(x^p) = h(x)^p over Z/pZ: the polynomial h.
template <Field R>
DensePoly<R> frobenius_root(const DensePoly<R>& f, std::size_t p) {
  std::vector<typename R::element> h;
  for (std::size_t i = 0; i < f.length(); i += p) h.push_back(f.coefficient(i));
  return DensePoly<R>::from_elements(f.ring(), std::move(h)).with_variable(f.variable());
}

/// Any characteristic p of a prime field. Precondition: a monic, not constant.
template <Field R>
void square_free_frobenius(DensePoly<R> a, std::size_t p, std::vector<SquareFreeFactor<R>>& out,
                           const ExecutionContext& ctx) {
  for (std::uint64_t scale = 1; !a.is_constant(); scale *= p) {
    DensePoly<R> rest = gcd(a, derivative(a, 1, ctx), ctx);
    DensePoly<R> b = exact_div(a, rest, ctx);  // one of each factor whose multiplicity p does not divide
    for (std::uint64_t multiplicity = 1; !b.is_constant(); ++multiplicity) {
      DensePoly<R> common = gcd(b, rest, ctx);
      DensePoly<R> factor = exact_div(b, common, ctx);
      rest = exact_div(rest, common, ctx);
      if (!factor.is_constant()) out.push_back({std::move(factor), scale * multiplicity});
      b = std::move(common);
    }
    a = frobenius_root(rest, p);
  }
}

/// One factor per multiplicity, ascending: factors of equal multiplicity are multiplied.
template <Ring R>
void merge_factors(std::vector<SquareFreeFactor<R>>& factors, const ExecutionContext& ctx) {
  std::stable_sort(factors.begin(), factors.end(),
                   [](const auto& x, const auto& y) { return x.multiplicity < y.multiplicity; });
  std::vector<SquareFreeFactor<R>> merged;
  for (auto& f : factors) {
    if (!merged.empty() && merged.back().multiplicity == f.multiplicity)
      merged.back().factor = mul(merged.back().factor, f.factor, ctx);
    else
      merged.push_back(std::move(f));
  }
  factors = std::move(merged);
}

/// a without its content, or made monic.
template <GcdDomain R>
DensePoly<R> normal_part(const DensePoly<R>& a, const ExecutionContext& ctx) {
  if constexpr (Field<R>)
    return make_monic(a, ctx);
  else
    return primitive_part(a, ctx);
}

/// Factors for any ring but Z and Q. The power of x is taken out first: it costs nothing and is common.
template <GcdDomain R>
std::vector<SquareFreeFactor<R>> square_free_factors_of(const DensePoly<R>& a, const ExecutionContext& ctx) {
  std::vector<SquareFreeFactor<R>> factors;
  std::size_t zeros = 0;
  while (a.ring().is_zero(a.coefficient(zeros))) ++zeros;
  if (zeros != 0) factors.push_back({DensePoly<R>::generator(a.ring()).with_variable(a.variable()), zeros});
  const DensePoly<R> rest = normal_part(shift_right(a, zeros, ctx), ctx);
  if (!rest.is_constant()) {
    const std::size_t p = small_characteristic(rest);
    if (p == 0) {
      square_free_yun(rest, factors, ctx);
    } else if constexpr (Field<R> && is_prime_field_v<R>) {
      square_free_frobenius(rest, p, factors, ctx);
    } else {
      throw DomainError("square-free decomposition: the characteristic is positive and at most the degree");
    }
  }
  merge_factors(factors, ctx);
  return factors;
}

/// lc(a) / prod lc(f)^multiplicity.
template <GcdDomain R>
typename R::element square_free_unit(const DensePoly<R>& a, const std::vector<SquareFreeFactor<R>>& factors) {
  const R& ring = a.ring();
  typename R::element lead = ring.one();
  for (const auto& f : factors)
    if (!f.factor.is_monic()) lead = ring.mul(lead, pow(ring, f.factor.leading_coefficient(), f.multiplicity));
  return ring.is_one(lead) ? a.leading_coefficient() : *ring.try_divide(a.leading_coefficient(), lead);
}

template <GcdDomain R>
std::vector<SquareFreeFactor<R>> square_free_factors_over_z(const IntegerVector& a, const DensePoly<R>& named,
                                                            const ExecutionContext& ctx) {
  std::vector<SquareFreeFactor<R>> factors;
  for (IntegerFactor& f : square_free_factors(a, ctx)) {
    if constexpr (std::same_as<R, Rationals>) {
      Integer lead(f.factor[f.factor.size() - 1]);
      factors.push_back(
          {DensePoly<R>::make(RationalVector(std::move(f.factor), std::move(lead), ctx), named), f.multiplicity});
    } else {
      factors.push_back({DensePoly<R>::make(std::move(f.factor), named), f.multiplicity});
    }
  }
  return factors;
}

}  // namespace detail

template <GcdDomain R>
DensePoly<R> primitive_part(const DensePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) return a;
  const typename R::element c = content(a, ctx);
  if (a.ring().is_one(c)) return a;
  return DensePoly<R>::make(*detail::DenseOps<R>::try_divide_scalar(a.ring(), a.coefficients(), c, ctx), a);
}

template <Field R>
DensePoly<R> make_monic(const DensePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) throw DomainError("the zero polynomial has no monic associate");
  if (a.is_monic()) return a;
  return DensePoly<R>::make(
      *detail::DenseOps<R>::try_divide_scalar(a.ring(), a.coefficients(), a.leading_coefficient(), ctx), a);
}

template <GcdDomain R>
SquareFreeDecomposition<R> square_free_decomposition(const DensePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) throw DomainError("the zero polynomial has no square-free decomposition");
  SquareFreeDecomposition<R> result{a.leading_coefficient(), {}};
  if (a.is_constant()) return result;
  if constexpr (std::same_as<R, Integers>)
    result.factors = detail::square_free_factors_over_z(a.coefficients(), a, ctx);
  else if constexpr (std::same_as<R, Rationals>)
    result.factors = detail::square_free_factors_over_z(a.coefficients().numerators(), a, ctx);
  else
    result.factors = detail::square_free_factors_of(a, ctx);
  result.unit = detail::square_free_unit(a, result.factors);
  return result;
}

template <GcdDomain R>
bool is_square_free(const DensePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) return false;
  if constexpr (std::same_as<R, Integers>) {
    return detail::is_square_free_over_q(a.coefficients(), ctx);
  } else if constexpr (std::same_as<R, Rationals>) {
    return detail::is_square_free_over_q(a.coefficients().numerators(), ctx);
  } else if constexpr (std::same_as<R, PrimeField>) {
    return detail::is_square_free_mod(a.ring(), a.coefficients(), ctx);
  } else {
    // Also right in characteristic p over perfect fields: a p-th power has derivative 0 and is its own gcd. Over
    // others, as Z/p(t), x^p - t is square-free and has derivative 0 nevertheless: there only a constant gcd proves
    // something.
    if (gcd(a, derivative(a, 1, ctx), ctx).is_constant()) return true;
    if (!is_prime_field_v<R> && detail::small_characteristic(a) != 0)
      throw DomainError("square-free test: the characteristic is positive and at most the degree");
    return false;
  }
}

}  // namespace v1
}  // namespace polyfork
