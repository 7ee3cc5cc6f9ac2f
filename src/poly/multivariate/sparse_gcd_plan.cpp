// A model of the costs of sparse gcds.
//
// What decides is how many terms the longest coefficient of what is interpolated has, which nobody knows before. Where
// no products of terms fall together, the operand with the fewest terms has as many as its factors' numbers of terms
// multiplied, so that the shorter one of its factors, which is what is interpolated, has at most the square root of
// these; they are taken to be spread over the coefficients in the main variables.
#include "poly/multivariate/sparse_gcd_plan.hpp"

#include <algorithm>
#include <cmath>

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

/// The number of points for coefficients of which there are so many.
double points_for(const SparseGcdShape& s, double coefficients, double longest) {
  const double terms = std::sqrt(as_double(std::min(s.monomials_a.back(), s.monomials_b.back())));
  return std::max(8.0, 2 * (1 + longest * terms / coefficients) + 2);
}

double univariate_ns(const SparseGcdShape& s) {
  constexpr double value_ns = 1.2;   // of a term at a point
  constexpr double column_ns = 1.2;  // of Euclid's algorithm, for a product of degrees
  const double gcd = 500 + column_ns * as_double(s.a[0] + 1) * as_double(s.b[0] + 1);
  return points_for(s, as_double(s.h[0] + 1), 2) * (value_ns * as_double(s.terms()) + gcd);
}

double bivariate_ns(const SparseGcdShape& s) {
  constexpr double value_ns = 0.35;
  constexpr double product_ns = 0.1;  // of a word by a matrix
  constexpr double column_ns = 0.25;
  constexpr double first_images = 4;  // the first one is for the bounds of the degrees, and proved
  const double gcd = as_double(s.h[1] - std::min(s.h[1], s.lead[1]) + 1);
  const double columns[] = {gcd, std::max(as_double(s.a[1] + 2) - gcd, 1.0), std::max(as_double(s.b[1] + 2) - gcd, 1.0)};
  const double rows[] = {as_double(s.h[0] + 1), as_double(s.a[0] + 1), as_double(s.b[0] + 1)};
  const double values = 4 + std::max({columns[0], std::min(columns[1], 2 * gcd), std::min(columns[2], 2 * gcd)});
  const double places = rows[1] * as_double(s.a[1] + 1) + rows[2] * as_double(s.b[1] + 1);
  const double interpolated = rows[0] * columns[0] + rows[1] * columns[1] + rows[2] * columns[2];
  const double image = 3000 + values * (product_ns * (places + interpolated) + column_ns * rows[1] * rows[2]);
  const double points = points_for(s, rows[0] * gcd, 3);
  return points * (value_ns * as_double(s.terms()) + image) + first_images * image;
}

}  // namespace

std::vector<std::size_t> prefix_counts(std::span<const std::uint32_t> exponents, std::size_t variables) {
  std::vector<std::size_t> counts(variables + 1, 0);
  const std::uint32_t* const end = exponents.data() + exponents.size();
  for (const std::uint32_t* row = exponents.data(); row != end; row += variables) {
    std::size_t same = 0;
    if (row != exponents.data())
      while (same < variables && row[same] == (row - variables)[same]) ++same;
    for (std::size_t k = same + 1; k <= variables; ++k) ++counts[k];
  }
  return counts;
}

SparseGcdShape sparse_gcd_shape(const GcdImageProblem& problem) {
  return {word_degrees(problem.a),
          word_degrees(problem.b),
          word_degrees(problem.lead),
          problem.degrees,
          prefix_counts(problem.a.exponents, problem.a.variables),
          prefix_counts(problem.b.exponents, problem.b.variables)};
}

SparseGcdPlan plan_sparse_gcd(const SparseGcdShape& shape, bool bivariate) {
  SparseGcdPlan plan;
  plan.powers = prefers_powers(shape);
  plan.predicted_ns = univariate_ns(shape);
  if (!bivariate) return plan;
  const double two = bivariate_ns(shape);
  if (two >= plan.predicted_ns) return plan;
  return {true, 2, two};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
