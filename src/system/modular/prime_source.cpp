// Primes of 31 bits, from a place that depends on the system.
#include "system/modular/prime_source.hpp"

#include <cstddef>

#include <polyfork/ring/primes.hpp>

#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

PrimeSource::PrimeSource(const IntegerSystem& system) {
  std::uint64_t hash = system.variables;
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
  };
  for (const auto& f : system.equations)
    for (std::size_t i = 0; i < f.coefficients.size(); ++i) {
      mix(f.coefficients[i].view().mod((std::uint64_t{1} << 61) - 1));
      for (const std::uint64_t e : f.exponents[i]) mix(e);
    }
  // The upper half of what lies between 2^30 and 2^31 holds 25 million primes.
  last_ = (std::uint64_t{1} << 31) - (hash >> 35);
}

std::uint32_t PrimeSource::next(const IntegerSystem& system) {
  do {
    last_ = previous_prime(last_);
  } while (!coefficients_modulo(system, SmallPrime(static_cast<std::uint32_t>(last_))));
  return static_cast<std::uint32_t>(last_);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
