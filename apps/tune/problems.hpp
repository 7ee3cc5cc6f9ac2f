// Random operands of the tuner's problems.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/ring/prime_field.hpp>

namespace polyfork_app {

inline polyfork::IntegerVector random_vector(std::size_t length, std::size_t bits, std::uint64_t seed) {
  using namespace polyfork;
  return make_family(Family::random, length - 1, {.bits = bits, .seed = seed}).coefficients();
}

inline polyfork::ResidueVector random_residues(std::size_t length, const polyfork::PrimeField& field,
                                               std::uint64_t seed) {
  using namespace polyfork;
  constexpr std::size_t bits = 70;  // more than a modulus has
  return reduce(PolyZ(random_vector(length, bits, seed)), field).coefficients();
}

}  // namespace polyfork_app
