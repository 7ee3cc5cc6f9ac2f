// The progress of a computation of several phases or parts as one number that never goes back.
//
// Algorithms report how far they have come themselves, from 0 to 1, and do not know what they are a part of. A phase's
// context takes such reports and passes on the progress of the whole, under the names that the phase gives its stages.
#pragma once

#include <memory>

#include <polyfork/core/context.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class PhasedProgress {
 private:
  struct Whole;
  struct Share;

 public:
  /// A phase or part, over when this object's life ends, also by an exception: its share of the whole is done then.
  class Phase {
   public:
    ~Phase();
    Phase(Phase&&) noexcept = default;
    Phase& operator=(Phase&&) = delete;

    /// What the phase runs in; copies of it may live longer than the phase.
    const ExecutionContext& context() const noexcept { return context_; }
    operator const ExecutionContext&() const noexcept { return context_; }  // NOLINT(google-explicit-constructor)

   private:
    friend class PhasedProgress;
    Phase(std::shared_ptr<Share> share, ExecutionContext context);

    std::shared_ptr<Share> share_;  // none where nobody listens
    ExecutionContext context_;
  };

  explicit PhasedProgress(const ExecutionContext& ctx);

  /// A phase that takes about this share of the time. Shares add up to at most 1. Phases may run at the same time; any
  /// thread may begin one.
  [[nodiscard]] Phase phase(double share) const;

 private:
  ExecutionContext ctx_;
  std::shared_ptr<Whole> whole_;  // none where nobody listens
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
