// Replays of a basis computation that are made ahead of their use.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/word_arithmetic.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/lift_from_primes.hpp"
#include "system/modular/prime_replay.hpp"
#include "system/modular/prime_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether replays are made beyond those that are asked for.
enum class ReplaysAhead { none, some };

/// Primes and what the replays modulo them have found. Several replays at once cost little more than one, but each
/// takes its own memory: there are as many as the cap of the context has room for.
class ReplayQueue {
 public:
  struct Entry {
    SmallPrime prime;
    std::optional<PrimeReplay> replay;  ///< empty where the prime does not follow the trace
    MemoryReservation held;             ///< for the replay
  };

  ReplayQueue(const ModularImages& images, const IntegerSystem& system, PrimeSource& primes,
              const ExecutionContext& ctx);

  /// The next ones, at least one and at most so many. New replays are made when fewer than threads wait. Throws
  /// MemoryLimit only after be_frugal().
  std::vector<Entry> take(std::size_t most, ReplaysAhead ahead);
  /// Entries that could not be used yet are the next ones again.
  void put_back(std::vector<Entry> entries);
  /// From now on one replay is made at a time, when it is asked for, on one thread. Drops those that wait, to be made
  /// again, and the context's plans. False where that has been so and nothing waited.
  bool be_frugal();
  /// The context to compute with: that of one thread after be_frugal().
  const ExecutionContext& context() const noexcept { return frugal_ ? one_thread_ : ctx_; }
  bool is_frugal() const noexcept { return frugal_; }

 private:
  struct Batch {
    std::size_t count;     ///< replays
    std::size_t together;  ///< of them in one computation
    std::size_t threads;   ///< of each computation
  };
  Batch next_batch(std::size_t least, ReplaysAhead ahead) const;
  /// False where there was memory for none of them.
  bool fill(std::size_t least, ReplaysAhead ahead);
  SmallPrime next_prime();

  const ModularImages& images_;
  const IntegerSystem& system_;
  PrimeSource& primes_;
  const ExecutionContext& ctx_;
  ExecutionContext one_thread_;
  bool frugal_ = false;
  std::vector<Entry> entries_;
  std::vector<SmallPrime> spare_;  // whose replays have to be made again
  std::size_t made_ = 0;
  std::size_t largest_ = 0;  // bytes of a replay
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
