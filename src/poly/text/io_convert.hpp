// From tokens and terms to flat coefficients: the second pass of reading, in parallel over the numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

#include "poly/text/io_tokens.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What a reader of a format returns: numerators over one denominator, not yet in lowest terms.
struct ParsedPoly {
  IntegerVector numerators;
  Integer denominator = 1;
  std::string variable = "x";
  std::uint64_t first_fraction = 0;  ///< offset in the text of the first fraction or division, if there is one
};

/// One summand of a polynomial.
struct Term {
  std::uint64_t exponent = 0;
  Rational coefficient;
};

/// Converts all tokens; those of equal exponent are summed. O(text) for numbers of bounded length.
ParsedPoly convert_tokens(std::string_view text, const TokenList& tokens, const ExecutionContext& ctx);
/// Sums the terms.
ParsedPoly convert_terms(std::vector<Term> terms, const ExecutionContext& ctx);
/// The number of token i.
Rational token_to_rational(std::string_view text, const TokenList& tokens, std::size_t i);

PolyQ to_poly_q(ParsedPoly&& parsed, const ExecutionContext& ctx);
/// Throws ParseError at the first fraction when a coefficient is not an integer.
PolyZ to_poly_z(std::string_view text, ParsedPoly&& parsed, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
