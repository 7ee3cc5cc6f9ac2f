// What `explain` says is what runs, for division, gcds and products in several variables: the operations that the
// dispatcher charges are those of the algorithm that the plan names.
#include <polyfork/poly/division/division_plan.hpp>
#include <polyfork/poly/gcd/gcd_plan.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include <gtest/gtest.h>

#include <polyfork/core/profile.hpp>
#include <polyfork/core/tuning.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/multivariate/dense_multi_plan.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>

#include "algebra_generators.hpp"
#include "naive_sparse.hpp"
#include "plan_budgets.hpp"
#include "poly/division/division_integers.hpp"
#include "poly/multi_products/multi_mul_small.hpp"

namespace polyfork::test {
namespace {

/// Operations that body(ctx) charges: they tell the algorithms apart.
template <class Body>
double charged(const Body& body, const Tuning& tuning = Tuning()) {
  Profile profile;
  body(ExecutionContext().with_profile(profile).with_tuning(tuning));
  return profile.summary().work;
}

TEST(ExplainedIsExecuted, ExactDivision) {
  IntegerGenerator g(21);
  double all = 0;
  for (const std::size_t bits : {20U, 60U, 400U})
    for (std::size_t n = 2; n <= 60; n += n < 20 ? 1 : 8) {
      const PolyZ b = random_bits(g, n, bits);
      const PolyZ a = b * random_bits(g, n + 3, bits);
      if (a.is_zero() || b.length() < 2 || a.coefficients().signed_size(0) == 0) continue;
      Tuning tuning;
      DivisionTuning from_top;
      from_top.kronecker_max_limbs = n % 2 == 0 ? 0 : from_top.kronecker_max_limbs;
      tuning.set(from_top);
      const ExecutionContext ctx = ExecutionContext().with_tuning(tuning);
      const IntegerVector& va = a.coefficients();
      const IntegerVector& vb = b.coefficients();
      const DivisionShape shape{va.size(), vb.size(), va.max_bits(), vb.max_bits(), vb[vb.size() - 1].bit_length(),
                                true};
      const detail::DivisionPlan plan = detail::plan_division(shape, PlanBudget(ctx));
      EXPECT_EQ(explain_division(shape, PlanBudget(ctx)).to_text(), plan.describe().to_text());
      const double executed = charged([&](const ExecutionContext& c) { (void)exact_div(a, b, c); }, tuning);
      const double by_plan = charged(
          [&](const ExecutionContext& c) {
            for (const detail::DivisionPlan& attempt : plan.children) {
              IntegerVector quotient;
              const auto found = detail::division_method(attempt.algorithm).attempt(attempt, va, vb, quotient, c);
              if (found != detail::Divisibility::undecided) return;
            }
          },
          tuning);
      all += executed;
      EXPECT_EQ(executed, by_plan) << n << " by " << bits;
    }
  EXPECT_GT(all, 0) << "nothing was charged, so nothing was compared";
}

TEST(ExplainedIsExecuted, GcdsModuloPrimes) {
  IntegerGenerator g(22);
  const PrimeField field(65537);
  double all = 0;
  for (const std::int64_t cut_off : {8, 16, 40})
    for (std::size_t n = 4; n <= 160; n += 13) {
      const PolyZp a = random_zp(g, field, n + 5);
      const PolyZp b = random_zp(g, field, n);
      WordTuning words;
      words.gcd_length = cut_off;
      words.half_gcd_length = 4;
      const Tuning tuning = Tuning().set(words);
      const GcdShape shape{a.length(), b.length(), 17, 17, 17};
      const ExecutionContext ctx = ExecutionContext().with_tuning(tuning);
      const PlanDescription plan = explain_gcd_zp(shape, PlanBudget(ctx));
      // Euclid's algorithm alone, which half-gcds also end with.
      words.gcd_length = 1 << 20;
      const auto run = [&](const ExecutionContext& c) { (void)gcd(a, b, c); };
      const double executed = charged(run, tuning);
      all += executed;
      EXPECT_EQ(plan.algorithm == "euclid", executed == charged(run, Tuning().set(words)))
          << n << ": " << plan.algorithm;
    }
  EXPECT_GT(all, 0) << "nothing was charged, so nothing was compared";
}

TEST(ExplainedIsExecuted, SparseProducts) {
  IntegerGenerator g(23);
  const Variables variables({"x", "y", "z"});
  double all = 0;
  for (const std::size_t limbs : {1U, 2U})
    for (std::size_t terms = 1; terms <= 300; terms += 1 + terms / 2)
      for (const std::uint64_t degree : {3U, 40U, 3000U}) {
        const auto element = [&](IntegerGenerator& x) { return x.draw(limbs); };
        const MultiPolyZ a = random_sparse(Integers{}, variables, terms, degree, g, element);
        const MultiPolyZ b = random_sparse(Integers{}, variables, 2 * terms, degree, g, element);
        if (a.is_zero() || b.is_zero()) continue;
        // As below: a context that counts operations plans for many threads.
        Profile profile;
        const PlanBudget budget(ExecutionContext().with_profile(profile));
        const PlanDescription plan = explain_multi_mul(multi_mul_shape(a, b), budget);
        const double executed = charged([&](const ExecutionContext& c) { (void)mul(a, b, c); });
        bool known = false;
        for (const auto algorithm :
             {MultiMulAlgorithm::small, MultiMulAlgorithm::heap, MultiMulAlgorithm::merged, MultiMulAlgorithm::hashed,
              MultiMulAlgorithm::array, MultiMulAlgorithm::kronecker}) {
          if (plan.algorithm != multi_mul_algorithm_name(algorithm)) continue;
          known = true;
          // The algorithm `small` is told by what takes its operands.
          detail::SparseTerms<Integers> small;
          EXPECT_EQ(algorithm == MultiMulAlgorithm::small,
                    detail::mul_small(Integers{}, small, a.packed_terms(), b.packed_terms(), ExecutionContext()));
          if (algorithm == MultiMulAlgorithm::small) continue;
          EXPECT_EQ(executed, charged([&](const ExecutionContext& c) { (void)mul_with(algorithm, a, b, c); }))
              << terms << " terms below " << degree << ": " << plan.algorithm;
        }
        EXPECT_TRUE(known) << plan.algorithm;
        all += executed;
      }
  EXPECT_GT(all, 0) << "nothing was charged, so nothing was compared";
}

}  // namespace
}  // namespace polyfork::test
