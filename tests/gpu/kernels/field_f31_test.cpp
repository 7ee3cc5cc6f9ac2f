#include "gpu/kernels/field_f31.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "device_values.hpp"

namespace polyfork::detail {
namespace {

std::vector<std::uint32_t> words(std::uint64_t bound, std::mt19937_64& random) {
  std::vector<std::uint32_t> result;
  for (const std::uint64_t x : {std::uint64_t{0}, std::uint64_t{1}, bound - 1, bound / 2, bound / 2 + 1})
    result.push_back(static_cast<std::uint32_t>(x % bound));
  for (int i = 0; i < 100; ++i) result.push_back(static_cast<std::uint32_t>(random() % bound));
  return result;
}

TEST(FieldF31, OperationsAreThoseOfResidues) {
  std::mt19937_64 random(1);
  for (const std::uint64_t p :
       {previous_prime(std::uint64_t{1} << 31), std::uint64_t{2013265921}, std::uint64_t{998244353},
        (std::uint64_t{1} << 27) + 29, std::uint64_t{12289}, std::uint64_t{3}}) {
    const auto f = device_field<F31>(p);
    const WordModulus m(p);
    EXPECT_EQ(f.to_word(f.one()), 1U);
    for (const std::uint32_t x : words(p, random)) {
      const auto a = device_value<F31>(m, x);
      EXPECT_EQ(f.to_word(a), x);
      EXPECT_EQ(f.to_word(f.negate(a)), m.sub(0, x));
      for (const std::uint32_t y : words(p, random)) {
        const auto b = device_value<F31>(m, y);
        EXPECT_EQ(f.to_word(f.add(a, b)), m.add(x, y));
        EXPECT_EQ(f.to_word(f.subtract(a, b)), m.sub(x, y));
        EXPECT_EQ(f.to_word(f.multiply(a, b)), m.mul(x, y));
        EXPECT_EQ(f.to_word(f.multiply(a, device_root<F31>(m, y))), m.mul(x, y));
      }
    }
    // Any word, also beyond p, has its residue taken.
    for (const std::uint32_t x : words(std::uint64_t{1} << 32, random)) {
      EXPECT_EQ(f.to_word(f.from_word(x)), x % p);
      EXPECT_EQ(f.multiply(x, device_root<F31>(m, p - 1)), m.mul(m.reduce(x), p - 1));
    }
  }
}

}  // namespace
}  // namespace polyfork::detail
