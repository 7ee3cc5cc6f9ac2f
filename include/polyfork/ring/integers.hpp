// The ring Z.
#pragma once

#include <concepts>
#include <optional>
#include <string>

#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

struct POLYFORK_EXPORT Integers {
  using category = euclidean_domain_tag;
  using element = Integer;
  using vector_type = IntegerVector;
  static constexpr bool is_prime_field = false;

  element zero() const { return {}; }
  element one() const { return 1; }
  element from_integer(IntegerView n) const { return Integer(n); }
  /// The image of n, an integer of any built-in type.
  template <std::integral I>
  element from_integer(I n) const {
    return from_integer(Integer(n));
  }
  element add(const element& a, const element& b) const { return a + b; }
  element sub(const element& a, const element& b) const { return a - b; }
  element mul(const element& a, const element& b) const { return a * b; }
  element neg(const element& a) const { return -a; }
  bool is_zero(const element& a) const { return a.is_zero(); }
  bool is_one(const element& a) const { return a.is_one(); }
  bool equal(const element& a, const element& b) const { return a == b; }
  /// Throws DomainError when b = 0.
  std::optional<element> try_divide(const element& a, const element& b) const;
  element gcd(const element& a, const element& b) const { return polyfork::gcd(a, b); }
  Integer characteristic() const { return 0; }
  std::string to_string(const element& a) const { return a.to_string(); }
  friend bool operator==(Integers, Integers) noexcept { return true; }
};

static_assert(EuclideanDomain<Integers>);

}  // namespace v1
}  // namespace polyfork
