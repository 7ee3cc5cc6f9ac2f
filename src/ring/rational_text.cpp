// Rationals from and to text: fractions and decimal numbers.
#include <polyfork/ring/rational.hpp>

#include <charconv>
#include <istream>
#include <ostream>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "ring/gmp_memory.hpp"
#include "ring/power_of_ten.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

/// Beyond it a few characters would stand for gigabytes.
constexpr std::int64_t max_decimal_exponent = 1'000'000'000;

/// Walks over a text; positions count from 0, columns from 1.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const noexcept { return position_ == text_.size(); }
  std::size_t position() const noexcept { return position_; }
  bool accept(char a, char b) noexcept {
    if (at_end() || (text_[position_] != a && text_[position_] != b)) return false;
    ++position_;
    return true;
  }
  bool accept(char c) noexcept { return accept(c, c); }
  /// +1 or -1; a sign is optional.
  int sign() noexcept {
    if (accept('-')) return -1;
    accept('+');
    return 1;
  }
  std::string_view digits() noexcept {
    const std::size_t first = position_;
    while (!at_end() && text_[position_] >= '0' && text_[position_] <= '9') ++position_;
    return text_.substr(first, position_ - first);
  }
  std::string_view some_digits() {
    const std::string_view found = digits();
    if (found.empty()) fail("a digit is expected");
    return found;
  }
  [[noreturn]] void fail(const std::string& reason) const { throw ParseError(1, position_ + 1, reason); }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

std::int64_t scan_exponent(Scanner& in) {
  const Scanner start = in;
  const int sign = in.sign();
  const std::string_view digits = in.some_digits();
  std::int64_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc{} ||
      value > max_decimal_exponent)
    start.fail("the exponent is beyond 10^9");
  return sign * value;
}

/// Bytes for mantissa * 10^places, or their quotient in lowest terms: both numbers, a gcd or product, and the result.
std::size_t decimal_bytes(std::size_t digits, std::size_t places) {
  const std::size_t limbs = detail::limbs_of_digits(digits) + detail::limbs_of_digits(places);
  return detail::saturating_add(detail::gmp_gcd_bytes(limbs), limbs * 3 * sizeof(mp_limb_t));
}

}  // namespace

Rational::Rational(std::string_view text, const ExecutionContext& ctx) : Rational() {
  Scanner in(text);
  const int sign = in.sign();
  const std::string_view whole = in.digits();
  const MemoryReservation conversion(ctx.memory(), detail::gmp_from_text_bytes(detail::limbs_of_digits(text.size())));
  if (!whole.empty() && in.accept('/')) {
    const Scanner before = in;
    Integer denominator(in.some_digits());
    if (denominator.is_zero()) before.fail("the denominator is zero");
    if (!in.at_end()) in.fail("the number should end here");
    *this = Rational(Integer(whole), std::move(denominator));
  } else {
    const std::string_view fraction = in.accept('.') ? in.digits() : std::string_view();
    if (whole.empty() && fraction.empty()) in.fail("a digit is expected");
    std::int64_t exponent = in.accept('e', 'E') ? scan_exponent(in) : 0;
    if (!in.at_end()) in.fail("the number should end here");
    std::string digits(whole);
    digits += fraction;
    exponent -= static_cast<std::int64_t>(fraction.size());
    const Integer mantissa(digits);
    if (mantissa.is_zero()) return;  // 0e1000000 needs no power of ten
    const auto places = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
    const Integer power = detail::power_of_ten(places, ctx);
    const MemoryReservation reservation(ctx.memory(), decimal_bytes(digits.size(), places));
    ctx.poll();
    *this = exponent >= 0 ? Rational(mantissa * power) : Rational(mantissa, power);
  }
  if (sign < 0) numerator_.negate();
}

std::string Rational::to_string() const {
  std::string text = numerator_.to_string();
  if (!is_integer()) {
    text += '/';
    text += denominator_.to_string();
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, const Rational& a) { return out << a.to_string(); }

std::istream& operator>>(std::istream& in, Rational& a) {
  using Traits = std::istream::traits_type;
  const std::istream::sentry ready(in);  // passes over white space
  if (!ready) return in;
  std::string text;
  for (auto c = in.peek(); c != Traits::eof(); c = in.peek()) {
    const bool digit = c >= '0' && c <= '9';
    const bool sign = (c == '-' || c == '+') && (text.empty() || text.back() == 'e' || text.back() == 'E');
    if (!digit && !sign && c != '.' && c != '/' && c != 'e' && c != 'E') break;
    text += Traits::to_char_type(in.get());
  }
  try {
    a = Rational(text);
  } catch (const ParseError&) {
    in.setstate(std::ios::failbit);
  }
  return in;
}

}  // namespace v1
}  // namespace polyfork
