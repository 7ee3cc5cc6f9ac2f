// The abstract many-core machine of Haque, Moreno Maza and Xie (thesis, section 4.2.1): what its two figures mean.
#pragma once

#include <cstdint>

#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace model {

/// Unboundedly many equal multiprocessors, each with a private memory, before one global memory. A multiprocessor runs
/// one thread block at a time; requests of two blocks to the global memory are served one after the other. A local
/// operation takes one clock cycle; launches, barriers and scheduling take no time.
struct ManyCoreMachine {
  /// U: clock cycles in which one word moves between the global and a private memory; positive.
  Rational transfer_cycles = 31;
  /// Z: words of a private memory.
  std::uint64_t private_words = 29056;
  /// P of theorem 4.2.1. With 0 the bound of corollary 4.2.2 is meant, which has as many as the widest level of the
  /// program has blocks.
  std::uint64_t multiprocessors = 0;
};

}  // namespace model
}  // namespace v1
}  // namespace polyfork
