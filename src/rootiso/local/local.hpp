// The local method: subdivision on local models with proved errors.
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
  /// Only annuli whose interior meets this interval are searched; none of its ends is a root that is sought. The roots
  /// of these annuli decide about the canonical cells of those inside the interval.
  std::optional<std::pair<Rational, Rational>> interval = std::nullopt;
  /// Known roots, ascending: where a cell ends at one of them, no precision would decide the sign.
  std::vector<Rational> known_roots{};
  /// Shorter polynomials are searched in x alone, longer ones far from zero in 1/x (inversion.hpp).
  std::size_t shortest_inverted = 65;
  /// The search of a half-line stops when Descartes' rule allows no more roots than have been found.
  bool alternation = true;
  /// The partitions that prove the answer are kept.
  bool recorded = false;
};

/// What a search has found.
struct LocalRoots {
  /// Disjoint standard dyadic cells, ascending, each with exactly one real root of f and together with all roots that
  /// are looked for. No cell touches zero. A root that is a short dyadic fraction lies at the lower end of its cell.
  std::vector<DyadicCell> cells;
  /// When recorded: the partitions of all annuli that the checker does not exclude itself (verify_annuli.hpp); none for
  /// a half-line where Descartes' rule alone decides.
  ProvedPartitions proved;
  std::vector<KnownSize> sizes;  ///< of f in the annuli that were searched
  IsolationStats stats;          ///< annuli, nodes and depth
};

/// The real roots of f. Preconditions: f square-free, f[0] != 0, last coefficient != 0.
LocalRoots local_isolate(const IntegerVector& f, const LocalSearch& search, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
