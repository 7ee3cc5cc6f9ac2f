// Which scheduler the current thread runs for.
#include "core/scheduler/scheduler.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {
thread_local Scheduler* active = nullptr;
}

Scheduler::~Scheduler() = default;

Scheduler* active_scheduler() noexcept { return active; }

ActiveScope::ActiveScope(Scheduler& scheduler) noexcept : previous_(active) { active = &scheduler; }
ActiveScope::~ActiveScope() { active = previous_; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
