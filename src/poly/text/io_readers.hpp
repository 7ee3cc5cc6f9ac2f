// The readers of the formats. Each reads the whole text or throws ParseError at a position in it.
#pragma once

#include <cstddef>
#include <string_view>

#include <polyfork/core/context.hpp>

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
ParsedPoly read_mpsolve(std::string_view text, const ExecutionContext& ctx);

/// A keyword of MPSolve's headers, in any case.
bool is_mpsolve_keyword(std::string_view word) noexcept;
/// [+-]digits[/digits] without white space, appended to the tokens. Throws ParseError.
void read_rational(Cursor& in, TokenList& tokens);
/// The offset of the first fraction among the tokens that is not an integer (where its sign or first digit stands).
std::size_t first_fraction(std::string_view text, const TokenList& tokens);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
