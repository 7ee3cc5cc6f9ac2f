// Parts of a text: their places, and splitting.
#include "input/text_piece.hpp"

#include <algorithm>
#include <cctype>

namespace polyfork_app {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

}  // namespace

bool TextPiece::is_blank() const noexcept { return text.find_first_not_of(white_space) == std::string_view::npos; }

TextPiece TextPiece::from(std::size_t begin) const noexcept { return part(begin, text.size()); }

TextPiece TextPiece::part(std::size_t begin, std::size_t end) const noexcept {
  const std::string_view before = text.substr(0, begin);
  const std::size_t last_end = before.rfind('\n');
  const auto ends = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  return {text.substr(begin, end - begin), line + ends, ends == 0 ? column + before.size() : before.size() - last_end};
}

TextPiece TextPiece::trimmed() const noexcept {
  const std::size_t begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return part(0, 0);
  return part(begin, text.find_last_not_of(white_space) + 1);
}

std::vector<TextPiece> TextPiece::split(std::string_view separators) const {
  std::vector<TextPiece> pieces;
  TextPiece rest = *this;
  std::size_t at = 0;
  int depth = 0;
  while (at < rest.text.size()) {
    const char c = rest.text[at];
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth <= 0 && separators.find(c) != std::string_view::npos) {
      pieces.push_back(rest.part(0, at));
      rest = rest.from(at + 1);
      at = 0;
    } else {
      ++at;
    }
  }
  pieces.push_back(rest);
  return pieces;
}

}  // namespace polyfork_app
