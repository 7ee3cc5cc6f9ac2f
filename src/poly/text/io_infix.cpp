// Infix polynomials in one variable over Z and Q: the grammar's sink that keeps plain monomials c*x^k, c*x/q, ... as
// tokens, so that the usual input is read in one linear pass and its numbers are converted in parallel afterwards.
// Everything else (parentheses, products of numbers, powers of numbers) is evaluated as it is read.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "poly/text/infix_grammar.hpp"
#include "poly/text/io_decimal.hpp"
#include "poly/text/io_infix_value.hpp"
#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

/// The summands of a sum: monomials as tokens, evaluated monomials, polynomials.
struct Sum {
  explicit Sum(MemoryAccount& account) noexcept : tokens(account) {}
  bool has_only_tokens() const noexcept { return terms.empty() && polynomials.empty(); }

  TokenList tokens;
  std::vector<Term> terms;
  PolySum polynomials;
};

class UnivariateSink {
 public:
  static constexpr std::uint64_t max_exponent = max_io_degree;
  static constexpr std::string_view exponent_bound = "at most 2147483646";
  static constexpr std::string_view atoms = "a number, the variable or '('";

  /// variable: the only one allowed, empty for any.
  UnivariateSink(std::string_view text, std::string_view variable, const ExecutionContext& ctx)
      : text_(text), variable_(variable), ctx_(ctx) {}

  std::size_t scan_name(Cursor& in) {
    if (!in.accept_letter(variable_)) scan_other_name(in);
    return 0;
  }
  void clear_factors() noexcept { exponent_ = 0; }
  bool add_factor(std::size_t, std::uint64_t exponent) noexcept {
    exponent_ += exponent;
    return exponent_ <= max_io_degree;
  }
  void add_monomial(const MonomialNumbers& m) {
    if (!m.denominator.is_zero()) note_division(m.division_sign);
    if (m.numerator.is_zero()) return;
    TokenList& tokens = sums_.back().tokens;
    tokens.exponents.push_back(static_cast<std::uint32_t>(exponent_));
    tokens.push(m.numerator, m.denominator);
  }

  void open_sum(std::string_view rest) {
    sums_.emplace_back(ctx_.memory());
    if (sums_.size() == 1) sums_.back().tokens.reserve_for(rest, "+-", true);
  }
  void close_sum(std::size_t) {
    if (sums_.size() == 1) return;  // the whole text: result()
    values_.push_back(value_of(sums_.back()));
    sums_.pop_back();
  }
  void add_top(bool negative, std::size_t);
  void push_number(Token token, std::size_t) { values_.emplace_back(Rational(token_to_integer(text_, token))); }
  void push_decimal(std::string_view number, std::size_t offset) {
    Rational value = decimal_value(text_, offset, number, ctx_);
    if (!value.is_integer()) note_division(offset);
    values_.emplace_back(std::move(value));
  }
  void push_symbol(std::size_t, std::size_t) { values_.emplace_back(Rational(1), 1); }
  void negate() { values_.back().negate(); }
  void multiply(std::size_t sign);
  void divide(std::size_t sign, std::size_t divisor_offset);
  void raise(std::uint64_t exponent, std::size_t sign) {
    if (!values_.back().raise(exponent, ctx_)) fail_at(text_, sign, "the power is too large");
  }

  /// The polynomial of the whole text, once that is read.
  ParsedPoly result();

 private:
  static constexpr std::size_t shown_name = 40;

  void scan_other_name(Cursor& in);
  void note_division(std::size_t sign) noexcept { first_division_ = std::min(first_division_, sign); }
  InfixValue pop() {
    InfixValue value = std::move(values_.back());
    values_.pop_back();
    return value;
  }
  InfixValue value_of(Sum& sum);
  ParsedPoly convert(Sum& sum);

  std::string_view text_;
  std::string_view variable_;
  const ExecutionContext& ctx_;
  std::uint64_t exponent_ = 0;  // of the monomial that is being read
  std::size_t first_division_ = ~std::size_t{0};
  std::vector<Sum> sums_;  // those that are open
  std::vector<InfixValue> values_;
};

/// A name that is not the known variable of one letter.
void UnivariateSink::scan_other_name(Cursor& in) {
  const std::size_t begin = in.offset();
  const std::string_view name = in.scan_identifier();
  if (variable_.empty()) variable_ = name;
  if (name == variable_) return;
  fail_at(text_, begin,
          "a second variable '" + std::string(name.substr(0, shown_name)) + "' (the first is '" +
              std::string(variable_.substr(0, shown_name)) + "')");
}

void UnivariateSink::add_top(bool negative, std::size_t) {
  InfixValue value = pop();
  if (negative) value.negate();
  if (value.is_monomial())
    sums_.back().terms.push_back(std::move(value.monomial()));
  else
    sums_.back().polynomials.accumulate(std::move(value.polynomial()), ctx_);
}

void UnivariateSink::multiply(std::size_t sign) {
  const InfixValue factor = pop();
  if (!values_.back().multiply(factor, ctx_))
    fail_at(text_, sign,
            "the degree of the product is too large; at most " + std::to_string(max_io_degree) + " is allowed");
}

void UnivariateSink::divide(std::size_t sign, std::size_t divisor_offset) {
  note_division(sign);
  const InfixValue divisor = pop();
  if (!divisor.is_constant()) fail_at(text_, divisor_offset, "division by an expression that is not constant");
  if (divisor.monomial().coefficient.is_zero()) fail_at(text_, divisor_offset, "division by zero");
  values_.back().divide(divisor, ctx_);
}

InfixValue UnivariateSink::value_of(Sum& sum) {
  const std::size_t monomials = sum.tokens.size() + sum.terms.size();
  if (monomials == 1 && sum.polynomials.empty()) {
    if (sum.tokens.size() == 1) return InfixValue(token_to_rational(text_, sum.tokens, 0), sum.tokens.exponents[0]);
    return InfixValue(std::move(sum.terms[0].coefficient), sum.terms[0].exponent);
  }
  return InfixValue(to_poly_q(convert(sum), ctx_));
}

ParsedPoly UnivariateSink::convert(Sum& sum) {
  if (sum.has_only_tokens()) return convert_tokens(text_, sum.tokens, ctx_);
  if (sum.tokens.size() != 0)
    sum.polynomials.accumulate(to_poly_q(convert_tokens(text_, sum.tokens, ctx_), ctx_), ctx_);
  if (!sum.terms.empty()) sum.polynomials.accumulate(to_poly_q(convert_terms(std::move(sum.terms), ctx_), ctx_), ctx_);
  const PolyQ total = sum.polynomials.finish(ctx_);
  ParsedPoly parsed;
  parsed.numerators = total.coefficients().numerators();
  parsed.denominator = total.coefficients().denominator();
  return parsed;
}

ParsedPoly UnivariateSink::result() {
  Sum& sum = sums_.back();
  const bool only_tokens = sum.has_only_tokens();
  ParsedPoly parsed = convert(sum);
  if (!parsed.denominator.is_one()) {
    // Among tokens alone the fraction to report is known; a value that was computed may have come from any division.
    parsed.first_fraction = only_tokens ? first_fraction(text_, sum.tokens) : first_division_;
  }
  if (!variable_.empty()) parsed.variable = variable_;
  return parsed;
}

}  // namespace

ParsedPoly read_infix(std::string_view text, const ExecutionContext& ctx, std::size_t offset,
                      std::string_view variable) {
  UnivariateSink sink(text, variable, ctx);
  InfixGrammar<UnivariateSink>(text, offset, sink, ctx).read();
  return sink.result();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
