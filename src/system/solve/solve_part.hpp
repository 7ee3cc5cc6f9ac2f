// The solutions of one part of a system.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/points/coordinate_source.hpp"
#include "system/solve/split_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct SystemParts {
  int dimension = -1;
  bool dimension_proved = true;  ///< of a part
  bool points_proved = true;     ///< the solutions of the sources are solutions and all different, which is proved
  bool proved = true;            ///< that, and there are no others
  std::vector<SolvedPart> parts;
  std::vector<std::unique_ptr<CoordinateSource>> sources;  ///< of parts that have not only been counted
  /// By source, where all parts are together: points_proved of its part.
  std::vector<bool> source_proved;
  /// By source: the multiplicities of its solutions in the system are so many times those that it knows.
  std::vector<std::optional<std::size_t>> factors;
};

/// What the branch of a system in these variables adds to its solutions. counted: they are wanted only by number.
/// Throws DomainError where a proof of a dimension contradicts what primes have told.
SystemParts solve_part(const SystemBranch& branch, const Variables& variables, const SolutionOptions& options,
                       bool counted, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
