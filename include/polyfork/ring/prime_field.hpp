// The prime field Z/pZ with a run-time modulus below 2^63.
#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/residue_vector.hpp>
#include <polyfork/ring/ring.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {

/// Elements are canonical residues in [0, p) and carry no handle: elements of different fields can be told apart by
/// their rings alone, and operations on polynomials over different fields throw ModulusMismatch.
class POLYFORK_EXPORT PrimeField {
 public:
  using category = field_tag;
  using element = std::uint64_t;
  using vector_type = ResidueVector;
  static constexpr bool is_prime_field = true;

  /// Throws DomainError when p is not a prime below 2^63.
  explicit PrimeField(std::uint64_t p);
  /// No primality test; precondition: p prime, p < 2^63.
  static PrimeField trusted(std::uint64_t p) noexcept { return PrimeField(WordModulus(p)); }

  /// The field of polynomials that were given none, as containers make them: that of two elements. They are zero, and
  /// combined with polynomials over another field they throw ModulusMismatch.
  static PrimeField unspecified() noexcept { return trusted(2); }

  std::uint64_t modulus() const noexcept { return modulus_.value(); }
  const WordModulus& word_modulus() const noexcept { return modulus_; }

  element zero() const noexcept { return 0; }
  element one() const noexcept { return 1; }
  element from_integer(IntegerView n) const noexcept { return n.mod(modulus()); }
  /// The image of n, an integer of any built-in type.
  template <std::integral I>
  element from_integer(I n) const {
    return from_integer(Integer(n));
  }
  element add(element a, element b) const noexcept { return modulus_.add(a, b); }
  element sub(element a, element b) const noexcept { return modulus_.sub(a, b); }
  element mul(element a, element b) const noexcept { return modulus_.mul(a, b); }
  element neg(element a) const noexcept { return modulus_.neg(a); }
  bool is_zero(element a) const noexcept { return a == 0; }
  bool is_one(element a) const noexcept { return a == 1; }
  bool equal(element a, element b) const noexcept { return a == b; }
  /// Throws DomainError for what is no canonical residue.
  void require_element(element a) const {
    if (a >= modulus()) refuse(a);
  }
  element inverse(element a) const;  ///< throws DomainError for zero and for what is no canonical residue
  /// Throws DomainError when b = 0.
  std::optional<element> try_divide(element a, element b) const { return mul(a, inverse(b)); }
  element gcd(element a, element b) const noexcept { return a == 0 && b == 0 ? 0 : 1; }
  Integer characteristic() const { return modulus(); }
  std::string to_string(element a) const { return std::to_string(a); }

  friend bool operator==(const PrimeField& a, const PrimeField& b) noexcept { return a.modulus_ == b.modulus_; }

 private:
  explicit PrimeField(WordModulus m) noexcept : modulus_(m) {}
  [[noreturn]] void refuse(element a) const;
  WordModulus modulus_;
};

static_assert(Field<PrimeField>);

/// "Z/7Z".
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const PrimeField& field);

}  // namespace v1
}  // namespace polyfork
