// How far a solution has come, and how soon it ends when it is asked to: at many instants of systems of medium size, in
// every phase.
//
// Time is the processor's, of this process: it does not depend on what else the machine does.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "system_text.hpp"

namespace polyfork::test {
namespace {

constexpr double most_seconds = 0.2;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// x_1 + ... + x_n, ..., the sums of products of k neighbours in a circle, and x_1 ... x_n = 1.
std::vector<MultiPolyQ> cyclic(int n) {
  std::string variables;
  std::string equations;
  for (int i = 0; i < n; ++i) variables += (i == 0 ? "x" : ",x") + std::to_string(i);
  for (int k = 1; k < n; ++k) {
    for (int i = 0; i < n; ++i) {
      equations += "+1";
      for (int j = 0; j < k; ++j) equations += "*x" + std::to_string((i + j) % n);
    }
    equations += ",";
  }
  for (int i = 0; i < n; ++i) equations += (i == 0 ? "x" : "*x") + std::to_string(i);
  return system_of(variables, equations + "-1");
}

/// 10 x_i (sum of the squares of the others) - 11 x_i + 10.
std::vector<MultiPolyQ> noon(int n) {
  std::string variables;
  std::string equations;
  for (int i = 0; i < n; ++i) {
    const std::string x = "x" + std::to_string(i);
    variables += (i == 0 ? "" : ",") + x;
    if (i != 0) equations += ",";
    equations += "10-11*" + x;
    for (int j = 0; j < n; ++j)
      if (j != i) equations += "+10*" + x + "*x" + std::to_string(j) + "^2";
  }
  return system_of(variables, equations);
}

/// The longest time from the request to the end, over so many instants.
double longest_delay(const std::vector<MultiPolyQ>& equations, int instants) {
  const double begin = processor_seconds();
  real_solutions(equations, {}, ExecutionContext().with_threads(1));
  const double whole = processor_seconds() - begin;
  double longest = 0;
  for (int i = 0; i < instants; ++i) {
    std::stop_source source;
    const auto ctx = ExecutionContext().with_threads(1).with_stop_token(source.get_token());
    const double request = processor_seconds() + whole * (i + 0.5) / instants;
    double requested = 0;
    std::jthread stopper([&](const std::stop_token& finished) {
      while (processor_seconds() < request && !finished.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      requested = processor_seconds();
      source.request_stop();
    });
    try {
      real_solutions(equations, {}, ctx);
    } catch (const Cancelled&) {
    }
    const double end = processor_seconds();
    stopper.request_stop();
    stopper.join();
    if (requested < end) longest = std::max(longest, end - requested);
  }
  return longest;
}

int instants_from_environment(int otherwise) {
  const char* const text = std::getenv("POLYFORK_CANCELLATION_INSTANTS");
  return text == nullptr ? otherwise : std::atoi(text);
}

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

TEST(SolveCancellation, EndsWithinAFifthOfASecond) {
  const int instants = instants_from_environment(4);
  EXPECT_LT(longest_delay(cyclic(6), instants), most_seconds);
  EXPECT_LT(longest_delay(noon(5), instants), most_seconds);
}

}  // namespace
}  // namespace polyfork::test
