// How far a solution has come.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/context.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "system_families.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

/// What is reported while f(context) runs.
struct Reports {
  std::string stages;
  std::vector<double> fractions;

  template <class F>
  static Reports of(int threads, const F& f) {
    Reports reports;
    f(ExecutionContext().with_threads(threads).with_progress([&](std::string_view stage, double fraction) {
      reports.stages += std::string(stage) + '\n';
      reports.fractions.push_back(fraction);
    }));
    return reports;
  }
  void expect_steps_forward() const {
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    ASSERT_FALSE(fractions.empty());
    EXPECT_GE(fractions.front(), 0);
    EXPECT_LE(fractions.back(), 1);
  }
};

TEST(SolveProgress, TellsTheStages) {
  const auto reports = Reports::of(1, [](const ExecutionContext& ctx) { real_solutions(noon(4), {}, ctx); });
  EXPECT_NE(reports.stages.find("basis modulo a prime, degree "), std::string::npos) << reports.stages;
  EXPECT_NE(reports.stages.find("separating form"), std::string::npos) << reports.stages;
  EXPECT_NE(reports.stages.find("lifting from "), std::string::npos) << reports.stages;
}

TEST(SolveProgress, NeverGoesBack) {
  const auto reports = Reports::of(1, [](const ExecutionContext& ctx) { real_solutions(cyclic(6), {}, ctx); });
  reports.expect_steps_forward();
  // Many different numbers, the last one of the coordinates.
  const std::set<double> different(reports.fractions.begin(), reports.fractions.end());
  EXPECT_GE(different.size(), 8U);
  EXPECT_GT(reports.fractions.back(), 0.9);
  SolutionOptions certified;
  certified.certify = true;
  SolutionOptions by_chains;
  by_chains.method = SolutionMethod::chains;
  BasisOptions lex;
  lex.order = MonomialOrder::lex;
  for (const int threads : {1, 3}) {
    Reports::of(threads, [&](const ExecutionContext& ctx) {
      real_solutions(cyclic(5), certified, ctx);
    }).expect_steps_forward();
    Reports::of(threads, [&](const ExecutionContext& ctx) {
      real_solutions(cyclic(5), by_chains, ctx);
    }).expect_steps_forward();
    Reports::of(threads, [](const ExecutionContext& ctx) {
      count_real_solutions(noon(4), {}, ctx);
    }).expect_steps_forward();
    Reports::of(threads, [](const ExecutionContext& ctx) {
      triangular_decomposition(cyclic(5), ctx);
    }).expect_steps_forward();
    Reports::of(threads, [&](const ExecutionContext& ctx) {
      rational_groebner_basis(cyclic(5), lex, ctx);
    }).expect_steps_forward();
    // Parts, some triangular and some not.
    Reports::of(threads, [](const ExecutionContext& ctx) {
      real_solutions(system_of("x,y,z", "(x^2-2)*(x^3-5)*(x-7),(y^4-x)*(y+3*x),z^3-3*z*y+x*y-1"), {}, ctx);
    }).expect_steps_forward();
  }
}

}  // namespace
}  // namespace polyfork::test
