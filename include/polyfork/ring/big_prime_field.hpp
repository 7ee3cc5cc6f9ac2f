// The prime field Z/pZ with a modulus of any size.
//
// The handle is shared and immutable: the modulus and Barrett's reciprocal. Elements are canonical residues, without
// handle; in bulk they are flat integers, so that polynomials multiply as they do over Z and reduce the result.
// Products of elements: one product and a reduction by two more of the modulus' length on the stack (Barrett,
// CRYPTO 1986), about 3 n^2 limb products, and subquadratic for long moduli as GMP's products are. Why not
// Montgomery's: its residues are not the canonical ones, and every constant, comparison and conversion would pay.
// For p < 2^63 PrimeField is far faster.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>

#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {
class BarrettModulus;
}

/// Elements of different fields can be told apart by their rings alone: operations on polynomials throw
/// ModulusMismatch. Operands must be canonical residues in [0, p), which from_integer makes of any integer.
class POLYFORK_EXPORT BigPrimeField {
 public:
  using category = field_tag;
  using element = Integer;
  using vector_type = IntegerVector;
  static constexpr bool is_prime_field = true;

  /// Throws DomainError when p is not a prime. Proven below 2^64; above, GMP's test: Baillie-PSW (no composite is
  /// known to pass, none below 2^64 does) and 24 further rounds of Miller and Rabin, after which a composite remains
  /// with probability below 4^-24.
  explicit BigPrimeField(const Integer& p);
  /// No primality test; precondition: p prime. Throws DomainError when p < 2.
  static BigPrimeField trusted(const Integer& p);
  BigPrimeField(const BigPrimeField&) = default;
  BigPrimeField& operator=(const BigPrimeField&) = default;
  // Moving copies the handle: a field that was moved from is the field, too.
  BigPrimeField(BigPrimeField&& other) noexcept : BigPrimeField(static_cast<const BigPrimeField&>(other)) {}
  BigPrimeField& operator=(BigPrimeField&& other) noexcept { return *this = static_cast<const BigPrimeField&>(other); }
  ~BigPrimeField() = default;

  /// As PrimeField's.
  static BigPrimeField unspecified();

  const Integer& modulus() const noexcept;

  element zero() const { return {}; }
  element one() const { return 1; }
  element from_integer(IntegerView n) const;
  /// The image of n, an integer of any built-in type.
  template <std::integral I>
  element from_integer(I n) const {
    return from_integer(Integer(n));
  }
  element add(const element& a, const element& b) const;
  element sub(const element& a, const element& b) const;
  element mul(const element& a, const element& b) const;
  element neg(const element& a) const { return a.is_zero() ? a : polyfork::sub(modulus(), a); }
  bool is_zero(const element& a) const { return a.is_zero(); }
  bool is_one(const element& a) const { return a.is_one(); }
  bool equal(const element& a, const element& b) const { return a == b; }
  /// Throws DomainError for what is no canonical residue.
  void require_element(const element& a) const {
    if (a.sign() < 0 || a >= modulus()) refuse(a);
  }
  element inverse(const element& a) const;  ///< throws DomainError for zero and for what is no canonical residue
  /// Throws DomainError when b = 0.
  std::optional<element> try_divide(const element& a, const element& b) const {
    return b.is_one() ? a : mul(a, inverse(b));
  }
  element gcd(const element& a, const element& b) const { return a.is_zero() && b.is_zero() ? zero() : one(); }
  Integer characteristic() const { return modulus(); }
  std::string to_string(const element& a) const { return a.to_string(); }

  /// Reduces any integers, in parallel. Coefficient lists of polynomials come through here.
  IntegerVector reduce(const IntegerVector& values,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  friend bool operator==(const BigPrimeField& a, const BigPrimeField& b) noexcept {
    return a.modulus_ == b.modulus_ || a.modulus() == b.modulus();
  }

 private:
  explicit BigPrimeField(std::shared_ptr<const detail::BarrettModulus> modulus) : modulus_(std::move(modulus)) {}
  [[noreturn]] void refuse(const element& a) const;
  std::shared_ptr<const detail::BarrettModulus> modulus_;
};

static_assert(Field<BigPrimeField>);

}  // namespace v1
}  // namespace polyfork
