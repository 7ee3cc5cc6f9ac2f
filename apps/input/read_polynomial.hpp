// Reading a command's polynomials.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>

#include "run/run_options.hpp"

namespace polyfork_app {

/// A polynomial that was given, and what it is charged with.
struct ReadPolynomial {
  polyfork::PolyQ value;
  polyfork::MemoryReservation reservation;
  bool is_infix = false;  // an expression, not a list of coefficients
};

/// A polynomial whose roots are asked for: the numerators, and what they are charged with.
struct ReadEquation {
  std::optional<polyfork::SparsePoly<polyfork::Integers>> sparse;  // instead of the dense form
  polyfork::PolyZ dense;
  polyfork::MemoryReservation reservation;
};

/// The text of a file that the user named, or of standard input for "-". Throws InputError when it cannot be read.
InputText read_input_file(const std::string& path, const polyfork::ExecutionContext& ctx);
/// A text in the format of this name; `source` says in errors where it is from. Throws InputError with the position of
/// what is wrong.
ReadPolynomial parse_polynomial(const std::string& source, std::string_view text, const std::string& format,
                                const polyfork::ExecutionContext& ctx);
/// The format of an expression: "auto" is infix; numbers side by side, which may be meant as a list, are refused.
std::string format_of_expression(const std::string& expression, const std::string& format);
/// From a file, or standard input for "-". Throws InputError with the position of what is wrong.
ReadPolynomial read_polynomial(const std::string& path, const std::string& format,
                               const polyfork::ExecutionContext& ctx);
/// From an expression on the command line; format "auto" is infix.
ReadPolynomial parse_expression(const std::string& expression, const std::string& format,
                                const polyfork::ExecutionContext& ctx);

/// As these two do. An infix text with a power beyond 2^15 becomes a sparse polynomial, whose coefficients are never
/// listed.
ReadEquation read_equation(const std::string& path, const std::string& format, const polyfork::ExecutionContext& ctx);
ReadEquation parse_equation(const std::string& expression, const std::string& format,
                            const polyfork::ExecutionContext& ctx);

/// As read_polynomial and parse_expression do; an infix text with several names becomes a polynomial in variables that
/// have these names, in the order of their appearance or of `variables`, names separated by commas.
std::variant<ReadPolynomial, polyfork::MultiPolyQ> read_any_polynomial(const std::string& path,
                                                                       const std::string& format,
                                                                       const std::string& variables,
                                                                       const polyfork::ExecutionContext& ctx);
std::variant<ReadPolynomial, polyfork::MultiPolyQ> parse_any_expression(const std::string& expression,
                                                                        const std::string& format,
                                                                        const std::string& variables,
                                                                        const polyfork::ExecutionContext& ctx);

/// A polynomial whose form follows from its text.
using AnyPolynomial = std::variant<ReadPolynomial, polyfork::MultiPolyQ, polyfork::SparsePoly<polyfork::Rationals>>;
/// As read_any_polynomial and parse_any_expression; an infix text in one variable with a power beyond 2^15 becomes a
/// sparse polynomial, whose coefficients are never listed.
AnyPolynomial read_any_form(const std::string& path, const std::string& format, const std::string& variables,
                            const polyfork::ExecutionContext& ctx);
AnyPolynomial parse_any_form(const std::string& expression, const std::string& format, const std::string& variables,
                             const polyfork::ExecutionContext& ctx);

/// The names of a list that commas separate, blanks left out.
std::vector<std::string> names_of_list(const std::string& list);
/// Variables of these names. Throws InputError for what are no names.
polyfork::Variables variables_of_names(const std::vector<std::string>& names);

/// Throws InputError where a number of the text has a power or a decimal exponent that stands for more than ten million
/// digits: a slip of the finger would take gigabytes.
void require_short_numbers(const std::string& source, std::string_view text);

/// Throws InputError for an infix text in one variable of so high a degree that no list of coefficients is made of it.
void require_listable(const std::string& source, std::string_view text, const polyfork::ExecutionContext& ctx);

/// Whether a text has two different names in it, beside those of elements of the ring.
bool has_several_names(std::string_view text, std::initializer_list<std::string_view> elements = {});

/// Whether the better form of an infix text is a sparse polynomial: a name is raised to a power beyond 2^15 and no sum
/// to one beyond 64, which would have to be expanded.
bool has_high_power(std::string_view text);

}  // namespace polyfork_app
