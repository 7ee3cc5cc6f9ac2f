// MPSolve's .pol files (version 3): options that end in ';', then coefficients in ascending degree, or pairs of
// exponent and coefficient when Sparse. Comments start with '!'. Coefficients are integers or p/q.
//
// MPSolve's defaults are complex floating-point coefficients, which are not exact: Real and Integer or Rational are
// required here.

#include <algorithm>
#include <array>
#include <optional>

#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

struct Header {
  std::optional<std::uint64_t> degree;
  bool real = false;
  bool integer = false;
  bool rational = false;
  bool sparse = false;
};

std::string lower(std::string_view word) {
  std::string result(word);
  std::transform(result.begin(), result.end(), result.begin(), to_lower);
  return result;
}

std::uint64_t read_value(Cursor& in, std::string_view option) {
  in.skip_space();
  if (!in.accept('=')) in.fail_expected("'=' after " + std::string(option));
  in.skip_space();
  if (!in.at_digit()) in.fail_expected("a number");
  return in.scan_small(max_io_degree, option);
}

void read_option(Cursor& in, Header& header) {
  const std::size_t begin = in.offset();
  const std::string_view word = in.scan_identifier();
  const std::string option = lower(word);
  if (option == "degree") {
    header.degree = read_value(in, "degree");
  } else if (option == "precision") {
    read_value(in, "precision");  // of floating-point coefficients; ours are exact
  } else if (option == "real") {
    header.real = true;
  } else if (option == "integer") {
    header.integer = true;
  } else if (option == "rational") {
    header.rational = true;
  } else if (option == "sparse") {
    header.sparse = true;
  } else if (option == "dense") {
    header.sparse = false;
  } else if (option != "monomial") {
    const std::string quoted = "'" + std::string(word.substr(0, 40)) + "'";
    fail_at(in.text(), begin,
            is_mpsolve_keyword(word) ? quoted + " polynomials are not supported" : "unknown MPSolve option " + quoted);
  }
  in.skip_space();
  if (!in.accept(';')) in.fail_expected("';' after an option");
}

Header read_header(Cursor& in) {
  Header header;
  for (in.skip_space(); in.at_letter(); in.skip_space()) read_option(in, header);
  if (!header.degree) in.fail("the option 'Degree=N;' is missing");
  if (!header.real) in.fail("the option 'Real;' is missing (without it MPSolve reads complex coefficients)");
  if (!header.integer && !header.rational)
    in.fail("the option 'Integer;' or 'Rational;' is missing (without it MPSolve reads floating-point numbers)");
  return header;
}

}  // namespace

std::uint32_t ExponentsSeen::read(Cursor& in, std::uint64_t degree) {
  if (!in.at_digit()) in.fail_expected("an exponent");
  const std::size_t begin = in.offset();
  const std::uint64_t exponent = in.scan_small(degree, "exponent");
  if (seen_.size() <= exponent) {
    // What the result will need for its sizes alone, so that a huge exponent is refused here.
    const MemoryReservation check(*account_, exponent * sizeof(std::int32_t));
    seen_.resize(exponent + 1);
  }
  if (seen_[exponent]) fail_at(in.text(), begin, "the exponent " + std::to_string(exponent) + " occurs twice");
  seen_[exponent] = true;
  in.skip_space();
  return static_cast<std::uint32_t>(exponent);
}

bool is_mpsolve_keyword(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 12> keywords = {"monomial",  "chebyshev", "secular", "degree",
                                                         "precision", "real",      "complex", "integer",
                                                         "rational",  "dense",     "sparse",  "floatingpoint"};
  return std::any_of(keywords.begin(), keywords.end(), [&](std::string_view k) {
    return std::equal(k.begin(), k.end(), word.begin(), word.end(), [](char a, char b) { return a == to_lower(b); });
  });
}

ParsedPoly read_mpsolve(std::string_view text, const ExecutionContext& ctx) {
  Cursor in(text, 0, '!');
  Cursor type = in;
  type.skip_space();
  if (type.at_letter() && is_mpsolve2_type(type.scan_identifier())) return read_mpsolve2(text, ctx);
  const Header header = read_header(in);
  const std::uint64_t degree = *header.degree;
  TokenList tokens(ctx.memory());
  ExponentsSeen seen(ctx.memory());
  for (; !in.at_end(); in.skip_space()) {
    if (tokens.size() % 4096 == 0) ctx.poll();
    if (header.sparse)
      tokens.exponents.push_back(seen.read(in, degree));
    else if (tokens.size() > degree)
      in.fail("more than the " + std::to_string(degree + 1) + " coefficients of degree " + std::to_string(degree));
    const std::size_t begin = in.offset();
    read_rational(in, tokens);
    if (!header.rational && tokens.is_fraction(tokens.size() - 1))
      fail_at(text, begin, "a fraction, but the header says Integer");
    if (!in.at_end() && !is_space(text[in.offset()]) && !in.at('!')) in.fail_expected("a space after a coefficient");
  }
  if (!header.sparse && tokens.size() != degree + 1)
    in.fail("degree " + std::to_string(degree) + " needs " + std::to_string(degree + 1) +
            " coefficients, but there are " + std::to_string(tokens.size()));
  ParsedPoly parsed = convert_tokens(text, tokens, ctx);
  if (!parsed.denominator.is_one()) parsed.first_fraction = first_fraction(text, tokens);
  return parsed;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
