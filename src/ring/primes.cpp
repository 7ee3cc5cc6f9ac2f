// Primality and prime search: Miller-Rabin to the seven bases that J. Sinclair found sufficient below 2^64
// (https://miller-rabin.appspot.com). O(log n) word products per base.
#include <polyfork/ring/primes.hpp>

#include <limits>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "ring/word_product.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

constexpr std::uint64_t sinclair_bases[] = {2, 325, 9375, 28178, 450775, 9780504, 1795265022};
constexpr std::uint64_t small_primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61};

/// n odd and above 61; mul(a, b) = a b mod n.
template <class Mul>
bool is_strong_probable_prime(std::uint64_t n, std::uint64_t base, const Mul& mul) noexcept {
  base %= n;
  if (base == 0) return true;
  const int twos = __builtin_ctzll(n - 1);
  std::uint64_t x = detail::pow_mod(base, (n - 1) >> twos, mul);
  if (x == 1 || x == n - 1) return true;
  for (int i = 1; i < twos; ++i) {
    x = mul(x, x);
    if (x == n - 1) return true;
  }
  return false;
}

template <class Mul>
bool passes_all_bases(std::uint64_t n, const Mul& mul) noexcept {
  for (const std::uint64_t base : sinclair_bases)
    if (!is_strong_probable_prime(n, base, mul)) return false;
  return true;
}

}  // namespace

bool is_prime(std::uint64_t n) noexcept {
  for (const std::uint64_t p : small_primes)
    if (n % p == 0) return n == p;
  if (n < 67 * 67) return n > 1;
  // WordModulus stops at 2^63; above, products are reduced by the compiler's division.
  if (n >> 63 != 0) return passes_all_bases(n, [n](auto a, auto b) { return detail::mul_mod(a, b, n); });
  const WordModulus modulus(n);
  return passes_all_bases(n, [&](auto a, auto b) { return modulus.mul(a, b); });
}

bool is_prime(const Integer& n) {
  constexpr int miller_rabin_rounds = 24;  // beyond the other test, see mpz_probab_prime_p
  if (n.sign() <= 0) return false;
  if (n.bit_length() <= 64) return is_prime(std::uint64_t{n.view().limbs()[0]});
  return mpz_probab_prime_p(n.view().mpz(), 24 + miller_rabin_rounds) != 0;
}

std::uint64_t next_prime(std::uint64_t n) {
  if (n < 2) return 2;
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  for (std::uint64_t c = n; c < last;) {
    c += c % 2 == 0 ? 1 : 2;  // from odd numbers below 2^64 - 1, so no overflow
    if (is_prime(c)) return c;
  }
  throw DomainError("no prime between " + std::to_string(n) + " and 2^64");
}

std::uint64_t previous_prime(std::uint64_t n) {
  if (n <= 2) throw DomainError("no prime is below " + std::to_string(n));
  std::uint64_t c = n - 1;
  if (c > 2 && c % 2 == 0) --c;
  while (!is_prime(c)) c -= 2;
  return c;
}

std::vector<std::uint64_t> ntt_primes(std::uint64_t bound, unsigned log2_length, std::size_t count) {
  std::vector<std::uint64_t> primes;
  if (log2_length < 64 && bound > 2) {
    for (std::uint64_t k = (bound - 2) >> log2_length; k != 0 && primes.size() < count; --k) {
      const std::uint64_t candidate = (k << log2_length) + 1;
      if (is_prime(candidate)) primes.push_back(candidate);
    }
  }
  if (primes.size() < count)
    throw DomainError("fewer than " + std::to_string(count) + " primes p = 1 mod 2^" + std::to_string(log2_length) +
                      " below " + std::to_string(bound));
  return primes;
}

std::vector<std::uint64_t> primes_below(std::uint64_t bound, std::size_t count) {
  std::vector<std::uint64_t> primes;
  while (primes.size() < count) {
    bound = previous_prime(bound);
    primes.push_back(bound);
  }
  return primes;
}

}  // namespace v1
}  // namespace polyfork
