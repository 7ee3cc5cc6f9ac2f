// Whether somebody works under a memory limit: what is kept for later is not charged to anybody, and little is then.
#pragma once

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether bytes are charged to an account with a limit; what the plan cache of its contexts holds counts, too.
bool limited_in_use() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
