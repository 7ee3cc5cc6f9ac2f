// Coefficients in Q(i) over their common denominator.
#pragma once

#include <cstddef>

#include <polyfork/ring/gaussian_rational.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The least common denominator of the real and imaginary parts of coefficient(0), ..., coefficient(n - 1).
template <class Coefficient>
Integer gaussian_denominator(std::size_t n, const Coefficient& coefficient) {
  Integer denominator(1);
  const auto include = [&](const Rational& x) {
    const Integer& d = x.denominator();
    denominator = mul(denominator, exact_div(d, gcd(denominator, d)));
  };
  for (std::size_t i = 0; i < n; ++i) {
    const GaussianRational c = coefficient(i);
    include(c.real());
    include(c.imaginary());
  }
  return denominator;
}

/// x times a multiple of its denominator.
inline Integer numerator_over(const Rational& x, const Integer& denominator) {
  return mul(x.numerator(), exact_div(denominator, x.denominator()));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
