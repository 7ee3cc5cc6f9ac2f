// Decisions of the division dispatcher, and that the algorithms carry out the plan that they are given.
#include <polyfork/poly/division/division_plan.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/division/division.hpp>

#include "algebra_generators.hpp"
#include "plan_budgets.hpp"
#include "poly/division/division_integers.hpp"
#include "poly/mul/mul_candidates.hpp"

namespace polyfork::test {
namespace {

using detail::DivisionPlan;
using detail::plan_division;
using detail::plan_division_zp;

constexpr Bytes plenty = Bytes::never;

const detail::KroneckerDivision& slots(const DivisionPlan& plan) { return plan.as<detail::KroneckerDivision>(); }

TEST(DivisionPlan, ExactDivisionTriesLongerSlotsUpToMignottesBound) {
  const DivisionShape shape{200, 100, 50, 40, 40, true};
  const DivisionPlan plan = plan_division(shape, budget(1, plenty));
  ASSERT_EQ(plan.algorithm, DivisionAlgorithm::attempts);
  ASSERT_GE(plan.children.size(), 2U);
  for (std::size_t i = 0; i < plan.children.size(); ++i) {
    const DivisionPlan& attempt = plan.children[i];
    EXPECT_EQ(attempt.algorithm, DivisionAlgorithm::kronecker);
    EXPECT_EQ(slots(attempt).slots_suffice, i + 1 == plan.children.size());
    if (i > 0) {
      EXPECT_GT(slots(attempt).slot_bits, slots(plan.children[i - 1]).slot_bits);
      EXPECT_LE(slots(attempt).slot_bits, 2 * slots(plan.children[i - 1]).slot_bits);
    }
    EXPECT_GT(attempt.predicted_seconds, 0);
    EXPECT_GT(attempt.workspace, 0U);
  }
  EXPECT_GE(slots(plan.children.back()).slot_bits, plan.max_bits + shape.bits_b);
  EXPECT_EQ(plan.max_bits, detail::exact_quotient_bits(shape));
}

TEST(DivisionPlan, SizeAndMemorySteerExactDivision) {
  const DivisionShape shape{200, 100, 50, 40, 40, true};
  DivisionTuning tuning;
  tuning.kronecker_max_limbs = 0;
  DivisionPlan plan = plan_division(shape, budget(1, plenty, tuning));
  ASSERT_EQ(plan.children.size(), 1U);
  EXPECT_EQ(plan.children.front().algorithm, DivisionAlgorithm::divide_and_conquer);
  // Slots that fit once, but not when doubled: the attempt, then from the top.
  const Bytes first = plan_division(shape, budget(1, plenty)).children.front().workspace;
  plan = plan_division(shape, budget(1, first));
  ASSERT_EQ(plan.children.size(), 2U);
  EXPECT_EQ(plan.children[0].algorithm, DivisionAlgorithm::kronecker);
  EXPECT_FALSE(slots(plan.children[0]).slots_suffice);
  EXPECT_EQ(plan.children[1].algorithm, DivisionAlgorithm::divide_and_conquer);
  EXPECT_EQ(plan_division(shape, budget(1, first.value() - 1)).children.size(), 1U);
}

TEST(DivisionPlan, HalvesPlanTheProductOfEachLevel) {
  DivisionTuning tuning;
  tuning.columns_length = 10;
  const DivisionShape shape{160, 61, 500, 300, 300, false};
  const DivisionPlan plan = plan_division(shape, budget(1, plenty, tuning));
  EXPECT_EQ(plan.algorithm, DivisionAlgorithm::divide_and_conquer);
  // 100 coefficients: the whole, then 100, 50, 25 and 13 in halves; 7 are columns.
  ASSERT_EQ(plan.products.size(), 5U);
  EXPECT_EQ(plan.products[0].shape.length_a, 100U);
  EXPECT_EQ(plan.products[0].shape.length_b, 61U);
  const std::size_t lengths[][3] = {{50, 61, 1}, {25, 50, 2}, {13, 25, 4}, {7, 13, 8}};
  for (std::size_t level = 0; level < 4; ++level) {
    const detail::MulPlan& product = plan.products[level + 1];
    EXPECT_EQ(product.shape.length_a, lengths[level][0]);
    EXPECT_EQ(product.shape.length_b, lengths[level][1]);
    EXPECT_EQ(product.times, lengths[level][2]);
    EXPECT_EQ(product.shape.bits_b, 300U);
    EXPECT_EQ(product.algorithm, detail::plan_mul(product.shape, budget(1)).algorithm);
  }
  tuning.columns_length = 100;
  const DivisionPlan columns = plan_division(shape, budget(1, plenty, tuning));
  EXPECT_EQ(columns.algorithm, DivisionAlgorithm::classical);
  EXPECT_EQ(columns.products.size(), 1U);
}

TEST(DivisionPlan, CarriesOutTheProductsOfThePlan) {
  IntegerGenerator g(81);
  const IntegerVector b = random_bits(g, 40, 200).coefficients();
  const IntegerVector q = random_bits(g, 77, 300).coefficients();
  const IntegerVector a = mul(q, b);
  DivisionTuning tuning;
  tuning.columns_length = 3;
  const DivisionShape shape{a.size(), b.size(), a.max_bits(), b.max_bits(), b[b.size() - 1].bit_length(), false};
  DivisionPlan plan = plan_division(shape, budget(1, plenty, tuning));
  MulTuning products;
  products.karatsuba_base = 2;
  for (const auto algorithm : {MulAlgorithm::classical, MulAlgorithm::karatsuba, MulAlgorithm::kronecker}) {
    for (detail::MulPlan& product : plan.products)
      product = detail::plan_by(algorithm, product.shape, budget(1, plenty, products));
    const auto found = detail::quotient_from_top(plan, a, b, ExecutionContext());
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(*found, q);
  }
  // A plan without the products of its levels would have to decide anew.
  plan.shape.exact = true;
  plan.max_bits = 10;
  EXPECT_FALSE(detail::quotient_from_top(plan, a, b, ExecutionContext()).has_value());
}

TEST(DivisionPlan, ExplainsItself) {
  const std::string text = plan_division({200, 100, 50, 40, 40, true}, budget(1, plenty)).describe().to_text();
  EXPECT_EQ(text.rfind("attempts", 0), 0U);
  EXPECT_NE(text.find("slot_bits="), std::string::npos);
  EXPECT_NE(plan_division({200, 100, 50, 40, 40, false}, budget(1, plenty)).describe().to_text().find("integer"),
            std::string::npos);
  EXPECT_EQ(plan_division_zp({200, 100, 31, 31, 31, true}, budget(1)).algorithm, DivisionAlgorithm::classical);
  EXPECT_EQ(plan_division_zp({2000, 1000, 31, 31, 31, true}, budget(1)).algorithm, DivisionAlgorithm::newton);
  EXPECT_NE(plan_division_zp({2000, 1000, 31, 31, 31, true}, budget(1)).describe().to_text().find("transform"),
            std::string::npos);
  EXPECT_THROW(plan_division({3, 0, 1, 1, 1, true}, budget(1, plenty)), DomainError);
  EXPECT_THROW(plan_division({3, 4, 1, 1, 1, true}, budget(1, plenty)), DomainError);
  EXPECT_THROW(plan_division_zp({3, 4, 1, 1, 1, true}, budget(1)), DomainError);
}

TEST(DivisionPlan, SizesSaturate) {
  for (const bool exact : {false, true})
    for (const DivisionShape& shape :
         {DivisionShape{SIZE_MAX, 2, 64, 64, 64, exact}, DivisionShape{4, 2, SIZE_MAX, SIZE_MAX, SIZE_MAX, exact},
          DivisionShape{SIZE_MAX, SIZE_MAX / 2, SIZE_MAX, 64, 1, exact}}) {
      const DivisionPlan plan = plan_division(shape, budget(4, plenty));
      EXPECT_GE(std::max(plan.workspace, plan.result), std::size_t{1} << 58);
    }
}

}  // namespace
}  // namespace polyfork::test
