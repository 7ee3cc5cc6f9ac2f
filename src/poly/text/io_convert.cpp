// Numbers are converted straight into the rows of the result: its strides follow from the numbers of digits, so
// that chunks of tokens can be converted at the same time. Fractions are brought to their common denominator, the
// lcm by a balanced tree. Only when an exponent occurs twice are the numbers made one by one, sorted and summed.

#include "poly/text/io_convert.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "core/polled.hpp"
#include "poly/rows/stripes.hpp"
#include "poly/text/io_decimal.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

constexpr std::size_t rows = IntegerVector::stripe_rows;
constexpr std::size_t poll_tokens = 1 << 16;
constexpr std::size_t poll_steps = 1 << 10;   // operations on rational terms
constexpr std::size_t chunk_bytes = 1 << 16;  // text converted per task: about a tenth of a millisecond

std::size_t exponent_of(const TokenList& tokens, std::size_t i) {
  return tokens.exponents.empty() ? i : tokens.exponents[i];
}

std::size_t length_of(const TokenList& tokens, const ExecutionContext& ctx) {
  if (tokens.exponents.empty()) return tokens.size();
  std::size_t length = 0;
  polled_for(ctx, tokens.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      length = std::max<std::size_t>(length, tokens.exponents[i] + std::size_t{1});
  });
  return length;
}

/// Does an exponent occur twice? Almost always the exponents ascend or descend; else a bit per degree tells.
bool has_repeats(const TokenList& tokens, std::size_t length, const ExecutionContext& ctx) {
  const auto& e = tokens.exponents;
  if (e.size() < 2) return false;
  bool ascending = true;
  bool descending = true;
  polled_for(ctx, e.size() - 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ascending = ascending && e[i] < e[i + 1];
      descending = descending && e[i] > e[i + 1];
    }
  });
  if (ascending || descending) return false;
  if (e.size() > length) return true;
  const MemoryReservation reservation(ctx.memory(), length / 8 + 8);
  std::vector<bool> seen(length);
  for (std::size_t i = 0; i < e.size(); ++i) {
    if (i % poll_tokens == 0) ctx.poll();
    if (seen[e[i]]) return true;
    seen[e[i]] = true;
  }
  return false;
}

/// What the conversion of the longest of some tokens takes beside its result: digits, GMP's scratch, and with
/// fractions the numbers themselves and a quotient and product with the common denominator.
std::size_t conversion_bytes(const TokenList& tokens, std::size_t begin, std::size_t end,
                             std::size_t denominator_limbs) {
  std::size_t digits = 0;
  for (std::size_t i = begin; i < end; ++i) {
    digits = std::max<std::size_t>(digits, tokens.numerators[i].length);
    if (tokens.is_fraction(i)) digits = std::max<std::size_t>(digits, tokens.denominators[i].length);
  }
  const std::size_t limbs = limbs_of_digits(digits);
  const std::size_t text = saturating_add(gmp_from_text_bytes(limbs), digits);
  return denominator_limbs == 0 ? text : saturating_add(text, gmp_div_bytes(2 * (limbs + denominator_limbs)));
}

/// The lcm of the denominators.
Integer common_denominator(std::string_view text, const TokenList& tokens, std::size_t grain,
                           const ExecutionContext& ctx) {
  const auto join = [](Integer&& a, Integer&& b) { return a == b || b.is_one() ? std::move(a) : lcm(a, b); };
  const auto map = [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    Integer result = 1;
    const MemoryReservation scratch(ctx.memory(), conversion_bytes(tokens, begin, end, 0));
    for (std::size_t i = begin; i < end; ++i)
      if (!tokens.denominators[i].is_zero())
        result = join(std::move(result), token_to_integer(text, tokens.denominators[i]));
    return result;
  };
  return parallel_reduce<Integer>(ctx, tokens.denominators.size(), grain, Integer(1), map, join);
}

/// Limbs per row of each stripe: the longest number of the stripe, times the common denominator.
std::vector<std::uint32_t> strides_of(const TokenList& tokens, std::size_t length, std::size_t denominator_limbs,
                                      const ExecutionContext& ctx) {
  std::vector<std::uint32_t> strides((length + rows - 1) / rows);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i % poll_tokens == 0) ctx.poll();
    if (tokens.numerators[i].is_zero()) continue;
    std::uint32_t& stride = strides[exponent_of(tokens, i) / rows];
    const std::size_t limbs = limbs_for_digits(tokens.numerators[i].length) + denominator_limbs;
    stride = std::max(stride, static_cast<std::uint32_t>(limbs));
  }
  return strides;
}

std::size_t limbs_of(const std::vector<std::uint32_t>& strides, std::size_t length) {
  std::size_t limbs = 0;
  for (std::size_t s = 0; s < strides.size(); ++s) limbs += strides[s] * std::min(rows, length - s * rows);
  return limbs;
}

void convert_integer(std::string_view text, Token token, std::size_t i, IntegerVector& result) {
  if (token.is_zero()) return;
  mp_limb_t* const row = result.row(i);
  std::size_t size = 1;
  if (token.offset == Token::implicit_one)
    row[0] = 1;
  else
    size = decimal_to_limbs(row, text.data() + token.offset, token.length);
  result.set_signed_size(i, signed_size(size, token.negative));
}

void convert_fraction(std::string_view text, const TokenList& tokens, std::size_t i, const Integer& denominator,
                      IntegerVector& result) {
  Integer value = token_to_integer(text, tokens.numerators[i]);
  if (value.is_zero()) return;
  if (tokens.is_fraction(i))
    value *= exact_div(denominator, token_to_integer(text, tokens.denominators[i]));
  else
    value *= denominator;
  result.assign(exponent_of(tokens, i), value);
}

ParsedPoly sum_tokens(std::string_view text, const TokenList& tokens, const ExecutionContext& ctx) {
  const MemoryReservation reservation(
      ctx.memory(), tokens.size() * sizeof(Term) + text.size() / 2 + conversion_bytes(tokens, 0, tokens.size(), 0));
  std::vector<Term> terms;
  terms.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i % 1024 == 0) ctx.poll();
    terms.push_back({exponent_of(tokens, i), token_to_rational(text, tokens, i)});
  }
  return convert_terms(std::move(terms), ctx);
}

}  // namespace

Rational token_to_rational(std::string_view text, const TokenList& tokens, std::size_t i) {
  Integer numerator = token_to_integer(text, tokens.numerators[i]);
  if (!tokens.is_fraction(i)) return numerator;
  return Rational(std::move(numerator), token_to_integer(text, tokens.denominators[i]));
}

ParsedPoly convert_tokens(std::string_view text, const TokenList& tokens, const ExecutionContext& ctx) {
  const std::size_t length = length_of(tokens, ctx);
  if (has_repeats(tokens, length, ctx)) return sum_tokens(text, tokens, ctx);
  const std::size_t grain =
      std::max<std::size_t>(1, chunk_bytes * tokens.size() / std::max<std::size_t>(1, text.size()));
  const bool fractions = !tokens.denominators.empty();

  ParsedPoly parsed;
  if (fractions) parsed.denominator = common_denominator(text, tokens, grain, ctx);
  const MemoryReservation table(ctx.memory(), length / rows * sizeof(std::uint32_t));
  const auto strides = strides_of(tokens, length, fractions ? parsed.denominator.view().limbs().size() : 0, ctx);
  const MemoryReservation reservation(ctx.memory(), vector_bytes(length, limbs_of(strides, length)));
  IntegerVector result(length, strides);
  const std::size_t denominator_limbs = fractions ? parsed.denominator.view().limbs().size() : 0;
  parallel_for(ctx, tokens.size(), grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    const MemoryReservation scratch(ctx.memory(), conversion_bytes(tokens, begin, end, denominator_limbs));
    for (std::size_t i = begin; i < end; ++i) {
      ctx.charge(tokens.numerators[i].length + std::uint64_t{1});
      if (fractions)
        convert_fraction(text, tokens, i, parsed.denominator, result);
      else
        convert_integer(text, tokens.numerators[i], exponent_of(tokens, i), result);
    }
  });
  parsed.numerators = std::move(result);
  return parsed;
}

ParsedPoly convert_terms(std::vector<Term> terms, const ExecutionContext& ctx) {
  std::size_t steps = 0;
  const auto poll = [&] {
    if (++steps % poll_steps == 0) ctx.poll();
  };
  std::stable_sort(terms.begin(), terms.end(), [&](const Term& a, const Term& b) {
    poll();
    return a.exponent < b.exponent;
  });
  std::size_t count = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    poll();
    if (count != 0 && terms[count - 1].exponent == terms[i].exponent)
      terms[count - 1].coefficient += terms[i].coefficient;
    else if (count++ != i)
      terms[count - 1] = std::move(terms[i]);
  }
  terms.resize(count);

  ParsedPoly parsed;
  for (const Term& term : terms) {
    poll();
    if (term.coefficient.denominator() != parsed.denominator)
      parsed.denominator = lcm(parsed.denominator, term.coefficient.denominator());
  }
  const std::size_t length = terms.empty() ? 0 : terms.back().exponent + 1;
  const std::size_t scale = parsed.denominator.is_one() ? 0 : parsed.denominator.view().limbs().size();
  const MemoryReservation table(ctx.memory(), length / rows * sizeof(std::uint32_t));
  std::vector<std::uint32_t> strides((length + rows - 1) / rows);
  for (const Term& term : terms) {
    poll();
    std::uint32_t& stride = strides[term.exponent / rows];
    const std::size_t limbs = term.coefficient.numerator().view().limbs().size() + scale;
    stride = std::max(stride, static_cast<std::uint32_t>(limbs));
  }
  const MemoryReservation reservation(ctx.memory(), vector_bytes(length, limbs_of(strides, length)));
  parsed.numerators = IntegerVector(length, strides);
  for (const Term& term : terms) {
    poll();
    const Integer factor = exact_div(parsed.denominator, term.coefficient.denominator());
    parsed.numerators.assign(term.exponent, mul(term.coefficient.numerator(), factor));
  }
  return parsed;
}

PolyQ to_poly_q(ParsedPoly&& parsed, const ExecutionContext& ctx) {
  RationalVector coefficients = parsed.denominator.is_one()
                                    ? RationalVector(std::move(parsed.numerators))
                                    : RationalVector(std::move(parsed.numerators), std::move(parsed.denominator), ctx);
  return PolyQ(std::move(coefficients)).with_variable(std::move(parsed.variable));
}

PolyZ to_poly_z(std::string_view text, ParsedPoly&& parsed, const ExecutionContext& ctx) {
  if (!parsed.denominator.is_one()) {
    // Fractions such as 4/2, or fractions that cancel in a sum, are integers all the same.
    RationalVector reduced(std::move(parsed.numerators), std::move(parsed.denominator), ctx);
    if (!reduced.denominator().is_one())
      fail_at(text, parsed.first_fraction, "a coefficient is not an integer; integer coefficients are required here");
    parsed.numerators = std::move(reduced).numerators();
  }
  return PolyZ(std::move(parsed.numerators)).with_variable(std::move(parsed.variable));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
