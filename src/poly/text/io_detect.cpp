// The detection rule; docs/guide/formats.md states it. Detection reads a prefix: only where two formats look alike does
// it look further, at the speed of scanning digits.

#include <algorithm>
#include <optional>
#include <string>

#include <polyfork/poly/text/io.hpp>

#include "poly/text/io_plain.hpp"
#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

/// [+-]digits[/digits] or [+-]1.25e3 here? Moves behind it.
bool skip_rational(Cursor& in) {
  if (in.at('-') || in.at('+')) in.advance();
  if (!in.at_decimal()) return false;
  in.scan_decimal();
  if (!in.at('/')) return true;
  in.advance();
  in.accept('/');
  if (!in.at_digit()) return false;
  in.scan_number(false);
  return true;
}

bool at_line_end(const Cursor& in) { return in.at_end() || in.at('\n') || in.at('#'); }

/// A number N, two blanks, then N rationals and nothing else.
bool looks_like_flint(Cursor in) {
  if (!in.at_digit()) return false;
  const Token digits = in.scan_number(false);
  std::size_t blanks = 0;  // those of FLINT itself, not what else is white space
  for (; in.at(' ') || in.at('\t'); in.advance()) ++blanks;
  if (blanks < 2 || digits.length > 10) return false;
  std::uint64_t expected = 0;
  for (std::uint32_t i = 0; i < digits.length; ++i)
    expected = expected * 10 + static_cast<std::uint64_t>(in.text()[digits.offset + i] - '0');
  std::uint64_t count = 0;
  bool unsigned_number = false;  // two numbers without an operator between them are no expression
  for (in.skip_space(); !in.at_end(); in.skip_space(), ++count) {
    unsigned_number = unsigned_number || in.at_digit();
    const std::size_t begin = in.offset();
    if (!skip_rational(in)) return false;
    const bool separated = in.at_end() || is_space(in.text()[in.offset()]) || in.at('#');
    if (!separated) return unsigned_number && in.offset() != begin && count != 0;
  }
  return count == expected ? count != 0 : unsigned_number;
}

/// Every line that is looked at holds one rational. A line after the first that starts without a sign decides.
bool looks_like_coeffs(Cursor in) {
  for (bool first = true; !in.at_end(); first = false) {
    if (!first && in.at_digit()) return true;
    if (!skip_rational(in)) return false;
    in.skip_blanks();
    if (!at_line_end(in)) return false;
    in.skip_space();
  }
  return true;
}

/// A line of names separated by commas, then a line that is a number, then more.
bool looks_like_msolve(Cursor in) {
  for (;;) {
    if (!in.at_letter()) return false;
    in.scan_identifier();
    in.skip_blanks();
    if (!in.accept(',')) break;
    in.skip_blanks();
  }
  if (!at_line_end(in) || in.at_end()) return false;
  in.skip_space();
  if (!in.at_digit()) return false;
  in.scan_number(false);
  in.skip_blanks();
  if (!at_line_end(in)) return false;
  in.skip_space();
  return !in.at_end();
}

/// Throws ParseError for a text of numbers alone that has several on one line: a sum, where all but the first have
/// signs, and as likely a list of coefficients that misses what its format asks for.
void refuse_numbers_side_by_side(Cursor in) {
  std::optional<Cursor> second;
  std::size_t count = 0;
  bool sum = true;
  while (!in.at_end()) {
    sum = sum && (count == 0 || !in.at_decimal());
    if (!skip_rational(in)) return;
    ++count;
    const std::size_t end = in.offset();
    in.skip_blanks();
    const bool more = !at_line_end(in);
    if (more && in.offset() == end) return;
    if (more && !second) second = in;
    in.skip_space();
  }
  if (!second) return;
  second->fail("numbers side by side: " +
               (sum ? "the sum of " + std::to_string(count) + " numbers (format infix), or " : std::string()) +
               "a list of " + std::to_string(count) +
               " coefficients, which coeffs wants on a line each, flint after their number and two spaces, ntl in "
               "brackets" +
               (sum ? "; name the format" : ""));
}

bool looks_like_mpsolve(Cursor in) {
  if (!is_mpsolve_keyword(in.scan_identifier())) return false;
  in.skip_space();
  return in.at(';') || in.at('=');
}

/// A type of MPSolve 2, then numbers alone.
bool looks_like_mpsolve2(Cursor in) {
  if (!in.at_letter()) return false;
  if (!is_mpsolve2_type(in.scan_identifier())) return false;
  // msolve has a variable and a polynomial in it, and MPSolve numbers alone, of which the first two have no signs.
  for (int count = 0; count < 2; ++count) {
    const std::size_t end = in.offset();
    in.skip_space();
    if (in.offset() == end || !in.at_digit()) return false;
    in.scan_number(false);
  }
  const std::string_view rest = in.text().substr(in.offset());
  return std::none_of(rest.begin(), rest.end(),
                      [](char c) { return (is_letter(c) && to_lower(c) != 'e') || c == '*' || c == '^' || c == '('; });
}

}  // namespace

PolyFormat detect_plain_format(std::string_view text) {
  Cursor in(text);
  in.skip_space();
  if (in.at_end()) in.fail("the input is empty");
  if (in.at('[')) return PolyFormat::ntl;
  if (in.at('!')) return PolyFormat::mpsolve;
  if (in.at_letter()) {
    if (looks_like_mpsolve(in) || looks_like_mpsolve2(in)) return PolyFormat::mpsolve;
    return looks_like_msolve(in) ? PolyFormat::msolve : PolyFormat::infix;
  }
  if (looks_like_flint(in)) return PolyFormat::flint;
  if (looks_like_coeffs(in)) return PolyFormat::coeffs;
  refuse_numbers_side_by_side(in);
  if (in.at_decimal() || in.at('+') || in.at('-') || in.at('(')) return PolyFormat::infix;
  in.fail("no known format starts with " + found_at(text, in.offset()));
}

}  // namespace detail

PolyFormat detect_format(std::string_view text) {
  const detail::PlainText plain(text, ExecutionContext::default_context());
  return detail::detect_plain_format(plain.view());
}

}  // namespace v1
}  // namespace polyfork
