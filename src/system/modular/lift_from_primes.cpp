// Chinese remaindering of batches of images.
#include "system/modular/lift_from_primes.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "groebner/lane_rows.hpp"
#include "system/modular/replay_queue.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The images that have been put together, and what they say.
///
/// Where memory is short, one thing is done after another from then on, with what there is: nothing that has been
/// computed is lost but replays that wait.
class PrimeLifting {
 public:
  PrimeLifting(const ModularImages& images, const IntegerSystem& system, PrimeSource& primes,
               const ExecutionContext& ctx)
      : images_(images),
        ctx_(ctx),
        queue_(images, system, primes, ctx),
        lifting_(numbers()),
        batch_(std::max<std::size_t>(2, threads())) {}

  std::optional<LiftedNumbers> run() {
    while (!ended_) {
      try {
        add_images();
      } catch (const MemoryLimit&) {
        if (!do_without_more()) throw;
      }
      if (ended_) break;
      if (ctx_.has_progress()) ctx_.progress("lifting from " + std::to_string(used_) + " primes", part_done());
      if (batch_ == 0) look();
    }
    return std::move(result_);
  }

 private:
  using Image = std::optional<std::vector<std::uint64_t>>;

  /// How many primes will be needed is not known before the end: three fifths of the way are done in equal steps, and
  /// what is left shrinks with the square of the number of primes.
  double part_done() const {
    const double ratio = static_cast<double>(used_) / images_.expected_primes;
    return ratio < 0.75 ? 0.8 * ratio : 1 - 0.4 * (0.75 / ratio) * (0.75 / ratio);
  }

  std::size_t numbers() const { return images_.ends.empty() ? 0 : images_.ends.back(); }
  std::size_t threads() const { return static_cast<std::size_t>(queue_.context().threads()); }
  std::size_t most_together() const { return prime_lanes * threads(); }

  void end(std::optional<LiftedNumbers> result) {
    result_ = std::move(result);
    ended_ = true;
  }

  /// Some of the batch. Replays are much longer than images: of a long batch there are only as many at a time as keep
  /// all threads busy.
  void add_images() {
    leave_room();
    std::vector<ReplayQueue::Entry> chosen =
        queue_.take(std::min(batch_, most_together()), found_ ? ReplaysAhead::none : ReplaysAhead::some);
    const std::vector<Image> results = images_of(chosen);
    batch_ -= chosen.size();
    for (std::size_t i = 0; i < chosen.size() && !ended_; ++i) {
      const SmallPrime prime = chosen[i].prime;
      chosen[i] = {prime, std::nullopt, {}};
      if (results[i])
        add(*results[i], prime);
      else if (++refused_ > 2 + lifting_.primes() / 4)
        end(std::nullopt);
    }
  }

  /// The images of all entries as one batch. Empty where there is no way or no memory for that.
  std::optional<std::vector<Image>> images_in_one_call(const std::vector<ReplayQueue::Entry>& chosen) {
    if (!images_.images_together || queue_.is_frugal()) return std::nullopt;
    std::vector<SmallPrime> primes;
    primes.reserve(chosen.size());
    for (const ReplayQueue::Entry& entry : chosen) primes.push_back(entry.prime);
    try {
      return images_.images_together(primes, queue_.context());
    } catch (const MemoryLimit&) {
      return std::nullopt;
    }
  }

  /// The images of the entries. Those that there is no memory for are taken out of the list.
  std::vector<Image> images_of(std::vector<ReplayQueue::Entry>& chosen) {
    if (auto together = images_in_one_call(chosen)) return std::move(*together);
    std::vector<Image> results(chosen.size());
    std::vector<char> short_of_memory(chosen.size(), 0);
    // Enough of them for all threads: none is shared by several.
    const ExecutionContext of_each =
        queue_.context().with_threads(chosen.size() < threads() ? queue_.context().threads() : 1);
    parallel_for(queue_.context(), chosen.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (!chosen[i].replay) continue;
        try {
          results[i] = images_.image(*chosen[i].replay, chosen[i].prime, of_each);
        } catch (const MemoryLimit&) {
          if (queue_.is_frugal()) throw;
          short_of_memory[i] = 1;
        }
      }
    });
    std::vector<ReplayQueue::Entry> left;
    std::vector<ReplayQueue::Entry> used;
    std::vector<Image> images;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      (short_of_memory[i] != 0 ? left : used).push_back(std::move(chosen[i]));
      if (short_of_memory[i] == 0) images.push_back(std::move(results[i]));
    }
    chosen = std::move(used);
    if (left.empty()) return images;
    queue_.put_back(std::move(left));
    if (chosen.empty()) queue_.be_frugal();
    return images;
  }

  void add(const std::vector<std::uint64_t>& image, const SmallPrime& p) {
    if (found_ && agree(*found_, image, p.value())) {
      if (!images_.check(image, p, queue_.context())) return end(std::nullopt);
      return end(LiftedNumbers{std::move(*found_), used_ + 1});
    }
    found_.reset();
    const std::size_t bytes = image.size() * sizeof(std::uint32_t);
    try {
      held_.emplace_back(ctx_.memory(), bytes);
    } catch (const MemoryLimit&) {
      queue_.be_frugal();
      held_.emplace_back(ctx_.memory(), bytes);
    }
    lifting_.add(p.value(), image);
    ++used_;
    if (images_.known) newest_ = {image, p};
  }

  /// Ends where the known image agrees, which is none of those that the numbers come from. The newest of these tells
  /// whether the trace is right.
  void compare_with_known() {
    if (!images_.known || !newest_ || !agree(*found_, images_.known->numbers, images_.known->prime.value())) return;
    try {
      if (!images_.check(newest_->numbers, newest_->prime, queue_.context())) return end(std::nullopt);
    } catch (const MemoryLimit&) {  // as for every image, there is a way to do without what waits
      return;
    }
    end(LiftedNumbers{std::move(*found_), used_ + 1});
  }

  /// No plan for later stands in the way of what is needed now.
  void leave_room() {
    if (queue_.is_frugal()) ctx_.plan_cache().clear();
  }

  /// What to do where there is no memory for one more image. False where nothing helps.
  bool do_without_more() {
    if (found_) batch_ = 1;
    if (queue_.be_frugal()) return true;
    if (found_) {
      // The residues have told what they can; one more prime tells whether that is right.
      if (lifting_.primes() == 0) return false;
      lifting_ = RationalLift(numbers());
      held_.clear();
      looked_at_ = 0;
      return true;
    }
    // Threads have asked for more primes than may be needed.
    if (lifting_.primes() == looked_at_) return false;
    batch_ = 0;
    return true;
  }

  void look() {
    looked_at_ = lifting_.primes();
    // One thread would have looked at fewer.
    const std::size_t skipped = most_together() + looked_at_ / 8;
    const std::size_t least = std::max<std::size_t>(2, looked_at_ - std::min(looked_at_, skipped));
    std::exception_ptr shortage;
    for (;;) {
      leave_room();
      try {
        if (lifting_.looks_complete(queue_.context())) found_ = lifting_.lift(images_.ends, queue_.context());
        break;
      } catch (const MemoryLimit&) {
        if (queue_.be_frugal()) continue;
        if (lifting_.primes() <= least) throw;
        shortage = std::current_exception();
        lifting_.remove_last();
        held_.pop_back();
      }
    }
    if (shortage && !found_) std::rethrow_exception(shortage);
    if (found_) compare_with_known();
    if (ended_) return;
    // One prime is enough to check what was found; otherwise a thirtieth more than there are, as many for each thread,
    // and where there are many no more than replays have been made for.
    const std::size_t more = std::max<std::size_t>(1, (lifting_.primes() / 30 + threads() - 1) / threads()) * threads();
    batch_ = found_ ? 1 : more > 2 * most_together() ? more / most_together() * most_together() : more;
  }

  const ModularImages& images_;
  const ExecutionContext& ctx_;
  ReplayQueue queue_;
  RationalLift lifting_;
  std::vector<MemoryReservation> held_;  // for each prime's residues
  std::optional<std::vector<CommonFractions>> found_;
  std::size_t batch_;          // primes until the next look
  std::size_t looked_at_ = 0;  // primes at the last one
  std::size_t used_ = 0;       // primes whose images were used
  std::optional<ModularImages::Known> newest_;
  std::size_t refused_ = 0;
  bool ended_ = false;
  std::optional<LiftedNumbers> result_;
};

}  // namespace

std::optional<LiftedNumbers> lift_from_primes(const ModularImages& images, const IntegerSystem& system,
                                              PrimeSource primes, const ExecutionContext& ctx) {
  return PrimeLifting(images, system, primes, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
