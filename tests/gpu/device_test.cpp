#include <polyfork/gpu/device.hpp>

#include <gtest/gtest.h>

namespace polyfork {
namespace {

constexpr bool stub_is_linked = POLYFORK_TEST_CUDA_LINKED == 0;

TEST(Device, AbsenceHasAReason) {
  // Twice: the first call may look for a driver.
  for (int call = 0; call < 2; ++call) {
    EXPECT_NO_THROW(devices());
    EXPECT_EQ(devices().empty(), !device_absence_reason().empty());
  }
}

TEST(Device, StubRefuses) {
  if (!stub_is_linked) GTEST_SKIP() << "device sources are linked";
  EXPECT_TRUE(devices().empty());
  EXPECT_EQ(device_absence_reason(), "built without CUDA kernels");
}

}  // namespace
}  // namespace polyfork
