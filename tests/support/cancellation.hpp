// How long an operation goes on after it was asked to stop.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include <polyfork/core/context.hpp>

namespace polyfork::test {

/// Runs the operation, requests a stop after `delay`, and returns the time from the request to Cancelled; nothing when
/// the operation came to its end. With delay 0 the stop is requested before it starts.
std::optional<std::chrono::duration<double, std::milli>> cancellation_latency(
    const std::function<void(const ExecutionContext&)>& operation, std::chrono::milliseconds delay,
    const ExecutionContext& base = ExecutionContext());

/// Fails unless the operation is cancelled within 200 ms: a hundred times what the library's loops aim at, so that a
/// loaded machine does not matter.
void expect_cancelled(const char* what, const std::function<void(const ExecutionContext&)>& operation,
                      std::chrono::milliseconds delay);

/// The same at moments from the start of the operation to its end, of which it takes most: its time is measured first.
void expect_cancelled_throughout(const char* what, const std::function<void(const ExecutionContext&)>& operation);

}  // namespace polyfork::test
