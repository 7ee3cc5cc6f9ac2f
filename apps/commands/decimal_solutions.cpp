// Decimal numbers of the coordinates of solutions.
//
// Cells get narrower until both ends of each round to the same number. A coordinate half way between two numbers has to
// be exact for that: its denominator divides 2 10^digits, so rational numbers of more and more bits are recognised.
#include "commands/decimal_solutions.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "commands/solution_output.hpp"

namespace polyfork_app {

namespace {

using polyfork::Integer;
using polyfork::Rational;
using polyfork::SystemSolutions;

/// x times 10^digits, rounded to the nearest integer, ties to even.
Integer rounded(const Rational& x, std::size_t digits) {
  const Rational scaled = x * Rational(polyfork::pow(Integer(10), digits));
  Integer below = scaled.floor();
  const auto order = scaled - Rational(below) <=> Rational(1, 2);
  if (order > 0 || (order == 0 && below.is_odd())) below += 1;
  return below;
}

/// The decimal number; empty where the interval does not tell its digits.
std::optional<std::string> decimal(const polyfork::RootInterval& x, std::size_t digits) {
  const Integer number = rounded(x.lower, digits);
  if (!x.exact && number != rounded(x.upper, digits)) return std::nullopt;
  std::string text = polyfork::abs(number).to_string();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits != 0) text.insert(text.size() - digits, ".");
  return number.sign() < 0 ? "-" + text : text;
}

/// Empty where an interval does not tell the digits.
std::optional<std::string> decimals(const SystemSolutions& s, const std::vector<std::string>& names, std::size_t digits,
                                    const polyfork::ExecutionContext& ctx) {
  std::string out;
  for (const auto& solution : s.solutions) {
    ctx.poll();
    for (std::size_t v = 0; v < names.size(); ++v) {
      const auto number = decimal(solution.coordinates[v], digits);
      if (!number) return std::nullopt;
      out += fmt::format("{}{} = {}", v == 0 ? "" : ", ", names[v], *number);
    }
    out += multiplicity_suffix(solution) + '\n';
  }
  return out;
}

}  // namespace

std::string decimal_solutions(const std::function<polyfork::SystemSolutions(const polyfork::SolutionOptions&)>& find,
                              const std::vector<std::string>& labels, polyfork::SolutionOptions options,
                              std::size_t digits, const polyfork::ExecutionContext& ctx) {
  for (std::size_t more = 20;; more *= 2) {  // nearly always the first cells tell the digits
    options.width = Rational(1, polyfork::pow(Integer(10), digits + more));
    if (more > 20) options.exact_bits = std::min<std::size_t>(4 * (digits + more) + 64, std::size_t{1} << 20);
    if (auto text = decimals(find(options), labels, digits, ctx)) return *text;
  }
}

}  // namespace polyfork_app
