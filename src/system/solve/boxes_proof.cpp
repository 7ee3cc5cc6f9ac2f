// Krawczyk's operator for simple solutions, identities for multiple ones and for those with some rational coordinates.
//
// At points with a rational coordinate x_v = c, f has a common factor with g_v - c d_v f', and at those of one
// multiplicity f has a factor that is known. Such factors are mostly short, and the representation of their roots has
// short numbers: that the equations are zero at all of them is shown by identities that take next to nothing. Its real
// points are isolated anew, and each of the boxes has to hold one of them; so nothing depends on where the factor and
// the numbers came from.
#include "system/solve/boxes_proof.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/system/representation.hpp>

#include "rootiso/refine/canonical.hpp"
#include "system/points/coordinates.hpp"
#include "system/points/krawczyk.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/solve/restrict_representation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

// Krawczyk's test inverts a matrix for each point, which takes the cube of the variables.
constexpr double few_operations = 1e6;
constexpr std::size_t most_variables = 64;

// The identities of one factor may take so many operations with words, or that share of what solving took, and so many
// factors are looked at, unless all is asked for.
constexpr double quick_factor_work = 1e6;
constexpr double share_of_solving = 2;
constexpr std::size_t few_factors = 12;

/// A point of a source and its box.
struct Point {
  const CoordinateSource* source;
  std::size_t index;
  const RealSolution* box;
};

bool has_exact(const RealSolution& box) {
  return std::ranges::any_of(box.coordinates, [](const RootInterval& x) { return x.exact; });
}
bool is_exact(const RealSolution& box) {
  return std::ranges::all_of(box.coordinates, [](const RootInterval& x) { return x.exact; });
}

/// The factor of a representation's polynomial that points belong to.
struct Factor {
  const UnivariateRepresentation* representation;
  std::optional<std::size_t> variable;  // with that value; else of that multiplicity
  Rational value;
  std::size_t multiplicity;

  friend bool operator==(const Factor&, const Factor&) = default;
};

/// The factors that the point is known to be in; none where there is no representation.
std::vector<Factor> factors_of(const Point& point) {
  std::vector<Factor> factors;
  const UnivariateRepresentation* r = point.source->representation();
  if (r == nullptr) return factors;
  const std::size_t multiplicity = point.source->multiplicity(point.index).value_or(1);
  if (multiplicity > 1 && r->multiplicities.size() > 1)
    factors.push_back(Factor{r, std::nullopt, Rational(), multiplicity});
  for (std::size_t v = 0; v < point.box->coordinates.size(); ++v)
    if (point.box->coordinates[v].exact) factors.push_back(Factor{r, v, point.box->coordinates[v].lower, 0});
  return factors;
}

/// Points and the factor that they are in.
struct FactorPoints {
  Factor factor;
  std::vector<const Point*> points;
};

/// Few factors that all of the points are in. Empty where a point is in none.
std::optional<std::vector<FactorPoints>> covering_factors(std::vector<const Point*> points) {
  std::vector<FactorPoints> cover;
  while (!points.empty()) {
    std::vector<FactorPoints> candidates;
    for (const Point* point : points)
      for (Factor& factor : factors_of(*point)) {
        auto known = std::ranges::find(candidates, factor, &FactorPoints::factor);
        if (known == candidates.end()) known = candidates.insert(known, {std::move(factor), {}});
        known->points.push_back(point);
      }
    const auto best = std::ranges::max_element(candidates, {}, [](const FactorPoints& f) { return f.points.size(); });
    if (best == candidates.end()) return std::nullopt;
    std::erase_if(points, [&](const Point* p) { return std::ranges::count(best->points, p) != 0; });
    cover.push_back(std::move(*best));
  }
  return cover;
}

PolyZ polynomial_of(const Factor& factor, const ExecutionContext& ctx) {
  const UnivariateRepresentation& r = *factor.representation;
  if (!factor.variable) {
    const auto of_class = std::ranges::find(r.multiplicities, factor.multiplicity, &MultiplicityClass::multiplicity);
    return of_class->polynomial;
  }
  const std::size_t v = *factor.variable;
  const PolyZ slope = derivative(r.polynomial, 1, ctx);
  const PolyZ left = scale(r.numerators[v], factor.value.denominator(), ctx);
  const PolyZ right = scale(slope, mul(factor.value.numerator(), r.denominators[v]), ctx);
  return gcd(r.polynomial, sub(left, right, ctx), ctx);
}

bool lies_in_side(const Coordinate& x, const RootInterval& side) {
  if (side.exact) return x.exact && x.value == side.lower;
  if (x.exact) return side.lower < x.value && x.value < side.upper;
  // One open cell holds the interval.
  const auto end = [&](const Integer& a) { return Rational::dyadic(a, -x.interval.scale); };
  return side.lower <= end(x.interval.lower) && end(x.interval.upper) <= side.upper;
}

/// The cells of the boxes have the width 2^-level; all of them the same.
std::int64_t level_of(const RealSolution& box) {
  for (const RootInterval& side : box.coordinates)
    if (!side.exact) return level_of_width(side.upper - side.lower);
  return 0;
}

bool factor_is_proved(const std::vector<MultiPolyQ>& equations, const FactorPoints& known, bool thorough,
                      std::size_t exact_bits, const ExecutionContext& ctx) {
  const PolyZ h = polynomial_of(known.factor, ctx);
  if (h.degree() < 1) return false;
  auto r = restricted(*known.factor.representation, h, ctx);
  if (!r) return false;
  const double most =
      std::max(quick_factor_work, share_of_solving * work_of_solving(*known.factor.representation, ctx));
  if (!thorough && work_of_identities(equations, *r, ctx) > most) return false;
  if (!describes_solutions(equations, *r, ctx)) return false;
  CoordinateFinder finder(std::move(*r), exact_bits, ctx);
  const std::int64_t level = level_of(*known.points[0]->box);
  if (!finder.refine(std::max(least_precision(exact_bits), level + 1), level, ctx)) return false;
  return std::ranges::all_of(known.points, [&](const Point* point) {
    for (std::size_t i = 0; i < finder.size(); ++i)
      if (std::ranges::equal(finder.coordinates(i), point->box->coordinates, lies_in_side)) return true;
    return false;
  });
}

bool are_proved(const std::vector<MultiPolyQ>& equations, const std::vector<Point>& points, bool thorough,
                std::size_t exact_bits, const ExecutionContext& ctx) {
  const auto is_equation = [](const MultiPolyQ& f) { return !f.is_zero(); };
  const auto count = static_cast<std::size_t>(std::count_if(equations.begin(), equations.end(), is_equation));
  const auto n = static_cast<double>(count);
  const bool few = thorough || n * n * n * static_cast<double>(points.size()) <= few_operations;
  const bool is_square = count == equations[0].variables().size() && count <= most_variables && few;
  std::vector<const Point*> tested;
  std::vector<const Point*> others;
  for (const Point& point : points) {
    // The test is for simple solutions with no exact coordinates, or all of them exact.
    const bool is_simple = point.source->multiplicity(point.index).value_or(1) == 1 && !has_exact(*point.box);
    (is_exact(*point.box) || (is_square && is_simple) ? tested : others).push_back(&point);
  }
  const auto factors = covering_factors(std::move(others));
  if (!factors || (!thorough && factors->size() > few_factors)) return false;
  const KrawczykTest test(equations, ctx);
  std::atomic<bool> all{true};
  std::atomic<std::size_t> done{0};
  parallel_for(ctx, tested.size(), 1, [&](std::size_t begin, std::size_t end) {
    ctx.progress("boxes on the equations",
                 static_cast<double>(done += end - begin) / static_cast<double>(tested.size()));
    for (std::size_t i = begin; i < end && all; ++i) {
      const Point& point = *tested[i];
      if (!test.holds_solution(point.source->coordinates(point.index), point.box->coordinates, ctx)) all = false;
    }
  });
  return all && std::ranges::all_of(*factors, [&](const FactorPoints& known) {
           return factor_is_proved(equations, known, thorough, exact_bits, ctx);
         });
}

}  // namespace

bool boxes_hold_solutions(const std::vector<MultiPolyQ>& equations,
                          const std::vector<std::unique_ptr<CoordinateSource>>& sources,
                          const std::vector<RealSolution>& boxes, const std::vector<bool>& wanted, bool thorough,
                          std::size_t exact_bits, const ExecutionContext& ctx) {
  std::vector<Point> points;
  std::size_t at = 0;
  for (const auto& source : sources)
    for (std::size_t i = 0; i < source->size(); ++i, ++at)
      if (wanted[at]) points.push_back({source.get(), i, &boxes[at]});
  if (points.empty()) return false;
  try {
    return are_proved(equations, points, thorough, exact_bits, ctx);
  } catch (const MemoryLimit&) {
    if (thorough) throw;
    return false;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
