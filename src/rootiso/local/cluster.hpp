// Clusters: the way to roots that lie far closer together than the cells around them, in one step.
//
// Bisection comes nearer to a cluster of k roots by one level at a time; with b bits of precision left it can be b / k
// levels. Here the cell's model proposes where the cluster is (Newton's step for a root of order k) and two counts by
// Rouche's theorem prove that no other root of the cell is left behind: the steps grow with the precision, so that the
// cluster is approached quadratically, as by the Newton and boundary tests of Sagraloff and Mehlhorn (Computing real
// roots of real polynomials, JSC 2016), counting as Becker et al. (CISolate, JSC 2018) do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

#include "rootiso/local/local_model.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether |q_k| radius^k, radius = 2^log_radius, exceeds the sum of |q_i| radius^i over all other rows and the noise,
/// in ulps. Then q, and every polynomial that differs from it by at most the noise on that circle, has exactly k
/// complex roots within the radius.
bool row_dominates(const LocalModel& model, std::size_t k, unsigned log_radius, std::uint64_t noise);

/// Neighbouring parts among the 2^levels of a cell: those with the numbers [first, last], one or two.
struct CellParts {
  std::size_t levels;
  Integer first;
  Integer last;
};

/// Small parts of the model's cell that contain every root which f has in the cell. Nothing when there is no cluster in
/// the cell, or none that this precision shows to be small. One or two Taylor shifts of the model.
std::optional<CellParts> enclose_cluster(const LocalModel& model, const ModelPrecision& precision,
                                         const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
