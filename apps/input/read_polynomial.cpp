// Reading the polynomials of a command from files, standard input and -e.
#include "input/read_polynomial.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "run/input_error.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

InputText read_input_file(const std::string& path, const polyfork::ExecutionContext& ctx) {
  try {
    return read_input(path, ctx);
  } catch (const polyfork::MemoryLimit&) {
    throw;
  } catch (const polyfork::Cancelled&) {
    throw;
  } catch (const polyfork::Error& e) {
    const bool polynomial = path.find_first_of("^*+") != std::string::npos;
    throw InputError(std::string(e.what()) +
                     (polynomial ? " (a polynomial on the command line is given with -e)" : ""));
  }
}

bool has_high_power(std::string_view text) {
  constexpr std::size_t longest = std::size_t{1} << 20;  // longer texts have many terms
  constexpr std::uint64_t high = std::uint64_t{1} << 15;
  constexpr std::uint64_t highest_of_sums = 64;
  const std::string_view space = " \t\r\n";
  bool found = false;
  if (text.size() > longest) return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool stars = text.substr(i, 2) == "**";
    if (text[i] != '^' && !stars) continue;
    const std::size_t base = text.find_last_not_of(space, i - 1);
    const std::size_t digits = text.find_first_not_of(" \t\r\n(", i + (stars ? 2 : 1));
    if (base == std::string_view::npos || digits == std::string_view::npos) return false;
    std::uint64_t exponent = 0;
    const auto [end, error] = std::from_chars(text.data() + digits, text.data() + text.size(), exponent);
    if (error == std::errc::result_out_of_range)
      exponent = UINT64_MAX;  // the reader of such powers says what is allowed
    else if (error != std::errc{})
      return false;
    if (text[base] == ')' && exponent > highest_of_sums) return false;
    found = found || exponent > high;
  }
  return found;
}

void require_short_numbers(const std::string& source, std::string_view text) {
  constexpr std::uint64_t most_digits = 10000000;
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto in_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; };
  const auto exponent_at = [&](std::size_t at) -> std::uint64_t {
    at = text.find_first_not_of(" \t\r\n(+-", at);
    std::uint64_t value = 0;
    if (at == std::string_view::npos) return 0;
    const auto error = std::from_chars(text.data() + at, text.data() + text.size(), value).ec;
    return error == std::errc::result_out_of_range ? UINT64_MAX : value;
  };
  for (std::size_t i = 0; i < text.size();) {
    if (!in_word(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && in_word(static_cast<unsigned char>(text[end]))) ++end;
    const std::string_view word = text.substr(i, end - i);
    const bool is_number = is_digit(static_cast<unsigned char>(word[0])) || word[0] == '.';
    std::uint64_t digits = 0;
    if (is_number) {
      const std::size_t e = word.find_first_of("eE");
      if (e != std::string_view::npos) digits = exponent_at(i + e + 1);
      const std::size_t next = text.find_first_not_of(" \t\r\n", end);
      const bool power = next != std::string_view::npos && (text[next] == '^' || text.substr(next, 2) == "**");
      const bool small = word.find_first_not_of("01.") == std::string_view::npos && word.size() == 1;
      if (power && !small) digits = std::max(digits, exponent_at(next + (text[next] == '^' ? 1 : 2)));
    }
    if (digits > most_digits) {
      const auto before = text.substr(0, i);
      const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
      const std::size_t start = before.rfind('\n');
      throw InputError(source, polyfork::ParseError(
                                   line, start == std::string_view::npos ? i + 1 : i - start,
                                   fmt::format("powers of numbers and decimal exponents are at most {}", most_digits)));
    }
    i = end;
  }
}

void require_listable(const std::string& source, std::string_view text, const polyfork::ExecutionContext& ctx) {
  constexpr std::ptrdiff_t most = std::ptrdiff_t{1} << 24;
  if (!has_high_power(text)) return;
  require_short_numbers(source, text);
  try {
    const auto f = polyfork::parse_poly<polyfork::SparsePoly<polyfork::Rationals>>(text, ctx);
    if (static_cast<std::ptrdiff_t>(f.degree()) > most)
      throw InputError(fmt::format("{}: the degree {} is too large for a list of coefficients; at most {}", source,
                                   f.degree(), most));
  } catch (const polyfork::ParseError& e) {
    throw InputError(source, e);
  }
}

std::vector<std::string> names_of_list(const std::string& list) {
  std::vector<std::string> names(1);
  for (const char c : list) {
    if (c == ',')
      names.emplace_back();
    else if (std::isspace(static_cast<unsigned char>(c)) == 0)
      names.back() += c;
  }
  return names;
}

polyfork::Variables variables_of_names(const std::vector<std::string>& names) {
  try {
    return polyfork::Variables(names);
  } catch (const polyfork::DomainError& e) {
    throw InputError("--variables: " + std::string(e.what()));
  }
}

namespace {

bool is_infix(std::string_view text, const std::string& format) {
  if (format != "auto") return format == "infix";
  try {
    return polyfork::detect_format(text) == polyfork::PolyFormat::infix;
  } catch (const polyfork::ParseError&) {
    return false;  // the reader of polynomials in one variable says what is wrong
  }
}

}  // namespace

ReadPolynomial parse_polynomial(const std::string& source, std::string_view text, const std::string& format,
                                const polyfork::ExecutionContext& ctx) {
  require_short_numbers(source, text);
  try {
    polyfork::PolyQ f = polyfork::parse_poly(text, polyfork::poly_format_from_name(format), ctx);
    polyfork::MemoryReservation reservation(ctx.memory(), f.coefficients().bytes());
    return {std::move(f), std::move(reservation), is_infix(text, format)};
  } catch (const polyfork::ParseError& e) {
    throw InputError(source, e);
  }
}

std::string format_of_expression(const std::string& expression, const std::string& format) {
  if (format != "auto") return format;
  const bool has_letter =
      std::any_of(expression.begin(), expression.end(), [](unsigned char c) { return std::isalpha(c); });
  if (!has_letter) {
    try {
      polyfork::detect_format(expression);
    } catch (const polyfork::ParseError& e) {
      throw InputError("expression", e);
    }
  }
  return "infix";
}

namespace {

/// The sides of an equation in infix notation, each where it stands in the text: what is before the right one is blank.
/// Empty for other texts.
std::optional<std::pair<std::string, std::string>> sides_of(const std::string& source, std::string_view text,
                                                            const std::string& format) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || !is_infix(text, format)) return std::nullopt;
  if (equals != 0 && text[equals - 1] == ':') return std::nullopt;  // an assignment
  std::pair<std::string, std::string> sides{text.substr(0, equals), text};
  std::replace_if(
      sides.second.begin(), sides.second.begin() + static_cast<std::ptrdiff_t>(equals) + 1,
      [](char c) { return c != '\n'; }, ' ');
  if (const std::size_t second = sides.second.find('='); second != std::string::npos) {
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(second), '\n');
    const std::size_t column = line == 0 ? second + 1 : second - text.rfind('\n', second);
    throw InputError(source,
                     polyfork::ParseError(static_cast<std::size_t>(line) + 1, column, "a second '=' in an equation"));
  }
  return sides;
}

/// left - right. Throws InputError for polynomials in different variables.
template <class Poly>
Poly difference(const std::string& source, const Poly& left, const Poly& right, const polyfork::ExecutionContext& ctx) {
  if (left.degree() > 0 && right.degree() > 0 && left.variable() != right.variable())
    throw InputError(fmt::format("{}: the sides of the equation are in different variables, {} and {}", source,
                                 left.variable(), right.variable()));
  return left.degree() > 0 ? sub(left, right, ctx) : sub(left.with_variable(right.variable()), right, ctx);
}

/// A polynomial in infix notation, or left - right for the sides of an equation.
template <class Poly>
Poly parse_sides(const std::string& source, std::string_view text, const std::string& format,
                 const polyfork::ExecutionContext& ctx) {
  const auto sides = sides_of(source, text, format);
  if (!sides) return polyfork::parse_poly<Poly>(text, ctx);
  return difference(source, polyfork::parse_poly<Poly>(sides->first, ctx),
                    polyfork::parse_poly<Poly>(sides->second, ctx), ctx);
}

/// The sparse polynomial of an infix text for which that is the better form.
std::optional<polyfork::SparsePoly<polyfork::Integers>> parse_sparse_equation(const std::string& source,
                                                                              std::string_view text,
                                                                              const std::string& format,
                                                                              const polyfork::ExecutionContext& ctx) {
  if ((format != "auto" && format != "infix") || !has_high_power(text)) return std::nullopt;
  require_short_numbers(source, text);
  try {
    if (format == "auto" && polyfork::detect_format(text) != polyfork::PolyFormat::infix) return std::nullopt;
    return numerator_polynomial(parse_sides<polyfork::SparsePoly<polyfork::Rationals>>(source, text, format, ctx));
  } catch (const polyfork::ParseError& e) {
    throw InputError(source, e);
  }
}

ReadEquation equation(ReadPolynomial&& f) {
  return {std::nullopt, polyfork::numerator_polynomial(std::move(f.value)), std::move(f.reservation)};
}

ReadEquation equation(const std::string& source, std::string_view text, const std::string& format,
                      const polyfork::ExecutionContext& ctx) {
  if (auto sparse = parse_sparse_equation(source, text, format, ctx)) return {std::move(sparse), {}, {}};
  const auto sides = sides_of(source, text, format);
  if (!sides) return equation(parse_polynomial(source, text, format, ctx));
  ReadPolynomial left = parse_polynomial(source, sides->first, "infix", ctx);
  const ReadPolynomial right = parse_polynomial(source, sides->second, "infix", ctx);
  left.value = difference(source, left.value, right.value, ctx);
  left.reservation = polyfork::MemoryReservation(ctx.memory(), left.value.coefficients().bytes());
  return equation(std::move(left));
}

}  // namespace

ReadEquation read_equation(const std::string& path, const std::string& format, const polyfork::ExecutionContext& ctx) {
  const InputText input = read_input_file(path, ctx);
  return equation(path == "-" ? "stdin" : path, input.text, format, ctx);
}

ReadEquation parse_equation(const std::string& expression, const std::string& format,
                            const polyfork::ExecutionContext& ctx) {
  return equation("expression", expression, format_of_expression(expression, format), ctx);
}

ReadPolynomial read_polynomial(const std::string& path, const std::string& format,
                               const polyfork::ExecutionContext& ctx) {
  const InputText input = read_input_file(path, ctx);
  return parse_polynomial(path == "-" ? "stdin" : path, input.text, format, ctx);
}

ReadPolynomial parse_expression(const std::string& expression, const std::string& format,
                                const polyfork::ExecutionContext& ctx) {
  return parse_polynomial("expression", expression, format_of_expression(expression, format), ctx);
}

bool has_several_names(std::string_view text, std::initializer_list<std::string_view> elements) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
  const auto goes_on = [&](unsigned char c) { return is_letter(c) || std::isdigit(c) != 0; };
  std::string_view first;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (goes_on(static_cast<unsigned char>(text[i])))
      while (end < text.size() && goes_on(static_cast<unsigned char>(text[end]))) ++end;
    const std::string_view word = text.substr(i, end - i);
    const bool is_element = std::find(elements.begin(), elements.end(), word) != elements.end();
    if (is_letter(static_cast<unsigned char>(word[0])) && !is_element) {
      if (first.empty()) first = word;
      if (word != first) return true;
    }
    i = end;
  }
  return false;
}

namespace {

/// Throws InputError where a polynomial in one variable is in another one than was named.
template <class P>
void require_named(const P& f, const std::vector<std::string>& names) {
  if (!names.empty() && !f.is_constant() && f.variable() != names[0])
    throw InputError("--variables: the polynomial is in " + f.variable());
}

AnyPolynomial parse_form(const std::string& source, std::string_view text, const std::string& format,
                         const std::string& variables, bool sparse, const polyfork::ExecutionContext& ctx) {
  std::vector<std::string> names;
  if (!variables.empty()) names = names_of_list(variables);
  const bool infix = is_infix(text, format);
  const bool univariate = names.size() <= 1 && !has_several_names(text);
  if (!names.empty() && !infix) throw InputError("--variables: for infix notation only");
  if (!infix || (univariate && !(sparse && has_high_power(text)))) {
    if (infix) require_listable(source, text, ctx);
    ReadPolynomial f = parse_polynomial(source, text, format, ctx);
    require_named(f.value, names);
    return f;
  }
  require_short_numbers(source, text);
  try {
    if (univariate) {
      auto f = polyfork::parse_poly<polyfork::SparsePoly<polyfork::Rationals>>(text, ctx);
      require_named(f, names);
      return f;
    }
    if (!names.empty()) return polyfork::parse_poly<polyfork::MultiPolyQ>(text, variables_of_names(names), ctx);
    return polyfork::parse_poly<polyfork::MultiPolyQ>(text, ctx);
  } catch (const polyfork::ParseError& e) {
    throw InputError(source, e);
  }
}

std::variant<ReadPolynomial, polyfork::MultiPolyQ> parse_any(const std::string& source, std::string_view text,
                                                             const std::string& format, const std::string& variables,
                                                             const polyfork::ExecutionContext& ctx) {
  AnyPolynomial f = parse_form(source, text, format, variables, false, ctx);
  if (auto* const dense = std::get_if<ReadPolynomial>(&f)) return std::move(*dense);
  return std::get<polyfork::MultiPolyQ>(std::move(f));
}

}  // namespace

AnyPolynomial read_any_form(const std::string& path, const std::string& format, const std::string& variables,
                            const polyfork::ExecutionContext& ctx) {
  const InputText input = read_input_file(path, ctx);
  return parse_form(path == "-" ? "stdin" : path, input.text, format, variables, true, ctx);
}

AnyPolynomial parse_any_form(const std::string& expression, const std::string& format, const std::string& variables,
                             const polyfork::ExecutionContext& ctx) {
  return parse_form("expression", expression, format_of_expression(expression, format), variables, true, ctx);
}

std::variant<ReadPolynomial, polyfork::MultiPolyQ> read_any_polynomial(const std::string& path,
                                                                       const std::string& format,
                                                                       const std::string& variables,
                                                                       const polyfork::ExecutionContext& ctx) {
  const InputText input = read_input_file(path, ctx);
  return parse_any(path == "-" ? "stdin" : path, input.text, format, variables, ctx);
}

std::variant<ReadPolynomial, polyfork::MultiPolyQ> parse_any_expression(const std::string& expression,
                                                                        const std::string& format,
                                                                        const std::string& variables,
                                                                        const polyfork::ExecutionContext& ctx) {
  return parse_any("expression", expression, format_of_expression(expression, format), variables, ctx);
}

}  // namespace polyfork_app
