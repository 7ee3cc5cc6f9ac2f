// A model of the costs of sparse gcds.
//
// What decides is how many terms the longest coefficient of what is interpolated has, which nobody knows before. The
// shorter one of two factors, which is interpolated, has at most the square root of the number of products of their
// terms. Where these fall on places of the operand's box or simplex at random, their number follows from how full that
// is: V ln(1 / (1 - n / V)) products for n terms and V places. The terms are taken to be spread over the coefficients
// in the main variables.
#include "poly/multi_gcd/sparse_gcd_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

double as_double(std::size_t n) { return static_cast<double>(n); }

/// Zippel's algorithm knows the gcd's monomials in k variables when it evaluates operands in these for every value of
/// the next one; the gcd is taken to lose half as many of its monomials there as the operands lose. Compared are
/// evaluated terms for each term of a coefficient of the gcd.
bool prefers_powers(const SparseGcdShape& s) {
  double one_by_one = 0;
  for (std::size_t k = 1; k < s.h.size(); ++k) {
    const double left = as_double(s.monomials_a[k] + s.monomials_b[k]);
    one_by_one += as_double(s.h[k]) * left * 2 / (1 + as_double(s.terms()) / left);
  }
  return one_by_one > 2 * as_double(s.terms());
}

/// Places up to these degrees, and up to a total degree where that is known.
double places_for(const std::vector<std::size_t>& degrees, double total) {
  double box = 1;
  for (const std::size_t d : degrees) box *= as_double(d + 1);
  if (total <= 0) return box;
  double simplex = 1;
  for (std::size_t k = 1; k <= degrees.size(); ++k) simplex *= (total + as_double(k)) / as_double(k);
  return std::min(box, simplex);
}

/// How many terms the shorter factor of an operand has at most.
double factor_terms(const std::vector<std::size_t>& degrees, std::size_t total, std::size_t terms,
                    const std::vector<std::size_t>& factor_degrees) {
  const double places = places_for(degrees, as_double(total));
  const double filled = std::min(as_double(terms) / places, 1 - 1e-9);
  const auto sum = [](const std::vector<std::size_t>& list) {
    return as_double(std::accumulate(list.begin(), list.end(), std::size_t{0}));
  };
  const double factor_total = as_double(total) * sum(factor_degrees) / std::max(1.0, sum(degrees));
  return std::min(std::sqrt(-places * std::log1p(-filled)), places_for(factor_degrees, factor_total));
}

/// The number of points for coefficients of which there are so many.
double points_for(const SparseGcdShape& s, double coefficients, double longest) {
  std::vector<std::size_t> gcd = s.h;
  for (std::size_t k = 0; k < gcd.size(); ++k) gcd[k] -= std::min(gcd[k], s.lead[k]);
  const double terms =
      std::min(factor_terms(s.a, s.total_a, s.terms_a, gcd), factor_terms(s.b, s.total_b, s.terms_b, gcd));
  return std::max(8.0, 2 * (1 + longest * terms / coefficients) + 2);
}

/// Nanoseconds of the kernels in vectors (lane_kernels.hpp).
struct LaneCosts {
  double product;  ///< of a word by a matrix
  double output;   ///< of a sum of such products
  double column;   ///< of Euclid's algorithm, for a product of degrees
  double term;     ///< of a term at a point
};

LaneCosts lane_costs() {
  if (active_isa() >= Isa::ifma) return {0.13, 0, 0.25, 0.35};
  return {0.3, 2.7, 0.9, 0.6};
}

double univariate_points(const SparseGcdShape& s) { return points_for(s, as_double(s.h[0] + 1), 2); }

double univariate_ns(const SparseGcdShape& s) {
  constexpr double value_ns = 1.2;  // of a term at a point
  constexpr double word_ns = 1.2;   // of Euclid's algorithm, for a product of degrees
  const double gcd = 500 + word_ns * as_double(s.a[0] + 1) * as_double(s.b[0] + 1);
  return univariate_points(s) * (value_ns * as_double(s.terms()) + gcd);
}

struct BivariateCosts {
  double points = 0;
  double ns = 0;
};

BivariateCosts bivariate_costs(const SparseGcdShape& s) {
  const LaneCosts cost = lane_costs();
  constexpr double first_images = 4;  // the first one is for the bounds of the degrees, and proved
  const double gcd = as_double(s.h[1] - std::min(s.h[1], s.lead[1]) + 1);
  const double columns[] = {gcd, std::max(as_double(s.a[1] + 2) - gcd, 1.0),
                            std::max(as_double(s.b[1] + 2) - gcd, 1.0)};
  const double rows[] = {as_double(s.h[0] + 1), as_double(s.a[0] + 1), as_double(s.b[0] + 1)};
  const double values = 4 + std::max({columns[0], std::min(columns[1], 2 * gcd), std::min(columns[2], 2 * gcd)});
  const double places = rows[1] * as_double(s.a[1] + 1) + rows[2] * as_double(s.b[1] + 1);
  const double interpolated = rows[0] * columns[0] + rows[1] * columns[1] + rows[2] * columns[2];
  const double sums = rows[0] + rows[1] + rows[2];
  const double image = 3000 + values * (cost.product * (places + interpolated) + 2 * cost.output * sums +
                                        cost.column * rows[1] * rows[2]);
  const double points = points_for(s, rows[0] * gcd, 3);
  return {points, points * (cost.term * as_double(s.terms()) + image) + first_images * image};
}

/// Brown's algorithm in arrays (lane_gcd.cpp), level by level.
double arrays_ns(const LaneGcdShape& s) {
  const auto places = [](const std::vector<std::size_t>& lengths, std::size_t variables) {
    double n = 1;
    for (std::size_t k = 0; k < variables; ++k) n *= as_double(lengths[k]);
    return n;
  };
  const LaneCosts cost = lane_costs();
  double solve = 0;
  double verify = 0;
  for (std::size_t k = 1; k < s.variables(); ++k) {
    const double images = as_double(std::max({s.h[k], s.cofactor_a[k], s.cofactor_b[k]}));
    const double needed = as_double(
        std::max({s.h[k] + s.cofactor_a[k], s.h[k] + s.cofactor_b[k], s.a[k] + s.lead[k], s.b[k] + s.lead[k]}) - 1);
    const double operands = places(s.a, k + 1) + places(s.b, k + 1);
    const double parts = places(s.h, k + 1) + places(s.cofactor_a, k + 1) + places(s.cofactor_b, k + 1);
    // Every place of the level below is a sum for each value, and for each coefficient that is interpolated.
    const double sums =
        places(s.a, k) + places(s.b, k) + places(s.h, k) + places(s.cofactor_a, k) + places(s.cofactor_b, k);
    const double products = cost.product * (operands + parts) + cost.output * sums;
    const double gcds = k == 1 ? cost.column * as_double(s.a[0] * s.b[0]) : solve;
    const double checks = k == 1 ? cost.product * as_double(s.h[0]) * as_double(s.cofactor_a[0] + s.cofactor_b[0]) +
                                       cost.output * 2 * as_double(s.a[0] + s.b[0])
                                 : verify;
    solve = images * (products + gcds) + (needed - images) * (products + checks);
    verify = needed * (products + checks);
  }
  return solve;
}

}  // namespace

std::vector<std::size_t> prefix_counts(std::span<const std::uint32_t> exponents, std::size_t variables,
                                       const ExecutionContext& ctx) {
  using Counts = std::vector<std::size_t>;
  constexpr std::size_t grain = std::size_t{1} << 12;
  // How many rows begin a new monomial in k variables, but not in k - 1.
  Counts counts = parallel_reduce<Counts>(
      ctx, exponents.size() / variables, grain, Counts(variables + 1, 0),
      [&](std::size_t begin, std::size_t end) {
        Counts fresh(variables + 1, 0);
        for (std::size_t i = begin; i < end; ++i) {
          const std::uint32_t* const row = exponents.data() + i * variables;
          std::size_t same = 0;
          if (i != 0)
            while (same < variables && row[same] == (row - variables)[same]) ++same;
          if (same < variables) ++fresh[same + 1];
        }
        return fresh;
      },
      [](Counts&& left, const Counts& right) {
        for (std::size_t k = 0; k < left.size(); ++k) left[k] += right[k];
        return std::move(left);
      });
  for (std::size_t k = 1; k <= variables; ++k) counts[k] += counts[k - 1];
  return counts;
}

SparseGcdShape sparse_gcd_shape(const GcdImageProblem& problem, const ExecutionContext& ctx) {
  return {word_degrees(problem.a, &ctx),
          word_degrees(problem.b, &ctx),
          word_degrees(problem.lead),
          problem.degrees,
          problem.a.size(),
          problem.b.size(),
          prefix_counts(problem.a.exponents, problem.a.variables, ctx),
          prefix_counts(problem.b.exponents, problem.b.variables, ctx)};
}

SparseGcdPlan plan_sparse_gcd(const SparseGcdShape& shape, bool bivariate) {
  SparseGcdPlan plan;
  plan.powers = prefers_powers(shape);
  plan.predicted_ns = univariate_ns(shape);
  plan.points = univariate_points(shape);
  if (!bivariate) return plan;
  const BivariateCosts two = bivariate_costs(shape);
  if (two.ns >= plan.predicted_ns) return plan;
  plan.powers = true;
  plan.main_variables = 2;
  plan.predicted_ns = two.ns;
  plan.points = two.points;
  return plan;
}

std::optional<SparseGcdPlan> plan_sparse_not_dense(const SparseGcdShape& shape, const LaneGcdShape& arrays,
                                                   unsigned threads) {
  constexpr double sorting_ns = 110;  // of a term, and contents
  constexpr double proof_ns = 60;     // of a term: divisions in boxes, which have a thread for each operand
  constexpr double margin = 1.25;     // the number of points is a guess
  const BivariateCosts two = bivariate_costs(shape);
  const double terms = as_double(shape.terms());
  const double divided = as_double(std::max(1U, threads));
  const double sparse = terms * (sorting_ns / divided + proof_ns / std::min(divided, 2.0)) + two.ns / divided;
  if (margin * sparse >= arrays_ns(arrays) / divided) return std::nullopt;
  SparseGcdPlan plan;
  plan.powers = true;
  plan.main_variables = 2;
  plan.predicted_ns = two.ns;
  plan.points = two.points;
  plan.most_points = static_cast<std::size_t>(3 * two.points) + 8;
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
