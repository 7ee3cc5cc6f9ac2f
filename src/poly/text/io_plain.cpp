// Characters outside ASCII that have one meaning in a polynomial.
#include "poly/text/io_plain.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "poly/text/io_text.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr std::array<std::string_view, 10> superscripts = {
    "\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",     "\xE2\x81\xB4",
    "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};

constexpr std::array<std::pair<std::string_view, char>, 10> equivalents = {{
    {"\xE2\x88\x92", '-'},  // minus sign
    {"\xC2\xB7", '*'},      // middle dot
    {"\xC3\x97", '*'},      // multiplication sign
    {"\xE2\x8B\x85", '*'},  // dot operator
    {"\xE2\x88\x97", '*'},  // asterisk operator
    {"\xC2\xA0", '\v'},     // spaces that do not break lines
    {"\xE2\x80\xAF", '\v'},
    {"\xE2\x80\x87", '\v'},
    {"\xE2\x80\x89", '\v'},  // thin space
    {"\xE2\x81\xA0", '\v'},  // word joiner
}};

bool outside_ascii(char c) noexcept { return static_cast<unsigned char>(c) >= 0x80; }

/// The digit that is written as a superscript here, or -1.
int superscript_at(std::string_view rest) noexcept {
  for (int d = 0; d < 10; ++d)
    if (rest.starts_with(superscripts[static_cast<std::size_t>(d)])) return d;
  return -1;
}

/// Writes "^12" over superscripts, which take two bytes each or more. Returns the position behind them. Where a digit
/// follows, which would be read as the exponent's next one, the superscripts stay.
std::size_t write_power(std::string& text, std::size_t begin) {
  std::string digits = "^";
  std::size_t end = begin;
  for (;;) {
    const std::string_view rest = std::string_view(text).substr(end);
    const int digit = superscript_at(rest);
    if (digit < 0) break;
    digits += static_cast<char>('0' + digit);
    end += superscripts[static_cast<std::size_t>(digit)].size();
  }
  if (end < text.size() && is_digit(text[end])) return end;
  digits.resize(end - begin, '\v');
  text.replace(begin, digits.size(), digits);
  return end;
}

}  // namespace

PlainText::PlainText(std::string_view text, const ExecutionContext& ctx) : view_(text) {
  auto at = std::find_if(text.begin(), text.end(), outside_ascii);
  if (at == text.end()) return;
  reservation_ = MemoryReservation(ctx.memory(), text.size());
  copy_ = text;
  view_ = copy_;
  if (text.starts_with(byte_order_mark)) copy_.replace(0, byte_order_mark.size(), byte_order_mark.size(), '\v');
  for (std::size_t i = static_cast<std::size_t>(at - text.begin()); i < copy_.size();) {
    const std::string_view rest = std::string_view(copy_).substr(i);
    const auto known = std::find_if(equivalents.begin(), equivalents.end(),
                                    [&](const auto& entry) { return rest.starts_with(entry.first); });
    if (known != equivalents.end()) {
      // The sign stands last, so that it is next to what follows.
      const std::size_t end = i + known->first.size();
      std::fill(copy_.begin() + static_cast<std::ptrdiff_t>(i), copy_.begin() + static_cast<std::ptrdiff_t>(end), '\v');
      copy_[end - 1] = known->second;
      i = end;
    } else if (superscript_at(rest) >= 0) {
      i = write_power(copy_, i);
    } else {
      ++i;
    }
    while (i < copy_.size() && !outside_ascii(copy_[i])) ++i;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
