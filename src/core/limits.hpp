// Bounds on settings.
#pragma once

namespace polyfork::inline v1 {
namespace detail {

/// More threads than this are refused: runtimes allocate per thread up front, and libgomp ends the process when the
/// system has no more threads to give.
inline constexpr int max_threads = 1024;

}  // namespace detail
}  // namespace polyfork::inline v1
