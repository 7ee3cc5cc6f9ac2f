// Infix expressions as programs: recursive descent.
#include <polyfork/poly/detail/infix_program.hpp>

#include <limits>

#include "poly/io_text.hpp"

namespace polyfork::inline v1::detail {

namespace {

constexpr int max_depth = 256;

class ProgramParser {
 public:
  ProgramParser(std::string_view text, const ExecutionContext& ctx) : in_(text), ctx_(ctx) {}

  std::vector<InfixStep> parse() {
    sum(0);
    if (!in_.at_end()) in_.fail_expected("an operator or the end of the text");
    return std::move(steps_);
  }

 private:
  using Kind = InfixStep::Kind;

  void emit(Kind kind, std::size_t offset, std::string_view text = {}, std::uint64_t count = 0) {
    if (steps_.size() % 4096 == 4095) ctx_.poll();
    steps_.push_back({kind, offset, text, count});
  }

  void sum(int depth) {
    in_.skip_space();
    const std::size_t begin = in_.offset();
    std::uint64_t summands = 1;
    product(depth);
    for (; in_.at('+') || in_.at('-'); ++summands) {
      const std::size_t sign = in_.offset();
      const bool negative = in_.at('-');
      in_.advance();
      product(depth);
      if (negative) emit(Kind::negate, sign);
    }
    if (summands > 1) emit(Kind::sum, begin, {}, summands);
  }

  void product(int depth) {
    operand(depth);
    while (in_.at('*') || in_.at('/')) {
      const std::size_t sign = in_.offset();
      const bool division = in_.at('/');
      in_.advance();
      operand(depth);
      emit(division ? Kind::divide : Kind::multiply, sign);
    }
  }

  /// Signs, an atom, at most one exponent, and the white space after it.
  void operand(int depth) {
    bool negative = false;
    in_.skip_space();
    const std::size_t begin = in_.offset();
    for (; in_.at('+') || in_.at('-'); in_.skip_space()) {
      negative = negative != in_.at('-');
      in_.advance();
    }
    atom(depth);
    in_.skip_space();
    if (at_power()) {
      const std::size_t sign = in_.offset();
      in_.advance(in_.at('^') ? 1 : 2);
      in_.skip_space();
      if (in_.at('-')) in_.fail("negative exponent");
      if (!in_.at_digit()) in_.fail_expected("a nonnegative integer as exponent");
      const std::uint64_t exponent = in_.scan_small(std::numeric_limits<std::int64_t>::max(), "exponent");
      emit(Kind::power, sign, {}, exponent);
      in_.skip_space();
      if (at_power()) in_.fail("a power of a power needs parentheses");
    }
    if (negative) emit(Kind::negate, begin);
  }

  bool at_power() const noexcept {
    if (in_.at('^')) return true;
    return in_.at('*') && in_.offset() + 1 < in_.text().size() && in_.text()[in_.offset() + 1] == '*';
  }

  void atom(int depth) {
    const std::size_t begin = in_.offset();
    if (in_.at_digit()) {
      while (in_.at_digit()) in_.advance();
      emit(Kind::number, begin, in_.text().substr(begin, in_.offset() - begin));
    } else if (in_.at_letter()) {
      const std::string_view name = in_.scan_identifier();
      emit(Kind::name, begin, name);
    } else if (in_.at('(')) {
      if (depth == max_depth) in_.fail("more than " + std::to_string(max_depth) + " nested parentheses");
      in_.advance();
      sum(depth + 1);
      if (!in_.accept(')')) in_.fail_expected("an operator or ')'");
    } else {
      in_.fail_expected("a number, a name or '('");
    }
  }

  Cursor in_;
  const ExecutionContext& ctx_;
  std::vector<InfixStep> steps_;
};

}  // namespace

std::vector<InfixStep> infix_program(std::string_view text, const ExecutionContext& ctx) {
  return ProgramParser(text, ctx).parse();
}

void fail_infix(std::string_view text, std::size_t offset, const std::string& reason) { fail_at(text, offset, reason); }

}  // namespace polyfork::inline v1::detail
