// Reading a command's systems of equations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork_app {

/// A system as text. Format "ms" is msolve's: the variables, the characteristic, the polynomials, separated by commas.
/// Format "infix": equations a = b or polynomials, separated by commas, semicolons or the ends of lines outside of
/// parentheses. Format "maple": a list or set of them (maple_list.hpp). # begins a comment in all of them. Format
/// "auto" is "ms" where a number alone on a line follows names that commas separate, and "maple" where the text begins
/// with a bracket, an assignment or a call. Variables are those given (names separated by commas, the greatest first),
/// else those of the text in the order of their appearance. The characteristic is written to *characteristic, unless
/// that is null: then it has to be 0; the digits that a call of Maple's asks for to *digits. Throws InputError with the
/// position of what is wrong.
std::vector<polyfork::MultiPolyQ> parse_system(const std::string& source, const std::string& text,
                                               const std::string& format, const std::string& variables,
                                               const polyfork::ExecutionContext& ctx,
                                               std::uint64_t* characteristic = nullptr,
                                               std::optional<std::size_t>* digits = nullptr);

/// Equations that were given one by one, as one text in infix notation: each is a line of it, or several. Throws
/// InputError for several in another format.
std::string joined_equations(const std::vector<std::string>& equations, const std::string& format);

}  // namespace polyfork_app
