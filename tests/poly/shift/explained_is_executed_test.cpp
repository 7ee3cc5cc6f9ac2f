// What `explain` says is what runs: for all small shapes the plan that is described is the plan that is executed, seen
// by the profile back end's charges and by the results of the named algorithm.
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include <gtest/gtest.h>

#include <polyfork/core/profile.hpp>

#include "integer_generators.hpp"
#include "plan_budgets.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_plan.hpp"
#include "poly/shift/shift_short.hpp"

namespace polyfork::test {
namespace {

/// Operations that body(ctx) charges: they tell the algorithms apart.
template <class Body>
double charged(const Body& body) {
  Profile profile;
  body(ExecutionContext().with_profile(profile));
  return profile.summary().work;
}

TEST(ExplainedIsExecuted, Products) {
  IntegerGenerator g(11);
  double all = 0;
  for (const std::size_t limbs : {1U, 2U, 5U, 12U})
    for (std::size_t n = 1; n <= 40; n += n < 16 ? 1 : 6) {
      const IntegerVector a = g.vector(n, limbs);
      const IntegerVector b = g.vector(n + n / 2, limbs);
      if (a.max_bits() == 0 || b.max_bits() == 0) continue;
      Profile profile;
      const ExecutionContext ctx = ExecutionContext().with_profile(profile);
      const PlanDescription plan = explain_mul({a.size(), b.size(), a.max_bits(), b.max_bits()}, PlanBudget(ctx));
      const MulAlgorithm algorithm = mul_algorithm_from_name(plan.algorithm);
      const double executed = charged([&](const ExecutionContext& c) { mul(a, b, c); });
      all += executed;
      EXPECT_EQ(executed, charged([&](const ExecutionContext& c) { mul_with(algorithm, a, b, c); }))
          << n << " by " << limbs << ": " << plan.algorithm;
    }
  EXPECT_GT(all, 0) << "nothing was charged, so nothing was compared";
}

TEST(ExplainedIsExecuted, Shifts) {
  IntegerGenerator g(12);
  double all = 0;
  for (const std::size_t limbs : {1U, 2U, 4U})
    for (std::size_t n = 2; n <= 100; n += n < 30 ? 1 : 7) {
      const IntegerVector f = g.vector(n, limbs);
      if (f.max_bits() == 0) continue;
      Profile profile;
      const ExecutionContext ctx = ExecutionContext().with_profile(profile);
      const ShiftShape shape{n, f.max_bits(), 1, detail::shift_result_bits(f, Integer(1))};
      const PlanDescription plan = explain_shift(shape, PlanBudget(ctx));
      const ShiftAlgorithm algorithm = shift_algorithm_from_name(plan.algorithm);
      if (IntegerVector out; detail::shift_short(out, f, Integer(1), ExecutionContext())) {
        // Horner's scheme on words, which has no rows to charge for.
        EXPECT_EQ(algorithm, ShiftAlgorithm::horner) << n << " by " << limbs;
        continue;
      }
      const double executed = charged([&](const ExecutionContext& c) { taylor_shift(f, Integer(1), c); });
      all += executed;
      EXPECT_EQ(executed, charged([&](const ExecutionContext& c) { taylor_shift_with(algorithm, f, Integer(1), c); }))
          << n << " by " << limbs << ": " << plan.algorithm;
    }
  EXPECT_GT(all, 0) << "nothing was charged, so nothing was compared";
}

}  // namespace
}  // namespace polyfork::test
