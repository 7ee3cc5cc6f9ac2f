// msolve's input files: a line with the variables, a line with the characteristic, then polynomials in infix.

#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

void expect_end_of_line(Cursor& in) {
  in.skip_blanks();
  if (!in.at_end() && !in.at('\n') && !in.at('#')) in.fail_expected("the end of the line");
}

/// msolve separates polynomials by commas, and some write one behind the last.
std::string_view without_last_comma(std::string_view text) {
  std::size_t end = text.size();
  while (end != 0 && is_space(text[end - 1])) --end;
  return end != 0 && text[end - 1] == ',' ? text.substr(0, end - 1) : text;
}

}  // namespace

ParsedPoly read_msolve(std::string_view text, const ExecutionContext& ctx) {
  Cursor in(text);
  in.skip_space();
  if (!in.at_letter()) in.fail_expected("the name of the variable");
  const std::string_view variable = in.scan_identifier();
  in.skip_blanks();
  if (in.at(',')) in.fail("several variables; only univariate polynomials are read");
  expect_end_of_line(in);
  in.skip_space();
  if (!in.at_digit()) in.fail_expected("the characteristic, 0");
  const std::size_t begin = in.offset();
  if (!in.scan_number(false).is_zero()) fail_at(text, begin, "only characteristic 0 is supported");
  expect_end_of_line(in);
  return read_infix(without_last_comma(text), ctx, in.offset(), variable);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
