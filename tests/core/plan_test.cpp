// Plans as text.
#include <polyfork/core/plan.hpp>

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

namespace {

using polyfork::PlanDescription;

TEST(PlanDescription, Text) {
  PlanDescription plan;
  plan.algorithm = "multimodular";
  plan.parameters = {{"primes", "3"}};
  plan.workspace_bytes = 1536;
  plan.predicted_seconds = 2.5e-6;
  plan.reason = "fastest";
  PlanDescription child;
  child.algorithm = "classical";
  plan.children.push_back(child);
  EXPECT_EQ(plan.to_text(),
            "multimodular primes=3  workspace 1.5 KiB, about 2.5 us  (fastest)\n"
            "  classical  workspace 0 B, about 0 ns\n");
}

TEST(PlanDescription, OfWhatCannotBeDoneNoCostsAreKnown) {
  PlanDescription plan;
  plan.algorithm = "device";
  plan.workspace_bytes = SIZE_MAX;
  plan.reason = "too short to be sent to a device";
  EXPECT_EQ(plan.to_text(), "device  not possible  (too short to be sent to a device)\n");
  plan.workspace_bytes = std::size_t{3} << 40;
  EXPECT_EQ(plan.to_text(), "device  workspace 3 TiB, about 0 ns  (too short to be sent to a device)\n");
}

}  // namespace
