// The approximate engine: Descartes' method on local models with proved errors.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/dyadic_cell.hpp"
#include "rootiso/local_tree.hpp"

namespace polyfork::inline v1 {
namespace detail {

enum class HalfLines { both, positive };

/// Disjoint standard dyadic cells, ascending, each with exactly one real root of f and together with all of them (all
/// positive ones). No cell touches zero. Preconditions: f square-free without rational roots, f[0] != 0, last coefficient != 0.
/// With `proof`, the partition of all annuli that the checker does not exclude itself (verify_annuli.hpp) goes there,
/// ascending.
std::vector<DyadicCell> local_isolate(const IntegerVector& f, HalfLines where, IsolationStats& stats,
                                      const ExecutionContext& ctx, std::vector<ProvedCell>* proof = nullptr);

}  // namespace detail
}  // namespace polyfork::inline v1
