// Names of variables: which texts are names, and which of them a ring of coefficients leaves free.
//
// Q(i) uses i and I for elements of its own, a polynomial ring the name of its variable, a field of fractions what its
// domain uses. A variable over such a ring has another name, so that the text of a polynomial has one meaning. A ring
// of one's own joins by `bool uses_name(std::string_view) const`, or by the `named_element` that reading text asks for
// (poly/detail/ring_symbols.hpp).
#pragma once

#include <string>
#include <string_view>

#include <polyfork/core/export.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork::inline v1::detail {

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
template <Ring R>
std::string default_variable(const R& ring) {
  if constexpr (
      requires { ring.uses_name(""); } || requires { ring.named_element(""); })
    for (unsigned i = 0;; ++i)
      if (std::string name = default_name(i); !uses_name(ring, name)) return name;
  return "x";
}

}  // namespace polyfork::inline v1::detail
