// More of the coordinates of a system's real solutions, and their texts.
//
//   const auto found = real_solutions({"x^2 + y^2 - 3"_poly, "x*y - 1"_poly});
//   std::cout << found;                                     // x = (-2, -1), y = (-1, -1/2) ...
//   to_decimal(found.solutions[0], 20);                     // {"-1.61803398874989484820", "-0.61803398874989484820"}
//   algebraic_coordinate(found.solutions[0], 1);            // an AlgebraicReal
//
// Nothing is solved again: the intervals that the solutions came from are narrowed, those of all solutions of a part of
// the system at once. Solutions may be asked by any number of threads; those of one system wait for each other. All
// functions but the texts throw DomainError for solutions that no system has given, MemoryLimit as the context of the
// system says and Cancelled as the one that is given says.
#pragma once

#include <concepts>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>
#include <polyfork/system/real_solutions.hpp>

namespace polyfork {
inline namespace v1 {

/// The solution in cells of at most this width: those that SolutionOptions::width gives, unless these are narrower
/// still to part solutions. Throws DomainError when width <= 0, and where only SolutionMethod::representation tells
/// numbers that narrow apart.
POLYFORK_EXPORT RealSolution refine(const RealSolution& solution, const Rational& width,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The coordinates to `digits` places after the decimal point, correctly rounded (ties to even).
POLYFORK_EXPORT std::vector<std::string> to_decimal(const RealSolution& solution, std::size_t digits,
                                                    const ExecutionContext& ctx = ExecutionContext::default_context());
/// Throws DomainError for a negative number of digits.
template <std::signed_integral I>
std::vector<std::string> to_decimal(const RealSolution& solution, I digits,
                                    const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return to_decimal(solution, static_cast<std::size_t>(detail::natural_number(digits, "number of digits")), ctx);
}

/// Coordinate v as a number. Its polynomial is a resultant, of a degree up to the number of complex solutions of the
/// part; minimal_polynomial() factors it. Throws DomainError for an unknown v.
POLYFORK_EXPORT AlgebraicReal algebraic_coordinate(const RealSolution& solution, std::size_t v,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());

/// "(-2, -1), 3": the coordinates.
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const RealSolution& solution);
/// A line for each solution: "x = (-2, -1), y = 3", then " mult 2" where that is known and more than 1.
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const SystemSolutions& found);

}  // namespace v1
}  // namespace polyfork
