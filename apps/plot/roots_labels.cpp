// The texts of a picture of roots: numbers and polynomials, shortened to what a reader takes in.
#include "plot/roots_labels.hpp"

#include <cmath>

#include "plot/plot_axis.hpp"
#include "plot/svg_writer.hpp"

namespace polyfork_app {

namespace {

using polyfork::Integer;
using polyfork::PolyZ;
using polyfork::Rational;

constexpr std::size_t short_bits = 36;
constexpr std::size_t short_coefficient_bits = 34;  // ten digits
constexpr std::size_t longest_polynomial = 100;     // characters
constexpr std::size_t longest_head = 60;
constexpr double largest_exact_power = 10'000;
constexpr int few_digits = 5;
constexpr std::size_t longest_variable = 12;

std::string typographic(std::string text) {
  if (!text.empty() && text[0] == '-') text.replace(0, 1, "\u2212");
  return text;
}

/// |c| x^i without a sign.
std::string term(const PolyZ& f, std::size_t i, const std::string& variable, bool& rounded) {
  const Integer c = abs(f.coefficient(i));
  std::string text;
  if (!c.is_one() || i == 0) {
    const bool whole = c.bit_length() <= short_coefficient_bits;
    text = whole ? c.to_string() : rounded_label(Rational(c), 4);
    if (!whole) rounded = true;
    if ((!whole || variable.size() > 1) && i != 0) text += "\u00b7";
  }
  if (i != 0) text += variable;
  if (i > 1) text += superscript(std::to_string(i));
  return text;
}

}  // namespace

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string rounded_label(const Rational& x, int significant_digits) {
  if (x.is_zero()) return "0";
  const double log10 = log2_abs(x) * std::log10(2.0);
  const auto power = static_cast<std::int64_t>(std::floor(log10));
  if (std::abs(log10) > largest_exact_power) {  // its power of ten would take long; the logarithm has six digits
    const double digits = std::round(std::pow(10.0, log10 - std::floor(log10) + few_digits - 1));
    return decimal_label(Integer(static_cast<std::int64_t>(x.sign() * digits)), power + 1 - few_digits, false);
  }
  const std::int64_t exponent = power + 1 - significant_digits;
  const Integer ten_power = polyfork::pow(Integer(10), static_cast<std::uint64_t>(std::abs(exponent)));
  const Rational scaled = exponent < 0 ? abs(x) * Rational(ten_power) : abs(x) / Rational(ten_power);
  Integer digits = (scaled + Rational(Integer(1), Integer(2))).floor();
  if (x.sign() < 0) digits.negate();
  return decimal_label(digits, exponent, power >= -4 && power < 6);
}

std::string number_label(const Rational& x) {
  const std::size_t bits = x.numerator().bit_length() + x.denominator().bit_length();
  if (bits <= short_bits) return typographic(x.to_string());
  const bool short_decimal =
      bits <= 128 && (x * Rational(std::int64_t{1'000'000'000})).is_integer() && abs(x) < Rational(1000);
  return (short_decimal ? "" : "\u2248 ") + rounded_label(x, 12);
}

std::string variable_label(const PolyZ& f) {
  const std::string& name = f.variable();
  return name.size() <= longest_variable ? name : name.substr(0, longest_variable) + "\u2026";
}

std::string polynomial_label(const PolyZ& f, bool& rounded) {
  const std::string variable = variable_label(f);
  std::size_t last = 0;
  while (f.coefficients()[last].is_zero()) ++last;
  std::string text, head;  // all terms so far; those that stay when there are too many
  for (std::size_t i = f.length(); i-- > last;) {
    if (f.coefficients()[i].is_zero()) continue;
    const bool negative = f.coefficients()[i].sign() < 0;
    std::string next = text.empty() ? (negative ? "\u2212" : "") : negative ? " \u2212 " : " + ";
    next += term(f, i, variable, rounded);
    if (character_count(text + next) > longest_polynomial) {
      next = f.coefficients()[last].sign() < 0 ? " \u2212 " : " + ";
      return head + " + \u2026" + next + term(f, last, variable, rounded);
    }
    text += next;
    if (head.empty() || character_count(text) <= longest_head) head = text;
  }
  return text;
}

}  // namespace polyfork_app
