// WordModulus: exhaustive for small moduli, edges and random residues up to 2^63.
#include <polyfork/ring/word_modulus.hpp>

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "random.hpp"

namespace polyfork::test {
namespace {

__extension__ using wide = unsigned __int128;

constexpr std::uint64_t top_prime = 9223372036854775783U;  // 2^63 - 25

static_assert(WordModulus(7).mul(5, 6) == 2);
static_assert(WordModulus(7).inverse(3) == 5);
static_assert(WordModulus(7).pow(3, 6) == 1);
static_assert(WordModulus(2).pow(1, 100) == 1);
static_assert(WordModulus(2).reduce(~std::uint64_t{0}) == 1);
static_assert(WordModulus(top_prime).mul(top_prime - 1, top_prime - 1) == 1);
static_assert(WordModulus(top_prime).inverse(top_prime - 1) == top_prime - 1);
static_assert(WordModulus(top_prime).pow(3, top_prime - 1) == 1);
static_assert(WordModulus(5).mul_shoup(~std::uint64_t{0}, 4, WordModulus(5).shoup(4)) == 0);

std::vector<std::uint64_t> moduli() {
  std::vector<std::uint64_t> list{65537,
                                  2147483647,
                                  1125899906842597,
                                  top_prime,
                                  (std::uint64_t{1} << 63) - 1,
                                  std::uint64_t{1} << 62,
                                  (std::uint64_t{1} << 62) + 1,
                                  (std::uint64_t{1} << 62) - 1,
                                  std::uint64_t{1} << 32,
                                  (std::uint64_t{1} << 32) - 1};
  Random random(40);
  for (int i = 0; i < 50; ++i) list.push_back(((random.next() >> 1) >> random.below(60)) | 2);
  return list;
}

void check_pair(const WordModulus& m, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t p = m.value();
  EXPECT_EQ(m.add(a, b), static_cast<std::uint64_t>((wide{a} + b) % p));
  EXPECT_EQ(m.sub(a, b), static_cast<std::uint64_t>((wide{a} + p - b) % p));
  EXPECT_EQ(m.mul(a, b), static_cast<std::uint64_t>(wide{a} * b % p)) << a << " * " << b << " mod " << p;
  EXPECT_EQ(m.shoup(b), static_cast<std::uint64_t>((wide{b} << 64) / p)) << b << " mod " << p;
  EXPECT_EQ(m.mul_shoup(a, b, m.shoup(b)), m.mul(a, b)) << a << " * " << b << " mod " << p;
}

void check_one(const WordModulus& m, std::uint64_t a) {
  const std::uint64_t p = m.value();
  EXPECT_EQ(m.neg(a), (p - a) % p);
  const std::uint64_t inverse = m.inverse(a);
  if (std::gcd(a, p) == 1) {
    EXPECT_LT(inverse, p);
    EXPECT_EQ(m.mul(a, inverse), 1 % p) << a << " mod " << p;
  } else {
    EXPECT_EQ(inverse, 0U);
  }
}

TEST(WordModulusProperty, ExhaustiveForSmallModuli) {
  for (std::uint64_t p = 2; p <= 130; ++p) {
    const WordModulus m(p);
    for (std::uint64_t a = 0; a < p; ++a) {
      check_one(m, a);
      std::uint64_t power = 1 % p;
      for (std::uint64_t b = 0; b < p; ++b) {
        check_pair(m, a, b);
        EXPECT_EQ(m.pow(a, b), power);
        power = power * a % p;
      }
    }
  }
}

TEST(WordModulusProperty, EdgesAndRandomResidues) {
  Random random(41);
  for (const std::uint64_t p : moduli()) {
    const WordModulus m(p);
    std::vector<std::uint64_t> residues{0, 1 % p, 2 % p, p / 2, p / 2 + 1 == p ? 0 : p / 2 + 1, p - 1, p - 2};
    for (int i = 0; i < 60; ++i) residues.push_back((random.next() >> random.below(64)) % p);
    for (const std::uint64_t a : residues) {
      check_one(m, a);
      for (const std::uint64_t b : residues) check_pair(m, a, b);
    }
  }
}

TEST(WordModulusProperty, ReductionOfOneAndTwoWords) {
  Random random(42);
  for (const std::uint64_t p : moduli()) {
    const WordModulus m(p);
    for (int i = 0; i < 500; ++i) {
      const std::uint64_t high = i == 0 ? p - 1 : random.next() % p;
      const std::uint64_t low = i % 3 == 0 ? ~std::uint64_t{0} >> random.below(64) : random.next();
      EXPECT_EQ(m.reduce(high, low), static_cast<std::uint64_t>(((wide{high} << 64) | low) % p));
      EXPECT_EQ(m.reduce(low), low % p);
      // Shoup's product takes any word.
      const std::uint64_t w = random.next() % p;
      EXPECT_EQ(m.mul_shoup(low, w, m.shoup(w)), static_cast<std::uint64_t>(wide{low} * w % p));
    }
  }
}

TEST(WordModulusProperty, PowersByDefinition) {
  Random random(43);
  for (const std::uint64_t p : moduli()) {
    const WordModulus m(p);
    const std::uint64_t base = random.next() % p;
    std::uint64_t power = 1 % p;
    for (std::uint64_t e = 0; e < 70; ++e) {
      EXPECT_EQ(m.pow(base, e), power);
      power = static_cast<std::uint64_t>(wide{power} * base % p);
    }
    const std::uint64_t x = random.next(), y = random.next() >> 1;
    EXPECT_EQ(m.mul(m.pow(base, x >> 1), m.pow(base, y)), m.pow(base, (x >> 1) + y));
  }
}

}  // namespace
}  // namespace polyfork::test
