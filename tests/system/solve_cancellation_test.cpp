// How soon a solution ends that is asked to: at many instants of systems of medium size, in every phase.
//
// Time is the processor's, of this process: it does not depend on what else the machine does.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/system/real_solutions.hpp>

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

TEST(SolveProgress, TellsTheStages) {
  std::string stages;
  const auto ctx = ExecutionContext().with_threads(1).with_progress(
      [&](std::string_view stage, double) { stages += std::string(stage) + '\n'; });
  real_solutions(noon(4), {}, ctx);
  EXPECT_NE(stages.find("basis modulo a prime, degree "), std::string::npos) << stages;
}

TEST(SolveCancellation, EndsWithinAFifthOfASecond) {
  const int instants = instants_from_environment(4);
  EXPECT_LT(longest_delay(cyclic(6), instants), most_seconds);
  EXPECT_LT(longest_delay(noon(5), instants), most_seconds);
}

}  // namespace
}  // namespace polyfork::test
