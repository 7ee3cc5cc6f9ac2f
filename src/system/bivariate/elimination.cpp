// Equations as polynomials in s over polynomials in t.
#include "system/bivariate/elimination.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Where the terms of an equation go. A shear sends x_0^i x_1^j to s^i (t - c s)^j.
struct Directions {
  std::size_t other;
  std::int32_t shear;  ///< c; 0 where t is a variable

  std::uint64_t rows_of(const std::vector<std::uint64_t>& e) const {
    return shear == 0 ? e[other] : saturating_add(e[0], e[1]);
  }
  std::uint64_t length_of(const std::vector<std::uint64_t>& e) const { return shear == 0 ? e[1 - other] : e[1]; }
};

/// Rows and length, without coefficients. Where a form is in a direction in which the curve is infinite, there are
/// fewer rows in the end.
EliminationOperand shape_of(const IntegerSystem::Equation& equation, const Directions& directions) {
  EliminationOperand a;
  for (const auto& e : equation.exponents) {
    a.rows = std::max(a.rows, saturating_add(directions.rows_of(e), 1));
    a.length = std::max(a.length, saturating_add(directions.length_of(e), 1));
  }
  return a;
}

/// The shape with its coefficients; false where s does not occur.
bool fill(EliminationOperand& a, const IntegerSystem::Equation& equation, const Directions& directions,
          const ExecutionContext& ctx) {
  a.coefficients.resize(a.rows * a.length);
  for (std::size_t i = 0; i < equation.exponents.size(); ++i) {
    ctx.poll();
    const auto& e = equation.exponents[i];
    if (directions.shear == 0) {
      a.coefficients[e[directions.other] * a.length + e[1 - directions.other]] += equation.coefficients[i];
      continue;
    }
    // (t - c s)^j, term by term.
    Integer c = equation.coefficients[i];
    for (std::uint64_t k = 0; k <= e[1]; ++k) {
      if (k % 64 == 0) ctx.poll();
      a.coefficients[(e[0] + k) * a.length + e[1] - k] += c;
      c *= Integer(-directions.shear) * Integer(e[1] - k);
      c = exact_div(c, Integer(k + 1));
    }
  }
  while (a.rows > 1 && std::all_of(a.coefficients.end() - static_cast<std::ptrdiff_t>(a.length), a.coefficients.end(),
                                   [](const Integer& c) { return c.is_zero(); })) {
    --a.rows;
    a.coefficients.resize(a.rows * a.length);
  }
  return a.rows >= 2;
}

std::size_t total_degree(const IntegerSystem::Equation& equation) {
  std::uint64_t degree = 0;
  for (const auto& e : equation.exponents) degree = std::max(degree, saturating_add(e[0], e[1]));
  return degree;
}

/// Of R, s_1 and s_0. In every term of a minor of Sylvester's matrix the degrees in t of its rows are at most these,
/// and the indices of coefficients in s add up to the product of the degrees.
std::size_t degree_bound_of(const IntegerSystem& system, const EliminationOperand& f, const EliminationOperand& g) {
  const std::size_t m = f.rows - 1;
  const std::size_t n = g.rows - 1;
  const std::size_t by_rows = saturating_add(saturating_mul(n, f.length - 1), saturating_mul(m, g.length - 1));
  const std::size_t by_terms = saturating_add(saturating_mul(n, total_degree(system.equations[0])),
                                              saturating_mul(m, total_degree(system.equations[1])));
  return std::min(by_rows, by_terms - saturating_mul(m, n));
}

}  // namespace

std::size_t Elimination::words(std::size_t points) const noexcept {
  const std::size_t rows = f.rows + g.rows + std::max(f.length, g.length) + 8;
  return saturating_add(saturating_mul(rows, points),
                        saturating_add(saturating_mul(f.rows, f.length), saturating_mul(g.rows, g.length)));
}

std::optional<Elimination> elimination_for(const IntegerSystem& system, const LinearForm& form, std::size_t most_words,
                                           const ExecutionContext& ctx) {
  const Directions directions{form[0] == 0 || form[1] != 0 ? std::size_t{0} : std::size_t{1},
                              form[1] != 0 ? form[0] : 0};
  Elimination e;
  e.form = form;
  e.other = directions.other;
  e.f = shape_of(system.equations[0], directions);
  e.g = shape_of(system.equations[1], directions);
  if (std::min(e.f.rows, e.g.rows) < 2) return std::nullopt;
  if (e.words(degree_bound_of(system, e.f, e.g)) > most_words) return std::nullopt;
  e.held = MemoryReservation(ctx.memory(), (e.f.rows * e.f.length + e.g.rows * e.g.length) * sizeof(Integer));
  if (!fill(e.f, system.equations[0], directions, ctx) || !fill(e.g, system.equations[1], directions, ctx))
    return std::nullopt;
  e.degree_bound = degree_bound_of(system, e.f, e.g);
  if (e.f.rows < e.g.rows) std::swap(e.f, e.g);
  return e;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
