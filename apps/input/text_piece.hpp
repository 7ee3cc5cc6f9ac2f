// Parts of a text that know where they begin.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace polyfork_app {

/// A part of a text; lines and columns count from 1.
struct TextPiece {
  std::string_view text;
  std::size_t line = 1;
  std::size_t column = 1;

  /// Whether there is nothing but white space.
  bool is_blank() const noexcept;
  /// The part from byte `begin` of this one on.
  TextPiece from(std::size_t begin) const noexcept;
  /// The part of bytes begin to end.
  TextPiece part(std::size_t begin, std::size_t end) const noexcept;
  /// Without white space at both ends.
  TextPiece trimmed() const noexcept;
  /// What lies between `separators` that stand outside of parentheses: one part more than there are of them.
  std::vector<TextPiece> split(std::string_view separators) const;
};

}  // namespace polyfork_app
