// Decisions of the isolation dispatcher.
#include "rootiso/isolate/plan.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/profile.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork {
namespace {

using detail::IsolationPlan;
using detail::plan_isolation;

TEST(IsolationPlan, NamesAMethodAndItsRows) {
  const IsolationPlan plan = plan_isolation({256, 300}, IsolationMethod::automatic, PlanBudget().with_threads(1));
  EXPECT_EQ(plan.method, IsolationMethod::local);
  EXPECT_EQ(plan.node_limbs, 9U);  // 300 bits, 257 of growth, a sign
  const IsolationPlan exact = plan_isolation({256, 300}, IsolationMethod::vca, PlanBudget().with_threads(1));
  EXPECT_EQ(exact.method, IsolationMethod::vca);
  EXPECT_EQ(exact.workspace, 5U * 257 * 9 * 8);
  EXPECT_EQ(plan_isolation({256, 300}, IsolationMethod::vca, PlanBudget().with_threads(3)).workspace,
            exact.workspace * 3);
  EXPECT_EQ(plan.square_free.shape.length_b, 256U);
  EXPECT_THROW(plan_isolation({0, 3}, IsolationMethod::automatic, PlanBudget().with_threads(1)), DomainError);
  const std::string text = plan.describe().to_text();
  EXPECT_EQ(text.rfind("local degree=256", 0), 0U) << text;
  EXPECT_NE(text.find("\n  modular"), std::string::npos) << text;
}

TEST(IsolationPlan, PredictionsAreNearWhatWasMeasured) {
  // Random coefficients: 300000 of 20 bits took 4 s and 190 MB on two threads, 30000 of 3000 bits 0.5 s and 46 MB.
  const IsolationPlan many = plan_isolation({300000, 20}, IsolationMethod::automatic, PlanBudget().with_threads(2));
  EXPECT_GT(many.predicted_seconds, 1);
  EXPECT_LT(many.predicted_seconds, 16);
  EXPECT_GT(many.workspace, 50'000'000U);
  EXPECT_LT(many.workspace, 800'000'000U);
  const IsolationPlan longer = plan_isolation({30000, 3000}, IsolationMethod::automatic, PlanBudget().with_threads(1));
  EXPECT_GT(longer.predicted_seconds, 0.1);
  EXPECT_LT(longer.predicted_seconds, 2);
  EXPECT_GT(longer.workspace, 12'000'000U);
  EXPECT_LT(longer.workspace, 200'000'000U);
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

/// The operations that the dispatcher charges are those of the method that the plan names.
TEST(ExplainedIsExecuted, Isolation) {
  for (const std::size_t degree : {3U, 12U, 20U, 21U, 40U, 70U}) {
    const PolyZ f = make_family(Family::chebyshev, degree);
    const auto charged = [&](IsolationMethod method) {
      Profile profile;
      IsolationOptions options;
      options.method = method;
      (void)isolate_real_roots(f, options, ExecutionContext().with_profile(profile));
      return profile.summary().work;
    };
    const IsolationShape shape{degree, f.coefficients().max_bits()};
    const PlanDescription plan = explain_isolation(shape, IsolationMethod::automatic, PlanBudget(ExecutionContext()));
    EXPECT_EQ(charged(IsolationMethod::automatic), charged(isolation_method_from_name(plan.algorithm))) << degree;
    EXPECT_NE(charged(IsolationMethod::vca), charged(IsolationMethod::local)) << degree;
  }
}

}  // namespace
}  // namespace polyfork
