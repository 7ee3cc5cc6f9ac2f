#include "gpu/emulation/emulated_backend.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "gpu/kernels/kernels.hpp"

namespace polyfork::detail {
namespace {

TEST(EmulatedBackend, CountsMemory) {
  EmulatedBackend backend(1000);
  void* const a = backend.allocate(600);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a) % 256, 0U);
  EXPECT_EQ(backend.free_bytes(), 400U);
  try {
    backend.allocate(401);
    ADD_FAILURE();
  } catch (const DeviceFailure& failure) {
    EXPECT_EQ(failure.kind(), FailureKind::out_of_memory);
  }
  backend.release(a);
  EXPECT_EQ(backend.used_bytes(), 0U);
  EXPECT_EQ(backend.most_used_bytes(), 600U);
  EXPECT_EQ(backend.live_objects(), 0U);
}

TEST(EmulatedBackend, MemoryIsPoisonedAndGuarded) {
  EmulatedBackend backend;
  auto* const memory = static_cast<double*>(backend.allocate(64));
  EXPECT_TRUE(std::isnan(memory[7]));
  double x = 0;
  EXPECT_THROW(backend.copy_up(0, memory + 8, &x, 8), std::logic_error);
  EXPECT_THROW(backend.copy_down(0, &x, &x, 8), std::logic_error);
  EXPECT_THROW(backend.clear(3, memory, 8), std::logic_error);
  backend.copy_up(0, memory + 7, &x, 8);
  EXPECT_EQ(memory[7], 0);
  EXPECT_EQ(backend.bytes_up(), 8U);
  backend.release(memory);
}

TEST(EmulatedBackend, RefusesLaunchesThatKernelsWereNotMadeFor) {
  EmulatedBackend backend;
  const TableParameters<F50> parameters{};
  const auto kernel = static_cast<KernelId>(Kernel::make_transform_tables);
  EXPECT_THROW(backend.launch(1, kernel, {1, 1, 128, 0}, &parameters), std::logic_error);
  EXPECT_THROW(backend.launch(1, kernel_count, {1, 1, 256, 0}, &parameters), std::logic_error);
}

TEST(EmulatedBackend, EventsAreReleasedOnce) {
  EmulatedBackend backend;
  const DeviceEvent event = backend.record(1);
  backend.wait_for(2, event);
  EXPECT_TRUE(backend.is_finished(event));
  backend.release_event(event);
  EXPECT_THROW(backend.is_finished(event), std::logic_error);
  EXPECT_EQ(backend.live_objects(), 0U);
}

}  // namespace
}  // namespace polyfork::detail
