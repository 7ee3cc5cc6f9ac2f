// Lists of equations as Maple writes them.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

#include "input/text_piece.hpp"

namespace polyfork_app {

inline constexpr std::size_t most_maple_digits = 1000000;

/// [x^2 = y, x*y - 1] or { ... }, alone, assigned to a name, or with a list of variables behind it, as
/// RootFinding:-Isolate and RootFinding[Isolate] take both, with options after them; a colon or semicolon may end the
/// statement.
struct MapleList {
  TextPiece equations;  ///< between the brackets
  std::optional<TextPiece> variables;
  std::optional<std::size_t> digits;  ///< that the call asks for
};

/// What is wrong with a text, and where.
struct TextError : std::runtime_error {
  TextError(const TextPiece& where, const std::string& reason) : std::runtime_error(reason), at(where) {}
  TextPiece at;
};

/// Whether a text begins as such a statement does: with a bracket, an assignment or a call.
bool begins_as_maple(const TextPiece& text);

/// Throws TextError for a list that is not closed, for options other than digits = N and output = ..., which is
/// ignored, and for what follows.
MapleList parse_maple_list(const TextPiece& text);

}  // namespace polyfork_app
