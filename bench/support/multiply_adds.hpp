// Loops of multiply-adds in registers: what the machine's cores issue at most, by which speed-ups and nanoseconds are
// judged, since "cores" may share their units or slow each other down.
#pragma once

#include <cstdint>

namespace polyfork_bench {

/// A loop of multiply-adds that do not wait for each other.
struct MultiplyAdds {
  const char* name;
  bool available;  ///< on this machine
  int per_round;   ///< multiply-adds, each lane counted
  std::uint64_t (*run)(std::int64_t rounds);
};

/// AVX-512's multiply-adds of 52 bits.
MultiplyAdds madd52_512();
/// AVX2's multiply-adds in doubles.
MultiplyAdds fma_256();
/// The widest one that this machine has.
MultiplyAdds best_multiply_adds();

}  // namespace polyfork_bench
