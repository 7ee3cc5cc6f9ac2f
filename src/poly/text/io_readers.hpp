// The readers of the formats. Each reads the whole text or throws ParseError at a position in it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/ring/rational.hpp>

#include "poly/text/io_convert.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The polynomial from `offset` to the end of the text. variable: the only one allowed, empty for any.
ParsedPoly read_infix(std::string_view text, const ExecutionContext& ctx, std::size_t offset = 0,
                      std::string_view variable = {});
ParsedPoly read_coeffs(std::string_view text, const ExecutionContext& ctx);
ParsedPoly read_flint(std::string_view text, const ExecutionContext& ctx);
ParsedPoly read_ntl(std::string_view text, const ExecutionContext& ctx);
ParsedPoly read_msolve(std::string_view text, const ExecutionContext& ctx);
/// Version 3, or version 2 where the text begins with a type of that.
ParsedPoly read_mpsolve(std::string_view text, const ExecutionContext& ctx);
ParsedPoly read_mpsolve2(std::string_view text, const ExecutionContext& ctx);

/// The exponents of a sparse list of MPSolve's.
class ExponentsSeen {
 public:
  explicit ExponentsSeen(MemoryAccount& account) noexcept : account_(&account) {}
  /// The exponent here, and the white space behind it. Throws ParseError above the degree and for one that was seen.
  std::uint32_t read(Cursor& in, std::uint64_t degree);

 private:
  MemoryAccount* account_;
  std::vector<bool> seen_;
};

/// detect_format for a text that PlainText has been through.
PolyFormat detect_plain_format(std::string_view text);
/// The type of a file of MPSolve 2, three letters in any case: dri is dense, real, integers.
bool is_mpsolve2_type(std::string_view word) noexcept;
/// A keyword of MPSolve's headers, in any case.
bool is_mpsolve_keyword(std::string_view word) noexcept;
/// The value of a decimal number that stands at this offset. Throws ParseError where its exponent is too large.
Rational decimal_value(std::string_view text, std::size_t offset, std::string_view number, const ExecutionContext& ctx);
/// [+-]digits[/digits] without white space, appended to the tokens; "//" is a division, too. Throws ParseError.
void read_rational(Cursor& in, TokenList& tokens);
/// The offset of the first fraction among the tokens that is not an integer (where its sign or first digit stands).
std::size_t first_fraction(std::string_view text, const TokenList& tokens);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
