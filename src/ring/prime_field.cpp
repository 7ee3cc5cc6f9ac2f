// The prime field Z/pZ: what is not inline.
#include <polyfork/ring/prime_field.hpp>

#include <ostream>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/primes.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

/// Checked before the WordModulus is made, since its precondition is p < 2^63.
std::uint64_t require_prime(std::uint64_t p) {
  if (p >> 63 != 0) throw DomainError("the modulus " + std::to_string(p) + " is not below 2^63");
  if (!is_prime(p)) throw DomainError("the modulus " + std::to_string(p) + " is not a prime");
  return p;
}

}  // namespace

PrimeField::PrimeField(std::uint64_t p) : modulus_(require_prime(p)) {}

void PrimeField::refuse(element a) const {
  throw DomainError(std::to_string(a) + " is no canonical residue modulo " + std::to_string(modulus()) +
                    "; from_integer makes one of any integer");
}

PrimeField::element PrimeField::inverse(element a) const {
  require_element(a);
  if (a == 0) throw DomainError("the inverse of zero modulo " + std::to_string(modulus()));
  return modulus_.inverse(a);
}

std::ostream& operator<<(std::ostream& out, const PrimeField& field) { return out << "Z/" << field.modulus() << 'Z'; }

namespace detail {

void refuse_rings(const Integer& first, const Integer& second) {
  std::string text = "polynomials over different rings";
  if (!(first == second)) text += ", of characteristic " + first.to_string() + " and " + second.to_string();
  if (first == 2 || second == 2) text += " (which is that of a polynomial whose field was never given)";
  throw ModulusMismatch(text);
}

}  // namespace detail

}  // namespace v1
}  // namespace polyfork
