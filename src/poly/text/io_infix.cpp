// Infix expressions by recursive descent, with one difference: a summand that is a plain monomial c*x^k, c*x/q, ...
// is not evaluated but kept as tokens, so that the usual input is read in one linear pass and its numbers are
// converted in parallel afterwards. Everything else (parentheses, products of numbers, powers of numbers) is tried
// after the monomial fails and evaluated at once. The grammar stands in docs/guide/formats.md.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "poly/text/io_decimal.hpp"
#include "poly/text/io_infix_value.hpp"
#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

constexpr int max_depth = 200;  // parentheses; each level takes a few hundred bytes of stack

/// The summands of a sum: monomials as tokens, evaluated monomials, polynomials.
struct Sum {
  explicit Sum(MemoryAccount& account) noexcept : tokens(account) {}
  TokenList tokens;
  std::vector<Term> terms;
  PolySum polynomials;
};

class InfixParser {
 public:
  InfixParser(std::string_view text, const ExecutionContext& ctx, std::size_t offset, std::string_view variable)
      : in_(text, offset), ctx_(ctx), variable_(variable) {}

  ParsedPoly parse();

 private:
  Sum parse_sum(int depth);
  bool try_monomial(bool negative, TokenList& tokens);
  bool scan_divisor(Token& denominator);
  bool scan_variable_power(std::uint64_t& exponent);
  InfixValue parse_product(int depth);
  InfixValue parse_power(int depth);
  InfixValue parse_atom(int depth);
  InfixValue parse_parenthesised(int depth);
  std::uint64_t parse_exponent();
  void divide(InfixValue& value, int depth);
  bool take_variable();
  bool at_power() const noexcept;
  bool at_summand_end() const noexcept;
  [[noreturn]] void fail_after_operand(std::string_view wanted) const;
  ParsedPoly convert(Sum&& sum, bool top);
  InfixValue value_of(Sum&& sum);

  Cursor in_;
  const ExecutionContext& ctx_;
  std::string_view variable_;
  std::optional<std::size_t> first_division_;
  std::size_t summands_ = 0;
};

ParsedPoly InfixParser::parse() {
  in_.skip_space();
  if (in_.at_end()) in_.fail("the input is empty");
  Sum sum = parse_sum(0);
  if (in_.at(';') || in_.at(':')) {
    in_.advance();
    in_.skip_space();
    if (!in_.at_end()) in_.fail("text after the end of the polynomial: " + found_at(in_.text(), in_.offset()));
  }
  if (in_.at(',')) in_.fail("a second polynomial after ','; only one is read");
  if (in_.at('=')) in_.fail("an equation; write its left side minus its right side");
  if (!in_.at_end()) fail_after_operand("an operator");
  ParsedPoly parsed = convert(std::move(sum), true);
  if (!variable_.empty()) parsed.variable = variable_;
  return parsed;
}

Sum InfixParser::parse_sum(int depth) {
  Sum sum(ctx_.memory());
  if (depth == 0) sum.tokens.reserve_for(in_.text().substr(in_.offset()), "+-", true);
  do {
    if (++summands_ % 4096 == 0) ctx_.poll();
    bool negative = false;
    for (in_.skip_space(); in_.at('+') || in_.at('-'); in_.skip_space()) {
      negative = negative != in_.at('-');
      in_.advance();
    }
    if (try_monomial(negative, sum.tokens)) continue;
    InfixValue value = parse_product(depth);
    if (negative) value.negate();
    if (value.is_monomial())
      sum.terms.push_back(std::move(value.monomial()));
    else
      sum.polynomials.accumulate(std::move(value.polynomial()), ctx_);
  } while (in_.at('+') || in_.at('-'));
  return sum;
}

/// [number [/ number] *] [variable [^ exponent]] [/ number] up to the end of the summand. False, with the position
/// as before, for anything else, errors among it: the general parser finds them again.
bool InfixParser::try_monomial(bool negative, TokenList& tokens) {
  const std::size_t begin = in_.offset();
  const std::string_view variable = variable_;
  const std::optional<std::size_t> division = first_division_;
  Token numerator = Token::one(negative);
  Token denominator;
  std::uint64_t exponent = 0;
  const auto scan = [&] {
    bool product = true;
    if (in_.at_digit()) {
      numerator = in_.scan_number(negative);
      in_.skip_space();
      if (!scan_divisor(denominator)) return false;
      product = in_.accept('*');
      if (product) in_.skip_space();
    }
    if (product && !scan_variable_power(exponent)) return false;
    if (in_.at('/') && (!denominator.is_zero() || !scan_divisor(denominator))) return false;
    return at_summand_end();
  };
  if (!scan()) {
    in_.seek(begin);
    variable_ = variable;
    first_division_ = division;
    return false;
  }
  if (numerator.is_zero()) return true;
  tokens.exponents.push_back(static_cast<std::uint32_t>(exponent));
  tokens.push(numerator, denominator);
  return true;
}

/// An optional '/' and a number other than zero, and the white space after it.
bool InfixParser::scan_divisor(Token& denominator) {
  if (!in_.at('/')) return true;
  if (!first_division_) first_division_ = in_.offset();
  in_.advance();
  in_.skip_space();
  if (!in_.at_digit()) return false;
  denominator = in_.scan_number(false);
  in_.skip_space();
  return !denominator.is_zero();
}

bool InfixParser::scan_variable_power(std::uint64_t& exponent) {
  if (!in_.at_letter() || !take_variable()) return false;
  in_.skip_space();
  exponent = 1;
  if (!at_power()) return true;
  in_.advance(in_.at('^') ? 1 : 2);
  in_.skip_space();
  if (!in_.at_digit()) return false;
  const Token digits = in_.scan_number(false);
  if (digits.length > 10) return false;
  exponent = 0;
  for (std::uint32_t i = 0; i < digits.length; ++i)
    exponent = exponent * 10 + static_cast<std::uint64_t>(in_.text()[digits.offset + i] - '0');
  in_.skip_space();
  return exponent <= max_io_degree;
}

/// False when this is not the variable of the text so far.
bool InfixParser::take_variable() {
  if (in_.accept_letter(variable_)) return true;
  const std::string_view name = in_.scan_identifier();
  if (variable_.empty()) variable_ = name;
  return name == variable_;
}

bool InfixParser::at_power() const noexcept {
  if (in_.at('^')) return true;
  return in_.at('*') && in_.offset() + 1 < in_.text().size() && in_.text()[in_.offset() + 1] == '*';
}

bool InfixParser::at_summand_end() const noexcept {
  return in_.at_end() || in_.at('+') || in_.at('-') || in_.at(')') || in_.at(';') || in_.at(':');
}

InfixValue InfixParser::parse_product(int depth) {
  InfixValue value = parse_power(depth);
  while (in_.at('*') || in_.at('/')) {
    const std::size_t sign = in_.offset();
    const bool division = in_.at('/');
    in_.advance();
    if (division) {
      if (!first_division_) first_division_ = sign;
      divide(value, depth);
    } else if (!value.multiply(parse_power(depth), ctx_)) {
      fail_at(in_.text(), sign,
              "the degree of the product is too large; at most " + std::to_string(max_io_degree) + " is allowed");
    }
  }
  return value;
}

void InfixParser::divide(InfixValue& value, int depth) {
  in_.skip_space();
  const std::size_t begin = in_.offset();
  const InfixValue divisor = parse_power(depth);
  if (!divisor.is_constant()) fail_at(in_.text(), begin, "division by an expression that is not constant");
  if (divisor.monomial().coefficient.is_zero()) fail_at(in_.text(), begin, "division by zero");
  value.divide(divisor, ctx_);
}

/// Signs, an atom and at most one exponent, and the white space after it. -x^2 is -(x^2).
InfixValue InfixParser::parse_power(int depth) {
  bool negative = false;
  for (in_.skip_space(); in_.at('+') || in_.at('-'); in_.skip_space()) {
    negative = negative != in_.at('-');
    in_.advance();
  }
  InfixValue value = parse_atom(depth);
  in_.skip_space();
  if (at_power()) {
    const std::size_t sign = in_.offset();
    in_.advance(in_.at('^') ? 1 : 2);
    if (!value.raise(parse_exponent(), ctx_)) fail_at(in_.text(), sign, "the power is too large");
    in_.skip_space();
    if (at_power()) in_.fail("a power of a power needs parentheses");
  }
  if (negative) value.negate();
  return value;
}

std::uint64_t InfixParser::parse_exponent() {
  in_.skip_space();
  const bool parenthesis = in_.accept('(');
  if (parenthesis) in_.skip_space();
  if (in_.at('-')) in_.fail("negative exponent");
  if (!in_.at_digit()) in_.fail_expected("a nonnegative integer as exponent");
  const std::uint64_t exponent = in_.scan_small(max_io_degree, "exponent");
  if (parenthesis) {
    in_.skip_space();
    if (!in_.accept(')')) in_.fail_expected("')' after the exponent");
  }
  return exponent;
}

InfixValue InfixParser::parse_atom(int depth) {
  if (in_.at_digit()) return InfixValue(Rational(token_to_integer(in_.text(), in_.scan_number(false))));
  if (in_.at('(')) return parse_parenthesised(depth);
  if (!in_.at_letter()) in_.fail_expected("a number, the variable or '('");
  const std::size_t begin = in_.offset();
  if (!take_variable()) {
    const std::string name(in_.text().substr(begin, std::min<std::size_t>(in_.offset() - begin, 40)));
    fail_at(in_.text(), begin,
            "a second variable '" + name + "' (the first is '" + std::string(variable_.substr(0, 40)) + "')");
  }
  return InfixValue(Rational(1), 1);
}

InfixValue InfixParser::parse_parenthesised(int depth) {
  if (depth == max_depth) in_.fail("more than " + std::to_string(max_depth) + " nested parentheses");
  in_.advance();
  Sum sum = parse_sum(depth + 1);
  if (!in_.accept(')')) {
    if (in_.at_end() || in_.at(';') || in_.at(':')) in_.fail_expected("')'");
    fail_after_operand("an operator or ')'");
  }
  return value_of(std::move(sum));
}

/// What stands here can follow no operand.
void InfixParser::fail_after_operand(std::string_view wanted) const {
  const std::string found = ", found " + found_at(in_.text(), in_.offset());
  std::string hint;
  if (in_.at_digit() || in_.at_letter() || in_.at('(')) hint = " (products are written with '*')";
  if (in_.at('.')) hint = " (decimal fractions are written as p/q)";
  in_.fail("expected " + std::string(wanted) + found + hint);
}

InfixValue InfixParser::value_of(Sum&& sum) {
  const std::size_t monomials = sum.tokens.size() + sum.terms.size();
  if (monomials == 1 && sum.polynomials.empty()) {
    if (sum.tokens.size() == 1)
      return InfixValue(token_to_rational(in_.text(), sum.tokens, 0), sum.tokens.exponents[0]);
    return InfixValue(std::move(sum.terms[0].coefficient), sum.terms[0].exponent);
  }
  return InfixValue(to_poly_q(convert(std::move(sum), false), ctx_));
}

/// top: the sum is the whole text, so a fraction among its tokens is the one to report.
ParsedPoly InfixParser::convert(Sum&& sum, bool top) {
  const bool general = !sum.terms.empty() || !sum.polynomials.empty();
  if (!general) {
    ParsedPoly parsed = convert_tokens(in_.text(), sum.tokens, ctx_);
    if (top && !parsed.denominator.is_one()) parsed.first_fraction = first_fraction(in_.text(), sum.tokens);
    return parsed;
  }
  if (sum.tokens.size() != 0)
    sum.polynomials.accumulate(to_poly_q(convert_tokens(in_.text(), sum.tokens, ctx_), ctx_), ctx_);
  if (!sum.terms.empty()) sum.polynomials.accumulate(to_poly_q(convert_terms(std::move(sum.terms), ctx_), ctx_), ctx_);
  const PolyQ total = sum.polynomials.finish(ctx_);
  ParsedPoly parsed;
  parsed.numerators = total.coefficients().numerators();
  parsed.denominator = total.coefficients().denominator();
  parsed.first_fraction = first_division_.value_or(0);
  return parsed;
}

}  // namespace

ParsedPoly read_infix(std::string_view text, const ExecutionContext& ctx, std::size_t offset,
                      std::string_view variable) {
  return InfixParser(text, ctx, offset, variable).parse();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
