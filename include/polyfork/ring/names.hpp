// Names of variables: which texts are names, and which of them a ring of coefficients leaves free.
//
// Q(i) uses i and I for elements of its own, a polynomial ring the name of its variable, a field of fractions what its
// domain uses. A variable over such a ring has another name, so that the text of a polynomial has one meaning. A ring
// of one's own joins by `bool uses_name(std::string_view) const`, or by the `named_element` that reading text asks for
// (poly/text/detail/ring_symbols.hpp).
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Throws DomainError unless the text is a letter or an underscore, then letters, digits and underscores (ASCII).
POLYFORK_EXPORT void require_name(std::string_view name);
/// Throws DomainError: the coefficients use the name.
[[noreturn]] POLYFORK_EXPORT void throw_used_name(std::string_view name);
/// Candidate i of the names that variables have by default: x, y, z, t, u, v, w, x1, x2, ...
POLYFORK_EXPORT std::string default_name(unsigned i);

/// Whether the name stands for an element of the ring.
template <Ring R>
bool uses_name(const R& ring, std::string_view name) {
  if constexpr (requires { ring.uses_name(name); })
    return ring.uses_name(name);
  else if constexpr (requires { ring.named_element(name); })
    return ring.named_element(name).has_value();
  else
    return false;
}

template <Ring R>
void require_unused_name(const R& ring, std::string_view name) {
  if (uses_name(ring, name)) throw_used_name(name);
}

/// For a variable over the ring: a name that the coefficients do not use.
template <Ring R>
void require_variable_name(const R& ring, std::string_view name) {
  require_name(name);
  require_unused_name(ring, name);
}

/// The variable of polynomials over the ring when none is given: the first of default_name that the ring does not use.
/// Throws DomainError for a ring that uses the first thousand.
template <Ring R>
std::string default_variable(const R& ring) {
  if constexpr (
      requires { ring.uses_name(""); } || requires { ring.named_element(""); }) {
    for (unsigned i = 0; i < 1000; ++i) {
      std::string name = default_name(i);
      if (!uses_name(ring, name)) return name;
    }
    throw DomainError("the coefficient ring leaves no name for a variable");
  }
  return "x";
}

/// The polynomial in the variable of this name; a constant keeps its own where the coefficients use that name.
template <class P>
P in_variable(P p, const std::string& name) {
  if (p.is_constant() && uses_name(p.ring(), name)) return p;
  return std::move(p).with_variable(name);
}

/// Throws ModulusMismatch or DomainError for what is no element of the ring, where the ring can tell.
template <Ring R>
void require_element(const R& ring, const typename R::element& a) {
  if constexpr (requires { ring.require_element(a); }) ring.require_element(a);
}

/// An element that stands in an operator or is a point: over prime fields of words every number of the element's type,
/// which is reduced, since a built-in integer may be meant.
template <Ring R>
decltype(auto) operand(const R& ring, const typename R::element& a) {
  if constexpr (is_prime_field_v<R> && std::unsigned_integral<typename R::element>)
    return ring.from_integer(Integer(a));
  else
    return (a);
}

/// All elements of a list.
template <Ring R, class V>
void require_elements(const R& ring, const V& list) {
  if constexpr (requires(const typename R::element& a) { ring.require_element(a); })
    for (std::size_t i = 0; i < list.size(); ++i) ring.require_element(typename R::element(list[i]));
}

/// The name of a variable. One that was moved from is a name, too.
class VariableName {
 public:
  explicit VariableName(std::string name) : text_(std::move(name)) {}
  VariableName(const VariableName& other) : text_("x") {
    if (other.is_letter())
      text_[0] = other.text_[0];
    else
      text_ = other.text_;
  }
  VariableName(VariableName&& other) noexcept : text_("x") { exchange(other); }
  VariableName& operator=(const VariableName& other) {
    if (is_letter() && other.is_letter())
      text_[0] = other.text_[0];
    else
      text_ = other.text_;
    return *this;
  }
  VariableName& operator=(VariableName&& other) noexcept {
    exchange(other);
    return *this;
  }
  ~VariableName() = default;

  const std::string& text() const noexcept { return text_; }
  /// One letter, as a rule: compared without a call, which short operations would feel.
  friend bool operator==(const VariableName& a, const VariableName& b) noexcept {
    if (a.text_.size() != b.text_.size()) return false;
    return a.is_letter() ? a.text_[0] == b.text_[0] : a.text_ == b.text_;
  }

 private:
  bool is_letter() const noexcept { return text_.size() == 1; }
  /// A call to exchange two letters takes as long as the copy of a short polynomial.
  void exchange(VariableName& other) noexcept {
    if (is_letter() && other.is_letter())
      std::swap(text_[0], other.text_[0]);
    else
      text_.swap(other.text_);
  }

  std::string text_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
