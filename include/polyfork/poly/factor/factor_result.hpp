// What a factorization is, for every ring: a unit and irreducible factors with their multiplicities.
#pragma once

#include <cstddef>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// An irreducible factor, not constant: monic over a field, primitive with a positive leading coefficient over Z.
template <Ring R>
struct PolynomialFactor {
  DensePoly<R> polynomial;
  std::size_t multiplicity = 1;
  friend bool operator==(const PolynomialFactor&, const PolynomialFactor&) = default;
};

/// f = unit * product of polynomial^multiplicity. The factors are different from each other and in canonical order: by
/// degree, then by coefficients from the leading one downwards (residues as integers in [0, p)). Two equal polynomials
/// have equal factorizations.
template <Ring R>
struct Factorization {
  /// The leading coefficient of f over a field; over Z the content with the sign of f, an integer that is not factored.
  typename R::element unit;
  std::vector<PolynomialFactor<R>> factors;
  friend bool operator==(const Factorization&, const Factorization&) = default;
};

namespace detail {

/// The unit and the factors as a product that parse_poly reads back.
template <class Factors>
std::ostream& write_factorization(std::ostream& out, const Factors& f) {
  std::ostringstream unit;
  unit << f.unit;
  const bool is_sum = unit.str().find_first_of("+-", 1) != std::string::npos;
  out << (is_sum ? "(" : "") << unit.str() << (is_sum ? ")" : "");
  for (const auto& factor : f.factors) {
    out << " * (" << factor.polynomial << ')';
    if (factor.multiplicity != 1) out << '^' << factor.multiplicity;
  }
  return out;
}

}  // namespace detail

/// "2 * (x + 1)^3 * (x - 2)": the unit and the factors.
template <Ring R>
std::ostream& operator<<(std::ostream& out, const Factorization<R>& f) {
  return detail::write_factorization(out, f);
}

/// A zero of a polynomial that lies in its coefficient ring.
template <Ring R>
struct PolynomialRoot {
  typename R::element value;
  std::size_t multiplicity = 1;
  friend bool operator==(const PolynomialRoot&, const PolynomialRoot&) = default;
};

}  // namespace v1
}  // namespace polyfork
