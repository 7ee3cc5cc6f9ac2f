#include "gpu/kernels/field_f50.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork::detail {
namespace {

F50 field(std::uint64_t p) { return {static_cast<double>(p), 1.0 / static_cast<double>(p)}; }

std::uint64_t residue(std::uint64_t p, double x) {
  const auto r = static_cast<std::int64_t>(x) % static_cast<std::int64_t>(p);
  return static_cast<std::uint64_t>(r < 0 ? r + static_cast<std::int64_t>(p) : r);
}

/// Integers of at most a p in size, the extreme ones among them.
std::vector<double> values(std::uint64_t p, double a, std::mt19937_64& random) {
  const double most = std::floor(a * static_cast<double>(p));
  std::vector<double> result = {0, 1, -1, most, -most, most - 1, 1 - most};
  std::uniform_real_distribution<double> all(-most, most);
  for (int i = 0; i < 200; ++i) result.push_back(std::trunc(all(random)));
  return result;
}

TEST(FieldF50, ProductsAreExactAndWithinTheirBounds) {
  std::mt19937_64 random(1);
  for (const std::uint64_t p : {previous_prime(std::uint64_t{1} << 50), std::uint64_t{1125844072267777},
                                std::uint64_t{998244353}, std::uint64_t{12289}, std::uint64_t{3}}) {
    const F50 f = field(p);
    const WordModulus m(p);
    const auto size = static_cast<double>(p);
    for (const double a : {0.5, 1.0, 2.0, 4.0}) {
      for (const double x : values(p, a, random)) {
        for (const double w : values(p, 0.5, random)) {
          const std::uint64_t expected = m.mul(residue(p, x), residue(p, w));
          const double plain = f.multiply(x, w);
          EXPECT_EQ(residue(p, plain), expected);
          EXPECT_LE(std::abs(plain), size * (0.5 + a / 8));
          const double rooted = f.multiply(x, F50::Root{w, w / size});
          EXPECT_EQ(residue(p, rooted), expected);
          EXPECT_LE(std::abs(rooted), size * (0.5 + a / 16));
        }
        const double reduced = f.reduce(x);
        EXPECT_EQ(residue(p, reduced), residue(p, x));
        EXPECT_LE(std::abs(reduced), size / 2);
        EXPECT_EQ(f.to_word(x), residue(p, x));
      }
    }
  }
}

TEST(FieldF50, WordsBelowTwoTo52AreTakenAsTheyStand) {
  for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 52) - 1})
    EXPECT_EQ(F50::from_word(word), static_cast<double>(word));
}

}  // namespace
}  // namespace polyfork::detail
