// Decisions of the isolation dispatcher.
#include <polyfork/rootiso/plan.hpp>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

namespace polyfork {
namespace {

TEST(IsolationPlan, NamesAMethodAndItsRows) {
  const IsolationPlan plan = plan_isolation({256, 300}, IsolationMethod::automatic, PlanBudget().with_threads(1));
  EXPECT_EQ(plan.method, IsolationMethod::local);
  EXPECT_EQ(plan.node_limbs, 9U);  // 300 bits, 257 of growth, a sign
  const IsolationPlan exact = plan_isolation({256, 300}, IsolationMethod::vca, PlanBudget().with_threads(1));
  EXPECT_EQ(exact.method, IsolationMethod::vca);
  EXPECT_EQ(exact.workspace_bytes, 5U * 257 * 9 * 8);
  EXPECT_EQ(plan_isolation({256, 300}, IsolationMethod::vca, PlanBudget().with_threads(3)).workspace_bytes,
            3 * exact.workspace_bytes);
  EXPECT_EQ(plan.square_free.shape.length_b, 256U);
  EXPECT_THROW(plan_isolation({0, 3}, IsolationMethod::automatic, PlanBudget().with_threads(1)), DomainError);
  const std::string text = plan.describe().to_text();
  EXPECT_EQ(text.rfind("local degree=256", 0), 0U) << text;
  EXPECT_NE(text.find("\n  images"), std::string::npos) << text;
}

TEST(IsolationPlan, PredictionsAreNearWhatWasMeasured) {
  // Random coefficients: 300000 of 20 bits took 4 s and 190 MB on two threads, 30000 of 3000 bits 0.5 s and 46 MB.
  const IsolationPlan many = plan_isolation({300000, 20}, IsolationMethod::automatic, PlanBudget().with_threads(2));
  EXPECT_GT(many.predicted_seconds, 1);
  EXPECT_LT(many.predicted_seconds, 16);
  EXPECT_GT(many.workspace_bytes, 50'000'000U);
  EXPECT_LT(many.workspace_bytes, 800'000'000U);
  const IsolationPlan longer = plan_isolation({30000, 3000}, IsolationMethod::automatic, PlanBudget().with_threads(1));
  EXPECT_GT(longer.predicted_seconds, 0.1);
  EXPECT_LT(longer.predicted_seconds, 2);
  EXPECT_GT(longer.workspace_bytes, 12'000'000U);
  EXPECT_LT(longer.workspace_bytes, 200'000'000U);
}

TEST(IsolationPlan, SmallNodesAreNotForked) {
  EXPECT_EQ(plan_isolation({20, 30}, IsolationMethod::automatic, PlanBudget().with_threads(8)).threads, 1);
  EXPECT_EQ(plan_isolation({20, 3000}, IsolationMethod::automatic, PlanBudget().with_threads(8)).threads, 8);
  EXPECT_EQ(plan_isolation({100, 30}, IsolationMethod::automatic, PlanBudget().with_threads(8)).threads, 8);
  IsolationTuning tuning;
  tuning.parallel_min_node_limbs = 0;
  const Tuning forked = Tuning().set(tuning);
  EXPECT_EQ(
      plan_isolation({2, 1}, IsolationMethod::automatic, PlanBudget().with_threads(8).with_tuning(forked)).threads, 8);
}

}  // namespace
}  // namespace polyfork
