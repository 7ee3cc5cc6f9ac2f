// Factorizations against their definition: products, and irreducibility by plain powering and plain gcds.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/to_string.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/factor/factor_zp_tuning.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "zp_reference.hpp"

namespace polyfork::test {

/// Cut-offs of 2 and forks in factorization and in what it stands on, so that short inputs take every path.
inline Tuning smallest_factor_cutoffs() {
  FactorZpTuning t;
  t.visit([](std::string_view, std::int64_t& value) { value = 2; });
  return smallest_cutoffs().set(t);
}

/// The cut-offs as they are and as small as they can be, on one thread and on several.
inline std::vector<ExecutionContext> all_factor_paths() {
  return {ExecutionContext(), ExecutionContext().with_tuning(smallest_factor_cutoffs()),
          ExecutionContext().with_threads(3).with_tuning(smallest_factor_cutoffs())};
}

/// x^p modulo f by binary powering with products and remainders.
template <class R>
DensePoly<R> plain_frobenius(const DensePoly<R>& a, const DensePoly<R>& f) {
  const Integer p = f.ring().characteristic();
  DensePoly<R> result = DensePoly<R>::constant(f.ring(), f.ring().one());
  for (std::size_t i = p.bit_length(); i-- != 0;) {
    result = rem(mul(result, result), f);
    if (!floor_div_rem(p >> i, Integer(2)).second.is_zero()) result = rem(mul(result, a), f);
  }
  return result;
}

/// A polynomial over a prime field is irreducible when it has no factor of at most half its degree: gcds with all
/// x^(p^d) - x.
template <class R>
bool plain_irreducible(const DensePoly<R>& f) {
  if (f.is_constant()) return false;
  const DensePoly<R> x = DensePoly<R>::generator(f.ring());
  DensePoly<R> h = x;
  for (std::ptrdiff_t d = 1; 2 * d <= f.degree(); ++d) {
    h = plain_frobenius(h, f);
    if (!gcd(f, sub(h, x)).is_constant()) return false;
  }
  return true;
}

template <class R>
DensePoly<R> expanded(const Factorization<R>& factors, const R& ring) {
  DensePoly<R> product = DensePoly<R>::constant(ring, factors.unit);
  for (const auto& f : factors.factors) product = mul(product, pow(f.polynomial, f.multiplicity));
  return product;
}

template <class R>
bool in_order(const DensePoly<R>& a, const DensePoly<R>& b) {
  if (a.length() != b.length()) return a.length() < b.length();
  for (std::size_t i = a.length(); i-- != 0;)
    if (!(a.coefficient(i) == b.coefficient(i))) return a.coefficient(i) < b.coefficient(i);
  return false;
}

/// The whole definition: the product, monic irreducible factors, strictly ascending in canonical order.
template <class R>
void expect_factorization(const DensePoly<R>& f, const Factorization<R>& factors) {
  EXPECT_EQ(expanded(factors, f.ring()), f);
  EXPECT_EQ(factors.unit, f.leading_coefficient());
  for (std::size_t i = 0; i < factors.factors.size(); ++i) {
    const auto& [polynomial, multiplicity] = factors.factors[i];
    EXPECT_TRUE(polynomial.is_monic());
    EXPECT_GE(multiplicity, 1U);
    EXPECT_TRUE(plain_irreducible(polynomial)) << polynomial;
    EXPECT_TRUE(i == 0 || in_order(factors.factors[i - 1].polynomial, polynomial));
  }
}

/// The factorization that a product of known irreducible polynomials has, equal ones put together.
template <class R>
Factorization<R> known_factorization(const typename R::element& unit, std::vector<DensePoly<R>> irreducible) {
  std::sort(irreducible.begin(), irreducible.end(), in_order<R>);
  Factorization<R> result{unit, {}};
  for (DensePoly<R>& f : irreducible) {
    if (!result.factors.empty() && result.factors.back().polynomial == f)
      ++result.factors.back().multiplicity;
    else
      result.factors.push_back({std::move(f), 1});
  }
  return result;
}

}  // namespace polyfork::test
