// S-polynomials and normal forms over Q.
#include "system/bases/basis_proof.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include <polyfork/groebner/groebner.hpp>
#include <polyfork/system/rational_basis.hpp>

#include "groebner/critical_pairs.hpp"
#include "groebner/exponents.hpp"
#include "groebner/monomial_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Exponents = std::vector<std::uint64_t>;

/// x^up f, where up is what the leading monomial lacks to this one.
MultiPolyQ raised_to(const MultiPolyQ& f, const Exponents& monomial, const ExecutionContext& ctx) {
  Exponents up = monomial;
  const Exponents lead = f.exponents(0);
  for (std::size_t v = 0; v < up.size(); ++v) up[v] -= lead[v];
  return mul(MultiPolyQ::monomial(f.ring(), f.variables(), Rational(1), up), f, ctx);
}

bool reduce_to_zero(const std::vector<MultiPolyQ>& polynomials, const std::vector<MultiPolyQ>& basis,
                    const ExecutionContext& ctx) {
  return std::all_of(polynomials.begin(), polynomials.end(), [&](const MultiPolyQ& f) {
    ctx.poll();
    return normal_form(f, basis, ctx).is_zero();
  });
}

}  // namespace

bool is_groebner_basis(const std::vector<MultiPolyQ>& basis, const ExecutionContext& ctx) {
  if (basis.empty() || basis[0].is_constant()) return true;
  const Variables& variables = basis[0].variables();
  MonomialTable monomials(variables.size(), variables.order());
  CriticalPairs pairs(monomials);
  for (const MultiPolyQ& f : basis) pairs.add(monomials.insert(f.exponents(0)));
  while (!pairs.empty()) {
    for (const CriticalPair& pair : pairs.take_lowest()) {
      ctx.poll();
      Exponents lcm(variables.size());
      for (std::size_t v = 0; v < lcm.size(); ++v) lcm[v] = monomials.exponent(pair.lcm, v);
      const MultiPolyQ s = sub(raised_to(basis[pair.first], lcm, ctx), raised_to(basis[pair.second], lcm, ctx), ctx);
      if (!normal_form(s, basis, ctx).is_zero()) return false;
    }
  }
  return true;
}

IntegerSystem homogenized(const IntegerSystem& system) {
  IntegerSystem result = system;
  ++result.variables;
  for (auto& equation : result.equations) {
    const auto degree = [](const Exponents& e) { return std::accumulate(e.begin(), e.end(), std::uint64_t{0}); };
    std::uint64_t greatest = 0;
    for (const Exponents& e : equation.exponents) greatest = std::max(greatest, degree(e));
    for (Exponents& e : equation.exponents) e.push_back(greatest - degree(e));
  }
  return result;
}

bool is_basis_of_homogeneous(const std::vector<MultiPolyQ>& basis, const std::vector<MultiPolyQ>& equations,
                             const ExecutionContext& ctx) {
  return reduce_to_zero(equations, basis, ctx) && is_groebner_basis(basis, ctx);
}

bool is_basis_of_same_ideal(const std::vector<MultiPolyQ>& basis, const std::vector<MultiPolyQ>& known,
                            const ExecutionContext& ctx) {
  if (basis.empty()) return known.empty();
  const std::size_t variables = basis[0].variables().size();
  if (!reduce_to_zero(basis, known, ctx)) return false;
  if (basis[0].variables().order() == MonomialOrder::lex) {
    // Elements of the ideal, as many monomials under the staircase as there are residue classes: no leading monomial is
    // missing.
    const IdealShape expected = ideal_shape(known, variables, ctx);
    const IdealShape shape = ideal_shape(basis, variables, ctx);
    if (expected.dimension <= 0) return shape.dimension == expected.dimension && shape.degree == expected.degree;
    return reduce_to_zero(known, basis, ctx) && is_groebner_basis(basis, ctx);
  }
  return std::all_of(known.begin(), known.end(), [&](const MultiPolyQ& f) {
    return std::any_of(basis.begin(), basis.end(),
                       [&](const MultiPolyQ& by) { return monomial_divides(by.exponents(0), f.exponents(0)); });
  });
}

bool is_basis_of_same_ideal(const std::vector<MultiPolyQ>& basis, const std::vector<MultiPolyQ>& known,
                            const std::vector<std::uint32_t>& weights, std::uint64_t classes,
                            const ExecutionContext& ctx) {
  // With x_v = y_v^w_v degrees are those with the weights, and what is divided by is a basis in the order grevlex.
  const auto raised = [&](const std::vector<MultiPolyQ>& polynomials) {
    std::vector<MultiPolyQ> result;
    result.reserve(polynomials.size());
    for (const MultiPolyQ& f : polynomials) {
      MultiPolyQ::Collector collector(f.ring(), f.variables().with_order(MonomialOrder::graded_reverse_lex));
      for (std::size_t i = 0; i < f.term_count(); ++i) {
        Exponents exponents = f.exponents(i);
        for (std::size_t v = 0; v < exponents.size(); ++v) exponents[v] *= weights[v];
        collector.push_back(exponents, f.coefficient(i));
      }
      result.push_back(std::move(collector).finish(ctx));
    }
    return result;
  };
  if (!reduce_to_zero(raised(basis), raised(known), ctx)) return false;
  // Elements of the ideal, as many monomials under the staircase as there are residue classes.
  const IdealShape shape = ideal_shape(basis, weights.size(), ctx);
  return shape.dimension == 0 && shape.degree == static_cast<std::size_t>(classes);
}

bool is_reduced_by_coprime_leaders(const std::vector<MultiPolyQ>& polynomials) {
  std::vector<Exponents> leaders;
  leaders.reserve(polynomials.size());
  for (const MultiPolyQ& f : polynomials) {
    if (f.is_zero() || f.is_constant()) return false;
    leaders.push_back(f.exponents(0));
  }
  std::vector<bool> used(leaders.empty() ? 0 : leaders[0].size(), false);
  for (const Exponents& leader : leaders)
    for (std::size_t v = 0; v < leader.size(); ++v) {
      if (leader[v] == 0) continue;
      if (used[v]) return false;
      used[v] = true;
    }
  for (std::size_t i = 0; i < polynomials.size(); ++i)
    for (std::size_t t = 1; t < polynomials[i].term_count(); ++t) {
      const Exponents term = polynomials[i].exponents(t);
      if (std::any_of(leaders.begin(), leaders.end(), [&](const Exponents& l) { return monomial_divides(l, term); }))
        return false;
    }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
