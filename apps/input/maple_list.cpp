// Lists of equations as Maple writes them: heads, brackets and what may follow.
#include "input/maple_list.hpp"

#include <cctype>
#include <charconv>
#include <system_error>
#include <vector>

namespace polyfork_app {

namespace {

/// Behind a name or a name of a module's member, such as RootFinding:-Isolate; npos where there is none.
std::size_t end_of_name(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (std::isalpha(c) != 0 || c == '_' || (at != 0 && std::isdigit(c) != 0)) {
      ++at;
    } else if (at != 0 && text.substr(at, 2) == ":-") {
      at += 2;
    } else {
      break;
    }
  }
  return at == 0 ? std::string_view::npos : at;
}

/// Behind a name and the name of a member in brackets, such as RootFinding[Isolate].
std::size_t end_of_called(std::string_view text) {
  const std::size_t end = end_of_name(text);
  if (end == std::string_view::npos || end == text.size() || text[end] != '[') return end;
  const std::size_t member = end_of_name(text.substr(end + 1));
  if (member == std::string_view::npos || text.substr(end + 1 + member, 1) != "]") return end;
  return end + 1 + member + 1;
}

/// What stands before the list: an assignment and the beginning of a call.
struct Head {
  TextPiece rest;
  bool call = false;
};

Head after_head(const TextPiece& text) {
  Head head{text.trimmed()};
  for (const std::string_view mark : {":=", "("}) {
    const std::size_t end = mark == "(" ? end_of_called(head.rest.text) : end_of_name(head.rest.text);
    if (end == std::string_view::npos) continue;
    const TextPiece behind = head.rest.from(end).trimmed();
    if (behind.text.substr(0, mark.size()) != mark) continue;
    head.rest = behind.from(mark.size()).trimmed();
    head.call = mark == "(";
  }
  return head;
}

bool opens_list(const TextPiece& text) {
  return !text.text.empty() && (text.text.front() == '[' || text.text.front() == '{');
}

/// Takes the list that `rest` begins with.
TextPiece take_list(TextPiece& rest) {
  if (!opens_list(rest)) throw TextError(rest, "expected a list [...] or a set {...}");
  const char close = rest.text.front() == '[' ? ']' : '}';
  const std::size_t end = rest.text.find_first_of("[]{}", 1);
  if (end == std::string_view::npos) throw TextError(rest, std::string("this list has no '") + close + "'");
  if (rest.text[end] != close) throw TextError(rest.from(end), std::string("expected '") + close + "'");
  const TextPiece inside = rest.part(1, end);
  rest = rest.from(end + 1).trimmed();
  return inside;
}

bool take(TextPiece& rest, std::string_view which) {
  if (rest.text.empty() || which.find(rest.text.front()) == std::string_view::npos) return false;
  rest = rest.from(1).trimmed();
  return true;
}

/// An option behind the lists: digits = N, or output = ..., which says nothing about solutions.
void read_option(const TextPiece& option, MapleList& list) {
  const std::vector<TextPiece> sides = option.split("=");
  const std::string name(sides[0].trimmed().text);
  if (name != "digits" && name != "output")
    throw TextError(option.trimmed(), "unknown option '" + name + "': digits and output are read, output is ignored");
  if (sides.size() != 2 || sides[1].is_blank()) throw TextError(option.trimmed(), "expected " + name + " = ...");
  if (name == "output") return;
  const TextPiece value = sides[1].trimmed();
  std::size_t digits = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto [stop, error] = std::from_chars(value.text.data(), end, digits);
  if (error != std::errc() || stop != end || digits > most_maple_digits)
    throw TextError(value, "expected a number of digits up to " + std::to_string(most_maple_digits));
  list.digits = digits;
}

/// The options up to the parenthesis that ends the call.
void take_options(TextPiece& rest, MapleList& list) {
  std::size_t end = 0;
  int depth = 0;
  while (end < rest.text.size() && (depth > 0 || rest.text[end] != ')')) {
    if (rest.text[end] == '(') ++depth;
    if (rest.text[end] == ')') --depth;
    ++end;
  }
  for (const TextPiece& option : rest.part(0, end).split(",")) read_option(option, list);
  rest = rest.from(end);
}

}  // namespace

bool begins_as_maple(const TextPiece& text) {
  return opens_list(after_head(text).rest) || text.text.find(":=") != std::string_view::npos;
}

MapleList parse_maple_list(const TextPiece& text) {
  auto [rest, call] = after_head(text);
  MapleList list{take_list(rest), std::nullopt, std::nullopt};
  bool more = take(rest, ",");
  if (more && (!call || opens_list(rest))) {
    list.variables = take_list(rest);
    more = call && take(rest, ",");
  }
  if (more) take_options(rest, list);
  if (call && !take(rest, ")")) throw TextError(rest, "expected ')'");
  take(rest, ":;");
  if (!rest.text.empty())
    throw TextError(rest, "expected the end: one list of equations is read, and one of variables");
  return list;
}

}  // namespace polyfork_app
