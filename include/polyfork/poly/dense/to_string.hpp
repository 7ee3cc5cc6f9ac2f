// to_string of a polynomial over any ring, infix, descending degree: "3*x^2 - x + 1/2".
//
// Elements whose text is not a plain number (digits with at most one leading minus sign and at most one '/') are put
// in parentheses, so that polynomials over polynomials or extensions read back by eye.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include <polyfork/poly/dense/detail/dense_poly_class.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

inline bool is_digits(std::string_view text) noexcept {
  if (text.empty()) return false;
  for (const char c : text)
    if (c < '0' || c > '9') return false;
  return true;
}

/// "-12", "7", "3/4": needs no parentheses as a factor.
inline bool is_plain_number(std::string_view text) noexcept {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return is_digits(text);
  return is_digits(text.substr(0, slash)) && is_digits(text.substr(slash + 1));
}

/// Appends one term with its sign; coefficient is the text of a nonzero element.
inline void append_term(std::string& out, std::string_view coefficient, std::string_view variable, std::size_t degree) {
  const bool plain = is_plain_number(coefficient);
  const bool negative = plain && coefficient.front() == '-';
  if (negative) coefficient.remove_prefix(1);
  if (out.empty())
    out += negative ? "-" : "";
  else
    out += negative ? " - " : " + ";
  const bool hidden_one = degree != 0 && coefficient == "1";
  if (!hidden_one) {
    if (!plain) out += '(';
    out += coefficient;
    if (!plain) out += ')';
    if (degree != 0) out += '*';
  }
  if (degree == 0) return;
  out += variable;
  if (degree > 1) out += '^' + std::to_string(degree);
}

}  // namespace detail

template <Ring R>
std::string to_string(const DensePoly<R>& a) {
  if (a.is_zero()) return "0";
  std::string out;
  for (std::size_t i = a.length(); i-- != 0;) {
    const typename R::element c = a.coefficient(i);
    if (!a.ring().is_zero(c)) detail::append_term(out, a.ring().to_string(c), a.variable(), i);
  }
  return out;
}

template <Ring R>
std::ostream& operator<<(std::ostream& out, const DensePoly<R>& a) {
  return out << to_string(a);
}

}  // namespace v1
}  // namespace polyfork
