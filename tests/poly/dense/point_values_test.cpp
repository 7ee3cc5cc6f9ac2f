// Values at many points modulo a word, in vectors, in blocks and by Horner's rule, against Horner's rule with
// divisions.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/primes.hpp>

#include "forced_isa.hpp"
#include "poly/dense/point_values.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using Words = std::vector<std::uint64_t>;
constexpr std::uint64_t guard = 0x123456789abcdef0;

std::uint64_t horner(std::uint64_t p, const Words& f, std::uint64_t x, std::uint64_t value) {
  __extension__ using Wide = unsigned __int128;
  for (std::size_t i = f.size(); i-- != 0;) value = static_cast<std::uint64_t>((Wide{value} * x + f[i]) % p);
  return value;
}

/// All p - 1, all (p - 1) / 2 or (p + 1) / 2, some p - 1 among zeros, or any residues.
Words residues(Random& random, std::size_t size, std::uint64_t p) {
  const std::uint64_t shape = random.below(4);
  Words words(size);
  for (std::uint64_t& w : words)
    w = shape == 0   ? p - 1
        : shape == 1 ? (p - 1) / 2 + random.below(2)
        : shape == 2 ? random.below(2) * (p - 1)
                     : random.below(p);
  return words;
}

void expect_values(detail::PointValues kernel, std::uint64_t p, std::size_t n, std::size_t count, Random& random) {
  const WordModulus modulus = PrimeField::trusted(p).word_modulus();
  const Words f = residues(random, n, p);
  const Words points = residues(random, count, p);
  const Words before = random.below(2) == 0 ? Words(count) : residues(random, count, p);
  Words values = before;
  values.push_back(guard);
  kernel(modulus, f.data(), n, points.data(), count, values.data());
  EXPECT_EQ(values.back(), guard);
  for (std::size_t k = 0; k < count; ++k)
    ASSERT_EQ(values[k], horner(p, f, points[k], before[k]))
        << n << " coefficients at point " << k << " of " << count << " modulo " << p;
}

class ResiduePointValuesIsa : public testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (GetParam() > detected_isa()) GTEST_SKIP() << "this machine does not offer " << isa_name(GetParam());
  }
};

TEST_P(ResiduePointValuesIsa, AreThoseOfHornersRule) {
  Random random(9051);
  Words primes = {2, 3, 5, 7, 65537, 2147483647, 1108307720798209, (std::uint64_t{1} << 50) + 55};
  for (const int bits : {33, 50, 62, 63})  // the largest ones of a length, and above it those of the next kernel
    primes.push_back(primes_below(std::uint64_t{1} << bits, 1).front());
  primes.push_back(4611686018427388039);  // the least above 2^62
  for (const std::uint64_t p : primes)
    for (const std::size_t n : {0, 1, 2, 3, 4, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 80, 95, 130, 1001})
      for (const std::size_t count : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 71}) {
        expect_values(detail::point_values_kernel(p, GetParam()).values, p, n, count, random);
        if (count <= 9) expect_values(detail::point_values_in_blocks(p, GetParam()), p, n, count, random);
        if (HasFailure()) return;
      }
}

/// The functions that choose among kernels and trees, and cut long polynomials into pieces.
TEST_P(ResiduePointValuesIsa, ManyPointsAndLongPolynomials) {
  const ForcedIsa forced(GetParam());
  Random random(9052);
  struct Size {
    std::size_t n, count;
  };
  for (const std::uint64_t p : {65537ULL, 1125899906842597ULL, 4611686018427387847ULL, 9223372036854775783ULL})
    for (const auto [n, count] : {Size{20, 3000}, Size{300, 300}, Size{70000, 3}, Size{70000, 1}, Size{9000, 70}}) {
      const PrimeField field = PrimeField::trusted(p);
      const Words f = residues(random, n, p);
      const Words points = residues(random, count, p);
      const PolyZp polynomial = PolyZp::from_elements(field, f);
      const ResidueVector values = evaluate_many(polynomial, points);
      ASSERT_EQ(values.size(), count);
      for (std::size_t k = 0; k < count; k += 1 + count / 8) {
        const std::uint64_t expected = horner(p, f, points[k], 0);
        EXPECT_EQ(values[k], expected) << n << " coefficients at " << count << " points modulo " << p;
        EXPECT_EQ(evaluate(polynomial, points[k]), expected);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Levels, ResiduePointValuesIsa, testing::Values(Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& level) { return std::string(isa_name(level.param)); });

}  // namespace
}  // namespace polyfork::test
