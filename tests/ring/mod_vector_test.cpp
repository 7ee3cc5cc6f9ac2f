#include "ring/mod_vector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <polyfork/core/error.hpp>

#include "forced_isa.hpp"
#include "random.hpp"

namespace {

using polyfork::Isa;
using polyfork::detail::mod_vector_kernels;
using polyfork::detail::ModVectorKernels;
using polyfork::detail::shoup_quotient;
using Words = std::vector<std::uint64_t>;
__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t one = 1;

/// Moduli at the ends of the ranges that the kernels distinguish; they need not be prime.
const Words moduli = {1,
                      2,
                      3,
                      17,
                      (one << 32) - 5,
                      (one << 49) + 1,
                      (one << 50) - 27,
                      one << 50,
                      (one << 50) + 1,
                      (one << 52) - 1,
                      (one << 62) + 135,
                      (one << 63) - 25,
                      (one << 63) - 1};

using polyfork::test::ForcedIsa;

class ModVectorIsa : public testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (GetParam() > polyfork::detected_isa())
      GTEST_SKIP() << "this machine does not offer " << polyfork::isa_name(GetParam());
  }
};

Words residues(polyfork::test::Random& random, std::size_t n, std::uint64_t p) {
  Words words(n);
  for (auto& word : words) {
    const std::uint64_t r = random.next();
    word = r % 5 == 0 ? 0 : r % 5 == 1 ? p - 1 : random.next() % p;
  }
  return words;
}

TEST_P(ModVectorIsa, ForcedLevelRuns) {
  const ForcedIsa forced(GetParam());
  EXPECT_EQ(mod_vector_kernels().name, polyfork::isa_name(GetParam()));
  EXPECT_EQ(mod_vector_kernels().isa, GetParam());
}

TEST_P(ModVectorIsa, EqualsTheDefinition) {
  const ForcedIsa forced(GetParam());
  const ModVectorKernels& kernels = mod_vector_kernels();
  polyfork::test::Random random;
  for (const std::uint64_t p : moduli) {
    for (std::size_t n = 0; n <= 100; ++n) {
      SCOPED_TRACE("p = " + std::to_string(p) + ", n = " + std::to_string(n));
      const Words a = residues(random, n, p);
      const Words b = residues(random, n, p);
      const std::uint64_t w = residues(random, 1, p)[0];
      Words sum(n), difference(n), negative(n), product(n);
      for (std::size_t i = 0; i < n; ++i) {
        sum[i] = static_cast<std::uint64_t>((Wide{a[i]} + b[i]) % p);
        difference[i] = static_cast<std::uint64_t>((Wide{a[i]} + p - b[i]) % p);
        negative[i] = (p - a[i]) % p;
        product[i] = static_cast<std::uint64_t>(Wide{a[i]} * w % p);
      }
      Words out(n);
      kernels.add_mod(out.data(), a.data(), b.data(), n, p);
      EXPECT_EQ(out, sum);
      kernels.sub_mod(out.data(), a.data(), b.data(), n, p);
      EXPECT_EQ(out, difference);
      kernels.neg_mod(out.data(), a.data(), n, p);
      EXPECT_EQ(out, negative);
      kernels.mul_scalar_mod_shoup(out.data(), a.data(), n, w, shoup_quotient(w, p), p);
      EXPECT_EQ(out, product);
    }
  }
}

TEST_P(ModVectorIsa, WorksInPlaceAndWritesNothingElse) {
  const ForcedIsa forced(GetParam());
  const ModVectorKernels& kernels = mod_vector_kernels();
  const std::uint64_t p = (one << 49) + 1;
  const std::uint64_t guard = ~std::uint64_t{0};
  polyfork::test::Random random;
  for (std::size_t n = 0; n <= 40; ++n) {
    const Words b = residues(random, n, p);
    Words a = residues(random, n, p);
    Words expected(n);
    kernels.add_mod(expected.data(), a.data(), b.data(), n, p);
    expected.push_back(guard);
    a.push_back(guard);
    kernels.add_mod(a.data(), a.data(), b.data(), n, p);
    EXPECT_EQ(a, expected);
    kernels.sub_mod(a.data(), a.data(), a.data(), n, p);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(a[i], 0U);
    EXPECT_EQ(a.back(), guard);
  }
}

TEST_P(ModVectorIsa, AddsProductsInPlace) {
  const ForcedIsa forced(GetParam());
  const auto kernel = mod_vector_kernels().add_products_mod52;
  if (kernel == nullptr) GTEST_SKIP() << "no 52-bit multiply-adds";
  polyfork::test::Random random;
  for (const std::uint64_t p : {std::uint64_t{3}, std::uint64_t{65537}, (one << 49) + 9, (one << 50) - 27}) {
    std::uint64_t inverse = p;  // of p modulo 2^64
    for (int i = 0; i < 5; ++i) inverse *= 2 - p * inverse;
    std::uint64_t scale = 1;  // 2^52
    for (int i = 0; i < 52; ++i) scale = scale * 2 % p;
    for (std::size_t n = 0; n <= 40; ++n)
      for (const bool largest : {false, true}) {
        Words u = residues(random, n, p);
        Words v = residues(random, n + 1, p);  // from v[-1] on
        Words factors = residues(random, 3, p);
        if (largest)
          for (Words* words : {&u, &v, &factors}) std::fill(words->begin(), words->end(), p - 1);
        Words expected(n);
        const auto times = [&](std::uint64_t a, std::uint64_t b) {
          return static_cast<std::uint64_t>(Wide{a} * b % p);
        };
        for (std::size_t i = 0; i < n; ++i)
          expected[i] = (times(factors[0], u[i]) + times(factors[1], v[i]) + times(factors[2], v[i + 1])) % p;
        const polyfork::detail::ModRow row{times(factors[0], scale), times(factors[1], scale), times(factors[2], scale),
                                           p, (0 - inverse) & ((one << 52) - 1)};
        expected.push_back(~std::uint64_t{0});
        u.push_back(~std::uint64_t{0});
        kernel(u.data(), v.data() + 1, n, row);
        EXPECT_EQ(u, expected) << p << ", " << n;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, ModVectorIsa, testing::Values(Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& level) { return std::string(polyfork::isa_name(level.param)); });

}  // namespace
