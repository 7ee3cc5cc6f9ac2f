// Scanning text: a position, white space and comments, digits, and errors with line and column.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Degrees and list lengths stay below this: an exponent fits 32 bits, and so does the length of a product.
inline constexpr std::uint64_t max_io_degree = (std::uint64_t{1} << 31) - 2;

/// Throws ParseError at the line and column of the byte at this offset (or of the end of the text).
[[noreturn]] void fail_at(std::string_view text, std::size_t offset, const std::string& reason);
/// "'+'", "the character U+2013", "byte 0xC3", "the end of the line", "the end of the input": what stands at this
/// offset.
std::string found_at(std::string_view text, std::size_t offset);

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
/// Space, tab and the ends of lines, '\r' among them: texts with CRLF read like those with LF.
constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
constexpr char to_lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// How many of the eight bytes at p are decimal digits before the first that is none.
inline unsigned leading_digits(const char* p) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    constexpr std::uint64_t high = 0xF0F0F0F0F0F0F0F0;
    constexpr std::uint64_t zeros = 0x3030303030303030;
    // A digit keeps its upper half, 3, also with 6 added. Only bytes after one that is no digit may see its carry.
    const std::uint64_t others = ((word ^ zeros) | ((word + 0x0606060606060606) ^ zeros)) & high;
    return static_cast<unsigned>(std::countr_zero(others)) / 8;
  } else {
    unsigned n = 0;
    while (n < 8 && is_digit(p[n])) ++n;
    return n;
  }
}
/// The first byte in [begin, end) that is no digit.
inline const char* skip_digits(const char* begin, const char* end) noexcept {
  while (end - begin >= 8) {
    const unsigned n = leading_digits(begin);
    begin += n;
    if (n < 8) return begin;
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
  bool at(std::string_view word) const noexcept { return text_.substr(offset_).starts_with(word); }
  bool at_digit() const noexcept { return offset_ != text_.size() && is_digit(text_[offset_]); }
  bool at_letter() const noexcept { return offset_ != text_.size() && is_letter(text_[offset_]); }
  void advance(std::size_t n = 1) noexcept { offset_ += n; }
  bool accept(char c) noexcept {
    if (!at(c)) return false;
    ++offset_;
    return true;
  }

  /// An identifier of one letter, if it is this one.
  bool accept_letter(std::string_view letter) noexcept {
    if (letter.size() != 1 || !at(letter[0])) return false;
    const std::size_t next = offset_ + 1;
    if (next != text_.size() && (is_letter(text_[next]) || is_digit(text_[next]))) return false;
    offset_ = next;
    return true;
  }

  /// White space and comments, over lines.
  void skip_space() noexcept {
    if (at(' ')) ++offset_;
    if (offset_ != text_.size() && text_[offset_] > ' ' && text_[offset_] != comment_) return;
    skip_space_slow();
  }
  /// White space within the line; stops at its end and at a comment.
  void skip_blanks() noexcept;

  /// The digits here as a token. Precondition: at_digit(). Throws ParseError for 2^32 digits.
  Token scan_number(bool negative) {
    const char* const begin = text_.data() + offset_;
    const char* const end = text_.data() + text_.size();
    const char* significant = begin;
    while (significant != end && *significant == '0') ++significant;
    const char* const stop = skip_digits(significant, end);
    const auto length = static_cast<std::size_t>(stop - significant);
    if (length > std::numeric_limits<std::uint32_t>::max()) fail("the number has too many digits");
    const Token token{offset_ + static_cast<std::size_t>(significant - begin), static_cast<std::uint32_t>(length),
                      negative && length != 0};
    offset_ = static_cast<std::size_t>(stop - text_.data());
    return token;
  }
  /// Whether a number begins here: a digit, or a point and a digit.
  bool at_decimal() const noexcept {
    return at_digit() || (at('.') && offset_ + 1 < text_.size() && is_digit(text_[offset_ + 1]));
  }
  /// Whether the digits that end here go on as a decimal number does: a point, or an exponent.
  bool at_decimal_tail() const noexcept { return at('.') || exponent_digits() != offset_; }
  /// Moves behind a decimal number, 12, 1.25, .5, 1e-3, and returns its text. Precondition: at_decimal().
  std::string_view scan_decimal() noexcept {
    const std::size_t begin = offset_;
    while (at_digit()) ++offset_;
    if (accept('.'))
      while (at_digit()) ++offset_;
    offset_ = exponent_digits();
    while (at_digit()) ++offset_;
    return text_.substr(begin, offset_ - begin);
  }
  /// Letters, digits, '_'. Precondition: at_letter().
  std::string_view scan_identifier() noexcept {
    const std::size_t begin = offset_;
    while (offset_ != text_.size() && (is_letter(text_[offset_]) || is_digit(text_[offset_]))) ++offset_;
    return text_.substr(begin, offset_ - begin);
  }
  /// A plain number at most `limit`, else a ParseError that says `what` is too large. Precondition: at_digit().
  std::uint64_t scan_small(std::uint64_t limit, std::string_view what);

  [[noreturn]] void fail(const std::string& reason) const { fail_at(text_, offset_, reason); }
  /// "expected <what>, found <what is here>".
  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  void skip_space_slow() noexcept;
  /// Where the digits of an exponent 'e' or 'E' that stands here begin; here, if there is none.
  std::size_t exponent_digits() const noexcept {
    if (!at('e') && !at('E')) return offset_;
    std::size_t next = offset_ + 1;
    if (next < text_.size() && (text_[next] == '+' || text_[next] == '-')) ++next;
    return next < text_.size() && is_digit(text_[next]) ? next : offset_;
  }

  std::string_view text_;
  std::size_t offset_;
  char comment_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
