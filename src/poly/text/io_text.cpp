// Scanning text: white space, comments, small numbers, and errors with line and column.
#include "poly/text/io_text.hpp"

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The code point of two bytes or more that stands first in a UTF-8 text; 0 where there is none.
std::uint32_t code_point(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : byte(0) >= 0xC2 ? 2 : 0;
  if (length == 0 || byte(0) > 0xF4 || text.size() < length) return 0;
  std::uint32_t code = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3FU);
  }
  return code;
}

/// What somebody may have meant by a character outside ASCII. Superscripts are refused only where a digit follows.
const char* hint_about(std::uint32_t code) noexcept {
  if (code == 0x2013 || code == 0x2014) return ", a dash (a minus is '-')";
  const bool superscript = code == 0xB2 || code == 0xB3 || code == 0xB9 || (code >= 0x2070 && code <= 0x2079);
  return superscript ? ", an exponent that runs into a digit" : "";
}

}  // namespace

void fail_at(std::string_view text, std::size_t offset, const std::string& reason) {
  offset = std::min(offset, text.size());
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t line_end = before.rfind('\n');
  const std::size_t column = line_end == std::string_view::npos ? offset + 1 : offset - line_end;
  throw ParseError(line, column, reason);
}

std::string found_at(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "the end of the input";
  const char c = text[offset];
  if (c == '\n' || c == '\r') return "the end of the line";
  if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
  constexpr std::string_view hex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  const std::uint32_t code = code_point(text.substr(offset));
  if (code == 0) return std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15];
  std::string digits;
  for (std::uint32_t rest = code; rest != 0 || digits.size() < 4; rest >>= 4) digits.insert(0, 1, hex[rest & 15]);
  return "the character U+" + digits + hint_about(code);
}

void Cursor::skip_space_slow() noexcept {
  while (offset_ != text_.size()) {
    if (is_space(text_[offset_])) {
      ++offset_;
    } else if (text_[offset_] == comment_) {
      const std::size_t end = text_.find('\n', offset_);
      offset_ = end == std::string_view::npos ? text_.size() : end;
    } else {
      return;
    }
  }
}

void Cursor::skip_blanks() noexcept {
  while (offset_ != text_.size() && text_[offset_] != '\n' && is_space(text_[offset_])) ++offset_;
}

std::uint64_t Cursor::scan_small(std::uint64_t limit, std::string_view what) {
  const std::size_t begin = offset_;
  std::uint64_t value = 0;
  bool fits = true;
  for (; at_digit(); ++offset_) {
    if (fits) value = value * 10 + static_cast<std::uint64_t>(text_[offset_] - '0');
    fits = fits && value <= limit;
  }
  if (!fits)
    fail_at(text_, begin,
            "the " + std::string(what) + " is too large; at most " + std::to_string(limit) + " is allowed");
  return value;
}

void Cursor::fail_expected(std::string_view what) const {
  fail("expected " + std::string(what) + ", found " + found_at(text_, offset_));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
