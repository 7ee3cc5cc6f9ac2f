// Random polynomials from fixed seeds, for algorithms whose answers do not depend on them.
#pragma once

#include <cstdint>

#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/prime_field.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
class FixedRandom {
 public:
  explicit FixedRandom(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::uint64_t element(const PrimeField& field) noexcept { return field.word_modulus().reduce(next()); }
  Integer element(const BigPrimeField& field) {
    Integer value;
    for (std::size_t bits = 0; bits <= field.modulus().bit_length(); bits += 32)
      value = add(mul(value, Integer(std::uint64_t{1} << 32)), Integer(next() >> 32));
    return field.from_integer(value);
  }

 private:
  std::uint64_t state_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
