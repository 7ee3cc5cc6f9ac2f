// Shares of phases, added up.
#include "core/progress/phased_progress.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string_view>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct PhasedProgress::Whole {
  explicit Whole(const ExecutionContext& ctx) : context(ctx) {}

  void add(double part) noexcept {
    double seen = done.load(std::memory_order_relaxed);
    while (!done.compare_exchange_weak(seen, seen + part, std::memory_order_relaxed)) {
    }
  }
  /// A worker never waits for another one's report: its own is dropped then. The next one says as much and more.
  void report(std::string_view stage) {
    const std::unique_lock lock(mutex, std::try_to_lock);
    if (lock.owns_lock()) context.progress(stage, std::min(done.load(std::memory_order_relaxed), 1.0));
  }

  ExecutionContext context;
  std::atomic<double> done{0};
  std::mutex mutex;  // held while it is reported, so that no older number follows a newer one
};

struct PhasedProgress::Share {
  Share(std::shared_ptr<Whole> of, double part) : whole(std::move(of)), size(part) {}

  void reach(double fraction) noexcept {
    double seen = reached.load(std::memory_order_relaxed);
    while (fraction > seen && !reached.compare_exchange_weak(seen, fraction, std::memory_order_relaxed)) {
    }
    if (fraction > seen) whole->add(size * (fraction - seen));
  }

  std::shared_ptr<Whole> whole;
  double size;
  std::atomic<double> reached{0};
};

PhasedProgress::Phase::Phase(std::shared_ptr<Share> share, ExecutionContext context)
    : share_(std::move(share)), context_(std::move(context)) {}

PhasedProgress::Phase::~Phase() {
  if (share_) share_->reach(1);
}

PhasedProgress::PhasedProgress(const ExecutionContext& ctx)
    : ctx_(ctx), whole_(ctx.has_progress() ? std::make_shared<Whole>(ctx) : nullptr) {}

PhasedProgress::Phase PhasedProgress::phase(double share) const {
  if (!whole_) return {nullptr, ctx_};
  auto part = std::make_shared<Share>(whole_, share);
  ExecutionContext context = ctx_.with_progress([part](std::string_view stage, double fraction) {
    part->reach(fraction);
    part->whole->report(stage);
  });
  return {std::move(part), std::move(context)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
