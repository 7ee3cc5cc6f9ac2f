// Chains of triangular equations, computed over Q.
//
// A level f with the initial h, in x over the points of the levels before, has finitely many roots above a point unless
// it is zero there. Where h is invertible, f / h is monic; where h is zero, f without its leading term is looked at
// instead; where it is zero at some points only, the levels before are split into those where it is and the others
// (Della Dora, Dicrescenzo, Duval, EUROCAL 1985). Multiple roots are those of gcd(f, f'), which Euclid's algorithm
// finds above each part that it splits the points into. Numbers grow in it with the number of points, which is bounded;
// commonly nothing splits, which one prime shows without it.
#include "system/chains/triangular_chains.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

#include "system/chains/chain_arithmetic.hpp"
#include "system/chains/chain_initials.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Arithmetic = ChainArithmetic<Rationals>;

/// Inverses of leading coefficients with more terms modulo a prime are not computed over Q, unless there are few
/// points.
constexpr std::size_t most_inverse_terms = 16;
/// Points, with multiplicities, up to which anything is computed over Q.
constexpr double few_points = 64;

double points_of(const TriangularSystem& system) {
  double points = 1;
  for (const TriangularLevel& level : system.levels) points *= static_cast<double>(level.degree);
  return points;
}

/// The levels by ascending variables, since independent equations may come in any sequence.
std::vector<const TriangularLevel*> sorted_levels(const TriangularSystem& system) {
  std::vector<const TriangularLevel*> levels;
  levels.reserve(system.levels.size());
  for (const TriangularLevel& level : system.levels) levels.push_back(&level);
  std::sort(levels.begin(), levels.end(),
            [](const TriangularLevel* a, const TriangularLevel* b) { return a->variable > b->variable; });
  return levels;
}

/// The level's polynomial in the variables of all levels, with the order lex.
MultiPolyQ polynomial_of(const TriangularLevel& level, const std::vector<std::size_t>& place,
                         const Variables& variables, const ExecutionContext& ctx) {
  MultiPolyQ::Collector collector(Rationals{}, variables);
  std::vector<std::uint64_t> exponents(variables.size());
  for (std::size_t i = 0; i < level.equation.exponents.size(); ++i) {
    const auto& term = level.equation.exponents[i];
    for (std::size_t v = 0; v < term.size(); ++v)
      if (term[v] != 0) exponents[place[v]] = term[v];
    collector.push_back(exponents, Rational(level.equation.coefficients[i]));
    std::fill(exponents.begin(), exponents.end(), 0);
  }
  return std::move(collector).finish(ctx);
}

/// The polynomials, that of the least variable first, in the variables that have levels.
struct Polynomials {
  Variables variables;
  std::vector<MultiPolyQ> list;
};

Polynomials polynomials_of(const TriangularSystem& system, const Variables& variables, const ExecutionContext& ctx) {
  const auto levels = sorted_levels(system);
  std::vector<std::string> names;
  std::vector<std::size_t> place(system.variables, 0);
  for (std::size_t i = levels.size(); i-- > 0;) {
    place[levels[i]->variable] = names.size();
    names.push_back(variables.name(levels[i]->variable));
  }
  Polynomials result{Variables(names, MonomialOrder::lex), {}};
  for (const TriangularLevel* level : levels)
    result.list.push_back(polynomial_of(*level, place, result.variables, ctx));
  return result;
}

/// Adds f times the inverse of its leading coefficient, which is invertible at all points of the chain. False where
/// Euclid's algorithm splits the chain to find it.
bool add_monic(const MultiPolyQ& f, ChainPolynomials& chain, const Arithmetic& arithmetic,
               const ExecutionContext& ctx) {
  const std::size_t level = chain.size();
  const MultiPolyQ reduced = arithmetic.reduced(f, chain);
  const auto degree = static_cast<std::uint64_t>(arithmetic.degree(reduced, level));
  const MultiPolyQ initial = coefficient_in(reduced, arithmetic.name(level), degree, ctx);
  const auto parts = arithmetic.regularized(initial, chain);
  if (parts.size() != 1 || parts[0].zero) return false;
  const MultiPolyQ& inverse = parts[0].inverse;
  chain.push_back(inverse.is_constant() ? scale(reduced, inverse.constant_term(), ctx)
                                        : arithmetic.reduced(mul(reduced, inverse, ctx), chain));
  return true;
}

/// The splitting of one level above the chains of those before.
class LevelSplitting {
 public:
  LevelSplitting(std::size_t level, const Arithmetic& arithmetic, const ExecutionContext& ctx)
      : level_(level), arithmetic_(arithmetic), ctx_(ctx) {}

  /// Adds the chains of the points above the chain. False where f is zero at one of its points.
  bool extend(const ChainPolynomials& chain, const MultiPolyQ& f, std::vector<ChainPolynomials>& result) const {
    std::vector<std::pair<ChainPolynomials, MultiPolyQ>> open{{chain, f}};
    while (!open.empty()) {
      ctx_.poll();
      auto [points, given] = std::move(open.back());
      open.pop_back();
      const MultiPolyQ g = arithmetic_.reduced(given, points);
      if (g.is_zero()) return false;
      const std::int64_t degree = arithmetic_.degree(g, level_);
      const std::string& name = arithmetic_.name(level_);
      const MultiPolyQ leading = coefficient_in(g, name, static_cast<std::uint64_t>(degree), ctx_);
      for (const auto& part : arithmetic_.regularized(leading, points)) {
        if (part.zero) {
          if (degree == 0) return false;
          open.emplace_back(part.chain, sub(g, mul(leading, power_of(degree), ctx_), ctx_));
        } else if (degree > 0) {
          add_square_free(part.chain, arithmetic_.reduced(mul(g, part.inverse, ctx_), part.chain), result);
        }
      }
    }
    return true;
  }

 private:
  MultiPolyQ power_of(std::int64_t degree) const {
    const Variables& variables = arithmetic_.variables();
    std::vector<std::uint64_t> exponents(variables.size(), 0);
    exponents[variables.size() - 1 - level_] = static_cast<std::uint64_t>(degree);
    return MultiPolyQ::monomial(Rationals{}, variables, Rational(1), exponents);
  }

  /// g is monic.
  void add_square_free(const ChainPolynomials& points, const MultiPolyQ& g,
                       std::vector<ChainPolynomials>& result) const {
    const MultiPolyQ slope = derivative(g, arithmetic_.name(level_), 1, ctx_);
    for (const auto& part : arithmetic_.common_divisors(slope, g, points, level_)) {
      MultiPolyQ distinct = arithmetic_.reduced(g, part.lower);
      if (arithmetic_.degree(part.divisor, level_) > 0)
        distinct = arithmetic_.reduced(div_rem(distinct, part.divisor, ctx_).quotient, part.lower);
      result.push_back(part.lower);
      result.back().push_back(std::move(distinct));
    }
  }

  std::size_t level_;
  const Arithmetic& arithmetic_;
  const ExecutionContext& ctx_;
};

}  // namespace

bool is_in_order(const TriangularSystem& system) {
  return std::all_of(system.levels.begin(), system.levels.end(), [](const TriangularLevel& level) {
    return std::all_of(level.equation.exponents.begin(), level.equation.exponents.end(), [&](const auto& exponents) {
      return std::all_of(exponents.begin(), exponents.begin() + static_cast<std::ptrdiff_t>(level.variable),
                         [](std::uint64_t e) { return e == 0; });
    });
  });
}

std::optional<ChainPolynomials> chain_of_triangular(const TriangularSystem& system, const Variables& variables,
                                                    const ExecutionContext& ctx) {
  const auto inverse_terms = inverse_terms_of_square_free_chain(system, ctx);
  if (!inverse_terms || (*inverse_terms > most_inverse_terms && points_of(system) > few_points)) return std::nullopt;
  const Polynomials polynomials = polynomials_of(system, variables, ctx);
  const Arithmetic arithmetic(Rationals{}, polynomials.variables, ctx);
  ChainPolynomials chain;
  for (const MultiPolyQ& f : polynomials.list)
    if (!add_monic(f, chain, arithmetic, ctx)) return std::nullopt;
  return chain;
}

std::optional<std::vector<ChainPolynomials>> chains_of_triangular(const TriangularSystem& system,
                                                                  const Variables& variables,
                                                                  const ExecutionContext& ctx) {
  if (points_of(system) > few_points) return std::nullopt;
  const Polynomials polynomials = polynomials_of(system, variables, ctx);
  const Arithmetic arithmetic(Rationals{}, polynomials.variables, ctx);
  std::vector<ChainPolynomials> chains(1);
  for (std::size_t level = 0; level < polynomials.list.size(); ++level) {
    const LevelSplitting splitting(level, arithmetic, ctx);
    std::vector<ChainPolynomials> longer;
    for (const ChainPolynomials& chain : chains)
      if (!splitting.extend(chain, polynomials.list[level], longer)) return std::nullopt;
    chains = std::move(longer);
  }
  return chains;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
