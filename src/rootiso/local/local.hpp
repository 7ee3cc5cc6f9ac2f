// The approximate engine: Descartes' method on local models with proved errors.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/check/verify_points.hpp"
#include "rootiso/local/local_tree.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Where roots are looked for, and by which shortcuts.
struct LocalSearch {
  bool positive = true;
  bool negative = true;
  /// Only annuli whose interior meets this interval, which has no roots at its ends that are sought: their roots decide
  /// about the canonical cells of those inside.
  std::optional<std::pair<Rational, Rational>> interval = std::nullopt;
  /// Roots that are known, ascending: where a cell ends at one of them, no precision would decide the sign.
  std::vector<Rational> known_roots{};
  /// Shorter polynomials are searched in x alone, longer ones far from zero in 1/x (inversion.hpp).
  std::size_t shortest_inverted = 65;
  /// Stop on a half-line when Descartes' rule allows no more roots than have been found.
  bool alternation = true;
};

/// Disjoint standard dyadic cells, ascending, each with exactly one real root of f and together with all that are
/// looked for. No cell touches zero. Preconditions: f square-free, f[0] != 0, last coefficient != 0. (Roots that are
/// short dyadic fractions lie at the lower end of their cell.) With `proof`, the partitions of all annuli that the
/// checker does not exclude itself (verify_annuli.hpp) go there; none for a half-line where Descartes' rule alone
/// decides. `sizes` receives how large f was found to be in the annuli that were searched.
std::vector<DyadicCell> local_isolate(const IntegerVector& f, const LocalSearch& search, IsolationStats& stats,
                                      const ExecutionContext& ctx, ProvedPartitions* proof = nullptr,
                                      std::vector<KnownSize>* sizes = nullptr);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
