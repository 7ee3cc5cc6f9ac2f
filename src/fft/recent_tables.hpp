// The tables of short transforms that a thread has used lately: where many threads multiply short polynomials at once,
// they would wait for the lock of the plan cache most of the time.
#pragma once

#include <array>
#include <memory>

#include <polyfork/core/plan_cache.hpp>

#include "fft/ntt_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The four numbers that make a table, as raw bytes.
using NttTableKey = std::array<char, 11>;

/// The table that this thread has remembered; null where it has none, and now and then where it has: then the cache is
/// to be asked, which so learns that the table is in use. A table depends on its key alone, so that one which its cache
/// has dropped is as good.
std::shared_ptr<const NttTable> recent_table(const PlanCache& cache, const NttTableKey& key) noexcept;

/// Remembers a table of at most 64 KiB, in the place of the one that was remembered first of eight. Nobody charges what
/// threads remember, and a cache at the address of one that has ended finds it: not for contexts with a limit.
void remember_table(const PlanCache& cache, const NttTableKey& key, const std::shared_ptr<const NttTable>& table);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
