// All real solutions of a zero-dimensional system over Q, in boxes.
//
// The answer is canonical: a function of the set of real solutions and of the width alone. A coordinate that is a
// rational number p/q with |p| and q below 2^64 is exact. The others are standard dyadic cells (c 2^-k, (c+1) 2^-k) of
// one level k, the least at which no cell touches zero, boxes are disjoint and cells are as narrow as asked for.
// Solutions are sorted by their boxes, first coordinate first.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {

struct SolutionOptions {
  /// Largest width of a cell, > 0.
  std::optional<Rational> width = std::nullopt;
  /// Prove what can be proved, whatever it takes; otherwise only where that is quick.
  bool certify = false;
};

struct RealSolution {
  std::vector<RootInterval> coordinates;  ///< in the sequence of the variables; multiplicities are 1

  friend bool operator==(const RealSolution&, const RealSolution&) = default;
};

struct SystemSolutions {
  std::vector<RealSolution> solutions;
  /// Each box was proved to hold exactly one real solution.
  bool boxes_proved = false;
  /// It was proved that there are no other real solutions. Otherwise the answer is right unless all primes that were
  /// used are among the few that do not behave as most do.
  bool complete = false;
  UnivariateRepresentation representation;
};

/// Throws DomainError where the equations have infinitely many complex solutions, for a width that is not positive and
/// as univariate_representation does.
POLYFORK_EXPORT SystemSolutions real_solutions(const std::vector<MultiPolyQ>& equations,
                                               const SolutionOptions& options = {},
                                               const ExecutionContext& ctx = ExecutionContext::default_context());

/// The number of real solutions.
POLYFORK_EXPORT std::size_t count_real_solutions(const std::vector<MultiPolyQ>& equations,
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
