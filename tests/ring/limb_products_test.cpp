// Products of short arrays of limbs against GMP's, at every length and with the longest carries.
#include "ring/limb_products.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "random.hpp"

namespace polyfork::test {
namespace {

using Limbs = std::vector<mp_limb_t>;

/// All ones, ones and zeros in runs, or random.
Limbs limbs_of(Random& random, std::size_t n) {
  const std::uint64_t shape = random.below(3);
  Limbs limbs(n);
  for (mp_limb_t& limb : limbs) {
    limb = random.next();
    if (shape == 0) limb = ~mp_limb_t{0};
    if (shape == 1) limb = random.below(2) == 0 ? 0 : ~mp_limb_t{0} << random.below(64);
  }
  return limbs;
}

Limbs expected_product(const Limbs& a, const Limbs& b) {
  Limbs product(a.size() + b.size());
  const bool ordered = a.size() >= b.size();
  const Limbs& longer = ordered ? a : b;
  const Limbs& shorter = ordered ? b : a;
  mpn_mul(product.data(), longer.data(), static_cast<mp_size_t>(longer.size()), shorter.data(),
          static_cast<mp_size_t>(shorter.size()));
  return product;
}

TEST(LimbProducts, OfEveryLength) {
  Random random(4401);
  const mp_limb_t guard = 0x5555555555555555;
  for (std::size_t na = 1; na <= detail::most_kernel_limbs + 8; ++na)
    for (std::size_t nb = 1; nb <= detail::most_kernel_limbs + 2; ++nb)
      for (int repeat = 0; repeat < 6; ++repeat) {
        const Limbs a = limbs_of(random, na);
        const Limbs b = limbs_of(random, nb);
        const Limbs expected = expected_product(a, b);
        Limbs product(na + nb + 1, guard);
        const mp_limb_t top = detail::mul_short_limbs(product.data(), a.data(), na, b.data(), nb);
        EXPECT_EQ(top, expected.back());
        EXPECT_EQ(product.back(), guard);
        product.pop_back();
        ASSERT_EQ(product, expected) << na << " by " << nb;
      }
}

TEST(LimbProducts, Squares) {
  Random random(4402);
  for (std::size_t n = 1; n <= 2 * detail::most_kernel_square_limbs; ++n)
    for (int repeat = 0; repeat < 20; ++repeat) {
      const Limbs a = limbs_of(random, n);
      Limbs square(2 * n);
      detail::sqr_short_limbs(square.data(), a.data(), n);
      ASSERT_EQ(square, expected_product(a, a)) << n;
    }
}

TEST(LimbProducts, OfTheKernelsForAnyLengthOfTheLonger) {
  const detail::LimbKernels* const kernels = detail::limb_kernels_of(detected_isa());
  if (kernels == nullptr) GTEST_SKIP() << "this processor has no two chains of carries";
  Random random(4403);
  for (std::size_t nb = 1; nb <= detail::most_kernel_limbs; ++nb)
    for (std::size_t na = 1; na <= 70; na += 1 + random.below(5)) {  // shorter ones, too
      const Limbs a = limbs_of(random, na);
      const Limbs b = limbs_of(random, nb);
      Limbs product(na + nb);
      kernels->products[nb](product.data(), a.data(), na, b.data());
      ASSERT_EQ(product, expected_product(a, b)) << na << " by " << nb;
    }
}

TEST(LimbProducts, Sums) {
  if (detail::limb_kernels == nullptr) GTEST_SKIP() << "this processor has no two chains of carries";
  Random random(4404);
  for (std::size_t na = 1; na <= 20; ++na)
    for (std::size_t nb = 1; nb <= 20; ++nb)
      for (int repeat = 0; repeat < 20; ++repeat) {
        const Limbs a = limbs_of(random, na);
        const Limbs b = limbs_of(random, nb);
        Limbs sum = limbs_of(random, na + nb);
        Limbs expected = sum;
        const auto carry = detail::add_short_product(sum.data(), a.data(), na, b.data(), nb);
        ASSERT_EQ(carry.has_value(), std::min(na, nb) <= detail::most_kernel_sum_limbs);
        if (!carry) continue;
        const Limbs product = expected_product(a, b);
        ASSERT_EQ(*carry,
                  mpn_add_n(expected.data(), expected.data(), product.data(), static_cast<mp_size_t>(product.size())));
        ASSERT_EQ(sum, expected) << na << " by " << nb;
      }
}

}  // namespace
}  // namespace polyfork::test
