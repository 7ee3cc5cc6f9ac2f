// Texts of systems of equations: msolve's format and equations in infix notation.
#include "input/read_system.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "input/read_polynomial.hpp"
#include "run/input_error.hpp"

namespace polyfork_app {

namespace {

using polyfork::MultiPolyQ;

/// A part of a text and where it begins.
struct Piece {
  std::string_view text;
  std::size_t line = 1;
  std::size_t column = 1;
};

bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c) != 0; });
}

/// Splits where `separators` stand outside of parentheses.
std::vector<Piece> split(const Piece& whole, std::string_view separators) {
  std::vector<Piece> pieces;
  Piece piece{{}, whole.line, whole.column};
  std::size_t begin = 0;
  std::size_t line = whole.line;
  std::size_t column = whole.column;
  int depth = 0;
  for (std::size_t i = 0; i < whole.text.size(); ++i) {
    const char c = whole.text[i];
    if (c == '(') ++depth;
    if (c == ')') --depth;
    const bool ends = depth <= 0 && separators.find(c) != std::string_view::npos;
    if (ends) {
      piece.text = whole.text.substr(begin, i - begin);
      pieces.push_back(piece);
      begin = i + 1;
    }
    ++column;
    if (c == '\n') {
      ++line;
      column = 1;
    }
    if (ends) {
      piece.line = line;
      piece.column = column;
    }
  }
  piece.text = whole.text.substr(begin);
  pieces.push_back(piece);
  return pieces;
}

/// Comments become blanks, so that positions stay.
std::string without_comments(std::string text) {
  bool comment = false;
  for (char& c : text) {
    if (c == '#') comment = true;
    if (c == '\n') comment = false;
    if (comment) c = ' ';
  }
  return text;
}

/// A list or set of Maple, or one that is assigned to a name: "sys := [x^2 = y, x*y - 1];".
bool is_maple(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  return text[first] == '[' || text[first] == '{' || text.find(":=") != std::string_view::npos;
}

/// The elements of a Maple list; what is around them becomes blanks, so that positions stay.
std::string maple_elements(std::string text) {
  if (const std::size_t assigned = text.find(":="); assigned != std::string::npos)
    std::replace_if(
        text.begin(), text.begin() + static_cast<std::ptrdiff_t>(assigned) + 2, [](char c) { return c != '\n'; }, ' ');
  const auto blank = [&](std::size_t at, std::string_view which) {
    const bool found = at != std::string::npos && which.find(text[at]) != std::string_view::npos;
    if (found) text[at] = ' ';
    return found;
  };
  constexpr std::string_view space = " \t\r\n";
  blank(text.find_last_not_of(space), ":;");
  if (blank(text.find_first_not_of(space), "[{")) blank(text.find_last_not_of(space), "]}");
  return text;
}

class SystemReader {
 public:
  SystemReader(const std::string& source, const polyfork::ExecutionContext& ctx) : source_(source), ctx_(ctx) {}

  std::vector<MultiPolyQ> read(const std::string& text, const std::string& format, const std::string& variables) const {
    const std::string plain = without_comments(text);
    require_short_numbers(source_, plain);
    std::string_view rest = plain;
    const std::string_view first = next_line(rest);
    const std::string_view second = next_line(rest);
    const bool number = !is_blank(second) && std::all_of(second.begin(), second.end(), [](unsigned char c) {
      return std::isspace(c) != 0 || std::isdigit(c) != 0;
    });
    if (format == "ms" || (format == "auto" && number)) {
      if (!number) fail({second, 2, 1}, "expected the characteristic");
      if (second.find_first_not_of(" \t\r0") != std::string_view::npos)
        fail({second, 2, 1}, "systems are solved in characteristic 0");
      return read_equations({rest, 3, 1}, ",", variables.empty() ? names_of({first, 1, 1}) : given(variables));
    }
    const polyfork::Variables known = variables.empty() ? polyfork::Variables() : given(variables);
    if (format == "maple" || (format == "auto" && is_maple(plain)))
      return read_equations({maple_elements(plain), 1, 1}, ",", known);
    return read_equations({plain, 1, 1}, ",;\n", known);
  }

 private:
  [[noreturn]] void fail(const Piece& at, const std::string& reason) const {
    throw InputError(source_, polyfork::ParseError(at.line, at.column, reason));
  }

  static std::string_view next_line(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
  }

  static polyfork::Variables given(const std::string& variables) {
    return SystemReader("--variables", polyfork::ExecutionContext::default_context()).names_of({variables, 1, 1});
  }

  polyfork::Variables names_of(const Piece& list) const {
    std::vector<std::string> names;
    for (const Piece& piece : split(list, ",")) {
      std::string name;
      for (const char c : piece.text)
        if (std::isspace(static_cast<unsigned char>(c)) == 0) name += c;
      names.push_back(std::move(name));
    }
    try {
      return polyfork::Variables(std::move(names), polyfork::MonomialOrder::graded_reverse_lex);
    } catch (const polyfork::DomainError& e) {
      fail(list, e.what());
    }
  }

  /// One side of an equation; variables as they appear where there are none.
  MultiPolyQ read_side(const Piece& piece, const polyfork::Variables& variables) const {
    try {
      if (variables.empty()) return polyfork::parse_poly<MultiPolyQ>(piece.text, ctx_);
      return polyfork::parse_poly<MultiPolyQ>(piece.text, variables, ctx_);
    } catch (const polyfork::ParseError& e) {
      const std::size_t line = piece.line + e.line() - 1;
      const std::size_t column = e.line() == 1 ? piece.column + e.column() - 1 : e.column();
      throw InputError(source_, polyfork::ParseError(line, column, e.reason()));
    }
  }

  std::vector<MultiPolyQ> read_equations(const Piece& text, std::string_view separators,
                                         const polyfork::Variables& given) const {
    struct Equation {
      std::vector<MultiPolyQ> sides;
    };
    std::vector<Equation> equations;
    std::vector<std::string> names = given.names();
    for (const Piece& piece : split(text, separators)) {
      if (is_blank(piece.text)) continue;
      const std::vector<Piece> sides = split(piece, "=");
      if (sides.size() > 2) fail(sides[2], "a second '=' in an equation");
      Equation equation;
      for (const Piece& side : sides) {
        equation.sides.push_back(read_side(side, given));
        for (const std::string& name : equation.sides.back().variables().names())
          if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
      equations.push_back(std::move(equation));
    }
    if (equations.empty()) fail(text, "no equation");
    if (names.empty()) fail(text, "the equations have no variable");
    const polyfork::Variables variables(names, polyfork::MonomialOrder::graded_reverse_lex);
    std::vector<MultiPolyQ> result;
    for (const Equation& equation : equations) {
      MultiPolyQ f = equation.sides[0].with_variables(variables, ctx_);
      if (equation.sides.size() == 2) f = sub(f, equation.sides[1].with_variables(variables, ctx_), ctx_);
      result.push_back(std::move(f));
    }
    return result;
  }

  const std::string source_;
  const polyfork::ExecutionContext& ctx_;
};

}  // namespace

std::string joined_equations(const std::vector<std::string>& equations, const std::string& format) {
  if (equations.size() > 1 && format != "auto" && format != "infix")
    throw InputError("several -e are read in --format infix");
  std::string text;
  for (const std::string& equation : equations) text += (text.empty() ? "" : "\n") + equation;
  return text;
}

std::vector<MultiPolyQ> parse_system(const std::string& source, const std::string& text, const std::string& format,
                                     const std::string& variables, const polyfork::ExecutionContext& ctx) {
  return SystemReader(source, ctx).read(text, format, variables);
}

}  // namespace polyfork_app
