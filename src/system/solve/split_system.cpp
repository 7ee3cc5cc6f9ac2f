// Linear substitution and factors of equations in one variable, by turns until nothing changes.
#include "system/solve/split_system.hpp"

#include <algorithm>
#include <compare>
#include <optional>
#include <string>
#include <utility>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/multivariate/convert_variables.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "system/solve/put_in_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// More branches than these are not made.
constexpr std::size_t most_branches = 1024;

struct Open {
  SystemBranch branch;
  std::vector<bool> irreducible;  // by variable: it has an equation of its own, which is not factored again
};

/// Above this degree only rational roots are split off: factoring could take longer than solving.
constexpr std::ptrdiff_t most_factored_degree = 128;

/// A polynomial without multiple roots, each of which is a root of another one with this multiplicity.
struct DistinctFactor {
  PolyZ polynomial;
  std::size_t multiplicity;
};

/// Factors of f without common roots whose product has the roots of f.
std::vector<DistinctFactor> distinct_factors(const PolyZ& f, const ExecutionContext& ctx) {
  std::vector<DistinctFactor> list;
  if (f.degree() <= most_factored_degree) {
    for (auto& factor : factor(f, ctx).factors) list.push_back({std::move(factor.polynomial), factor.multiplicity});
    return list;
  }
  for (const auto& [part, multiplicity] : square_free_decomposition(f, ctx).factors) {
    PolyZ rest = part;
    for (const auto& root : roots(to_rational(part), ctx)) {
      const PolyZ linear(IntegerVector{-root.value.numerator(), root.value.denominator()});
      list.push_back({linear.with_variable(f.variable()), multiplicity});
      rest = exact_div(rest, list.back().polynomial, ctx);
    }
    if (rest.degree() > 0) list.push_back({std::move(rest), multiplicity});
  }
  return list;
}

/// Their product; its multiplicity is theirs if they have one in common.
std::pair<PolyZ, std::optional<std::size_t>> together(const std::vector<DistinctFactor>& factors,
                                                      const ExecutionContext& ctx) {
  std::pair<PolyZ, std::optional<std::size_t>> all{PolyZ::constant(Integer(1)), factors[0].multiplicity};
  for (const DistinctFactor& f : factors) {
    all.first = mul(all.first, f.polynomial, ctx);
    if (f.multiplicity != all.second) all.second.reset();
  }
  return all;
}

/// The variable that alone occurs; none in constants.
std::optional<std::size_t> only_variable(const MultiPolyQ& f) {
  const auto degrees = f.degrees();
  std::optional<std::size_t> found;
  for (std::size_t v = 0; v < degrees.size(); ++v) {
    if (degrees[v] == 0) continue;
    if (found) return std::nullopt;
    found = v;
  }
  return found;
}

/// About how many terms f gets when a variable is replaced by a sum of so many terms.
double terms_after(const MultiPolyQ& f, std::size_t v, std::size_t value_terms) {
  double total = 0;
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    // C(e + t - 1, e) = C(e + t - 1, t - 1) for a power e of a sum of t terms.
    const std::uint64_t e = f.exponent(i, v);
    double terms = e == 0 || value_terms != 0 ? 1 : 0;
    const std::uint64_t others = value_terms == 0 ? 0 : value_terms - 1;
    for (std::uint64_t k = 1; k <= std::min(e, others) && terms < most_substituted_terms; ++k)
      terms = terms * static_cast<double>(std::max(e, others) + k) / static_cast<double>(k);
    total += terms;
  }
  return total;
}

/// Drops zeros and repetitions. False for a contradiction.
bool tidy(std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  std::vector<MultiPolyQ> result;
  for (const MultiPolyQ& f : equations) {
    if (f.is_zero()) continue;
    if (f.is_constant()) return false;
    MultiPolyQ g = make_monic(f, ctx);
    if (std::find(result.begin(), result.end(), g) == result.end()) result.push_back(std::move(g));
  }
  equations = std::move(result);
  return true;
}

/// The variable of a linear equation that the fewest equations have: where no other has it, nothing is put in. Of those
/// the one of the lowest degree in the others: powers of what is put in have as many terms and as long numbers.
std::size_t rarest_variable(const MultiPolyQ& linear, const std::vector<MultiPolyQ>& equations) {
  struct Use {
    std::size_t equations = 0;
    std::uint64_t degree = 0;
    auto operator<=>(const Use&) const = default;
  };
  std::vector<Use> uses(linear.variables().size());
  for (const MultiPolyQ& f : equations) {
    const auto degrees = f.degrees();
    for (std::size_t v = 0; v < degrees.size(); ++v) {
      uses[v].equations += degrees[v] > 0 ? 1 : 0;
      uses[v].degree = std::max(uses[v].degree, degrees[v]);
    }
  }
  const auto degrees = linear.degrees();
  std::optional<std::size_t> best;
  for (std::size_t v = 0; v < degrees.size(); ++v)
    if (degrees[v] != 0 && (!best || uses[v] < uses[*best])) best = v;
  return best.value();
}

std::size_t greatest_variable(const MultiPolyQ& linear) {
  const auto degrees = linear.degrees();
  return static_cast<std::size_t>(std::find_if(degrees.begin(), degrees.end(), [](std::uint64_t d) { return d != 0; }) -
                                  degrees.begin());
}

/// Solves one equation of degree 1 for a variable and puts that into the others. False where there is none.
bool eliminate_linear(Open& open, LinearChoice choice, const ExecutionContext& ctx) {
  std::vector<MultiPolyQ>& equations = open.branch.equations;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const MultiPolyQ& f = equations[i];
    if (f.total_degree() != 1) continue;
    const std::size_t v = choice == LinearChoice::greatest ? greatest_variable(f) : rarest_variable(f, equations);
    const bool short_enough = std::all_of(equations.begin(), equations.end(), [&](const MultiPolyQ& g) {
      return terms_after(g, v, f.term_count() - 1) < most_substituted_terms;
    });
    if (!short_enough) continue;
    const std::string& name = f.variables().name(v);
    // f = c x + rest: x = -rest / c.
    std::vector<std::uint64_t> exponents(f.variables().size(), 0);
    exponents[v] = 1;
    const Rational c = f.coefficient_of(exponents);
    const MultiPolyQ value = sub(MultiPolyQ::generator(f.variables(), name), scale(f, c.inverse(), ctx), ctx);
    std::vector<MultiPolyQ> others;
    for (std::size_t k = 0; k < equations.size(); ++k) {
      if (k == i) continue;
      others.push_back(equations[k].degree(v) <= 0 ? equations[k] : substitute(equations[k], {{name, value}}, ctx));
    }
    open.branch.solved.push_back({v, value});
    equations = std::move(others);
    return true;
  }
  return false;
}

/// The factors of the greatest common divisor of all equations in one variable, the first that has not been
/// looked at; the equations themselves go.
struct Factors {
  std::size_t variable;
  std::vector<DistinctFactor> list;
  /// There were as many equations as variables, the divisor being one. Then the equations are a regular sequence at
  /// each of their solutions: the local ring there is flat over that of the divisor's root, and multiplicities are
  /// those in the fibre times that of the root.
  bool square;
};
std::optional<Factors> take_univariate(Open& open, const ExecutionContext& ctx) {
  std::vector<MultiPolyQ>& equations = open.branch.equations;
  std::optional<std::size_t> variable;
  PolyZ common;
  std::vector<MultiPolyQ> others;
  for (MultiPolyQ& f : equations) {
    const auto v = only_variable(f);
    if (!v || (variable ? *variable != *v : open.irreducible[*v])) {
      others.push_back(std::move(f));
      continue;
    }
    variable = v;
    common = gcd(common, numerator_polynomial(to_dense_univariate(f, f.variables().name(*v), ctx)), ctx);
  }
  equations = std::move(others);
  if (!variable) return std::nullopt;
  const std::size_t variables = open.irreducible.size() - open.branch.solved.size();
  Factors factors{*variable, {}, equations.size() + 1 == variables};
  if (!common.is_constant()) factors.list = distinct_factors(common, ctx);
  return factors;
}

}  // namespace

std::vector<SystemBranch> split_system(const std::vector<MultiPolyQ>& equations, LinearChoice choice,
                                       const ExecutionContext& ctx) {
  std::vector<SystemBranch> result;
  const Variables variables = equations[0].variables().with_order(MonomialOrder::graded_reverse_lex);
  std::vector<Open> stack(1);
  stack[0].irreducible.resize(variables.size(), false);
  for (const MultiPolyQ& f : equations) stack[0].branch.equations.push_back(f.with_variables(variables, ctx));
  while (!stack.empty()) {
    ctx.poll();
    Open open = std::move(stack.back());
    stack.pop_back();
    bool consistent = put_in_determined(open.branch, choice, ctx) && tidy(open.branch.equations, ctx);
    while (consistent && eliminate_linear(open, choice, ctx)) {
      // What was irreducible may have changed.
      open.irreducible.assign(variables.size(), false);
      consistent = tidy(open.branch.equations, ctx);
    }
    if (!consistent) continue;
    const auto factors = take_univariate(open, ctx);
    if (!factors) {
      result.push_back(std::move(open.branch));
      continue;
    }
    open.irreducible[factors->variable] = true;
    const std::string& name = variables.name(factors->variable);
    const auto with = [&](const PolyZ& f, std::optional<std::size_t> multiplicity) {
      Open next = open;
      if (!multiplicity || (*multiplicity > 1 && !factors->square)) next.branch.multiplicity.reset();
      if (next.branch.multiplicity) *next.branch.multiplicity *= *multiplicity;
      next.branch.equations.push_back(to_multivariate(to_rational(f), variables, name, ctx));
      return next;
    };
    if (result.size() + stack.size() + factors->list.size() > most_branches) {
      const auto [all, multiplicity] = together(factors->list, ctx);
      stack.push_back(with(all, multiplicity));
      continue;
    }
    for (const auto& [f, multiplicity] : factors->list) {
      stack.push_back(with(f, multiplicity));
      if (f.degree() > 1 && count_real_roots(f, std::nullopt, ctx) == 0) stack.back().branch.without_real_points = true;
    }
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
