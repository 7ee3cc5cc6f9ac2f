// Reading a command's systems of equations.
#pragma once

#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork_app {

/// A system as text. Format "ms" is msolve's: the variables, the characteristic (0), the polynomials, separated by
/// commas. Format "infix": equations a = b or polynomials, separated by commas, semicolons or the ends of lines outside
/// of parentheses; # begins a comment. Format "maple": a list or set of them, separated by commas, which a name may be
/// assigned to and a colon or semicolon may end. Format "auto" is "ms" where the second line is a number alone, and
/// "maple" where the text begins with a bracket or has an assignment. Variables are those given (names separated by
/// commas, the greatest first), else those of the text in the order of their appearance. Throws InputError with the
/// position of what is wrong.
std::vector<polyfork::MultiPolyQ> parse_system(const std::string& source, const std::string& text,
                                               const std::string& format, const std::string& variables,
                                               const polyfork::ExecutionContext& ctx);

/// Equations that were given one by one, as one text in infix notation: each is a line of it, or several. Throws
/// InputError for several in another format.
std::string joined_equations(const std::vector<std::string>& equations, const std::string& format);

}  // namespace polyfork_app
