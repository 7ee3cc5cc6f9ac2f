// What threads keep of their workspaces, for those who count memory.
#pragma once

namespace polyfork::inline v1::detail {

/// Frees what the calling thread keeps unused beyond its own 64 MiB: called when an account with a limit is used, which
/// does not see what is kept.
void keep_little_workspace() noexcept;

}  // namespace polyfork::inline v1::detail
