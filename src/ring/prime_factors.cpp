// Prime factors of words: trial division to 2^10, then Pollard's rho in Brent's form (R. P. Brent, BIT 20, 1980).
#include "ring/prime_factors.hpp"

#include <algorithm>
#include <numeric>

#include <polyfork/ring/primes.hpp>

#include "ring/word_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A proper factor of the composite odd n.
std::uint64_t find_factor(std::uint64_t n) {
  for (std::uint64_t c = 1;; ++c) {
    const auto step = [n, c](std::uint64_t x) {
      const std::uint64_t square = mul_mod(x, x, n);
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

}  // namespace

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

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
