// Real solutions of polynomial systems: parts, then boxes of all of them together.
#include <polyfork/system/real_solutions.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/system/representation.hpp>

#include "core/progress/phased_progress.hpp"
#include "rootiso/refine/canonical.hpp"
#include "system/modular/common_variables.hpp"
#include "system/points/bounds.hpp"
#include "system/points/boxes.hpp"
#include "system/points/coordinates.hpp"
#include "system/points/solution_point.hpp"
#include "system/solve/boxes_proof.hpp"
#include "system/solve/solve_parts.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

constexpr std::size_t most_exact_bits = std::size_t{1} << 20;

/// For multiplicities a system is solved once more where it has no more solutions than this, which takes little.
constexpr double few_solutions = 600;

void check(const SolutionOptions& options) {
  if (options.width && options.width->sign() <= 0) throw DomainError("the width must be positive");
  if (options.exact_bits == 0 || options.exact_bits > most_exact_bits)
    throw DomainError("exact_bits must be in 1.." + std::to_string(most_exact_bits));
  for (const CoordinateBounds& b : options.bounds)
    if (b.lower && b.upper && *b.lower > *b.upper) throw DomainError("a lower bound is above the upper one");
}

void set_multiplicities(std::vector<RealSolution>& boxes, const detail::SystemParts& parts) {
  std::size_t at = 0;
  for (std::size_t s = 0; s < parts.sources.size(); ++s)
    for (std::size_t i = 0; i < parts.sources[s]->size(); ++i, ++at) {
      const auto multiplicity = parts.sources[s]->multiplicity(i);
      if (multiplicity && parts.factors[s]) boxes[at].multiplicity = *multiplicity * *parts.factors[s];
    }
}

/// The wanted solutions that nothing is proved of.
std::vector<bool> unproved(std::vector<bool> wanted, const detail::SystemParts& parts) {
  std::size_t at = 0;
  for (std::size_t s = 0; s < parts.sources.size(); ++s)
    for (std::size_t i = 0; i < parts.sources[s]->size(); ++i, ++at)
      if (parts.source_proved[s]) wanted[at] = false;
  return wanted;
}

/// A bound for the number of complex solutions, by Bezout's theorem.
double most_solutions(const std::vector<MultiPolyQ>& equations) {
  std::vector<double> degrees;
  degrees.reserve(equations.size());
  for (const MultiPolyQ& f : equations) degrees.push_back(static_cast<double>(f.total_degree()));
  std::sort(degrees.begin(), degrees.end(), std::greater<>());
  double product = 1;
  for (std::size_t i = 0; i < std::min(degrees.size(), equations[0].variables().size()); ++i)
    product *= std::max(degrees[i], 1.0);
  return product;
}

/// Multiplicities that taking the system apart has lost: the representation of the whole system knows them.
void recover_multiplicities(std::vector<RealSolution>& solutions, const std::vector<MultiPolyQ>& equations,
                            std::optional<std::int64_t> level, std::size_t exact_bits, const ExecutionContext& ctx) {
  UnivariateRepresentation r = univariate_representation(equations, ctx);
  if (r.dimension != 0 || r.multiplicities.empty()) return;
  std::vector<std::unique_ptr<detail::CoordinateSource>> sources;
  sources.push_back(std::make_unique<detail::CoordinateFinder>(std::move(r), exact_bits, ctx));
  // Boxes depend on the solutions alone.
  const auto boxes = detail::canonical_boxes(sources, level, {exact_bits, exact_bits}, ctx);
  for (std::size_t i = 0; boxes && i < boxes->size(); ++i)
    for (RealSolution& s : solutions)
      if (!s.multiplicity && s.coordinates == (*boxes)[i].coordinates) s.multiplicity = sources[0]->multiplicity(i);
}

/// The boxes share the sources.
void set_points(std::vector<RealSolution>& boxes, std::vector<std::unique_ptr<detail::CoordinateSource>> sources,
                detail::Heights heights, const ExecutionContext& ctx) {
  const auto all = std::make_shared<detail::SolvedPoints>(ctx, std::move(sources), heights);
  std::size_t at = 0;
  for (std::size_t s = 0; s < all->sources.size(); ++s)
    for (std::size_t i = 0; i < all->sources[s]->size(); ++i, ++at)
      boxes[at].point = std::make_shared<detail::SolutionPoint>(detail::SolutionPoint{all, s, i});
}

}  // namespace

std::string_view solution_method_name(SolutionMethod method) noexcept {
  switch (method) {
    case SolutionMethod::chains:
      return "chains";
    case SolutionMethod::representation:
      return "rur";
    case SolutionMethod::automatic:
      break;
  }
  return "auto";
}

SolutionMethod solution_method_from_name(std::string_view name) {
  for (const SolutionMethod method :
       {SolutionMethod::automatic, SolutionMethod::chains, SolutionMethod::representation})
    if (name == solution_method_name(method)) return method;
  throw DomainError("unknown method '" + std::string(name) + "'");
}

std::optional<std::size_t> SystemSolutions::degree() const {
  std::size_t sum = 0;
  const bool all_have_one = std::all_of(solutions.begin(), solutions.end(),
                                        [](const RealSolution& solution) { return solution.multiplicity.has_value(); });
  if (all_have_one && complex_solutions() == solutions.size()) {
    for (const RealSolution& solution : solutions) sum += *solution.multiplicity;
    return sum;
  }
  for (const SolvedPart& part : parts) {
    if (!part.degree) return std::nullopt;
    sum += *part.degree;
  }
  return sum;
}

std::optional<std::size_t> SystemSolutions::complex_solutions() const {
  std::size_t sum = 0;
  for (const SolvedPart& part : parts) {
    if (!part.complex_solutions) return std::nullopt;
    sum += *part.complex_solutions;
  }
  return sum;
}

SystemSolutions real_solutions(const std::vector<MultiPolyQ>& equations, const SolutionOptions& options,
                               const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(equations, ctx)) return real_solutions(*united, options, ctx);
  check(options);
  SolutionOptions used = options;
  const std::size_t height_of_ends = detail::height_of(options.bounds, options.exact_bits);
  std::optional<std::int64_t> level;
  if (options.width) level = detail::level_of_width(*options.width);
  const detail::PhasedProgress progress(ctx);
  for (double share = 1;; share = 0) {
    detail::SystemParts parts = detail::solve_parts(equations, used, false, progress.phase(0.9 * share));
    SystemSolutions result;
    result.variables = equations[0].variables();
    if (options.bounds.size() > result.variables.size()) throw DomainError("more bounds than variables");
    result.dimension = parts.dimension;
    result.boxes_proved = parts.points_proved;
    result.complete = parts.proved;
    result.parts = std::move(parts.parts);
    if (auto boxes = detail::canonical_boxes(parts.sources, level, {options.exact_bits, used.exact_bits},
                                             progress.phase(0.06 * share))) {
      if (const auto wanted =
              detail::within_bounds(parts.sources, options.bounds, used.exact_bits, progress.phase(0))) {
        result.boxes_proved =
            result.boxes_proved ||
            detail::boxes_hold_solutions(equations, parts.sources, *boxes, unproved(*wanted, parts), options.certify,
                                         options.exact_bits, progress.phase(0.02 * share));
        set_multiplicities(*boxes, parts);
        set_points(*boxes, std::move(parts.sources), {options.exact_bits, used.exact_bits}, ctx);
        for (std::size_t i = 0; i < boxes->size(); ++i)
          if ((*wanted)[i]) result.solutions.push_back(std::move((*boxes)[i]));
        std::sort(result.solutions.begin(), result.solutions.end(), detail::box_before);
        const auto unknown = [](const RealSolution& s) { return !s.multiplicity; };
        if (std::any_of(result.solutions.begin(), result.solutions.end(), unknown) &&
            most_solutions(equations) <= few_solutions)
          recover_multiplicities(result.solutions, equations, level, options.exact_bits, progress.phase(0.02 * share));
        return result;
      }
    }
    if (used.exact_bits < height_of_ends) {
      // Coordinates that are equal to an end are told from others.
      used.exact_bits = height_of_ends;
    } else {
      // The other method has no questions that it cannot decide.
      used.method = SolutionMethod::representation;
    }
  }
}

SolutionCount count_real_solutions(const std::vector<MultiPolyQ>& equations, const SolutionOptions& options,
                                   const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(equations, ctx))
    return count_real_solutions(*united, options, ctx);
  if (!options.bounds.empty()) {
    const SystemSolutions found = real_solutions(equations, options, ctx);
    return {found.solutions.size(), found.complete};
  }
  const detail::PhasedProgress progress(ctx);
  const auto parts = detail::solve_parts(equations, options, true, progress.phase(1));
  SolutionCount count{0, parts.proved};
  for (const SolvedPart& part : parts.parts) count.real_solutions += part.real_solutions;
  return count;
}

}  // namespace v1
}  // namespace polyfork
