// Factorizations, into irreducible or square-free polynomials, as texts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace polyfork_app {

/// A factorization over any ring.
struct FactorReport {
  struct Factor {
    std::string polynomial;
    std::size_t degree;
    std::size_t multiplicity;
  };
  std::string command;
  std::vector<std::string> variables;
  std::string modulus;  // empty: over Z, Q or Q(i)
  std::string over;     // "Qi", or empty
  std::size_t degree = 0;
  std::string unit;
  std::vector<Factor> factors;
};

/// The text of elements of Q(i), or of polynomials over it, with Maple's name of the imaginary unit.
std::string with_capital_unit(std::string text);

/// A line for each factor, with " mult m" where m > 1; before them "unit u" unless u = 1.
std::string factors_as_text(const FactorReport& report);
std::string factors_as_json(const FactorReport& report);
/// As Maple's factors and Factors: [unit, [[factor, multiplicity], ...]].
std::string factors_as_maple(const FactorReport& report);
/// "2*(x + 1)^3*(x - 2)", a polynomial that every command reads.
std::string factors_as_infix(const FactorReport& report);
/// One of these: "text", "json", "maple", "infix".
std::string factors_as(const std::string& output, const FactorReport& report);

}  // namespace polyfork_app
