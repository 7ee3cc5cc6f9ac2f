// Elements of a given multiplicative order modulo a prime.
//
// Only the prime factors of the order are needed, not those of p - 1: g^((p-1)/order) has an order that divides
// `order`, and has exactly it unless a power order/q is 1 for a prime q | order.
#include <polyfork/ring/primes.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <polyfork/core/error.hpp>

#include "ring/prime_factors.hpp"
#include "ring/word_product.hpp"

namespace polyfork {
inline namespace v1 {

std::uint64_t root_of_unity(std::uint64_t p, std::uint64_t order) {
  if (p < 2 || order == 0 || (p - 1) % order != 0)
    throw DomainError("the order " + std::to_string(order) + " does not divide " + std::to_string(p) + " - 1");
  if (order == 1) return 1;
  const std::vector<std::uint64_t> factors = detail::prime_factors(order);
  const auto mul = [p](std::uint64_t a, std::uint64_t b) { return detail::mul_mod(a, b, p); };
  for (std::uint64_t g = 2; g < p; ++g) {
    const std::uint64_t candidate = detail::pow_mod(g, (p - 1) / order, mul);
    if (std::none_of(factors.begin(), factors.end(),
                     [&](std::uint64_t q) { return detail::pow_mod(candidate, order / q, mul) == 1; }))
      return candidate;
  }
  throw DomainError(std::to_string(p) + " is not a prime");
}

}  // namespace v1
}  // namespace polyfork
