// Decisions of the gcd dispatcher.
#include "poly/gcd/gcd_plan.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "algebra_generators.hpp"
#include "plan_budgets.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/images/gcd_primes.hpp"

namespace polyfork::test {
namespace {

using detail::GcdImages;
using detail::plan_gcd;
using detail::plan_gcd_zp;

/// Images that are computed until `needed` of them are there.
std::size_t computed(const GcdImages& plan, std::size_t needed) {
  std::size_t images = 0;
  while (images < needed) images += plan.next_batch(images);
  return images;
}

TEST(GcdPlan, NothingIsGuessedOnOneThreadOrForSmallImages) {
  const GcdShape small{16, 16, 64, 64, 64};
  const GcdShape large{2048, 2048, 64, 64, 64};
  for (const GcdImages& plan : {plan_gcd(small, budget(64)).images(), plan_gcd(large, budget(1)).images()}) {
    EXPECT_EQ(plan.width, 1U);
    EXPECT_EQ(plan.certain, 2U);
    for (const std::size_t needed : {1U, 2U, 3U, 4U, 5U}) EXPECT_EQ(computed(plan, needed), needed);
  }
  EXPECT_EQ(plan_gcd(large, budget(8)).images().width, 8U);
  GcdTuning tuning;
  tuning.parallel_min_products = 1;
  const Tuning forked = Tuning().set(tuning);
  EXPECT_EQ(plan_gcd(small, budget(8).with_tuning(forked)).images().width, 8U);
}

TEST(GcdPlan, WasteIsBounded) {
  for (const std::size_t lead_bits : {1U, 64U, 1000U})
    for (const int threads : {2, 4, 16, 128}) {
      const GcdImages plan = plan_gcd({2048, 2048, 2000, 2000, lead_bits}, budget(threads)).images();
      EXPECT_LE(plan.certain, plan.most);
      EXPECT_EQ(computed(plan, 1), 1U);
      EXPECT_EQ(computed(plan, plan.certain), plan.certain);
      for (std::size_t needed = 1; needed < 200; ++needed)
        EXPECT_LE(2 * computed(plan, needed), 3 * std::max(needed, plan.certain) + 2);
    }
}

/// A gcd whose images are large enough to be forked asks for no image more on two threads than on one, where the number
/// of images follows from the leading coefficients.
TEST(GcdPlan, TwoThreadsComputeNoImageInVain) {
  IntegerGenerator g(91);
  const PolyZ common = random_bits(g, 150, 60);
  const PolyZ a = common * random_bits(g, 150, 60);
  const PolyZ b = common * random_bits(g, 150, 60);
  const auto primes_used = [&](int threads) {
    std::size_t count = 0;
    detail::GcdPrimes primes;
    const detail::PrimeSource source = [&] {
      ++count;
      return primes.next();
    };
    (void)detail::gcd_cofactors(a.coefficients(), b.coefficients(), source, ExecutionContext().with_threads(threads));
    return count;
  };
  EXPECT_EQ(plan_gcd({a.length(), b.length(), 130, 130, 60}, budget(2)).images().width, 2U);
  EXPECT_EQ(primes_used(1), 2U);
  EXPECT_EQ(primes_used(2), 2U);
}

TEST(GcdPlan, ExplainsItself) {
  EXPECT_NE(plan_gcd({100, 100, 64, 64, 64}, budget(2)).describe().to_text().find("certain_images=2"),
            std::string::npos);
  EXPECT_EQ(plan_gcd_zp({100, 100, 31, 31, 31}, budget(1)).describe().algorithm, "euclid");
  EXPECT_THROW(plan_gcd({0, 1, 1, 1, 1}, budget(1)), DomainError);
  EXPECT_EQ(plan_gcd_zp({5000, 4000, 31, 31, 31}, budget(1)).describe().algorithm, "half_gcd");
  EXPECT_THROW(plan_gcd_zp({1, 0, 1, 1, 1}, budget(1)), DomainError);
  EXPECT_GE(plan_gcd({SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX}, budget(2)).workspace.value(),
            std::size_t{1} << 60);
}

}  // namespace
}  // namespace polyfork::test
