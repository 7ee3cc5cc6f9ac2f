// Reading algebraic numbers as they are written: "p/q" and "root(polynomial, lower, upper)".
#include <polyfork/rootiso/algebraic_real.hpp>

#include <algorithm>
#include <string>
#include <string_view>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/io.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Reads parts of the text; their errors are moved to where the parts stand.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[noreturn]] void fail(std::size_t offset, const std::string& reason) const {
    const std::string_view before = text_.substr(0, offset);
    const std::size_t lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t newline = before.rfind('\n');
    throw ParseError(lines + 1, offset - (newline == std::string_view::npos ? 0 : newline + 1) + 1, reason);
  }

  /// read(part), part = text[begin, end) without the blanks around it.
  template <class Read>
  auto part(std::size_t begin, std::size_t end, const Read& read) const {
    while (begin < end && is_space(text_[begin])) ++begin;
    while (begin < end && is_space(text_[end - 1])) --end;
    try {
      return read(text_.substr(begin, end - begin));
    } catch (const ParseError& e) {
      std::size_t at = begin;  // of the line that the part's error is on
      for (std::size_t line = 1; line < e.line(); ++line) at = text_.find('\n', at) + 1;
      fail(at + e.column() - 1, e.reason());
    }
  }

 private:
  std::string_view text_;
};

}  // namespace

AlgebraicReal parse_algebraic(std::string_view text, const ExecutionContext& ctx) {
  const Reader reader(text);
  const auto rational = [&](std::string_view part) { return Rational(part, ctx); };
  std::size_t begin = 0;
  while (begin < text.size() && is_space(text[begin])) ++begin;
  if (!text.substr(begin).starts_with("root")) return reader.part(begin, text.size(), rational);

  const std::size_t open = text.find_first_not_of(" \t\r\n", begin + 4);
  if (open == std::string_view::npos || text[open] != '(') reader.fail(begin + 4, "expected '(' after root");
  const std::size_t first = text.find(',', open);
  if (first == std::string_view::npos) reader.fail(text.size(), "expected ',' after the polynomial of the root");
  const std::size_t second = text.find(',', first + 1);
  if (second == std::string_view::npos) reader.fail(text.size(), "expected ',' and the upper end of the interval");
  const std::size_t close = text.find(')', second);
  if (close == std::string_view::npos) reader.fail(text.size(), "expected ')' after the interval");
  const std::size_t after = text.find_first_not_of(" \t\r\n", close + 1);
  if (after != std::string_view::npos) reader.fail(after, "text after the number");
  const PolyZ f =
      reader.part(open + 1, first, [&](std::string_view part) { return parse_poly_z(part, PolyFormat::infix, ctx); });
  RootInterval interval;
  interval.lower = reader.part(first + 1, second, rational);
  interval.upper = reader.part(second + 1, close, rational);
  return AlgebraicReal(f, interval, ctx);
}

}  // namespace v1
}  // namespace polyfork
