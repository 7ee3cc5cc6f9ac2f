// What a factorization is, for every ring and form of polynomials: a unit and irreducible factors with multiplicities.
#pragma once

#include <cstdint>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class SparsePoly;

/// An irreducible factor, not constant: with leading coefficient 1 over a field, primitive with a positive leading
/// coefficient over Z. In several variables the leading coefficient is that of the variables' order.
template <class P>
struct FactorOf {
  P polynomial;
  std::uint64_t multiplicity = 1;
  friend bool operator==(const FactorOf&, const FactorOf&) = default;
};

/// f = unit * product of polynomial^multiplicity for an f of type P. The factors are different from each other and in
/// canonical order: in one variable by degree, then by coefficients from the leading one downwards (residues as
/// integers in [0, p)); in several by total degree, then by the number of terms, then by the first term in which they
/// differ, the smaller monomial or coefficient first. Two equal polynomials have equal factorizations.
template <class P>
struct FactorizationOf {
  /// The leading coefficient of f over a field; over Z the content with the sign of f, an integer that is not factored.
  typename P::element unit;
  std::vector<FactorOf<P>> factors;
  friend bool operator==(const FactorizationOf&, const FactorizationOf&) = default;
};

template <Ring R>
using PolynomialFactor = FactorOf<DensePoly<R>>;
template <Ring R>
using Factorization = FactorizationOf<DensePoly<R>>;
template <Ring R>
using SparseFactor = FactorOf<SparsePoly<R>>;
template <Ring R>
using SparseFactorization = FactorizationOf<SparsePoly<R>>;

/// "2 * (x + 1)^3 * (x - 2)": the unit and the factors, as a product that parse_poly reads back.
template <class P>
std::ostream& operator<<(std::ostream& out, const FactorizationOf<P>& f) {
  std::ostringstream unit;
  unit << f.unit;
  const bool is_sum = unit.str().find_first_of("+-", 1) != std::string::npos;
  out << (is_sum ? "(" : "") << unit.str() << (is_sum ? ")" : "");
  for (const FactorOf<P>& factor : f.factors) {
    out << " * (" << factor.polynomial << ')';
    if (factor.multiplicity != 1) out << '^' << factor.multiplicity;
  }
  return out;
}

/// A zero of a polynomial that lies in its coefficient ring.
template <Ring R>
struct PolynomialRoot {
  typename R::element value;
  std::uint64_t multiplicity = 1;
  friend bool operator==(const PolynomialRoot&, const PolynomialRoot&) = default;
};

}  // namespace v1
}  // namespace polyfork
