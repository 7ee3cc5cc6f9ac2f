// The back end without threads: left branch, then right branch.
#include "core/scheduler/scheduler.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void fork_join_serially(FunctionRef<void()> left, FunctionRef<void()> right) {
  Outcome first;
  Outcome second;
  first.capture(left);
  second.capture(right);
  first.rethrow();
  second.rethrow();
}

namespace {

class SerialScheduler final : public Scheduler {
 public:
  void run(FunctionRef<void()> body) override { body(); }
  void fork_join(FunctionRef<void()> left, FunctionRef<void()> right) override { fork_join_serially(left, right); }
};

}  // namespace

std::unique_ptr<Scheduler> make_serial_scheduler() { return std::make_unique<SerialScheduler>(); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
