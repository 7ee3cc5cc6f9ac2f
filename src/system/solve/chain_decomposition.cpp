// The solutions of a system as chains: triangular equations at once, the rest by way of representations.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/chains/chain_arithmetic.hpp"
#include "system/chains/chain_maker.hpp"
#include "system/chains/triangular_chains.hpp"
#include "system/modular/common_variables.hpp"
#include "system/modular/integer_system.hpp"
#include "system/proofs/chain_proof.hpp"
#include "system/solve/branch_core.hpp"
#include "system/solve/chain_order.hpp"
#include "system/solve/conjugate_chains.hpp"
#include "system/solve/proved_claims.hpp"
#include "system/solve/split_system.hpp"
#include "system/solve/system_dimension.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::ChainPolynomials;
using detail::SystemBranch;

/// The chains of a branch.
struct BranchChains {
  detail::KnownDimension known{-1, true};
  bool proved = true;   ///< they are the solutions, which computations over Q have shown
  bool counted = true;  ///< the number of the solutions is proved to be `solutions`
  std::size_t solutions = 0;
  std::vector<RegularChain<Rationals>> chains;
};

class Decomposer {
 public:
  /// The variables have the order lex.
  Decomposer(const Variables& variables, const ChainOptions& options, const ExecutionContext& ctx)
      : variables_(variables), options_(options), ctx_(ctx) {}

  /// Of equations that are triangular as they are and, by a prime, without multiple solutions.
  std::optional<RegularChain<Rationals>> chain_of(const std::vector<MultiPolyQ>& equations) const {
    if (options_.shape == ChainShape::conjugate) return std::nullopt;
    const auto system =
        triangular_system(detail::integer_system(equations), std::vector<bool>(variables_.size(), true));
    if (!system || !is_in_order(*system)) return std::nullopt;
    auto chain = chain_of_triangular(*system, variables_, ctx_);
    if (!chain) return std::nullopt;
    return with_solved(*chain, {});
  }

  BranchChains decompose(const SystemBranch& branch) const {
    BranchChains result;
    if (auto chains = triangular_chains(branch)) {
      for (const ChainPolynomials& chain : *chains) result.chains.push_back(with_solved(chain, branch));
      if (!result.chains.empty()) result.known.dimension = 0;
      for (const auto& chain : result.chains) result.solutions += chain.degree();
      return result;
    }
    const std::vector<MultiPolyQ> core = core_of(branch, variables_, ctx_);
    const detail::PhasedProgress progress(ctx_);
    detail::ConjugateChains found = conjugate_chains(core, progress.phase(options_.certify ? 0.6 : 1.0));
    const UnivariateRepresentation& r = found.representation;
    result.known = {r.dimension, false};
    result.proved = result.counted = false;
    if (r.dimension < 0) {
      result.known = confirmed_dimension(r.dimension, core, options_.certify, progress.phase(0.4));
      result.proved = result.counted = result.known.proved;
    } else if (r.dimension == 0 && options_.certify) {
      result.solutions = static_cast<std::size_t>(r.polynomial.degree());
      result.counted = proved_claims(core, r, true, progress.phase(0.4)).complete;
    }
    for (auto& conjugate : found.chains) result.chains.push_back(with_solved(conjugate.chain.polynomials(), branch));
    return result;
  }

 private:
  /// Chains in the variables that the branch has not solved, if its equations are triangular.
  std::optional<std::vector<ChainPolynomials>> triangular_chains(const SystemBranch& branch) const {
    const auto core = triangular_core(branch, variables_.size());
    if (!core || !is_in_order(*core)) return std::nullopt;
    if (core->levels.empty()) return std::vector<ChainPolynomials>(1);
    // Points above those of an irreducible polynomial, one each, are conjugate; of others that is not known.
    if (options_.shape == ChainShape::conjugate) return std::nullopt;
    if (auto chain = chain_of_triangular(*core, variables_, ctx_))
      return std::vector<ChainPolynomials>{std::move(*chain)};
    return chains_of_triangular(*core, variables_, ctx_);
  }

  /// The chain of all variables from that of those which the branch has not solved.
  RegularChain<Rationals> with_solved(const ChainPolynomials& core, const SystemBranch& branch) const {
    const detail::ChainArithmetic<Rationals> arithmetic(Rationals{}, variables_, ctx_);
    std::vector<std::optional<MultiPolyQ>> at(variables_.size());
    for (const MultiPolyQ& f : core) {
      MultiPolyQ all = f.with_variables(variables_, ctx_);
      const std::size_t level = arithmetic.level_of(all);
      at[level] = std::move(all);
    }
    for (const auto& s : branch.solved) {
      const MultiPolyQ value = s.value.with_variables(variables_, ctx_);
      at[variables_.size() - 1 - s.variable] =
          sub(MultiPolyQ::generator(variables_, variables_.name(s.variable)), value, ctx_);
    }
    ChainPolynomials chain;
    // Those of the core are reduced, and have no solved variables.
    for (const auto& f : at) chain.push_back(f->total_degree() == 1 ? arithmetic.reduced(*f, chain) : *f);
    return detail::ChainMaker<Rationals>::trusted(std::move(chain));
  }

  const Variables& variables_;
  const ChainOptions& options_;
  const ExecutionContext& ctx_;
};

void sort_chains(std::vector<RegularChain<Rationals>>& chains) {
  std::sort(chains.begin(), chains.end(), [](const RegularChain<Rationals>& a, const RegularChain<Rationals>& b) {
    return a.degree() != b.degree() ? a.degree() < b.degree() : a.to_string() < b.to_string();
  });
}

std::vector<std::vector<MultiPolyQ>> lists_of(const std::vector<RegularChain<Rationals>>& chains) {
  std::vector<std::vector<MultiPolyQ>> lists;
  lists.reserve(chains.size());
  for (const auto& chain : chains) lists.push_back(chain.polynomials());
  return lists;
}

std::size_t points_of(const std::vector<RegularChain<Rationals>>& chains) {
  std::size_t points = 0;
  for (const auto& chain : chains) points += chain.degree();
  return points;
}

std::vector<BranchChains> decompose_branches(const std::vector<SystemBranch>& branches, const Variables& variables,
                                             const ChainOptions& options, const ExecutionContext& ctx) {
  std::vector<BranchChains> parts(branches.size());
  const detail::PhasedProgress progress(ctx);
  const double share = 1 / static_cast<double>(std::max<std::size_t>(branches.size(), 1));
  const auto decompose = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      parts[i] = Decomposer(variables, options, progress.phase(share)).decompose(branches[i]);
  };
  // Parts at the same time would leave each other more or less of a cap from run to run.
  if (ctx.memory().limit() == MemoryAccount::unlimited)
    parallel_for(ctx, branches.size(), 1, decompose);
  else
    decompose(0, branches.size());
  return parts;
}

/// The equations are in variables of the order lex; `named` are the same ones as messages name them.
ChainDecomposition decomposition_in(const std::vector<MultiPolyQ>& equations, const Variables& named,
                                    const ChainOptions& options, const ExecutionContext& ctx) {
  const Variables& variables = equations[0].variables();
  if (auto chain = Decomposer(variables, options, ctx).chain_of(equations)) return {0, {std::move(*chain)}, true, true};
  const auto branches = detail::retry_on_one_thread(
      ctx, [&](const ExecutionContext& with) { return split_system(equations, detail::LinearChoice::greatest, with); });
  const detail::PhasedProgress progress(ctx);
  auto parts = decompose_branches(branches, variables, options, progress.phase(options.certify ? 0.7 : 1.0));
  ChainDecomposition result{-1, {}, true, true};
  bool counted = true;
  std::size_t solutions = 0;
  for (BranchChains& part : parts) {
    counted = counted && part.counted;
    solutions += part.solutions;
    result.dimension = std::max(result.dimension, part.known.dimension);
    result.proved = result.proved && part.proved;
    std::move(part.chains.begin(), part.chains.end(), std::back_inserter(result.chains));
  }
  if (result.dimension > 0) {
    const auto confirming = progress.phase(options.certify ? 0.3 : 0.0);
    detail::require_finitely_many(detail::confirmed_dimension(result.dimension, equations, options.certify, confirming),
                                  named);
  }
  if (options.shape == ChainShape::equiprojectable && result.chains.size() > 1)
    result.chains = RegularChain<Rationals>::equiprojectable_decomposition(result.chains, ctx);
  sort_chains(result.chains);
  result.points_proved = result.proved;
  if (options.certify && !result.proved) {
    result.points_proved = detail::chains_describe_solutions(equations, lists_of(result.chains), progress.phase(0));
    // So many different solutions are all.
    result.proved = result.points_proved && counted && points_of(result.chains) == solutions;
  }
  return result;
}

}  // namespace

ChainDecomposition chain_decomposition(const std::vector<MultiPolyQ>& equations, const ChainOptions& options,
                                       const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(equations, ctx))
    return chain_decomposition(*united, options, ctx);
  detail::require_system(equations);
  const Variables variables = options.any_order ? detail::chain_order(equations, ctx) : equations[0].variables();
  const Variables lex = variables.with_order(MonomialOrder::lex);
  std::vector<MultiPolyQ> ordered;
  ordered.reserve(equations.size());
  for (const MultiPolyQ& f : equations) ordered.push_back(f.with_variables(lex, ctx));
  return decomposition_in(ordered, equations[0].variables(), options, ctx);
}

std::vector<RegularChain<Rationals>> triangular_decomposition(const std::vector<MultiPolyQ>& equations,
                                                              const ChainOptions& options,
                                                              const ExecutionContext& ctx) {
  return chain_decomposition(equations, options, ctx).chains;
}

std::vector<RegularChain<Rationals>> triangular_decomposition(const std::vector<MultiPolyQ>& equations,
                                                              const ExecutionContext& ctx) {
  return triangular_decomposition(equations, ChainOptions{}, ctx);
}

SystemSolutions real_solutions(const RegularChain<Rationals>& chain, const SolutionOptions& options,
                               const ExecutionContext& ctx) {
  SolutionOptions used = options;
  used.method = SolutionMethod::automatic;
  return real_solutions(chain.polynomials(), used, ctx);
}

}  // namespace v1
}  // namespace polyfork
