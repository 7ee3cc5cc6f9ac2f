// The solutions of a system, part by part.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "system/chains/triangular_system.hpp"
#include "system/points/coordinate_source.hpp"
#include "system/solve/split_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A chain of conjugate points and the multiplicity that they have in the equations, where it is known.
struct ConjugateChain {
  RegularChain<Rationals> chain;
  std::optional<std::size_t> multiplicity;
};

struct ConjugateChains {
  int dimension = 0;                   ///< as primes tell it
  std::vector<ConjugateChain> chains;  ///< in dimension 0
};

/// The solutions of the equations by their univariate representation.
ConjugateChains conjugate_chains(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

struct SystemParts {
  int dimension = -1;
  bool dimension_proved = true;  ///< of a part
  bool proved = true;            ///< the solutions are those of the sources, which is proved
  std::vector<SolvedPart> parts;
  std::vector<std::unique_ptr<CoordinateSource>> sources;  ///< of parts that have not only been counted
  /// By source: the multiplicities of its solutions in the system are so many times those that it knows.
  std::vector<std::optional<std::size_t>> factors;
};

/// Of the ideal of equations in one list of variables, by a basis that is proved.
IdealShape proved_shape(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

struct KnownDimension {
  int dimension = 0;
  bool proved = false;
};

/// The dimension that primes have told, proved by a basis where `certify` asks for that, unless it is zero. Throws
/// DomainError where a proof contradicts it. The equations are in one list of variables.
KnownDimension confirmed_dimension(int dimension, const std::vector<MultiPolyQ>& equations, bool certify,
                                   const ExecutionContext& ctx);

/// Throws DomainError where the dimension is positive, with the names of these variables and whether that is proved.
void require_finitely_many(const KnownDimension& known, const Variables& variables);

/// For each variable whether the branch has not solved it.
std::vector<bool> open_variables(const SystemBranch& branch, std::size_t variables);

/// The equations of a branch in the variables that are open.
std::vector<MultiPolyQ> core_of(const SystemBranch& branch, const Variables& variables, const ExecutionContext& ctx);

/// The equations of a branch as a triangular system in the variables that it has not solved, if they are one.
std::optional<TriangularSystem> triangular_core(const SystemBranch& branch, std::size_t variables);

/// Throws DomainError where the dimension is positive and for options that cannot be kept. counted: the solutions are
/// wanted only by number.
SystemParts solve_parts(const std::vector<MultiPolyQ>& equations, const SolutionOptions& options, bool counted,
                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
