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

std::optional<EliminationOperand> operand_of(const IntegerSystem::Equation& equation, const Directions& directions,
                                             std::size_t most_words, const ExecutionContext& ctx) {
  EliminationOperand a;
  for (const auto& e : equation.exponents) {
    a.rows = std::max(a.rows, saturating_add(directions.rows_of(e), 1));
    a.length = std::max(a.length, saturating_add(directions.length_of(e), 1));
  }
  if (a.rows < 2 || saturating_mul(a.rows, a.length) > most_words) return std::nullopt;
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
      a.coefficients[(e[0] + k) * a.length + e[1] - k] += c;
      c *= Integer(-directions.shear) * Integer(e[1] - k);
      c = exact_div(c, Integer(k + 1));
    }
  }
  // The highest coefficient is zero where the form is in a direction in which the equation's curve is infinite.
  while (a.rows > 1 && std::all_of(a.coefficients.end() - static_cast<std::ptrdiff_t>(a.length), a.coefficients.end(),
                                   [](const Integer& c) { return c.is_zero(); })) {
    --a.rows;
    a.coefficients.resize(a.rows * a.length);
  }
  if (a.rows < 2) return std::nullopt;
  return a;
}

std::size_t total_degree(const IntegerSystem::Equation& equation) {
  std::uint64_t degree = 0;
  for (const auto& e : equation.exponents) degree = std::max(degree, saturating_add(e[0], e[1]));
  return degree;
}

}  // namespace

std::size_t Elimination::words(std::size_t points) const noexcept {
  const std::size_t rows = f.rows + g.rows + std::max(f.length, g.length) + 8;
  return saturating_add(saturating_mul(rows, points), f.rows * f.length + g.rows * g.length);
}

std::optional<Elimination> elimination_for(const IntegerSystem& system, const LinearForm& form, std::size_t most_words,
                                           const ExecutionContext& ctx) {
  const Directions directions{form[0] == 0 || form[1] != 0 ? std::size_t{0} : std::size_t{1},
                              form[1] != 0 ? form[0] : 0};
  auto f = operand_of(system.equations[0], directions, most_words, ctx);
  if (!f) return std::nullopt;
  auto g = operand_of(system.equations[1], directions, most_words, ctx);
  if (!g) return std::nullopt;
  Elimination e;
  e.form = form;
  e.other = directions.other;
  // In every term of a minor of Sylvester's matrix the degrees in t of its rows are at most these, and the indices of
  // coefficients in s add up to the product of the degrees.
  const std::size_t m = f->rows - 1;
  const std::size_t n = g->rows - 1;
  const std::size_t by_rows = saturating_add(saturating_mul(n, f->length - 1), saturating_mul(m, g->length - 1));
  const std::size_t by_terms = saturating_add(saturating_mul(n, total_degree(system.equations[0])),
                                              saturating_mul(m, total_degree(system.equations[1])));
  e.degree_bound = std::min(by_rows, by_terms - saturating_mul(m, n));
  if (f->rows < g->rows) std::swap(*f, *g);
  e.f = std::move(*f);
  e.g = std::move(*g);
  if (e.words(e.degree_bound) > most_words) return std::nullopt;
  return e;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
