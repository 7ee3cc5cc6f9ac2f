// Scanning text: a position, white space and comments, digits, and errors with line and column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <polyfork/core/error.hpp>

namespace polyfork::inline v1::detail {

/// Degrees and list lengths stay below this: an exponent fits 32 bits, and so does the length of a product.
inline constexpr std::uint64_t max_io_degree = (std::uint64_t{1} << 31) - 2;

/// Throws ParseError at the line and column of the byte at this offset (or of the end of the text).
[[noreturn]] void fail_at(std::string_view text, std::size_t offset, const std::string& reason);
/// "'+'", "byte 0xC3", "the end of the line", "the end of the input": what stands at this offset.
std::string found_at(std::string_view text, std::size_t offset);

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
/// Space, tab and the ends of lines, '\r' among them: texts with CRLF read like those with LF.
constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
constexpr char to_lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Eight bytes that are all decimal digits? Byte order does not matter.
inline bool all_digits(std::uint64_t word) noexcept {
  constexpr std::uint64_t high = 0xF0F0F0F0F0F0F0F0;
  constexpr std::uint64_t zeros = 0x3030303030303030;
  return ((word & high) | (((word + 0x0606060606060606) & high) >> 4)) == (zeros | (zeros >> 4));
}
/// The first byte in [begin, end) that is no digit.
inline const char* skip_digits(const char* begin, const char* end) noexcept {
  while (end - begin >= 8) {
    std::uint64_t word;
    std::memcpy(&word, begin, 8);
    if (!all_digits(word)) break;
    begin += 8;
  }
  while (begin != end && is_digit(*begin)) ++begin;
  return begin;
}

/// A number in the text: its digits without leading zeros. Zero has no digits.
struct Token {
  static constexpr std::uint64_t implicit_one = ~std::uint64_t{0};

  std::uint64_t offset = 0;  ///< of the first significant digit; implicit_one: the number 1, not in the text
  std::uint32_t length = 0;
  bool negative = false;

  static Token one(bool negative) noexcept { return {implicit_one, 1, negative}; }
  bool is_zero() const noexcept { return length == 0; }
};

/// A position in a text.
class Cursor {
 public:
  /// comment: the character that starts a comment up to the end of its line.
  explicit Cursor(std::string_view text, std::size_t offset = 0, char comment = '#') noexcept
      : text_(text), offset_(offset), comment_(comment) {}

  std::string_view text() const noexcept { return text_; }
  std::size_t offset() const noexcept { return offset_; }
  void seek(std::size_t offset) noexcept { offset_ = offset; }
  bool at_end() const noexcept { return offset_ == text_.size(); }
  /// Is this the character here?
  bool at(char c) const noexcept { return offset_ != text_.size() && text_[offset_] == c; }
  bool at_digit() const noexcept { return offset_ != text_.size() && is_digit(text_[offset_]); }
  bool at_letter() const noexcept { return offset_ != text_.size() && is_letter(text_[offset_]); }
  void advance(std::size_t n = 1) noexcept { offset_ += n; }
  bool accept(char c) noexcept {
    if (!at(c)) return false;
    ++offset_;
    return true;
  }

  /// White space and comments, over lines.
  void skip_space() noexcept {
    if (offset_ != text_.size() && text_[offset_] > ' ' && text_[offset_] != comment_) return;
    skip_space_slow();
  }
  /// White space within the line; stops at its end and at a comment.
  void skip_blanks() noexcept;

  /// The digits here as a token. Precondition: at_digit(). Throws ParseError for 2^32 digits.
  Token scan_number(bool negative);
  /// Letters, digits, '_'. Precondition: at_letter().
  std::string_view scan_identifier() noexcept;
  /// A plain number at most `limit`, else a ParseError that says `what` is too large. Precondition: at_digit().
  std::uint64_t scan_small(std::uint64_t limit, std::string_view what);

  [[noreturn]] void fail(const std::string& reason) const { fail_at(text_, offset_, reason); }
  /// "expected <what>, found <what is here>".
  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  void skip_space_slow() noexcept;

  std::string_view text_;
  std::size_t offset_;
  char comment_;
};

}  // namespace polyfork::inline v1::detail
