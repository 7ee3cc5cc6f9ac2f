// The profile back end: expands the fork-join tree on the calling thread and measures each branch in a frame of its
// own. Cost over the serial back end: two clock readings per branch.
#include <polyfork/core/profile.hpp>

#include "core/scheduler/scheduler.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

class ProfileScheduler final : public Scheduler {
 public:
  explicit ProfileScheduler(Profile& profile) noexcept : profile_(profile) {}

  void run(FunctionRef<void()> body) override { body(); }

  void fork_join(FunctionRef<void()> left, FunctionRef<void()> right) override {
    Outcome first;
    Outcome second;
    const Profile::Frame left_frame = measure(left, first);
    const Profile::Frame right_frame = measure(right, second);
    profile_.join(left_frame, right_frame);
    first.rethrow();
    second.rethrow();
  }

 private:
  Profile::Frame measure(FunctionRef<void()> branch, Outcome& outcome) noexcept {
    const Profile::Frame caller = profile_.begin_branch();
    outcome.capture(branch);
    return profile_.end_branch(caller);
  }

  Profile& profile_;
};

}  // namespace

std::unique_ptr<Scheduler> make_profile_scheduler(Profile& profile) {
  return std::make_unique<ProfileScheduler>(profile);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
