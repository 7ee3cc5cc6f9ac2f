// Integers from and to digits. Conversions are GMP's, which are subquadratic; one limb takes a short way.
#include <polyfork/ring/integer.hpp>

#include <charconv>
#include <cstring>
#include <istream>
#include <ostream>
#include <string>

#include <polyfork/core/error.hpp>

#include "ring/gmp_memory.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

void require_base(int base) {
  if (base < 2 || base > 36) throw DomainError("the base of an integer's text must be in 2..36");
}

/// 36 or more for anything but a digit.
unsigned digit_value(char c) noexcept {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A') + 10;
  return 99;
}

}  // namespace

void detail::refuse_int64() { throw DomainError("the integer does not fit into 64 bits"); }

std::string IntegerView::to_string(int base) const {
  require_base(base);
  if (z_._mp_size >= -1 && z_._mp_size <= 1) {
    char buffer[66];
    char* begin = buffer;
    if (z_._mp_size < 0) *begin++ = '-';
    const mp_limb_t magnitude = z_._mp_size == 0 ? 0 : z_._mp_d[0];
    return {buffer, std::to_chars(begin, buffer + sizeof buffer, magnitude, base).ptr};
  }
  const std::size_t size = limbs().size();
  detail::check_limbs(size, detail::gmp_to_text_bytes(size));
  // Room for a sign and the terminating zero that GMP writes.
  std::string text(mpz_sizeinbase(&z_, base) + 2, '\0');
  mpz_get_str(text.data(), base, &z_);
  text.resize(std::strlen(text.data()));
  return text;
}

Integer::Integer(std::string_view text, int base) : Integer() {
  require_base(base);
  const std::size_t first = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  if (first == text.size()) throw ParseError(1, first + 1, "a digit is expected");
  for (std::size_t i = first; i < text.size(); ++i)
    if (digit_value(text[i]) >= static_cast<unsigned>(base))
      throw ParseError(1, i + 1, "this is not a digit in base " + std::to_string(base));

  const std::string_view digits = text.substr(first);
  if (mp_limb_t word = 0; std::from_chars(digits.data(), digits.data() + digits.size(), word, base).ec == std::errc{}) {
    *this = Integer(word);
  } else {
    const std::size_t limbs = digits.size() / 10 + 1;  // a digit has at most 5.2 bits
    detail::check_limbs(limbs, detail::gmp_from_text_bytes(limbs));
    const std::string terminated(digits);
    with_mpz([&](mpz_ptr z) { mpz_set_str(z, terminated.c_str(), base); });
  }
  if (text[0] == '-') negate();
}

std::ostream& operator<<(std::ostream& out, IntegerView a) { return out << a.to_string(); }
std::ostream& operator<<(std::ostream& out, const Integer& a) { return out << a.to_string(); }

std::istream& operator>>(std::istream& in, Integer& a) {
  using Traits = std::istream::traits_type;
  const std::istream::sentry ready(in);  // passes over white space
  if (!ready) return in;
  std::string text;
  for (auto c = in.peek(); c != Traits::eof(); c = in.peek()) {
    const bool sign = c == '-' || c == '+';
    if (sign ? !text.empty() : c < '0' || c > '9') break;
    text += Traits::to_char_type(in.get());
  }
  if (text.empty() || text == "-" || text == "+")
    in.setstate(std::ios::failbit);
  else
    a = Integer(text);
  return in;
}

}  // namespace v1
}  // namespace polyfork
