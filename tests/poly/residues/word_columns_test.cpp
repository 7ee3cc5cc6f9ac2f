// Columns of schoolbook products of words, in vectors and not, against sums of products one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/primes.hpp>

#include "forced_isa.hpp"
#include "poly/residues/products/mul_zp_columns.hpp"
#include "poly/residues/word_columns.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using Words = std::vector<std::uint64_t>;
constexpr std::uint64_t guard = 0x123456789abcdef0;

Words product(const WordModulus& p, const Words& a, const Words& b) {
  Words c(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] = p.add(c[i + j], p.mul(a[i], b[j]));
  return c;
}

/// All of them, and a range; nothing is written beyond.
void expect_columns(const WordModulus& p, const Words& a, const Words& b, Random& random) {
  const Words expected = product(p, a, b);
  const auto check = [&](std::size_t begin, std::size_t end) {
    Words out(end - begin + 1, guard);
    detail::mul_zp_columns(p, a.data(), a.size(), b.data(), b.size(), out.data(), begin, end);
    EXPECT_EQ(out.back(), guard);
    out.pop_back();
    EXPECT_TRUE(std::equal(out.begin(), out.end(), expected.begin() + static_cast<std::ptrdiff_t>(begin)))
        << a.size() << " by " << b.size() << " modulo " << p.value() << ", columns " << begin << " to " << end;
  };
  check(0, expected.size());
  const std::size_t begin = random.below(expected.size());
  check(begin, begin + 1 + random.below(expected.size() - begin));
}

Words operand(Random& random, std::size_t size, std::uint64_t p, std::uint64_t shape) {
  Words words(size);
  for (std::uint64_t& w : words) w = shape == 0 ? p - 1 : shape == 1 ? random.below(2) * (p - 1) : random.below(p);
  return words;
}

/// Longer than the parts in which wide_columns sums modulo long words.
TEST(WordColumnsProperty, OfLongOperandsModuloLongWords) {
  Random random(9040);
  for (const std::uint64_t p : {4294967311ULL, 4611686018326724609ULL, 9223372036854775783ULL})
    for (const std::size_t la : {254, 255, 256, 257, 512, 515, 801})
      for (const std::size_t lb : {1, 2, 255, 256, 257, 513, 770}) {
        const WordModulus modulus = PrimeField(p).word_modulus();
        const std::uint64_t shape = random.below(3);
        expect_columns(modulus, operand(random, la, p, shape), operand(random, lb, p, shape), random);
      }
}

class WordColumnsIsa : public testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (GetParam() > detected_isa()) GTEST_SKIP() << "this machine does not offer " << isa_name(GetParam());
  }
};

TEST_P(WordColumnsIsa, AreSumsOfProducts) {
  const ForcedIsa forced(GetParam());
  Random random(9041);
  std::vector<std::uint64_t> primes = primes_below(std::uint64_t{1} << 50, 2);
  for (const std::uint64_t p : {2ULL, 3ULL, 5ULL, 65537ULL, 8388593ULL, 8388617ULL, 2147483647ULL, 2147483659ULL,
                                1108307720798209ULL, 4611686018326724609ULL, 9223372036854775783ULL})
    primes.push_back(p);
  for (const std::uint64_t p : primes) {
    const WordModulus modulus = PrimeField(p).word_modulus();
    for (const std::size_t la : {1, 5, 6, 7, 8, 31, 32, 33, 63, 64, 65, 97})
      for (const std::size_t lb : {1, 6, 8, 9, 31, 40, 64, 129}) {
        const std::uint64_t shape = random.below(3);
        expect_columns(modulus, operand(random, la, p, shape), operand(random, lb, p, shape), random);
        if (HasFailure()) return;
      }
  }
}

TEST_P(WordColumnsIsa, LongOperands) {
  const ForcedIsa forced(GetParam());
  Random random(9042);
  // The largest of each kind of sums.
  for (const std::uint64_t p :
       {std::uint64_t{8388593}, std::uint64_t{2147483647}, primes_below(std::uint64_t{1} << 50, 1).front()})
    for (const std::size_t shorter : {7, 500, 600, 2047, 2048, 2049})
      for (const std::size_t longer : {600, 2300}) {
        const WordModulus modulus = PrimeField(p).word_modulus();
        expect_columns(modulus, operand(random, shorter, p, 0), operand(random, longer, p, 0), random);
        expect_columns(modulus, operand(random, longer, p, 2), operand(random, shorter, p, 2), random);
      }
}

INSTANTIATE_TEST_SUITE_P(Levels, WordColumnsIsa, testing::Values(Isa::scalar, Isa::avx2, Isa::ifma),
                         [](const auto& level) { return std::string(isa_name(level.param)); });

TEST(WordColumns, RunInVectorsBelow50Bits) {
  EXPECT_FALSE(detail::columns_in_vectors(1108307720798209, Isa::scalar));
  if (detected_isa() < Isa::avx2) return;
  EXPECT_TRUE(detail::columns_in_vectors(1108307720798209, Isa::avx2));
  EXPECT_TRUE(detail::columns_in_vectors(1108307720798209, Isa::ifma));
  EXPECT_FALSE(detail::columns_in_vectors((std::uint64_t{1} << 50) + 55, Isa::ifma));
  // A plan knows how many terms they take at most.
  const ForcedIsa forced(Isa::avx2);
  const auto shape = [](std::size_t n) { return MulShape{n, 200000, 50, 50, false, 1125899906842597}; };
  EXPECT_FALSE(detail::columns_in_vectors(shape(5)));
  EXPECT_TRUE(detail::columns_in_vectors(shape(6)));
  EXPECT_TRUE(detail::columns_in_vectors(shape(detail::ColumnKernel::most_terms)));
  EXPECT_FALSE(detail::columns_in_vectors(shape(detail::ColumnKernel::most_terms + 1)));
}

}  // namespace
}  // namespace polyfork::test
