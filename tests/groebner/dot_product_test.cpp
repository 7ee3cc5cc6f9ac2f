// Dot products and sums with multiples modulo a prime, with every instruction set.
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/cpu.hpp>

#include "groebner/dot_product.hpp"

namespace polyfork::test {
namespace {

using detail::SmallPrime;
using detail::WordMultiple;

std::vector<std::uint32_t> residues(std::size_t n, std::uint32_t p, std::mt19937& random) {
  std::vector<std::uint32_t> words(n);
  for (std::uint32_t& w : words) w = random() % 5 == 0 ? p - 1 : static_cast<std::uint32_t>(random()) % p;
  return words;
}

TEST(WordRowsProperty, AgreeWithWordByWord) {
  std::mt19937 random(1);
  for (const std::uint32_t prime : {3U, 65537U, 1073741827U, 2147483647U}) {
    const SmallPrime p(prime);
    for (std::size_t n = 0; n < 80; ++n) {
      const auto a = residues(n, prime, random);
      const auto b = residues(n, prime, random);
      const std::uint32_t factor = n % 3 == 0 ? prime - 1 : static_cast<std::uint32_t>(random()) % prime;
      std::uint64_t sum = 0;
      std::vector<std::uint32_t> difference(n);
      for (std::size_t i = 0; i < n; ++i) {
        sum = (sum + std::uint64_t{a[i]} * b[i]) % prime;
        difference[i] =
            static_cast<std::uint32_t>((a[i] + std::uint64_t{prime} - std::uint64_t{factor} * b[i] % prime) % prime);
      }
      for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
        if (isa > detected_isa()) continue;
        const auto parts = detail::dot_table().select(isa)(a.data(), b.data(), n);
        EXPECT_EQ(p.reduce_halves(parts.low, parts.high), sum) << n;
        auto to = a;
        detail::multiple_table().select(isa)(to.data(), b.data(), n, WordMultiple(factor, p));
        EXPECT_EQ(to, difference) << n;
      }
    }
  }
}

}  // namespace
}  // namespace polyfork::test
