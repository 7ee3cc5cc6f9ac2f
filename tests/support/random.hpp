// The seeded generator of the tests. POLYFORK_TEST_SEED sets the seed; it is printed once by
// every test program that draws.
#pragma once

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace polyfork::test {

/// The seed of this run: POLYFORK_TEST_SEED, else a fixed number.
inline std::uint64_t seed() {
  static const std::uint64_t value = [] {
    const char* text = std::getenv("POLYFORK_TEST_SEED");
    const std::uint64_t chosen = text == nullptr ? 20160411 : std::strtoull(text, nullptr, 0);
    std::printf("POLYFORK_TEST_SEED=%" PRIu64 "\n", chosen);
    return chosen;
  }();
  return value;
}

/// splitmix64: one word of state, the same sequence everywhere.
class Random {
 public:
  /// Different streams of one seed are independent.
  explicit Random(std::uint64_t stream = 0) : state_(seed() ^ (stream * 0xd1342543de82ef95U)) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  /// In [0, bound); bound > 0. The bias is below 2^-32 for bounds below 2^32.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() { return next(); }

 private:
  std::uint64_t state_;
};

}  // namespace polyfork::test
