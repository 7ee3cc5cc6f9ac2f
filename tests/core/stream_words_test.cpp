#include "core/stream_words.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace polyfork::test {
namespace {

TEST(StreamWords, CopiesAnyNumberToAnyPlace) {
  constexpr std::uint64_t guard = ~std::uint64_t{0};
  std::vector<std::uint64_t> from(100);
  std::iota(from.begin(), from.end(), std::uint64_t{1});
  alignas(64) std::uint64_t to[128];
  for (const std::size_t offset : {0, 1, 2, 7, 8})
    for (std::size_t first = 0; first < 3; ++first)
      for (std::size_t n = 0; n <= 90; ++n) {
        std::fill(std::begin(to), std::end(to), guard);
        detail::stream_words(from.data() + first, to + offset, n);
        for (std::size_t i = 0; i < 128; ++i)
          ASSERT_EQ(to[i], i >= offset && i < offset + n ? from[first + i - offset] : guard) << offset << ' ' << n;
      }
}

}  // namespace
}  // namespace polyfork::test
