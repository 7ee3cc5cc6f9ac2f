// Factors of the arithmetics of transforms: what they are, and that residues come back from them.
#include "fft/ntt_table.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/context.hpp>

#include "ntt_generators.hpp"
#include "random.hpp"

namespace {

using polyfork::ExecutionContext;
using polyfork::detail::NttArithmetic;
using polyfork::detail::NttFactor;
using polyfork::detail::NttTable;
using polyfork::test::largest_prime_below;
using polyfork::test::one;
using polyfork::test::Random;

TEST(NttTable, ResiduesComeBackFromFactors) {
  const ExecutionContext ctx;
  Random random(1);
  for (const NttArithmetic arithmetic : {NttArithmetic::fraction52, NttArithmetic::fma, NttArithmetic::shoup64}) {
    for (const std::uint64_t p :
         {std::uint64_t{3}, std::uint64_t{17}, std::uint64_t{65537}, largest_prime_below(one << 50, 20)}) {
      const NttTable table(p, arithmetic, 0, ctx);
      std::vector<std::uint64_t> residues = {0, 1, 2, p / 2, p / 2 + 1, p - 2, p - 1};
      for (int i = 0; i < 1000; ++i) residues.push_back(random.below(p));
      for (const std::uint64_t w : residues) EXPECT_EQ(table.residue(table.factor(w).value), w) << p;
    }
  }
}

/// value 2^52 + quotient = floor(w 2^104 / p).
TEST(NttTable, FractionsAreRoundedDown) {
  __extension__ using Wide = unsigned __int128;
  const ExecutionContext ctx;
  Random random(2);
  for (const std::uint64_t p : {std::uint64_t{3}, std::uint64_t{65537}, largest_prime_below(one << 50, 20)}) {
    const NttTable table(p, NttArithmetic::fraction52, 0, ctx);
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t w = i < 3 ? p - 1 - static_cast<std::uint64_t>(i) : random.below(p);
      const NttFactor f = table.factor(w);
      const Wide first = Wide{w} << 52;
      EXPECT_EQ(f.value, static_cast<std::uint64_t>(first / p));
      EXPECT_EQ(f.quotient, static_cast<std::uint64_t>(((first % p) << 52) / p));
    }
  }
}

}  // namespace
