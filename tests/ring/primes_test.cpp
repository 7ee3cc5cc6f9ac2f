// Primality, prime search, roots of unity.
#include <polyfork/ring/primes.hpp>

#include <algorithm>
#include <vector>

#include <gmp.h>
#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "random.hpp"

namespace polyfork::test {
namespace {

constexpr std::uint64_t largest_prime = 18446744073709551557U;  // 2^64 - 59

std::vector<bool> sieve(std::size_t n) {
  std::vector<bool> prime(n, true);
  prime[0] = prime[1] = false;
  for (std::size_t p = 2; p * p < n; ++p)
    if (prime[p])
      for (std::size_t m = p * p; m < n; m += p) prime[m] = false;
  return prime;
}

TEST(Primes, EqualTheSieve) {
  const std::vector<bool> prime = sieve(1'000'000);
  std::uint64_t last = 0;
  for (std::uint64_t n = 0; n < prime.size(); ++n) {
    ASSERT_EQ(is_prime(n), prime[n]) << n;
    if (n < 20000 && n > 2) {
      ASSERT_EQ(previous_prime(n), last) << n;
    }
    if (prime[n]) {
      if (n < 20000) {
        ASSERT_EQ(next_prime(last), n);
        ASSERT_EQ(next_prime(n - 1), n);
      }
      last = n;
    }
  }
}

TEST(Primes, KnownPrimes) {
  for (const std::uint64_t p :
       {std::uint64_t{2147483647}, (std::uint64_t{1} << 61) - 1, std::uint64_t{1125899906842597},
        std::uint64_t{9223372036854775783U}, largest_prime, std::uint64_t{4294967291U}, std::uint64_t{4294967311U},
        std::uint64_t{18446744069414584321U}, std::uint64_t{998244353}})
    EXPECT_TRUE(is_prime(p)) << p;
}

TEST(Primes, PseudoprimesAndOtherComposites) {
  for (const std::uint64_t n :
       {// Carmichael numbers
        std::uint64_t{561}, std::uint64_t{1105}, std::uint64_t{1729}, std::uint64_t{41041}, std::uint64_t{825265},
        std::uint64_t{321197185}, std::uint64_t{9746347772161U},
        // strong pseudoprimes to the first 1, 2, 3, 4, 5, 6, 8, 11 and 12 prime bases
        std::uint64_t{2047}, std::uint64_t{1373653}, std::uint64_t{25326001}, std::uint64_t{3215031751U},
        std::uint64_t{2152302898747U}, std::uint64_t{3474749660383U}, std::uint64_t{341550071728321U},
        std::uint64_t{3825123056546413051U}, std::uint64_t{4489}, std::uint64_t{4757},
        // squares and products of the largest primes of 32 bits
        std::uint64_t{4294967291U} * 4294967291U, std::uint64_t{4294967291U} * 4294967279U, ~std::uint64_t{0},
        std::uint64_t{1} << 63})
    EXPECT_FALSE(is_prime(n)) << n;
}

TEST(PrimesOracle, EqualGmpOnRandomWords) {
  Random random(50);
  mpz_t z;
  mpz_init(z);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t n = i < 1000   ? ~std::uint64_t{0} - static_cast<unsigned>(i)
                            : i < 2000 ? (std::uint64_t{1} << 63) - 500 + static_cast<unsigned>(i - 1000)
                                       : (random.next() | 1) >> random.below(60);
    mpz_set_ui(z, n);
    EXPECT_EQ(is_prime(n), mpz_probab_prime_p(z, 30) != 0) << n;
  }
  mpz_clear(z);
}

TEST(Primes, EndsOfTheRange) {
  EXPECT_EQ(next_prime(0), 2U);
  EXPECT_EQ(next_prime(1), 2U);
  EXPECT_EQ(next_prime(2), 3U);
  EXPECT_EQ(next_prime(largest_prime - 1), largest_prime);
  EXPECT_THROW((void)next_prime(largest_prime), DomainError);
  EXPECT_THROW((void)next_prime(~std::uint64_t{0}), DomainError);
  EXPECT_EQ(previous_prime(~std::uint64_t{0}), largest_prime);
  EXPECT_EQ(previous_prime(3), 2U);
  EXPECT_EQ(previous_prime(4), 3U);
  for (const std::uint64_t n : {0, 1, 2}) EXPECT_THROW((void)previous_prime(n), DomainError);
}

TEST(Primes, SearchBelowABound) {
  EXPECT_EQ(primes_below(30, 4), (std::vector<std::uint64_t>{29, 23, 19, 17}));
  EXPECT_EQ(primes_below(8, 4), (std::vector<std::uint64_t>{7, 5, 3, 2}));
  EXPECT_EQ(primes_below(7, 0).size(), 0U);
  EXPECT_THROW((void)primes_below(8, 5), DomainError);
}

TEST(Primes, ForTransforms) {
  for (const unsigned log2 : {0U, 1U, 10U, 20U, 32U}) {
    for (const std::uint64_t bound : {std::uint64_t{1} << 50, std::uint64_t{1} << 63}) {
      const auto primes = ntt_primes(bound, log2, 5);
      ASSERT_EQ(primes.size(), 5U);
      std::uint64_t limit = bound;
      for (const std::uint64_t p : primes) {
        EXPECT_TRUE(is_prime(p) && p < limit && (p - 1) % (std::uint64_t{1} << log2) == 0) << p;
        limit = p;
      }
    }
  }
  EXPECT_EQ(ntt_primes(100, 3, 4), (std::vector<std::uint64_t>{97, 89, 73, 41}));
  EXPECT_EQ(ntt_primes(98, 5, 1), (std::vector<std::uint64_t>{97}));
  EXPECT_THROW((void)ntt_primes(97, 5, 1), DomainError);  // the bound is excluded
  EXPECT_EQ(ntt_primes(8, 0, 4), (std::vector<std::uint64_t>{7, 5, 3, 2}));
  EXPECT_THROW((void)ntt_primes(100, 3, 6), DomainError);
  EXPECT_THROW((void)ntt_primes(100, 64, 1), DomainError);
  EXPECT_THROW((void)ntt_primes(0, 0, 1), DomainError);
  EXPECT_TRUE(ntt_primes(0, 0, 0).empty());
}

TEST(Primes, RootsOfUnityHaveTheOrder) {
  for (const std::uint64_t p : {2, 3, 5, 7, 13, 31, 61, 97, 257}) {
    for (std::uint64_t order = 1; order < p; ++order) {
      if ((p - 1) % order != 0) {
        EXPECT_THROW((void)root_of_unity(p, order), DomainError);
        continue;
      }
      const std::uint64_t w = root_of_unity(p, order);
      std::uint64_t power = w, k = 1;
      for (; power != 1; ++k) power = power * w % p;
      EXPECT_EQ(k, order) << p;
    }
  }
  const std::uint64_t goldilocks = 18446744069414584321U;
  EXPECT_NE(root_of_unity(goldilocks, std::uint64_t{1} << 32), 1U);
  EXPECT_THROW((void)root_of_unity(7, 0), DomainError);
  EXPECT_THROW((void)root_of_unity(7, 4), DomainError);
  EXPECT_EQ(root_of_unity(2, 1), 1U);

  const std::uint64_t p = ntt_primes(std::uint64_t{1} << 62, 24, 1)[0];
  const WordModulus m(p);
  const std::uint64_t w = root_of_unity(p, 1 << 24);
  EXPECT_EQ(m.pow(w, 1 << 23), p - 1);
  EXPECT_EQ(root_of_unity(p, 1 << 24), w);
}

TEST(Primes, PrimitiveRootsOfLargePrimes) {
  // p - 1 with two large factors, so that the factoring goes beyond trial division: q r 2 k + 1.
  const std::uint64_t q = next_prime(std::uint64_t{1} << 28), r = next_prime(q);
  std::uint64_t p = 0;
  for (std::uint64_t k = 1; p == 0; ++k)
    if (is_prime(2 * k * q * r + 1)) p = 2 * k * q * r + 1;
  for (const std::uint64_t order : {p - 1, q * r, q, 2 * r}) {
    const std::uint64_t w = root_of_unity(p, order);
    const auto power = [&](std::uint64_t e) {
      __extension__ using wide = unsigned __int128;
      std::uint64_t x = 1;
      for (int bit = 63; bit >= 0; --bit) {
        x = static_cast<std::uint64_t>(wide{x} * x % p);
        if ((e >> bit & 1) != 0) x = static_cast<std::uint64_t>(wide{x} * w % p);
      }
      return x;
    };
    EXPECT_EQ(power(order), 1U);
    for (const std::uint64_t f : {std::uint64_t{2}, q, r})
      if (order % f == 0) {
        EXPECT_NE(power(order / f), 1U);
      }
  }
}

TEST(Primes, OfIntegers) {
  EXPECT_FALSE(is_prime(Integer(-7)));
  EXPECT_FALSE(is_prime(Integer(0)));
  EXPECT_FALSE(is_prime(Integer(1)));
  EXPECT_TRUE(is_prime(Integer(2)));
  EXPECT_TRUE(is_prime(Integer(UINT64_MAX - 58)));
  EXPECT_TRUE(is_prime((Integer(1) << 127) - 1));
  EXPECT_FALSE(is_prime((Integer(1) << 128) + 1));
  EXPECT_FALSE(is_prime(Integer("443372888629441") * Integer("39916801")));
}

}  // namespace
}  // namespace polyfork::test
