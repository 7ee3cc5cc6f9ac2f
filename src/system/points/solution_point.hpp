// What a solution of a system keeps, so that more can be said of its coordinates without solving again.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>

#include "system/points/boxes.hpp"
#include "system/points/coordinate_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The sources of all solutions of a system, and the context whose account they are charged to. Their coordinates are
/// read and refined under the mutex.
struct SolvedPoints {
  SolvedPoints(const ExecutionContext& context, std::vector<std::unique_ptr<CoordinateSource>> all, Heights known)
      : ctx(lasting(context)), sources(std::move(all)), heights(known) {}

  /// Without what need not outlive the call: the progress sink and a profile. Every use brings its own stop token.
  static ExecutionContext lasting(const ExecutionContext& ctx) {
    const ExecutionContext silent = ctx.with_progress({}).with_stop_token({});
    return silent.backend() == Backend::profile ? silent.with_backend(Backend::serial) : silent;
  }

  ExecutionContext ctx;
  std::vector<std::unique_ptr<CoordinateSource>> sources;
  Heights heights;
  std::mutex mutex;
};

struct SolutionPoint {
  std::shared_ptr<SolvedPoints> all;
  std::size_t source;
  std::size_t index;       ///< in the source
  std::size_t turned = 0;  ///< coordinate v of the solution is coordinate v + turned of the source, cyclically
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
