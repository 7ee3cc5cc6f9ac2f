// Elements of a given multiplicative order modulo a prime.
//
// Only the prime factors of the order are needed, not those of p - 1: g^((p-1)/order) has an order that divides
// `order`, and has exactly it unless a power order/q is 1 for a prime q | order. Factors come from trial division
// to 2^10 and Pollard's rho in Brent's form for what is left (R. P. Brent, BIT 20, 1980): O(order^(1/4)).
#include <polyfork/ring/primes.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <polyfork/core/error.hpp>

#include "ring/word_product.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

/// A proper factor of the composite odd n.
std::uint64_t find_factor(std::uint64_t n) {
  for (std::uint64_t c = 1;; ++c) {
    const auto step = [n, c](std::uint64_t x) {
      const std::uint64_t square = detail::mul_mod(x, x, n);
      return square >= n - c ? square - (n - c) : square + c;
    };
    std::uint64_t slow = 2;
    std::uint64_t fast = 2;
    for (std::uint64_t length = 1;; length *= 2) {
      slow = fast;
      for (std::uint64_t i = 0; i < length; ++i) {
        fast = step(fast);
        const std::uint64_t common = std::gcd(slow > fast ? slow - fast : fast - slow, n);
        if (common == 1) continue;
        if (common != n) return common;
        length = 0;  // the cycle closed without a factor: another polynomial
        break;
      }
      if (length == 0) break;
    }
  }
}

void factor_into(std::uint64_t n, std::vector<std::uint64_t>& primes) {
  if (n == 1) return;
  if (is_prime(n)) {
    primes.push_back(n);
    return;
  }
  const std::uint64_t d = find_factor(n);
  factor_into(d, primes);
  factor_into(n / d, primes);
}

/// The distinct prime factors of n >= 1.
std::vector<std::uint64_t> prime_factors(std::uint64_t n) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t q = 2; q < 1024 && q * q <= n; q += q == 2 ? 1 : 2) {
    if (n % q != 0) continue;
    primes.push_back(q);
    while (n % q == 0) n /= q;
  }
  factor_into(n, primes);
  std::sort(primes.begin(), primes.end());
  primes.erase(std::unique(primes.begin(), primes.end()), primes.end());
  return primes;
}

}  // namespace

std::uint64_t root_of_unity(std::uint64_t p, std::uint64_t order) {
  if (p < 2 || order == 0 || (p - 1) % order != 0)
    throw DomainError("the order " + std::to_string(order) + " does not divide " + std::to_string(p) + " - 1");
  if (order == 1) return 1;
  const std::vector<std::uint64_t> factors = prime_factors(order);
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
