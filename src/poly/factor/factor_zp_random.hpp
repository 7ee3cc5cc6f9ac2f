// Random polynomials from fixed seeds, for algorithms whose answers do not depend on them.
#pragma once

#include <cstdint>

#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "ring/split_mix.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Elements of prime fields from a fixed seed.
class FixedRandom : public SplitMix {
 public:
  using SplitMix::SplitMix;
  std::uint64_t element(const PrimeField& field) noexcept { return field.word_modulus().reduce(next()); }
  Integer element(const BigPrimeField& field) {
    Integer value;
    for (std::size_t bits = 0; bits <= field.modulus().bit_length(); bits += 32)
      value = add(mul(value, Integer(std::uint64_t{1} << 32)), Integer(next() >> 32));
    return field.from_integer(value);
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
