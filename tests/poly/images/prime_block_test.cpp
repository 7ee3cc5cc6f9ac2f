// Remainders modulo blocks of primes, and the primes that are taken in blocks.
#include "poly/images/prime_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "integer_generators.hpp"
#include "poly/images/gcd_primes.hpp"

namespace polyfork::test {
namespace {

using detail::GcdPrimes;
using detail::LanePrimes;
using detail::PrimeBlock;
using detail::PrimeBlocks;

template <class Primes>
std::vector<std::uint64_t> next_primes(Primes& source, std::size_t count) {
  std::vector<std::uint64_t> primes(count);
  for (std::uint64_t& p : primes) p = source.next();
  return primes;
}

template <class Primes>
void expect_same_residues(std::size_t count, std::size_t limbs) {
  IntegerGenerator g(1330);
  Primes source;
  const std::vector<std::uint64_t> primes = next_primes(source, count);
  const PrimeBlock block(primes);
  Integer product = 1;
  for (const std::uint64_t p : primes) product *= Integer(p);
  std::vector<Integer> values{0, 1, -1, product, -product, product - 1, product + 1, product * product * 5};
  for (int i = 0; i < 100; ++i) values.push_back(g.draw(limbs));
  for (const int threads : {1, 3}) {
    const IntegerVector rest = block.remainders(IntegerVector(values), ExecutionContext().with_threads(threads));
    ASSERT_EQ(rest.size(), values.size());
    EXPECT_LE(rest.bytes(), block.bytes(values.size()) + 64);
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_LT(rest[i].abs(), product.view()) << values[i];
      for (const std::uint64_t p : primes) ASSERT_EQ(rest[i].mod(p), values[i].view().mod(p)) << values[i];
    }
  }
}

TEST(PrimeBlock, RemaindersHaveTheResidues) {
  for (const std::size_t limbs : {1, 3, 70, 300}) {
    for (const std::size_t count : {1, 2, 16, 128}) {
      expect_same_residues<GcdPrimes>(count, limbs);
      expect_same_residues<LanePrimes>(count, limbs);
    }
  }
}

/// All primes come, each once and in their sequence, whatever the batches; blocks grow with the number used.
TEST(PrimeBlock, PrimesComeInTheirSequence) {
  for (const std::size_t most : {1, 5, 16, 300}) {
    GcdPrimes plain;
    GcdPrimes source;
    PrimeBlocks blocks(1000);
    std::vector<std::uint64_t> block;
    std::size_t reductions = 0;
    for (std::size_t used = 0; used < 1000;) {
      const auto primes = blocks.take(
          most, used, [&] { return source.next(); },
          [&](std::span<const std::uint64_t> ahead) {
            block.assign(ahead.begin(), ahead.end());
            reductions += ahead.empty() ? 0 : 1;
          });
      ASSERT_FALSE(primes.empty());
      ASSERT_LE(primes.size(), most);
      for (const std::uint64_t p : primes) {
        ASSERT_EQ(p, plain.next());
        ASSERT_TRUE(block.empty() || std::find(block.begin(), block.end(), p) != block.end());
      }
      used += primes.size();
    }
    EXPECT_GT(reductions, most == 300 ? 0U : 6U);
  }
  PrimeBlocks few(10);
  for (std::size_t used = 0; used < 200; ++used)
    (void)few.take(
        1, used, [] { return std::uint64_t{7}; },
        [](std::span<const std::uint64_t> block) { EXPECT_TRUE(block.empty()); });
}

}  // namespace
}  // namespace polyfork::test
