// The execution of a plan whose result is a vector of integers: of a product, a shift.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/fewer_threads.hpp"
#include "core/planned_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What an execution may use.
struct PlannedUse {
  int threads;
  std::size_t bytes;    ///< charged while it runs
  std::size_t scratch;  ///< of these, free once it has: in its place the result may be copied to shorter rows
};

/// body(ctx) on as many threads as are planned for, compacted: where a few coefficients only are long, the bound of all
/// was much too long for the others. The copy takes at most half as much again as the result.
template <class Body>
IntegerVector execute_planned(const PlannedUse& use, const ExecutionContext& ctx, const Body& body) {
  constexpr std::size_t least_compacted = 32 << 10;  // bytes: in less, nothing worth a look is saved
  IntegerVector result;
  {
    const MemoryReservation reservation = reserve_for_plan(ctx, use.bytes);
    ctx.poll();
    result = on_threads(use.threads, ctx, body);
  }
  if (result.bytes() < least_compacted || use.scratch < result.bytes() / 2) return result;
  try {
    result.compact(false, ctx);
  } catch (const MemoryLimit&) {  // somebody else took the room meanwhile; the long rows are right, too
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
