// Decimals, narrower boxes and algebraic numbers of solutions, from the intervals that they came from.
#include <polyfork/system/solution_values.hpp>

#include <algorithm>
#include <mutex>
#include <optional>
#include <ostream>
#include <utility>

#include "ring/power_of_ten.hpp"
#include "rootiso/algebraic/round_decimal.hpp"
#include "rootiso/refine/canonical.hpp"
#include "system/points/solution_point.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

detail::SolutionPoint& point_of(const RealSolution& solution) {
  if (!solution.point) throw DomainError("the solution was given by no system");
  return *solution.point;
}

/// The context of the system, with the stop token of the call.
ExecutionContext working_context(const detail::SolutionPoint& point, const ExecutionContext& ctx) {
  return point.all->ctx.with_stop_token(ctx.stop_token());
}

/// The coordinates in cells of at least this level.
std::vector<RootInterval> refined(const RealSolution& solution, std::int64_t level, const ExecutionContext& ctx) {
  detail::SolutionPoint& point = point_of(solution);
  const std::lock_guard lock(point.all->mutex);
  auto sides = detail::box_of_level(*point.all->sources[point.source], point.index, level, point.all->heights,
                                    working_context(point, ctx));
  if (!sides) throw DomainError("coordinates that only the method of representations tells apart");
  std::rotate(sides->begin(), sides->begin() + static_cast<std::ptrdiff_t>(point.turned), sides->end());
  return std::move(*sides);
}

/// The decimal number that both ends are rounded to, if there is one.
std::optional<std::string> decimal(const RootInterval& x, const Integer& scale, std::size_t digits) {
  const Integer lower = detail::round_half_even(x.lower, scale);
  if (!x.exact && lower != detail::round_half_even(x.upper, scale)) return std::nullopt;
  return detail::decimal_text(lower, digits);
}

/// A coordinate that is not exact.
AlgebraicReal number_of(const RealSolution& solution, std::size_t v, const ExecutionContext& ctx) {
  detail::SolutionPoint& point = point_of(solution);
  PolyZ f;
  {
    const std::lock_guard lock(point.all->mutex);
    const std::size_t n = solution.coordinates.size();
    f = point.all->sources[point.source]->annihilator(point.index, (v + point.turned) % n, working_context(point, ctx));
  }
  RootInterval side = solution.coordinates[v];
  while (!side.exact && count_real_roots(f, std::pair(side.lower, side.upper), ctx) != 1)
    side = refined(solution, detail::level_of_width(side.width()) + 16, ctx)[v];
  return side.exact ? AlgebraicReal(side.lower) : AlgebraicReal(f, side, ctx);
}

}  // namespace

RealSolution refine(const RealSolution& solution, const Rational& width, const ExecutionContext& ctx) {
  if (width.sign() <= 0) throw DomainError("the width must be positive");
  std::int64_t level = detail::level_of_width(width);
  bool exact = true;
  for (const RootInterval& x : solution.coordinates) {
    if (x.exact) continue;
    exact = false;
    level = std::max(level, detail::level_of_width(x.width()));
  }
  RealSolution result = solution;
  if (!exact) result.coordinates = refined(solution, level, ctx);
  return result;
}

std::vector<std::string> to_decimal(const RealSolution& solution, std::size_t digits, const ExecutionContext& ctx) {
  const Integer scale = detail::power_of_ten(digits, ctx);
  const bool exact = std::all_of(solution.coordinates.begin(), solution.coordinates.end(),
                                 [](const RootInterval& x) { return x.exact; });
  const std::vector<RootInterval> sides =
      exact ? solution.coordinates : refined(solution, detail::decimal_level(scale), ctx);
  std::vector<std::string> texts;
  texts.reserve(sides.size());
  for (std::size_t v = 0; v < sides.size(); ++v) {
    auto text = decimal(sides[v], scale, digits);
    texts.push_back(text ? std::move(*text) : number_of(solution, v, ctx).to_decimal(digits, ctx));
  }
  return texts;
}

AlgebraicReal algebraic_coordinate(const RealSolution& solution, std::size_t v, const ExecutionContext& ctx) {
  detail::require_index(v, solution.coordinates.size(), "coordinate");
  const RootInterval& side = solution.coordinates[v];
  return side.exact ? AlgebraicReal(side.lower) : number_of(solution, v, ctx);
}

std::ostream& operator<<(std::ostream& out, const RealSolution& solution) {
  for (std::size_t v = 0; v < solution.coordinates.size(); ++v) out << (v == 0 ? "" : ", ") << solution.coordinates[v];
  return out;
}

std::ostream& operator<<(std::ostream& out, const SystemSolutions& found) {
  for (const RealSolution& solution : found.solutions) {
    for (std::size_t v = 0; v < solution.coordinates.size(); ++v)
      out << (v == 0 ? "" : ", ") << found.variables.name(v) << " = " << solution.coordinates[v];
    if (solution.multiplicity.value_or(1) > 1) out << " mult " << *solution.multiplicity;
    out << '\n';
  }
  return out;
}

}  // namespace v1
}  // namespace polyfork
