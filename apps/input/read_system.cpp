// Texts of systems of equations: msolve's format, equations in infix notation, lists of Maple.
#include "input/read_system.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "input/maple_list.hpp"
#include "input/read_polynomial.hpp"
#include "input/text_piece.hpp"
#include "run/input_error.hpp"

namespace polyfork_app {

namespace {

using polyfork::MultiPolyQ;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

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

/// What msolve's files begin with.
struct MsolveHeader {
  TextPiece variables;
  TextPiece characteristic;
  TextPiece equations;
};

bool is_integer(std::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Up to the first line that is a number alone, where a line stands before it; empty where there is none.
std::optional<MsolveHeader> msolve_header(const TextPiece& text) {
  TextPiece rest = text;
  while (!rest.text.empty()) {
    const std::size_t end = std::min(rest.text.find('\n'), rest.text.size());
    const TextPiece line = rest.part(0, end).trimmed();
    const TextPiece before = text.part(0, text.text.size() - rest.text.size());
    rest = rest.from(std::min(end + 1, rest.text.size()));
    if (is_integer(line.text) && !before.is_blank()) return MsolveHeader{before.trimmed(), line, rest};
  }
  return std::nullopt;
}

bool is_name_character(unsigned char c) { return c == '_' || c >= 128 || std::isalnum(c) != 0; }

/// Names with an index, x[12], which msolve takes and infix notation does not: brackets become underscores, so that
/// positions stay.
std::string without_indices(std::string text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != '[' || !is_name_character(static_cast<unsigned char>(text[i - 1]))) continue;
    const std::size_t end = text.find_first_not_of("0123456789", i + 1);
    if (end == std::string::npos || end == i + 1 || text[end] != ']') continue;
    text[i] = text[end] = '_';
  }
  return text;
}

/// Names, separated by commas.
bool is_list_of_names(const TextPiece& text) {
  const std::vector<TextPiece> names = text.split(",");
  return std::all_of(names.begin(), names.end(), [](const TextPiece& piece) {
    const std::string_view name = piece.trimmed().text;
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
           std::all_of(name.begin(), name.end(), is_name_character);
  });
}

/// Whether it begins as msolve's files do, with a list of names that have indices.
bool has_indexed_names(const std::string& text) {
  const auto header = msolve_header(TextPiece{text});
  if (!header || header->variables.text.find('[') == std::string_view::npos) return false;
  const std::string names = without_indices(std::string(header->variables.text));
  return is_list_of_names(TextPiece{names});
}

class SystemReader {
 public:
  SystemReader(const std::string& source, const polyfork::ExecutionContext& ctx) : source_(source), ctx_(ctx) {}

  /// characteristic: null where it has to be 0; digits: null where nobody wants to know.
  std::vector<MultiPolyQ> read(const std::string& text, const std::string& format, const std::string& variables,
                               std::uint64_t* characteristic, std::optional<std::size_t>* digits) const {
    std::string plain = without_comments(text);
    require_short_numbers(source_, plain);
    if (format == "ms" || (format == "auto" && has_indexed_names(plain))) plain = without_indices(std::move(plain));
    TextPiece whole{plain};
    if (plain.starts_with(byte_order_mark)) whole.text.remove_prefix(byte_order_mark.size());
    try {
      return read_format(whole, format, variables, characteristic, digits);
    } catch (const TextError& e) {
      fail(e.at, e.what());
    }
  }

 private:
  [[noreturn]] void fail(const TextPiece& at, const std::string& reason) const {
    throw InputError(source_, polyfork::ParseError(at.line, at.column, reason));
  }

  std::vector<MultiPolyQ> read_format(const TextPiece& whole, const std::string& format, const std::string& variables,
                                      std::uint64_t* characteristic, std::optional<std::size_t>* digits) const {
    if (format == "ms" || format == "auto") {
      const auto header = msolve_header(whole);
      if (format == "ms" && !header) fail(whole.from(second_line(whole)), "expected the characteristic");
      if (header && (format == "ms" || is_list_of_names(header->variables))) {
        read_characteristic(header->characteristic, characteristic);
        return read_equations(header->equations, ",",
                              variables.empty() ? names_of(header->variables) : given(variables));
      }
    }
    polyfork::Variables known = variables.empty() ? polyfork::Variables() : given(variables);
    if (format == "maple" || (format == "auto" && begins_as_maple(whole))) {
      const MapleList list = parse_maple_list(whole);
      if (digits != nullptr) *digits = list.digits;
      if (variables.empty() && list.variables) known = names_of(*list.variables);
      return read_equations(list.equations, ",", known);
    }
    return read_equations(whole, ",;\n", known);
  }

  static std::size_t second_line(const TextPiece& text) {
    return std::min(text.text.find('\n'), text.text.size() - 1) + 1;
  }

  void read_characteristic(const TextPiece& at, std::uint64_t* characteristic) const {
    std::uint64_t value = 0;
    const char* const end = at.text.data() + at.text.size();
    const auto [stop, error] = std::from_chars(at.text.data(), end, value);
    if (error != std::errc() || stop != end) fail(at, "expected 0 or a prime of at most 64 bits");
    if (characteristic != nullptr)
      *characteristic = value;
    else if (value != 0)
      fail(at, "systems are solved in characteristic 0; --groebner computes a basis modulo a prime");
  }

  static polyfork::Variables given(const std::string& variables) {
    return SystemReader("--variables", polyfork::ExecutionContext::default_context()).names_of({variables});
  }

  polyfork::Variables names_of(const TextPiece& list) const {
    std::vector<std::string> names;
    for (const TextPiece& piece : list.split(",")) names.emplace_back(piece.trimmed().text);
    try {
      return polyfork::Variables(std::move(names), polyfork::MonomialOrder::graded_reverse_lex);
    } catch (const polyfork::DomainError& e) {
      fail(list, e.what());
    }
  }

  /// One side of an equation; variables as they appear where there are none.
  MultiPolyQ read_side(const TextPiece& piece, const polyfork::Variables& variables) const {
    try {
      if (variables.empty()) return polyfork::parse_poly<MultiPolyQ>(piece.text, ctx_);
      return polyfork::parse_poly<MultiPolyQ>(piece.text, variables, ctx_);
    } catch (const polyfork::ParseError& e) {
      const std::size_t line = piece.line + e.line() - 1;
      const std::size_t column = e.line() == 1 ? piece.column + e.column() - 1 : e.column();
      throw InputError(source_, polyfork::ParseError(line, column, e.reason()));
    }
  }

  static bool follows_line_end(const TextPiece& text, const TextPiece& piece) {
    const auto offset = static_cast<std::size_t>(piece.text.data() - text.text.data());
    return offset != 0 && text.text[offset - 1] == '\n';
  }

  /// Whether a comma or semicolon stands behind the piece, and one before it or nothing: an equation seems to be
  /// missing.
  static bool stands_before_mark(const TextPiece& text, const TextPiece& piece) {
    const auto is_mark = [](char c) { return c == ',' || c == ';'; };
    const auto begin = static_cast<std::size_t>(piece.text.data() - text.text.data());
    const std::size_t end = begin + piece.text.size();
    return (begin == 0 || is_mark(text.text[begin - 1])) && end < text.text.size() && is_mark(text.text[end]);
  }

  std::vector<MultiPolyQ> read_equations(const TextPiece& text, std::string_view separators,
                                         const polyfork::Variables& given) const {
    struct Equation {
      std::vector<MultiPolyQ> sides;
    };
    std::vector<Equation> equations;
    std::vector<std::string> names = given.names();
    std::unordered_set<std::string> known;
    for (const TextPiece& piece : text.split(separators)) {
      if (piece.is_blank()) {
        if (stands_before_mark(text, piece)) fail(piece, "an empty equation");
        continue;
      }
      if (!equations.empty() && follows_line_end(text, piece) && piece.trimmed().text.front() == '+')
        fail(piece.trimmed(), "a line that begins with '+': lines end equations outside of parentheses");
      const std::vector<TextPiece> sides = piece.split("=");
      if (sides.size() > 2) fail(sides[2], "a second '=' in an equation");
      if (sides.front().is_blank()) fail(sides.front(), "an equation without a left side");
      if (sides.back().is_blank()) fail(sides.back(), "an equation without a right side");
      Equation equation;
      for (const TextPiece& side : sides) {
        equation.sides.push_back(read_side(side, given));
        // Sides that are read in given variables have no others.
        if (!given.empty()) continue;
        for (const std::string& name : equation.sides.back().variables().names())
          if (known.insert(name).second) names.push_back(name);
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
                                     const std::string& variables, const polyfork::ExecutionContext& ctx,
                                     std::uint64_t* characteristic, std::optional<std::size_t>* digits) {
  return SystemReader(source, ctx).read(text, format, variables, characteristic, digits);
}

}  // namespace polyfork_app
