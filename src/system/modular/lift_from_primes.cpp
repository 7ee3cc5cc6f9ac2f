// Chinese remaindering of batches of images.
#include "system/modular/lift_from_primes.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "groebner/lane_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Of replays that wait, beyond a few, for each thread: about what its replay of all lanes takes itself.
constexpr std::size_t most_ahead_bytes = std::size_t{16} << 20;

std::size_t bytes_of(const TracedCoefficients& coefficients) {
  std::size_t bytes = coefficients.capacity() * sizeof(std::vector<std::uint32_t>);
  for (const auto& list : coefficients) bytes += list.capacity() * sizeof(std::uint32_t);
  return bytes;
}

/// Primes whose replays have been made ahead.
class ReplayQueue {
 public:
  struct Entry {
    SmallPrime prime;
    std::optional<TracedCoefficients> replay;
    MemoryReservation held;  ///< for the replay
  };

  ReplayQueue(const ModularImages& images, const IntegerSystem& system, PrimeSource& primes,
              const ExecutionContext& ctx)
      : images_(images), system_(system), primes_(primes), ctx_(ctx) {}

  /// The next ones, in the sequence of the source: at most so many. New replays are made when fewer than threads wait.
  std::vector<Entry> take(std::size_t most) {
    if (entries_.size() < std::min(most, static_cast<std::size_t>(ctx_.threads()))) fill(most - entries_.size());
    const std::size_t count = std::min(most, entries_.size());
    std::vector<Entry> taken(std::make_move_iterator(entries_.begin()),
                             std::make_move_iterator(entries_.begin() + static_cast<std::ptrdiff_t>(count)));
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count));
    return taken;
  }

 private:
  /// None ahead at first: many systems need few primes. Later, and where there are more primes than threads, every
  /// thread fills all lanes, which takes no longer than two primes do one after another.
  void fill(std::size_t least) {
    const auto threads = static_cast<std::size_t>(ctx_.threads());
    const std::size_t ahead = made_ > 0 || least > threads ? prime_lanes * threads : least;
    const std::size_t room = std::max(prime_lanes, threads * most_ahead_bytes / std::max<std::size_t>(largest_, 1));
    const std::size_t count = std::max(least, std::min(ahead, room));
    const std::size_t together = std::clamp<std::size_t>((count + threads - 1) / threads, 1, prime_lanes);
    std::vector<SmallPrime> chosen;
    for (std::size_t i = 0; i < count; ++i) chosen.emplace_back(primes_.next(system_));
    std::vector<std::optional<TracedCoefficients>> replays(count);
    parallel_for(ctx_, (count + together - 1) / together, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t group = begin; group < end; ++group) {
        const std::size_t first = group * together;
        auto list =
            images_.replays(std::span<const SmallPrime>(chosen).subspan(first, std::min(together, count - first)));
        std::move(list.begin(), list.end(), replays.begin() + static_cast<std::ptrdiff_t>(first));
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t bytes = replays[i] ? bytes_of(*replays[i]) : 0;
      largest_ = std::max(largest_, bytes);
      MemoryReservation held(ctx_.memory(), bytes);
      entries_.push_back({chosen[i], std::move(replays[i]), std::move(held)});
    }
    made_ += count;
  }

  const ModularImages& images_;
  const IntegerSystem& system_;
  PrimeSource& primes_;
  const ExecutionContext& ctx_;
  std::vector<Entry> entries_;
  std::size_t made_ = 0;
  std::size_t largest_ = 0;  // bytes of a replay
};

}  // namespace

std::optional<LiftedNumbers> lift_from_primes(const ModularImages& images, const IntegerSystem& system,
                                              PrimeSource primes, const ExecutionContext& ctx) {
  ReplayQueue queue(images, system, primes, ctx);
  RationalLift lifting(images.ends.empty() ? 0 : images.ends.back());
  std::optional<std::vector<CommonFractions>> found;
  std::vector<MemoryReservation> held;
  std::size_t refused = 0;
  const auto threads = static_cast<std::size_t>(ctx.threads());
  const std::size_t most_together = prime_lanes * threads;
  std::size_t batch = std::max<std::size_t>(2, threads);
  for (;;) {
    // Replays are much longer than images: of a long batch there are only as many at a time as keep all threads busy.
    const std::vector<ReplayQueue::Entry> chosen = queue.take(std::min(batch, most_together));
    const std::size_t count = chosen.size();
    batch -= count;
    std::vector<std::optional<std::vector<std::uint64_t>>> results(count);
    parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        if (chosen[i].replay) results[i] = images.image(*chosen[i].replay, chosen[i].prime);
    });
    for (std::size_t i = 0; i < count; ++i) {
      if (!results[i]) {
        if (++refused > 2 + lifting.primes() / 4) return std::nullopt;
        continue;
      }
      const SmallPrime& p = chosen[i].prime;
      if (found && agree(*found, *results[i], p.value())) {
        if (!images.check(*results[i], p)) return std::nullopt;
        return LiftedNumbers{std::move(*found), lifting.primes() + 1};
      }
      found.reset();
      held.emplace_back(ctx.memory(), results[i]->size() * sizeof(std::uint32_t));
      lifting.add(p.value(), *results[i]);
    }
    // How many will be needed is not known before the end.
    if (ctx.has_progress()) ctx.progress("lifting from " + std::to_string(lifting.primes()) + " primes", 0);
    if (batch > 0) continue;
    if (lifting.looks_complete(ctx)) found = lifting.lift(images.ends, ctx);
    // One prime is enough to check what was found; otherwise a tenth more than there are, as many for each thread, and
    // where there are many no more than replays have been made for.
    const std::size_t more = std::max<std::size_t>(1, (lifting.primes() / 10 + threads - 1) / threads) * threads;
    batch = found ? 1 : more > 2 * most_together ? more / most_together * most_together : more;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
