// Decimal numbers of the coordinates of solutions.
//
// Cells get narrower until both ends of each round to the same number. Those of a coordinate that lies half way between
// two numbers never do: where a cell holds such a point m, the roots of gcd(f(t), g(t) - m d f'(t)) say how many
// solutions have the coordinate m = g(t) / (d f'(t)); if so many cells hold m, it is the coordinate in all of them.
#include "commands/decimal_solutions.hpp"

#include <optional>

#include <fmt/format.h>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork_app {

namespace {

using polyfork::Integer;
using polyfork::PolyZ;
using polyfork::Rational;
using polyfork::RootInterval;
using polyfork::SystemSolutions;

/// The nearest integer, ties to even.
Integer rounded(const Rational& x) {
  Integer below = x.floor();
  const auto order = x - Rational(below) <=> Rational(1, 2);
  if (order > 0 || (order == 0 && below.is_odd())) below += 1;
  return below;
}

bool holds(const RootInterval& x, const Rational& m) { return x.exact ? x.lower == m : x.lower < m && m < x.upper; }

std::string as_text(const Integer& number, std::size_t digits) {
  std::string text = polyfork::abs(number).to_string();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits != 0) text.insert(text.size() - digits, ".");
  return number.sign() < 0 ? "-" + text : text;
}

/// The numbers of one set of cells.
class Decimals {
 public:
  Decimals(const SystemSolutions& solutions, std::size_t digits, const polyfork::ExecutionContext& ctx)
      : s_(solutions), digits_(digits), scale_(polyfork::pow(Integer(10), digits)), ctx_(ctx) {}

  /// Empty where a cell does not tell its number.
  std::optional<std::string> text() const {
    std::string out;
    const auto& names = s_.representation.variables.names();
    for (const auto& solution : s_.solutions) {
      ctx_.poll();
      for (std::size_t v = 0; v < names.size(); ++v) {
        const auto number = number_of(solution.coordinates[v], v);
        if (!number) return std::nullopt;
        out += fmt::format("{}{} = {}", v == 0 ? "" : ", ", names[v], as_text(*number, digits_));
      }
      out += '\n';
    }
    return out;
  }

 private:
  /// A coordinate times 10^digits, rounded.
  std::optional<Integer> number_of(const RootInterval& x, std::size_t v) const {
    const Integer first = rounded(x.lower * scale_);
    if (x.exact) return first;
    const Integer last = rounded(x.upper * scale_);
    if (first == last) return first;
    const Rational tie = Rational(first + last, Integer(2) * scale_.numerator());
    if (last - first != Integer(1) || !holds(x, tie) || !all_are(tie, v)) return std::nullopt;
    return rounded(tie * scale_);
  }

  /// Whether m is the coordinate v of every solution whose cell holds it.
  bool all_are(const Rational& m, std::size_t v) const {
    std::size_t cells = 0;
    for (const auto& solution : s_.solutions)
      if (holds(solution.coordinates[v], m)) ++cells;
    const auto& r = s_.representation;
    const PolyZ value = scale(r.numerators[v], m.denominator(), ctx_);
    const PolyZ other = scale(derivative(r.polynomial, 1, ctx_), m.numerator() * r.denominators[v], ctx_);
    const PolyZ common = polyfork::gcd(r.polynomial, sub(value, other, ctx_), ctx_);
    return polyfork::count_real_roots(common, std::nullopt, ctx_) == cells;
  }

  const SystemSolutions& s_;
  std::size_t digits_;
  Rational scale_;
  const polyfork::ExecutionContext& ctx_;
};

}  // namespace

std::string decimal_solutions(const std::vector<polyfork::MultiPolyQ>& equations, polyfork::SolutionOptions options,
                              std::size_t digits, const polyfork::ExecutionContext& ctx) {
  for (std::size_t more = 20;; more *= 2) {
    options.width = Rational(1, polyfork::pow(Integer(10), digits + more));
    const SystemSolutions solutions = polyfork::real_solutions(equations, options, ctx);
    if (auto text = Decimals(solutions, digits, ctx).text()) return *text;
  }
}

}  // namespace polyfork_app
