// The detection rule; docs/guide/formats.md states it. Detection reads a prefix: only where two formats look alike does
// it look further, at the speed of scanning digits.

#include <polyfork/poly/text/io.hpp>

#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

/// [+-]digits[/digits] here? Moves behind it.
bool skip_rational(Cursor& in) {
  if (in.at('-') || in.at('+')) in.advance();
  if (!in.at_digit()) return false;
  in.scan_number(false);
  if (!in.at('/')) return true;
  in.advance();
  if (!in.at_digit()) return false;
  in.scan_number(false);
  return true;
}

bool at_line_end(const Cursor& in) { return in.at_end() || in.at('\n') || in.at('#'); }

/// A number N, two blanks, then N rationals and nothing else.
bool looks_like_flint(Cursor in) {
  if (!in.at_digit()) return false;
  const Token digits = in.scan_number(false);
  const std::size_t blanks = in.offset();
  in.skip_blanks();
  if (in.offset() - blanks < 2 || digits.length > 10) return false;
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

bool looks_like_mpsolve(Cursor in) {
  if (!is_mpsolve_keyword(in.scan_identifier())) return false;
  in.skip_space();
  return in.at(';') || in.at('=');
}

}  // namespace
}  // namespace detail

PolyFormat detect_format(std::string_view text) {
  detail::Cursor in(text);
  in.skip_space();
  if (in.at_end()) in.fail("the input is empty");
  if (in.at('[')) return PolyFormat::ntl;
  if (in.at('!')) return PolyFormat::mpsolve;
  if (in.at_letter()) {
    if (detail::looks_like_mpsolve(in)) return PolyFormat::mpsolve;
    return detail::looks_like_msolve(in) ? PolyFormat::msolve : PolyFormat::infix;
  }
  if (detail::looks_like_flint(in)) return PolyFormat::flint;
  if (detail::looks_like_coeffs(in)) return PolyFormat::coeffs;
  if (in.at_digit() || in.at('+') || in.at('-') || in.at('(')) return PolyFormat::infix;
  in.fail("no known format starts with " + detail::found_at(text, in.offset()));
}

}  // namespace v1
}  // namespace polyfork
