// Infix expressions for every type of polynomials: the grammar's sink that hands each summand to a virtual target as it
// is read, and the names that occur in a text.
#include <polyfork/poly/text/detail/expression.hpp>

#include <unordered_set>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/text/infix_grammar.hpp"
#include "poly/text/io_decimal.hpp"
#include "poly/text/io_plain.hpp"
#include "poly/text/io_readers.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

ExpressionTarget::~ExpressionTarget() = default;

namespace {

/// Turns what the target refuses into errors of the text.
class TargetSink {
 public:
  static constexpr std::uint64_t max_exponent = max_expression_exponent;
  static constexpr std::string_view exponent_bound = "at most 2^63 - 1";
  static constexpr std::string_view atoms = "a number, a variable or '('";

  TargetSink(std::string_view text, ExpressionTarget& target, const ExecutionContext& ctx)
      : text_(text), target_(target), ctx_(ctx) {}

  std::size_t scan_name(Cursor& in);

  void clear_factors() {
    for (const std::size_t symbol : used_) exponents_[symbol] = 0;
    used_.clear();
  }
  bool add_factor(std::size_t symbol, std::uint64_t exponent) {
    if (exponents_[symbol] > max_exponent - exponent) return false;
    if (exponents_[symbol] == 0) used_.push_back(symbol);
    exponents_[symbol] += exponent;
    return true;
  }
  void add_monomial(const MonomialNumbers& m) {
    const bool fraction = !m.denominator.is_zero();
    on_target(fraction ? m.division_sign : m.offset, [&] {
      const Integer numerator = number(m.numerator);
      const Integer denominator = fraction ? number(m.denominator) : Integer(1);
      target_.add_monomial({numerator, denominator, exponents_});
    });
  }

  void open_sum(std::string_view) { target_.open_sum(); }
  void close_sum(std::size_t offset) {
    on_target(offset, [&] { target_.close_sum(); });
  }
  void add_top(bool negative, std::size_t offset) {
    on_target(offset, [&] { target_.add_top(negative); });
  }
  void push_number(Token token, std::size_t offset) {
    on_target(offset, [&] { target_.push_monomial({number(token), Integer(1), {}}); });
  }
  void push_decimal(std::string_view decimal, std::size_t offset) {
    const Rational value = decimal_value(text_, offset, decimal, ctx_);
    on_target(offset, [&] { target_.push_monomial({value.numerator(), value.denominator(), {}}); });
  }
  void push_symbol(std::size_t symbol, std::size_t offset) {
    clear_factors();
    add_factor(symbol, 1);
    on_target(offset, [&] { target_.push_monomial({Integer(1), Integer(1), exponents_}); });
  }
  void negate() { target_.negate(); }
  void multiply(std::size_t sign) {
    on_target(sign, [&] { target_.multiply(); });
  }
  void divide(std::size_t sign, std::size_t) {
    on_target(sign, [&] { target_.divide(); });
  }
  void raise(std::uint64_t exponent, std::size_t sign) {
    on_target(sign, [&] { target_.raise(exponent); });
  }

 private:
  static constexpr std::size_t shown_name = 40;

  /// What the target refuses is an error of the text at this place.
  template <class Action>
  void on_target(std::size_t offset, const Action& action) const {
    try {
      action();
    } catch (const DomainError& e) {
      fail_at(text_, offset, e.what());
    }
  }
  Integer number(Token token) const;

  std::string_view text_;
  ExpressionTarget& target_;
  const ExecutionContext& ctx_;
  std::vector<std::uint64_t> exponents_;  // of the monomial that is being read, by symbol
  std::vector<std::size_t> used_;         // the symbols whose exponents may differ from zero
  std::string_view last_name_;
  std::size_t last_symbol_ = ExpressionTarget::unknown;
};

/// Most names repeat the one before, or there are few.
std::size_t TargetSink::scan_name(Cursor& in) {
  const std::size_t begin = in.offset();
  const std::string_view name = in.scan_identifier();
  if (last_symbol_ == ExpressionTarget::unknown || name != last_name_) {
    const std::size_t symbol = target_.symbol(name);
    if (symbol == ExpressionTarget::unknown) fail_at(text_, begin, target_.unknown_reason(name.substr(0, shown_name)));
    last_name_ = name;
    last_symbol_ = symbol;
  }
  if (last_symbol_ >= exponents_.size()) exponents_.resize(last_symbol_ + 1);
  return last_symbol_;
}

Integer TargetSink::number(Token token) const {
  if (token.offset == Token::implicit_one) return token.negative ? -1 : 1;
  if (token.length < 1000) return token_to_integer(text_, token);
  const MemoryReservation scratch(ctx_.memory(), gmp_from_text_bytes(limbs_of_digits(token.length)));
  return token_to_integer(text_, token);
}

}  // namespace

void read_expression(std::string_view text, ExpressionTarget& target, const ExecutionContext& ctx) {
  const PlainText plain(text, ctx);
  TargetSink sink(plain.view(), target, ctx);
  InfixGrammar<TargetSink>(plain.view(), 0, sink, ctx).read();
}

std::vector<ExpressionName> names_in_expression(std::string_view text, const ExecutionContext& ctx) {
  std::vector<ExpressionName> names;
  std::unordered_set<std::string_view> seen;
  std::string_view last;
  const PlainText plain(text, ctx);
  Cursor in(plain.view());
  std::size_t steps = 0;
  for (in.skip_space(); !in.at_end(); in.skip_space()) {
    if (++steps % (std::size_t{1} << 16) == 0) ctx.poll();
    if (in.at_decimal()) {
      in.scan_decimal();
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
