// Events of the emulated device by several threads at once, as the threads of one copy record them.
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/emulation/emulated_backend.hpp"

namespace polyfork::detail {
namespace {

TEST(EmulatedBackendThreads, RecordAndCopyAtOnce) {
  EmulatedBackend backend;
  constexpr std::size_t bytes = 64;
  constexpr std::size_t rounds = 2000;
  constexpr std::size_t count = 4;
  void* const memory = backend.allocate(count * bytes);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < count; ++t)
    threads.emplace_back([&, t] {
      char* const mine = static_cast<char*>(memory) + t * bytes;
      char words[bytes] = {};
      for (std::size_t i = 0; i < rounds; ++i) {
        backend.copy_up(up_queue, mine, words, bytes);
        const QueueMark mark(backend, up_queue);
        EXPECT_TRUE(backend.is_finished(mark.event()));
        backend.copy_down(down_queue, words, mine, bytes);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(backend.bytes_up(), count * rounds * bytes);
  EXPECT_EQ(backend.bytes_down(), count * rounds * bytes);
  backend.release(memory);
  EXPECT_EQ(backend.live_objects(), 0U);
}

}  // namespace
}  // namespace polyfork::detail
