// The formats that list coefficients in ascending degree: coeffs, FLINT, NTL.

#include <optional>
#include <utility>
#include <vector>

#include "poly/text/io_decimal.hpp"
#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

ParsedPoly convert_list(std::string_view text, const TokenList& tokens, const ExecutionContext& ctx) {
  ParsedPoly parsed = convert_tokens(text, tokens, ctx);
  if (!parsed.denominator.is_one()) parsed.first_fraction = first_fraction(text, tokens);
  return parsed;
}

void check_count(const Cursor& in, std::size_t count) {
  if (count > max_io_degree) in.fail("too many coefficients");
}

std::string count_of(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " coefficient" : " coefficients"); }

}  // namespace

void read_rational(Cursor& in, TokenList& tokens) {
  const bool negative = in.at('-');
  if (negative || in.at('+')) in.advance();
  if (!in.at_digit()) in.fail_expected("a digit");
  const Token numerator = in.scan_number(negative);
  Token denominator;
  if (in.accept('/')) {
    in.accept('/');
    if (!in.at_digit()) in.fail_expected("the denominator's digits");
    const std::size_t begin = in.offset();
    denominator = in.scan_number(false);
    if (denominator.is_zero()) fail_at(in.text(), begin, "division by zero");
  }
  tokens.push(numerator, denominator);
}

std::size_t first_fraction(std::string_view text, const TokenList& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is_fraction(i) || token_to_rational(text, tokens, i).is_integer()) continue;
    std::size_t offset = tokens.numerators[i].offset;
    if (offset == Token::implicit_one) return tokens.denominators[i].offset;
    while (offset != 0 && text[offset - 1] == '0') --offset;
    if (offset != 0 && (text[offset - 1] == '-' || text[offset - 1] == '+')) --offset;
    return offset;
  }
  return 0;
}

Rational decimal_value(std::string_view text, std::size_t offset, std::string_view number,
                       const ExecutionContext& ctx) {
  try {
    return Rational(number, ctx);
  } catch (const ParseError& e) {
    fail_at(text, offset + e.column() - 1, e.reason());
  }
}

namespace {

void expect_end_of_coefficient(const Cursor& in) {
  if (!in.at_end() && !in.at('\n') && !in.at('#')) in.fail_expected("the end of the line after a coefficient");
}

/// A list with decimal numbers among the coefficients: value by value.
ParsedPoly read_decimals(std::string_view text, const ExecutionContext& ctx) {
  Cursor in(text);
  std::vector<Term> terms;
  std::optional<std::size_t> first_fraction;
  std::uint64_t exponent = 0;
  for (in.skip_space(); !in.at_end(); in.skip_space(), ++exponent) {
    check_count(in, exponent);
    if (exponent % 4096 == 0) ctx.poll();
    const std::size_t begin = in.offset();
    const bool negative = in.at('-');
    if (negative || in.at('+')) in.advance();
    if (!in.at_decimal()) in.fail_expected("a coefficient (an integer, p/q or a decimal number)");
    const std::size_t number = in.offset();
    Rational value = decimal_value(text, number, in.scan_decimal(), ctx);
    if (in.accept('/')) {
      in.accept('/');
      if (!in.at_digit()) in.fail_expected("the denominator's digits");
      const std::size_t divisor = in.offset();
      const Token denominator = in.scan_number(false);
      if (denominator.is_zero()) fail_at(text, divisor, "division by zero");
      value /= Rational(token_to_integer(text, denominator));
    }
    if (!value.is_integer() && !first_fraction) first_fraction = begin;
    if (!value.is_zero()) terms.push_back({exponent, negative ? -value : std::move(value)});
    in.skip_blanks();
    expect_end_of_coefficient(in);
  }
  ParsedPoly parsed = convert_terms(std::move(terms), ctx);
  parsed.first_fraction = first_fraction.value_or(0);
  return parsed;
}

}  // namespace

ParsedPoly read_coeffs(std::string_view text, const ExecutionContext& ctx) {
  Cursor in(text);
  TokenList tokens(ctx.memory());
  tokens.reserve_for(text, "\n", false);
  for (in.skip_space(); !in.at_end(); in.skip_space()) {
    check_count(in, tokens.size());
    if (tokens.size() % 4096 == 0) ctx.poll();
    const bool sign = in.at('-') || in.at('+');
    if (!in.at_decimal() && !sign) in.fail_expected("a coefficient (an integer, p/q or a decimal number)");
    Cursor number = in;
    if (sign) number.advance();
    if (number.at('.')) return read_decimals(text, ctx);
    read_rational(in, tokens);
    if (in.at_decimal_tail()) return read_decimals(text, ctx);
    in.skip_blanks();
    expect_end_of_coefficient(in);
  }
  if (tokens.size() == 0) in.fail("the input holds no coefficients");
  return convert_list(text, tokens, ctx);
}

ParsedPoly read_flint(std::string_view text, const ExecutionContext& ctx) {
  Cursor in(text);
  in.skip_space();
  const std::size_t begin = in.offset();
  if (!in.at_digit()) in.fail_expected("the number of coefficients");
  const std::uint64_t length = in.scan_small(max_io_degree, "number of coefficients");
  if (!in.at_end() && !is_space(in.text()[in.offset()]))
    in.fail_expected("two spaces after the number of coefficients");
  TokenList tokens(ctx.memory());
  tokens.reserve_for(text, " \n", false);
  for (in.skip_space(); !in.at_end(); in.skip_space()) {
    if (tokens.size() == length) in.fail("more than the announced " + count_of(length));
    if (tokens.size() % 4096 == 0) ctx.poll();
    read_rational(in, tokens);
    if (!in.at_end() && !is_space(in.text()[in.offset()]) && !in.at('#'))
      in.fail_expected("a space between coefficients");
  }
  if (tokens.size() != length)
    fail_at(text, begin, "the length says " + count_of(length) + ", but there are " + std::to_string(tokens.size()));
  return convert_list(text, tokens, ctx);
}

ParsedPoly read_ntl(std::string_view text, const ExecutionContext& ctx) {
  Cursor in(text);
  in.skip_space();
  if (!in.accept('[')) in.fail_expected("'['");
  TokenList tokens(ctx.memory());
  tokens.reserve_for(text, " \n", false);
  for (in.skip_space(); !in.at(']'); in.skip_space()) {
    check_count(in, tokens.size());
    if (tokens.size() % 4096 == 0) ctx.poll();
    if (!in.at_digit() && !in.at('-') && !in.at('+')) in.fail_expected("an integer or ']'");
    read_rational(in, tokens);
    if (tokens.is_fraction(tokens.size() - 1))
      fail_at(text, tokens.denominators[tokens.size() - 1].offset, "NTL's format holds integers, not fractions");
    if (!in.at_end() && !is_space(in.text()[in.offset()]) && !in.at(']') && !in.at('#'))
      in.fail_expected("a space or ']' after a coefficient");
  }
  in.advance();
  in.skip_space();
  if (!in.at_end()) in.fail("text after the closing ']': " + found_at(text, in.offset()));
  return convert_list(text, tokens, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
