// The grammar of infix expressions (docs/guide/formats.md) by recursive descent, for every type of polynomials.
//
// The grammar reads and a sink computes. A sink is a stack machine: sums are opened, take summands, and are closed to
// become a value on top of the stack; products, quotients and powers work on the values on top. A summand that is a
// plain monomial, number [/ number] * name ^ exponent * ... [/ number], reaches the open sum directly and without a
// value: most texts consist of such summands. It is tried first; when the text turns out to be anything else, the
// position goes back and the general rules read the summand again, and find its errors.
//
// Two sinks exist: for one variable over Z and Q (io_infix.cpp), where monomials stay tokens and their numbers are
// converted in bulk, and for every other type (expression.cpp), where summands go to a virtual ExpressionTarget.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <polyfork/core/context.hpp>

#include "poly/text/io_text.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A plain monomial but for its variables, which the sink holds.
struct MonomialNumbers {
  Token numerator;
  Token denominator;              ///< zero: there is none
  std::size_t offset = 0;         ///< where the monomial begins
  std::size_t division_sign = 0;  ///< where '/' stands, if there is a denominator
};

/// Offsets are positions in the text, for errors, which the members may throw.
template <class Sink>
concept InfixSink = requires(Sink sink, Cursor& in, std::string_view rest, std::size_t offset, std::uint64_t exponent,
                             Token token, const MonomialNumbers& monomial, bool negative) {
  { sink.scan_name(in) } -> std::same_as<std::size_t>;  // its symbol. Throws ParseError for an unknown name
  // The monomial that is being read: its variables. add_factor is false for an exponent that is too large.
  sink.clear_factors();
  { sink.add_factor(offset, exponent) } -> std::same_as<bool>;
  sink.add_monomial(monomial);

  sink.open_sum(rest);  // the text from its first summand on
  sink.close_sum(offset);
  sink.add_top(negative, offset);
  sink.push_number(token, offset);
  sink.push_decimal(rest, offset);  // the text of a number with a point or an exponent
  sink.push_symbol(offset, offset);
  sink.negate();
  sink.multiply(offset);         // of '*'
  sink.divide(offset, offset);   // of '/' and of the divisor
  sink.raise(exponent, offset);  // of '^'
  { Sink::max_exponent } -> std::convertible_to<std::uint64_t>;
  { Sink::exponent_bound } -> std::convertible_to<std::string_view>;  // the bound in words
  { Sink::atoms } -> std::convertible_to<std::string_view>;           // what a factor may be, in words
};

template <InfixSink Sink>
class InfixGrammar {
 public:
  InfixGrammar(std::string_view text, std::size_t offset, Sink& sink, const ExecutionContext& ctx) noexcept
      : in_(text, offset), sink_(sink), ctx_(ctx) {}

  /// Reads to the end of the text; its value is then on top of the sink's stack. Throws ParseError.
  void read();

 private:
  static constexpr int max_depth = 200;  // parentheses; each level takes a few hundred bytes of stack
  static constexpr std::size_t poll_summands = 1 << 10;

  void parse_sum(int depth);
  bool try_monomial(bool negative);
  bool scan_factors(MonomialNumbers& monomial);
  bool scan_divisor(MonomialNumbers& monomial);
  bool scan_power();
  void parse_product(int depth);
  void parse_power(int depth);
  void parse_atom(int depth);
  void parse_number();
  void parse_parenthesised(int depth);
  std::uint64_t parse_exponent(bool negative);
  bool at_inverse_power();
  bool scan_exponent(std::uint64_t& exponent);
  bool take_signs();
  void take_power_sign() { in_.advance(in_.at('^') ? 1 : 2); }
  bool at_power() const noexcept { return in_.at('^') || in_.at("**"); }
  bool at_summand_end() const noexcept {
    return in_.at('+') || in_.at('-') || in_.at_end() || in_.at(')') || in_.at(';') || in_.at(':');
  }
  [[noreturn]] void fail_after_operand(std::string_view wanted) const;

  Cursor in_;
  Sink& sink_;
  const ExecutionContext& ctx_;
  std::size_t summands_ = 0;
};

template <InfixSink Sink>
void InfixGrammar<Sink>::read() {
  in_.skip_space();
  if (in_.at_end()) in_.fail("the input is empty");
  parse_sum(0);
  if (in_.at(';') || in_.at(':')) {
    in_.advance();
    in_.skip_space();
    if (!in_.at_end()) in_.fail("text after the end of the polynomial: " + found_at(in_.text(), in_.offset()));
  }
  if (in_.at(',')) in_.fail("a second polynomial after ','; only one is read");
  if (in_.at('=')) in_.fail("an equation; write its left side minus its right side");
  if (!in_.at_end()) fail_after_operand("an operator");
}

/// Leaves the sum as a value on the sink's stack.
template <InfixSink Sink>
void InfixGrammar<Sink>::parse_sum(int depth) {
  const std::size_t begin = in_.offset();
  sink_.open_sum(in_.text().substr(begin));
  do {
    if (++summands_ % poll_summands == 0) ctx_.poll();
    const bool negative = take_signs();
    if (try_monomial(negative)) continue;
    const std::size_t summand = in_.offset();
    parse_product(depth);
    sink_.add_top(negative, summand);
  } while (in_.at('+') || in_.at('-'));
  sink_.close_sum(begin);
}

/// White space and signs; true when they are negative together.
template <InfixSink Sink>
inline bool InfixGrammar<Sink>::take_signs() {
  bool negative = false;
  for (in_.skip_space(); in_.at('+') || in_.at('-'); in_.skip_space()) {
    negative = negative != in_.at('-');
    in_.advance();
  }
  return negative;
}

/// False, with the position as before, for anything but a plain monomial, errors among it except unknown names.
template <InfixSink Sink>
inline bool InfixGrammar<Sink>::try_monomial(bool negative) {
  MonomialNumbers monomial{Token::one(negative), Token(), in_.offset()};
  sink_.clear_factors();
  bool scanned = false;
  if (in_.at_digit()) {
    monomial.numerator = in_.scan_number(negative);
    in_.skip_space();
    scanned = scan_factors(monomial);
  } else if (in_.at_letter()) {
    scanned = scan_power() && scan_factors(monomial);
  }
  if (scanned)
    sink_.add_monomial(monomial);
  else
    in_.seek(monomial.offset);
  return scanned;
}

/// The rest of a monomial after a factor, up to the end of the summand. Powers of numbers end it: no name follows.
template <InfixSink Sink>
inline bool InfixGrammar<Sink>::scan_factors(MonomialNumbers& monomial) {
  for (;;) {
    if (in_.at('/') && !scan_divisor(monomial)) return false;
    if (!in_.accept('*')) return at_summand_end();
    in_.skip_space();
    if (!in_.at_letter() || !scan_power()) return false;
  }
}

/// '/', a number and the white space after it: a/b*x is a monomial, x/b*y too; x/b^2 and x/a/b are left to the general
/// rules, and so is division by zero.
template <InfixSink Sink>
bool InfixGrammar<Sink>::scan_divisor(MonomialNumbers& monomial) {
  if (!monomial.denominator.is_zero()) return false;
  monomial.division_sign = in_.offset();
  in_.advance();
  in_.accept('/');
  in_.skip_space();
  if (!in_.at_digit()) return false;
  monomial.denominator = in_.scan_number(false);
  in_.skip_space();
  return !monomial.denominator.is_zero();
}

/// name [^ exponent] and the white space after it.
template <InfixSink Sink>
inline bool InfixGrammar<Sink>::scan_power() {
  const std::size_t symbol = sink_.scan_name(in_);
  in_.skip_space();
  if (!at_power()) return sink_.add_factor(symbol, 1);
  take_power_sign();
  in_.skip_space();
  if (!in_.at_digit()) return false;
  std::uint64_t exponent = 0;
  if (!scan_exponent(exponent)) return false;
  in_.skip_space();
  return sink_.add_factor(symbol, exponent);
}

/// False where the number is too large for an exponent.
template <InfixSink Sink>
inline bool InfixGrammar<Sink>::scan_exponent(std::uint64_t& exponent) {
  const Token token = in_.scan_number(false);
  if (token.length > 19) return false;  // 10^19 < 2^64
  exponent = 0;
  for (std::uint32_t i = 0; i < token.length; ++i)
    exponent = exponent * 10 + static_cast<std::uint64_t>(in_.text()[token.offset + i] - '0');
  return exponent <= Sink::max_exponent;
}

template <InfixSink Sink>
void InfixGrammar<Sink>::parse_product(int depth) {
  parse_power(depth);
  while (in_.at('*') || in_.at('/')) {
    ctx_.poll();
    const std::size_t sign = in_.offset();
    const bool division = in_.at('/');
    in_.advance();
    if (division) in_.accept('/');  // a // b, as some systems write fractions
    in_.skip_space();
    const std::size_t operand = in_.offset();
    parse_power(depth);
    if (division)
      sink_.divide(sign, operand);
    else
      sink_.multiply(sign);
  }
}

/// Signs, an atom and at most one exponent, and the white space after it. -x^2 is -(x^2).
template <InfixSink Sink>
void InfixGrammar<Sink>::parse_power(int depth) {
  const bool negative = take_signs();
  const bool inverse = at_inverse_power();
  const std::size_t begin = in_.offset();
  if (inverse) sink_.push_number(Token::one(false), begin);
  parse_atom(depth);
  in_.skip_space();
  if (at_power()) {
    const std::size_t sign = in_.offset();
    take_power_sign();
    sink_.raise(parse_exponent(inverse), sign);
    if (inverse) sink_.divide(sign, begin);
    in_.skip_space();
    if (at_power()) in_.fail("a power of a power needs parentheses");
  }
  if (negative) sink_.negate();
}

/// Whether a number with a negative exponent stands here, 2^-60 or 2^(-60). The position stays.
template <InfixSink Sink>
bool InfixGrammar<Sink>::at_inverse_power() {
  if (!in_.at_decimal()) return false;
  const std::size_t begin = in_.offset();
  in_.scan_decimal();
  in_.skip_space();
  bool found = false;
  if (at_power()) {
    take_power_sign();
    in_.skip_space();
    if (in_.accept('(')) in_.skip_space();
    found = in_.at('-');
  }
  in_.seek(begin);
  return found;
}

/// negative: a minus sign is in front of the digits.
template <InfixSink Sink>
std::uint64_t InfixGrammar<Sink>::parse_exponent(bool negative) {
  in_.skip_space();
  const bool parenthesis = in_.accept('(');
  if (parenthesis) in_.skip_space();
  if (negative) {
    in_.advance();
    in_.skip_space();
  }
  if (in_.at('-')) in_.fail(negative ? "a second sign of an exponent" : "negative exponent (only numbers have them)");
  if (!in_.at_digit()) in_.fail_expected("a nonnegative integer as exponent");
  const std::size_t begin = in_.offset();
  std::uint64_t exponent = 0;
  if (!scan_exponent(exponent))
    fail_at(in_.text(), begin, "the exponent is too large; " + std::string(Sink::exponent_bound) + " is allowed");
  if (parenthesis) {
    in_.skip_space();
    if (!in_.accept(')')) in_.fail_expected("')' after the exponent");
  }
  return exponent;
}

template <InfixSink Sink>
void InfixGrammar<Sink>::parse_atom(int depth) {
  const std::size_t begin = in_.offset();
  if (in_.at_decimal())
    parse_number();
  else if (in_.at('('))
    parse_parenthesised(depth);
  else if (in_.at_letter())
    sink_.push_symbol(sink_.scan_name(in_), begin);
  else
    in_.fail_expected(Sink::atoms);
}

template <InfixSink Sink>
void InfixGrammar<Sink>::parse_number() {
  const std::size_t begin = in_.offset();
  if (in_.at_digit()) {
    const Token token = in_.scan_number(false);
    if (!in_.at_decimal_tail()) return sink_.push_number(token, begin);
    in_.seek(begin);
  }
  sink_.push_decimal(in_.scan_decimal(), begin);
}

template <InfixSink Sink>
void InfixGrammar<Sink>::parse_parenthesised(int depth) {
  if (depth == max_depth) in_.fail("more than " + std::to_string(max_depth) + " nested parentheses");
  in_.advance();
  parse_sum(depth + 1);
  if (in_.accept(')')) return;
  if (in_.at_end() || in_.at(';') || in_.at(':')) in_.fail_expected("')'");
  fail_after_operand("an operator or ')'");
}

/// What stands here can follow no operand.
template <InfixSink Sink>
void InfixGrammar<Sink>::fail_after_operand(std::string_view wanted) const {
  const std::string found = ", found " + found_at(in_.text(), in_.offset());
  // The operand in front, without the white space between.
  const std::string_view text = in_.text();
  std::size_t end = in_.offset();
  while (end != 0 && is_space(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin != 0 && (is_letter(text[begin - 1]) || is_digit(text[begin - 1]))) --begin;
  const bool after_name = begin != end && is_letter(text[begin]);
  const bool after_number = begin != end && !after_name;
  std::string hint;
  if (in_.at('(') && after_name && end - begin > 1)
    hint = " (functions such as " + std::string(text.substr(begin, std::min<std::size_t>(end - begin, 40))) +
           " are not read: coefficients are exact; products are written with '*')";
  else if (in_.at_digit() && after_number)
    hint = " (numbers side by side: lists of coefficients are the formats coeffs, flint and ntl)";
  else if (in_.at_digit() || in_.at_letter() || in_.at('('))
    hint = " (products are written with '*')";
  else if (in_.at('.'))
    hint = " (exponents are whole numbers)";
  in_.fail("expected " + std::string(wanted) + found + hint);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
