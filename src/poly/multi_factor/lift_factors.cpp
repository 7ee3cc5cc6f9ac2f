// The steps of sparse Hensel lifting: images, liftings and linear systems.
#include "poly/multi_factor/lift_factors.hpp"

#include <utility>

#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_factor/completed_support.hpp"
#include "poly/multi_factor/lift_step.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t few_elements = std::uint64_t{1} << 16;  // of a field where coefficients vanish by chance

/// With zeros: what vanishes at the point may be there elsewhere.
WordTerms univariate_terms(const FieldPoly& u) {
  WordTerms terms{1, {}, {}};
  for (std::size_t e = u.size(); e-- > 0;) {
    terms.exponents.push_back(static_cast<std::uint32_t>(e));
    terms.coefficients.push_back(u[e]);
  }
  return terms;
}

/// [k]: with the variables x, y_1, ..., y_k, the others at the point; [n] is the polynomial itself.
template <class F>
std::vector<WordTerms> levels_of(const WordTerms& a, const std::vector<std::uint64_t>& point, const F& field,
                                 const ExecutionContext& ctx) {
  std::vector<WordTerms> levels(a.variables);
  levels.back() = a;
  for (std::size_t k = a.variables - 1; k > 1; --k)
    levels[k - 1] = WordLastVariable(levels[k]).evaluate(point[k - 1], field, ctx);
  return levels;
}

}  // namespace

template <class F>
LiftedFactors lift_factors(const LiftProblem& problem, const F& field, std::uint64_t seed,
                           const ExecutionContext& ctx) {
  const std::vector<WordTerms> f = levels_of(problem.f, problem.point, field, ctx);
  std::vector<std::vector<WordTerms>> leads(problem.f.variables);
  for (const WordTerms& lead : problem.leads) {
    std::vector<WordTerms> levels = levels_of(lead, problem.point, field, ctx);
    for (std::size_t k = 1; k < levels.size(); ++k) leads[k].push_back(std::move(levels[k]));
  }
  std::vector<WordTerms> known;
  for (const FieldPoly& u : problem.bases) known.push_back(univariate_terms(u));
  for (std::size_t k = 1; k < problem.f.variables; ++k) {
    for (const WordTerms& lead : leads[k])
      if (lead.empty()) return {LiftOutcome::unlucky, {}};
    if (k > 1 && element_count(field) < few_elements)
      for (std::size_t s = 0; s < known.size(); ++s) {
        std::vector<std::size_t> degrees;
        for (std::size_t v = 0; v + 1 < k; ++v) degrees.push_back(problem.degrees[v][s]);
        known[s] = completed_support(known[s], degrees);
      }
    LiftStep<F> step(f[k], leads[k], known, problem.point[k - 1], problem.degrees[k - 1], field, ctx);
    LiftedFactors next = step.run(seed + k);
    if (next.outcome != LiftOutcome::found) return next;
    known = std::move(next.factors);
    ctx.progress("lifting factors", static_cast<double>(k) / static_cast<double>(problem.f.variables - 1));
  }
  return {LiftOutcome::found, std::move(known)};
}

template LiftedFactors lift_factors(const LiftProblem&, const WordModulus&, std::uint64_t, const ExecutionContext&);
template LiftedFactors lift_factors(const LiftProblem&, const TableField&, std::uint64_t, const ExecutionContext&);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
