// The texts of a picture of roots: numbers and polynomials at the length that a reader wants.
#pragma once

#include <cstddef>
#include <string>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork_app {

/// "12 roots", "1 root".
std::string counted(std::size_t count, const std::string& noun);
/// Rounded to so many significant digits, fewer beyond 10^±10000; a power of ten where the number is very large or
/// small.
std::string rounded_label(const polyfork::Rational& x, int significant_digits);
/// As it is when that is short, else rounded after "≈ ".
std::string number_label(const polyfork::Rational& x);
/// The variable's name, cut when it is long.
std::string variable_label(const polyfork::PolyZ& f);
/// "x⁵ − x − 1"; the first terms, "…" and the last one of a long polynomial, with long coefficients rounded.
/// `rounded` says whether that happened.
std::string polynomial_label(const polyfork::PolyZ& f, bool& rounded);

}  // namespace polyfork_app
