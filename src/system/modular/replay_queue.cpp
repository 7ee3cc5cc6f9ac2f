// Batches of replays, as large as threads and memory allow.
#include "system/modular/replay_queue.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

#include "groebner/lane_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Of replays that wait, beyond a few, for each thread: about what its replay of all lanes takes itself.
constexpr std::size_t most_ahead_bytes = std::size_t{16} << 20;

/// Primes that a system is likely to need from which on replays are made ahead of the first image.
constexpr std::size_t least_likely = 2 * prime_lanes;

std::size_t bytes_of(const PrimeReplay& replay) {
  std::size_t bytes = 0;
  for (const auto* lists : {&replay.coefficients, &replay.sequences}) {
    bytes += lists->capacity() * sizeof(std::vector<std::uint32_t>);
    for (const auto& list : *lists) bytes += list.capacity() * sizeof(std::uint32_t);
  }
  return bytes;
}

}  // namespace

ReplayQueue::ReplayQueue(const ModularImages& images, const IntegerSystem& system, PrimeSource& primes,
                         const ExecutionContext& ctx)
    : images_(images), system_(system), primes_(primes), ctx_(ctx), one_thread_(ctx.with_threads(1)) {}

std::vector<ReplayQueue::Entry> ReplayQueue::take(std::size_t most, ReplaysAhead ahead) {
  const auto threads = static_cast<std::size_t>(context().threads());
  if (entries_.size() < std::min(most, threads) && !fill(most - entries_.size(), ahead) && entries_.empty()) {
    be_frugal();
    fill(1, ReplaysAhead::none);
  }
  const std::size_t count = std::min(most, entries_.size());
  std::vector<Entry> taken(std::make_move_iterator(entries_.begin()),
                           std::make_move_iterator(entries_.begin() + static_cast<std::ptrdiff_t>(count)));
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count));
  return taken;
}

void ReplayQueue::put_back(std::vector<Entry> entries) {
  entries_.insert(entries_.begin(), std::make_move_iterator(entries.begin()), std::make_move_iterator(entries.end()));
}

bool ReplayQueue::be_frugal() {
  const bool is_new = !frugal_ || !entries_.empty();
  frugal_ = true;
  for (const Entry& entry : entries_) spare_.push_back(entry.prime);
  entries_.clear();
  ctx_.plan_cache().clear();
  return is_new;
}

SmallPrime ReplayQueue::next_prime() {
  if (spare_.empty()) return SmallPrime(primes_.next(system_));
  const SmallPrime prime = spare_.back();
  spare_.pop_back();
  return prime;
}

/// Two thirds of what the system is likely to need at first, but none ahead where that is little: many systems need few
/// primes. Later half as many as there have been. The numbers are rounded so that all threads have something to do;
/// most are made when every thread fills all lanes, which takes no longer than two primes do one after another. Where
/// there are fewer groups of lanes than threads, several share the rows of one, which leaves some of its steps to one
/// of them: few large batches take less time than many small ones.
ReplayQueue::Batch ReplayQueue::next_batch(std::size_t least, ReplaysAhead kind) const {
  if (frugal_) return {1, 1, 1};
  const auto threads = static_cast<std::size_t>(ctx_.threads());
  const auto groups_for = [](std::size_t count) { return (count + prime_lanes - 1) / prime_lanes; };
  const std::size_t available = ctx_.memory().available();
  std::size_t count = least;
  const auto ahead = [&](std::size_t wanted, std::size_t bytes) {
    const std::size_t groups = std::clamp<std::size_t>(groups_for(std::max(least, wanted)), 1, threads);
    const std::size_t most = std::min(threads * most_ahead_bytes, available / 2) / std::max<std::size_t>(bytes, 1);
    count = std::max(least, std::min(prime_lanes * (threads / (threads / groups)), std::max(prime_lanes, most)));
  };
  const auto likely = static_cast<std::size_t>(images_.expected_primes / 3 * 2);
  if (kind == ReplaysAhead::some && made_ == 0 && threads > 1 && likely >= least_likely)
    ahead(likely, images_.replay_bytes(1, 1));  // about as much as is left of one, or more
  else if (kind == ReplaysAhead::some && (made_ > 0 || least > threads))
    ahead(made_ / 2, largest_);
  // Half of what the cap leaves is for replays that wait; the rest is for what is made of them.
  count = std::min(count, std::max<std::size_t>(1, available / 2 / std::max<std::size_t>(largest_, 1)));
  // One thread for each of two primes is as quick as both for all lanes.
  const std::size_t groups = threads == 2 && count == 2 ? 2 : groups_for(count);
  Batch batch{count, (count + groups - 1) / groups, std::max<std::size_t>(1, threads / groups)};
  const auto bytes = [&] { return std::max<std::size_t>(1, images_.replay_bytes(batch.together, batch.threads)); };
  if (bytes() > available) batch.threads = 1;
  if (bytes() > available) batch.together = 1;
  // Groups beyond the number of threads wait for one another.
  const std::size_t fitting = std::clamp<std::size_t>(available / bytes(), 1, threads);
  if (fitting < std::min(groups, threads)) batch.count = std::min(count, fitting * batch.together);
  return batch;
}

bool ReplayQueue::fill(std::size_t least, ReplaysAhead ahead) {
  const Batch batch = next_batch(least, ahead);
  std::vector<SmallPrime> chosen;
  for (std::size_t i = 0; i < batch.count; ++i) chosen.push_back(next_prime());
  std::vector<std::optional<Entry>> made(batch.count);
  const ExecutionContext group_context = ctx_.with_threads(static_cast<int>(batch.threads));
  const auto replay_group = [&](std::size_t first) {
    const auto primes =
        std::span<const SmallPrime>(chosen).subspan(first, std::min(batch.together, batch.count - first));
    auto replays = images_.replays(primes, group_context);
    for (std::size_t i = 0; i < primes.size(); ++i) {
      MemoryReservation held(ctx_.memory(), replays[i] ? bytes_of(*replays[i]) : 0);
      made[first + i] = Entry{primes[i], std::move(replays[i]), std::move(held)};
    }
  };
  parallel_for(context(), (batch.count + batch.together - 1) / batch.together, 1,
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t group = begin; group < end; ++group) {
                   try {
                     replay_group(group * batch.together);
                   } catch (const MemoryLimit&) {
                     // What others have made stays. One replay at a time is the least that there is.
                     if (!frugal_) continue;
                     spare_.push_back(chosen[0]);
                     throw;
                   }
                 }
               });
  const std::size_t before = entries_.size();
  for (std::size_t i = 0; i < batch.count; ++i) {
    if (!made[i]) {
      spare_.push_back(chosen[i]);
      continue;
    }
    largest_ = std::max(largest_, made[i]->held.bytes());
    entries_.push_back(std::move(*made[i]));
  }
  made_ += entries_.size() - before;
  return entries_.size() > before;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
