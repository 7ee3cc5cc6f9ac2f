// Texts with characters outside ASCII, as editors, browsers and word processors make them, written plainly.
#pragma once

#include <string>
#include <string_view>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The text with ASCII in the place of what has one meaning only: minus signs, superscript digits (a power), signs of
/// multiplication, spaces that do not break lines, and a byte order mark in front. What it stands for has as many
/// bytes, filled up with vertical tabs, so that lines and columns are those of the original. Other characters, and
/// superscripts with an ordinary digit behind them, stay, for the readers to refuse. A text of ASCII alone is not
/// copied.
class PlainText {
 public:
  PlainText(std::string_view text, const ExecutionContext& ctx);
  PlainText(const PlainText&) = delete;
  PlainText& operator=(const PlainText&) = delete;

  std::string_view view() const noexcept { return view_; }

 private:
  std::string copy_;
  MemoryReservation reservation_;
  std::string_view view_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
