// MPSolve's .pol files (version 2): a type of three letters, the precision in digits (0: exact), the degree, in sparse
// files the number of terms, then coefficients in ascending degree, or pairs of exponent and coefficient. Rational
// coefficients are a numerator and a denominator, separated by white space.
//
// The type is d or s (dense, sparse; u is a program), r or c (real, complex), i, q or f (integers, rationals, floating
// point). Real exact ones are read.

#include <array>

#include "poly/text/io_decimal.hpp"
#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct Type {
  bool sparse;
  bool rational;
};

/// What the type says. Throws ParseError, which names the reason, for what is not read.
Type read_type(Cursor& in) {
  const std::size_t begin = in.offset();
  const std::string_view word = in.scan_identifier();
  const auto refuse = [&](const std::string& reason) {
    fail_at(in.text(), begin, "MPSolve's type '" + std::string(word) + "': " + reason);
  };
  if (to_lower(word[0]) == 'u') refuse("a polynomial that is a program of MPSolve's");
  if (to_lower(word[1]) == 'c') refuse("complex coefficients; only real ones are read");
  const char kind = to_lower(word[2]);
  if (kind != 'i' && kind != 'q') refuse("floating-point coefficients, which are not exact");
  return {to_lower(word[0]) == 's', kind == 'q'};
}

std::uint64_t read_count(Cursor& in, std::uint64_t limit, std::string_view what) {
  in.skip_space();
  if (!in.at_digit()) in.fail_expected("the " + std::string(what));
  return in.scan_small(limit, what);
}

/// [+-]digits, followed by white space or the end.
Token read_number(Cursor& in, std::string_view what) {
  in.skip_space();
  const bool negative = in.at('-');
  if (negative || in.at('+')) in.advance();
  if (!in.at_digit()) in.fail_expected(what);
  const Token number = in.scan_number(negative);
  if (!in.at_end() && !is_space(in.text()[in.offset()]) && !in.at('!')) in.fail_expected("a space after a number");
  return number;
}

}  // namespace

bool is_mpsolve2_type(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 3> letters = {"dsu", "rc", "iqfdb"};
  if (word.size() != letters.size()) return false;
  for (std::size_t i = 0; i < letters.size(); ++i)
    if (letters[i].find(to_lower(word[i])) == std::string_view::npos) return false;
  return true;
}

ParsedPoly read_mpsolve2(std::string_view text, const ExecutionContext& ctx) {
  Cursor in(text, 0, '!');
  in.skip_space();
  const Type type = read_type(in);
  read_count(in, max_io_degree, "precision");
  const std::uint64_t degree = read_count(in, max_io_degree, "degree");
  const std::uint64_t count = type.sparse ? read_count(in, degree + 1, "number of terms") : degree + 1;
  TokenList tokens(ctx.memory());
  ExponentsSeen seen(ctx.memory());
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i % 4096 == 0) ctx.poll();
    if (type.sparse) {
      in.skip_space();
      tokens.exponents.push_back(seen.read(in, degree));
    }
    in.skip_space();
    const std::size_t begin = in.offset();
    const Token numerator = read_number(in, "a coefficient");
    Token denominator;
    if (type.rational) {
      denominator = read_number(in, "a denominator");
      if (denominator.is_zero()) fail_at(text, begin, "division by zero");
      if (denominator.negative) fail_at(text, begin, "a negative denominator");
    }
    tokens.push(numerator, denominator);
  }
  in.skip_space();
  if (!in.at_end())
    in.fail("text after the " + std::to_string(count) + (type.sparse ? " terms: " : " coefficients: ") +
            found_at(text, in.offset()));
  ParsedPoly parsed = convert_tokens(text, tokens, ctx);
  if (!parsed.denominator.is_one()) parsed.first_fraction = first_fraction(text, tokens);
  return parsed;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
