// Real solutions of polynomial systems through univariate representations.
#include <polyfork/system/real_solutions.hpp>

#include <string>
#include <utility>

#include <polyfork/core/error.hpp>

#include "rootiso/refine/canonical.hpp"
#include "system/boxes.hpp"
#include "system/coordinates.hpp"
#include "system/proof.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

UnivariateRepresentation finite_representation(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  UnivariateRepresentation r = univariate_representation(equations, ctx);
  if (r.dimension > 0)
    throw DomainError("the system has infinitely many complex solutions: they have dimension " +
                      std::to_string(r.dimension));
  return r;
}

}  // namespace

SystemSolutions real_solutions(const std::vector<MultiPolyQ>& equations, const SolutionOptions& options,
                               const ExecutionContext& ctx) {
  if (options.width && options.width->sign() <= 0) throw DomainError("the width must be positive");
  SystemSolutions result;
  result.representation = finite_representation(equations, ctx);
  if (result.representation.dimension < 0) return result;
  if (detail::is_complete(equations, result.representation, options.certify, ctx))
    result.boxes_proved = result.complete = true;
  detail::CoordinateFinder finder(result.representation, ctx);
  std::optional<std::int64_t> level;
  if (options.width) level = detail::level_of_width(*options.width);
  result.solutions = detail::canonical_boxes(finder, level, ctx);
  return result;
}

std::size_t count_real_solutions(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  const UnivariateRepresentation r = finite_representation(equations, ctx);
  return r.dimension < 0 ? 0 : count_real_roots(r.polynomial, std::nullopt, ctx);
}

}  // namespace v1
}  // namespace polyfork
