// The infix grammar for any type, by recursive descent: the same language as io_infix.cpp reads for univariate
// polynomials over Q, where numbers are converted in bulk; here every summand is handed to a target as it is read.
//
// A summand that is a plain monomial, number [/ number] * name ^ exponent * ... [/ number], is tried first; when the
// text turns out to be anything else the position goes back and the general rules read it again. The grammar stands in
// docs/guide/formats.md.
#include <polyfork/poly/text/detail/expression.hpp>

#include <optional>
#include <unordered_set>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/text/io_decimal.hpp"
#include "poly/text/io_text.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

ExpressionTarget::~ExpressionTarget() = default;

namespace {

constexpr int max_depth = 200;  // parentheses; each level takes a few hundred bytes of stack
constexpr std::size_t poll_summands = 1 << 10;
constexpr std::size_t shown_name = 40;

class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, ExpressionTarget& target, const ExecutionContext& ctx)
      : in_(text), target_(target), ctx_(ctx) {}

  void read();

 private:
  void parse_sum(int depth);
  bool try_monomial(bool negative);
  bool scan_factor(bool after_number);
  bool scan_power(std::size_t symbol);
  void parse_product(int depth);
  void parse_power(int depth);
  void parse_atom(int depth);
  void parse_parenthesised(int depth);
  std::uint64_t parse_exponent();
  std::size_t resolve();
  Integer number(Token token) const;
  std::optional<std::uint64_t> small_number(Token token) const;
  void push_number(Token token);
  void clear_exponents();
  bool take_signs();
  bool at_power() const noexcept;
  bool at_summand_end() const noexcept;
  [[noreturn]] void fail_after_operand(std::string_view wanted) const;

  /// What the target refuses is an error of the text at this place.
  template <class Action>
  void on_target(std::size_t offset, const Action& action) const {
    try {
      action();
    } catch (const DomainError& e) {
      fail_at(in_.text(), offset, e.what());
    }
  }

  Cursor in_;
  ExpressionTarget& target_;
  const ExecutionContext& ctx_;
  std::vector<std::uint64_t> exponents_;  // of the monomial that is being read; zero between monomials
  std::vector<std::size_t> used_;         // the symbols in it
  Token numerator_;
  Token denominator_;
  std::size_t division_ = 0;  // where its sign stands
  std::string_view last_name_;
  std::size_t last_symbol_ = ExpressionTarget::unknown;
  std::size_t summands_ = 0;
};

void ExpressionReader::read() {
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

/// Leaves the sum as a value on the target's stack.
void ExpressionReader::parse_sum(int depth) {
  const std::size_t begin = in_.offset();
  target_.open_sum();
  do {
    if (++summands_ % poll_summands == 0) ctx_.poll();
    const bool negative = take_signs();
    if (try_monomial(negative)) continue;
    const std::size_t summand = in_.offset();
    parse_product(depth);
    on_target(summand, [&] { target_.add_top(negative); });
  } while (in_.at('+') || in_.at('-'));
  on_target(begin, [&] { target_.close_sum(); });
}

/// White space and signs; true when they are negative together.
bool ExpressionReader::take_signs() {
  bool negative = false;
  for (in_.skip_space(); in_.at('+') || in_.at('-'); in_.skip_space()) {
    negative = negative != in_.at('-');
    in_.advance();
  }
  return negative;
}

/// False, with the position as before, for anything but a plain monomial, errors among it: the general rules find them
/// again.
bool ExpressionReader::try_monomial(bool negative) {
  const std::size_t begin = in_.offset();
  numerator_ = Token::one(negative);
  denominator_ = Token();
  bool scanned = false;
  if (in_.at_digit()) {
    numerator_ = in_.scan_number(negative);
    in_.skip_space();
    scanned = scan_factor(true);
  } else if (in_.at_letter()) {
    scanned = scan_power(resolve()) && scan_factor(false);
  }
  if (scanned) {
    on_target(denominator_.is_zero() ? begin : division_, [&] {
      const Integer numerator = number(numerator_);
      const Integer denominator = denominator_.is_zero() ? Integer(1) : number(denominator_);
      target_.add_monomial({numerator, denominator, exponents_});
    });
  } else {
    in_.seek(begin);
  }
  clear_exponents();
  return scanned;
}

/// The rest of a monomial after a factor, up to the end of the summand.
bool ExpressionReader::scan_factor(bool after_number) {
  for (;;) {
    if (in_.at('/')) {
      if (!denominator_.is_zero()) return false;
      division_ = in_.offset();
      in_.advance();
      in_.skip_space();
      if (!in_.at_digit()) return false;
      denominator_ = in_.scan_number(false);
      in_.skip_space();
      if (denominator_.is_zero()) return false;
      // a/b*x is a monomial, x/b*y too; x/b^2 is left to the general rules
      if (at_power()) return false;
    }
    if (at_summand_end()) return true;
    if (after_number && at_power()) return false;
    if (!in_.accept('*')) return false;
    in_.skip_space();
    if (!in_.at_letter() || !scan_power(resolve())) return false;
    after_number = false;
  }
}

/// [^ exponent] after a name.
bool ExpressionReader::scan_power(std::size_t symbol) {
  in_.skip_space();
  std::uint64_t exponent = 1;
  if (at_power()) {
    in_.advance(in_.at('^') ? 1 : 2);
    in_.skip_space();
    if (!in_.at_digit()) return false;
    const auto value = small_number(in_.scan_number(false));
    if (!value) return false;
    exponent = *value;
    in_.skip_space();
    if (at_power()) return false;
  }
  if (exponents_[symbol] > max_expression_exponent - exponent) return false;
  if (exponents_[symbol] == 0) used_.push_back(symbol);
  exponents_[symbol] += exponent;
  return true;
}

void ExpressionReader::clear_exponents() {
  for (const std::size_t symbol : used_) exponents_[symbol] = 0;
  used_.clear();
}

/// The symbol of the name here. Most names follow upon themselves or are few.
std::size_t ExpressionReader::resolve() {
  const std::size_t begin = in_.offset();
  const std::string_view name = in_.scan_identifier();
  if (last_symbol_ == ExpressionTarget::unknown || name != last_name_) {
    const std::size_t symbol = target_.symbol(name);
    if (symbol == ExpressionTarget::unknown)
      fail_at(in_.text(), begin, target_.unknown_reason(name.substr(0, shown_name)));
    last_name_ = name;
    last_symbol_ = symbol;
  }
  if (last_symbol_ >= exponents_.size()) exponents_.resize(last_symbol_ + 1);
  return last_symbol_;
}

Integer ExpressionReader::number(Token token) const {
  if (token.offset == Token::implicit_one) return token.negative ? -1 : 1;
  if (token.length < 1000) return token_to_integer(in_.text(), token);
  const MemoryReservation scratch(ctx_.memory(), gmp_from_text_bytes(limbs_of_digits(token.length)));
  return token_to_integer(in_.text(), token);
}

/// The value of an exponent, if it is one.
std::optional<std::uint64_t> ExpressionReader::small_number(Token token) const {
  if (token.length > 19) return std::nullopt;  // 10^19 < 2^64
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < token.length; ++i)
    value = value * 10 + static_cast<std::uint64_t>(in_.text()[token.offset + i] - '0');
  if (value > max_expression_exponent) return std::nullopt;
  return value;
}

void ExpressionReader::push_number(Token token) { target_.push_monomial({number(token), Integer(1), {}}); }

bool ExpressionReader::at_power() const noexcept {
  if (in_.at('^')) return true;
  return in_.at('*') && in_.offset() + 1 < in_.text().size() && in_.text()[in_.offset() + 1] == '*';
}

bool ExpressionReader::at_summand_end() const noexcept {
  return in_.at_end() || in_.at('+') || in_.at('-') || in_.at(')') || in_.at(';') || in_.at(':');
}

void ExpressionReader::parse_product(int depth) {
  parse_power(depth);
  while (in_.at('*') || in_.at('/')) {
    ctx_.poll();
    const std::size_t sign = in_.offset();
    const bool division = in_.at('/');
    in_.advance();
    parse_power(depth);
    on_target(sign, [&] { division ? target_.divide() : target_.multiply(); });
  }
}

/// Signs, an atom and at most one exponent, and the white space after it. -x^2 is -(x^2).
void ExpressionReader::parse_power(int depth) {
  const bool negative = take_signs();
  parse_atom(depth);
  in_.skip_space();
  if (at_power()) {
    const std::size_t sign = in_.offset();
    in_.advance(in_.at('^') ? 1 : 2);
    const std::uint64_t exponent = parse_exponent();
    on_target(sign, [&] { target_.raise(exponent); });
    in_.skip_space();
    if (at_power()) in_.fail("a power of a power needs parentheses");
  }
  if (negative) target_.negate();
}

std::uint64_t ExpressionReader::parse_exponent() {
  in_.skip_space();
  const bool parenthesis = in_.accept('(');
  if (parenthesis) in_.skip_space();
  if (in_.at('-')) in_.fail("negative exponent");
  if (!in_.at_digit()) in_.fail_expected("a nonnegative integer as exponent");
  const std::size_t begin = in_.offset();
  const auto exponent = small_number(in_.scan_number(false));
  if (!exponent) fail_at(in_.text(), begin, "the exponent is too large; below 2^63 is allowed");
  if (parenthesis) {
    in_.skip_space();
    if (!in_.accept(')')) in_.fail_expected("')' after the exponent");
  }
  return *exponent;
}

void ExpressionReader::parse_atom(int depth) {
  const std::size_t begin = in_.offset();
  if (in_.at_digit()) {
    const Token token = in_.scan_number(false);
    on_target(begin, [&] { push_number(token); });
  } else if (in_.at('(')) {
    parse_parenthesised(depth);
  } else if (in_.at_letter()) {
    const std::size_t symbol = resolve();
    exponents_[symbol] = 1;
    used_.push_back(symbol);
    const Integer one = 1;
    on_target(begin, [&] { target_.push_monomial({one, one, exponents_}); });
    clear_exponents();
  } else {
    in_.fail_expected("a number, a variable or '('");
  }
}

void ExpressionReader::parse_parenthesised(int depth) {
  if (depth == max_depth) in_.fail("more than " + std::to_string(max_depth) + " nested parentheses");
  in_.advance();
  parse_sum(depth + 1);
  if (in_.accept(')')) return;
  if (in_.at_end() || in_.at(';') || in_.at(':')) in_.fail_expected("')'");
  fail_after_operand("an operator or ')'");
}

/// What stands here can follow no operand.
void ExpressionReader::fail_after_operand(std::string_view wanted) const {
  const std::string found = ", found " + found_at(in_.text(), in_.offset());
  std::string hint;
  if (in_.at_digit() || in_.at_letter() || in_.at('(')) hint = " (products are written with '*')";
  if (in_.at('.')) hint = " (decimal fractions are written as p/q)";
  in_.fail("expected " + std::string(wanted) + found + hint);
}

}  // namespace

void read_expression(std::string_view text, ExpressionTarget& target, const ExecutionContext& ctx) {
  ExpressionReader(text, target, ctx).read();
}

std::vector<ExpressionName> names_in_expression(std::string_view text, const ExecutionContext& ctx) {
  std::vector<ExpressionName> names;
  std::unordered_set<std::string_view> seen;
  std::string_view last;
  Cursor in(text);
  std::size_t steps = 0;
  for (in.skip_space(); !in.at_end(); in.skip_space()) {
    if (++steps % (std::size_t{1} << 16) == 0) ctx.poll();
    if (in.at_digit()) {
      in.scan_number(false);
    } else if (in.at_letter()) {
      const std::size_t begin = in.offset();
      const std::string_view name = in.scan_identifier();
      if (name == last) continue;
      last = name;
      if (seen.insert(name).second) names.push_back({std::string(name), begin});
    } else {
      in.advance();
    }
  }
  return names;
}

void fail_expression(std::string_view text, std::size_t offset, const std::string& reason) {
  fail_at(text, offset, reason);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
