// Residues to signed integers, at the ends of their ranges.
#include "fft/signed_words.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/integer.hpp>

#include "core/aligned_words.hpp"
#include "fft/word_convolution.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::transform_primes;

std::uint64_t remainder(const Integer& x, std::uint64_t m) {
  return static_cast<std::uint64_t>(floor_div_rem(x, Integer(m)).second.to_int64());
}

class SignedWordsIsa : public testing::TestWithParam<Isa> {};

TEST_P(SignedWordsIsa, Integers) {
  if (GetParam() > detected_isa()) GTEST_SKIP() << "this machine does not offer " << isa_name(GetParam());
  const detail::SignedCrtFn kernel = detail::signed_crt_kernel(GetParam());
  Random random(102);
  for (unsigned primes = 1; primes <= 3; ++primes) {
    // 2^(49.9 k - 1), the largest magnitude
    const Integer half = Integer(primes == 1   ? 525250879126192
                                 : primes == 2 ? 456419
                                               : 425854)
                         << (primes == 1   ? 0
                             : primes == 2 ? 80
                                           : 130);
    for (std::size_t stride = 1; stride <= 3; ++stride) {
      std::vector<Integer> x = {0, 1, -1, half, -half};
      for (int i = 0; i < 60; ++i) {
        Integer y = 0;
        for (int limb = 0; limb < 3; ++limb) y = (y << 64) + Integer(random.next());
        x.push_back(floor_div_rem(y >> random.below(192), half).second * Integer(random.below(2) == 0 ? 1 : -1));
      }
      std::erase_if(x, [&](const Integer& y) { return y.bit_length() > 64 * stride; });
      std::vector<std::vector<std::uint64_t>> residues(primes);
      std::vector<const std::uint64_t*> rows;
      for (unsigned j = 0; j < primes; ++j) {
        for (const Integer& y : x) residues[j].push_back(remainder(y, transform_primes[j]));
        rows.push_back(residues[j].data());
      }
      for (const std::size_t n : {x.size(), x.size() - 1, std::size_t{1}}) {
        detail::AlignedWords limbs(n * stride);  // streamed stores want it
        std::vector<std::int32_t> sizes(n);
        kernel(detail::LimbCrt(primes), rows.data(), {limbs.data(), stride, sizes.data(), n % 2 == 0}, n);
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(Integer(IntegerView(limbs.data() + i * stride, sizes[i])), x[i]) << primes << ' ' << i;
          for (auto k = static_cast<std::size_t>(std::abs(sizes[i])); k < stride; ++k)
            ASSERT_EQ(limbs.data()[i * stride + k], 0U);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, SignedWordsIsa, testing::Values(Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& level) { return std::string(isa_name(level.param)); });

}  // namespace
}  // namespace polyfork::test
