// The choice of a method for a part of a system.
#include "system/solve/solve_part.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/system/representation.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/chains/chain_initials.hpp"
#include "system/chains/fibre_finder.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/modular_engine.hpp"
#include "system/points/coordinates.hpp"
#include "system/solve/branch_core.hpp"
#include "system/solve/conjugate_chains.hpp"
#include "system/solve/extend_representation.hpp"
#include "system/solve/proved_claims.hpp"
#include "system/solve/system_dimension.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::optional<std::size_t> product(std::optional<std::size_t> a, std::optional<std::size_t> b) {
  return a && b ? std::optional(*a * *b) : std::nullopt;
}

class PartSolver {
 public:
  PartSolver(const Variables& variables, const SolutionOptions& options, bool counted, const ExecutionContext& ctx)
      : variables_(variables), options_(options), counted_(counted), ctx_(ctx) {}

  void solve(const SystemBranch& branch) {
    if (options_.method != SolutionMethod::representation && solve_triangular(branch)) return;
    if (options_.method == SolutionMethod::chains && solve_by_chains(branch)) return;
    solve_by_representation(branch);
  }
  SystemParts take() { return std::move(result_); }

 private:
  void note_dimension(int dimension) { result_.dimension = std::max(result_.dimension, dimension); }

  /// Notes the dimension that primes have told; one that is not zero a basis proves on request. Whether the part has
  /// finitely many solutions, and some.
  bool note_dimension(int dimension, const std::vector<MultiPolyQ>& core) {
    const KnownDimension known = confirmed_dimension(dimension, core, options_.certify, ctx_);
    result_.dimension_proved = known.proved && result_.dimension_proved;
    if (dimension < 0) result_.proved = known.proved && result_.proved;
    note_dimension(known.dimension);
    return known.dimension == 0;
  }

  void note_claims(const ProvedClaims& claims) {
    result_.points_proved = claims.points && result_.points_proved;
    result_.proved = claims.points && claims.complete && result_.proved;
    result_.dimension_proved = result_.dimension_proved || claims.complete;
  }

  bool solve_triangular(const SystemBranch& branch) {
    auto core = triangular_core(branch, variables_.size());
    if (!core) return false;
    TriangularSystem chain = std::move(*core);
    const bool constant_initials = std::all_of(chain.levels.begin(), chain.levels.end(),
                                               [](const TriangularLevel& l) { return l.has_constant_initial(); });
    const bool finite = constant_initials || has_invertible_initials(chain, ctx_);
    append_solved(chain, branch);
    SolvedPart part;
    part.method = SolutionMethod::chains;
    if (finite) {
      part.degree = 1;
      for (const TriangularLevel& level : chain.levels) *part.degree *= static_cast<std::size_t>(level.degree);
      if (*part.degree == 1) part.complex_solutions = 1;
      part.degree = product(part.degree, branch.multiplicity);
    } else if (!is_finite(branch)) {
      return true;
    }
    if (!branch.without_real_points && !find_points(chain, branch.multiplicity, part)) return false;
    note_dimension(0);
    result_.parts.push_back(std::move(part));
    return true;
  }

  /// Variables that are solved for, the last one first: its value is in variables that are known then.
  void append_solved(TriangularSystem& chain, const SystemBranch& branch) const {
    for (std::size_t i = branch.solved.size(); i-- > 0;) {
      const auto& s = branch.solved[i];
      const MultiPolyQ x = MultiPolyQ::generator(s.value.variables(), variables_.name(s.variable));
      chain.levels.push_back({s.variable, 1, integer_system({sub(x, s.value, ctx_)}).equations[0]});
    }
  }

  /// False where a fibre is not decided.
  bool find_points(const TriangularSystem& chain, std::optional<std::size_t> factor, SolvedPart& part) {
    auto finder = finder_of(chain, ctx_);
    if (!finder->decided()) return false;
    part.real_solutions = finder->size();
    add_source(std::move(finder), factor);
    return true;
  }

  std::unique_ptr<FibreFinder> finder_of(const TriangularSystem& chain, const ExecutionContext& ctx) const {
    return retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
      return std::make_unique<FibreFinder>(chain, options_.exact_bits, with);
    });
  }

  void add_source(std::unique_ptr<CoordinateSource> source, std::optional<std::size_t> factor) {
    result_.sources.push_back(std::move(source));
    result_.factors.push_back(factor);
  }

  /// By chains of conjugate points. False where that is not decided.
  bool solve_by_chains(const SystemBranch& branch) {
    const std::vector<bool> open = open_variables(branch, variables_.size());
    if (std::find(open.begin(), open.end(), true) == open.end()) return false;
    if (branch.without_real_points) return false;
    const std::vector<MultiPolyQ> core = core_of(branch, variables_, ctx_);
    const PhasedProgress progress(ctx_);
    const ConjugateChains found = conjugate_chains(core, progress.phase(options_.certify ? 0.4 : 0.8));
    const std::vector<ConjugateChain>& chains = found.chains;
    std::vector<std::unique_ptr<FibreFinder>> finders(chains.size());
    const double share = 0.2 / static_cast<double>(std::max<std::size_t>(chains.size(), 1));
    retry_on_one_thread(ctx_, [&](const ExecutionContext& with) {
      parallel_for(with, chains.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          if (!finders[i]) finders[i] = finder_of(triangular(chains[i].chain, branch), progress.phase(share));
      });
    });
    if (!std::ranges::all_of(finders, [](const auto& finder) { return finder->decided(); })) return false;
    if (note_dimension(found.representation.dimension, core)) note_claims(claims_of(found, core));
    for (std::size_t i = 0; i < chains.size(); ++i) {
      SolvedPart part;
      part.method = SolutionMethod::chains;
      part.complex_solutions = chains[i].chain.degree();
      const auto factor = product(chains[i].multiplicity, branch.multiplicity);
      part.degree = product(part.complex_solutions, factor);
      part.real_solutions = finders[i]->size();
      add_source(std::move(finders[i]), factor);
      result_.parts.push_back(std::move(part));
    }
    return true;
  }

  /// Proofs about chains take long.
  ProvedClaims claims_of(const ConjugateChains& found, const std::vector<MultiPolyQ>& core) const {
    if (!options_.certify) return {};
    std::vector<RegularChain<Rationals>> chains;
    for (const ConjugateChain& c : found.chains) chains.push_back(c.chain);
    return proved_claims_of_chains(core, chains, found.representation, ctx_);
  }

  /// The polynomials of a chain, and those of the variables that the branch has solved.
  TriangularSystem triangular(const RegularChain<Rationals>& chain, const SystemBranch& branch) const {
    TriangularSystem system{variables_.size(), {}};
    for (const MultiPolyQ& f : chain.polynomials()) {
      // The polynomial's first variable is its greatest.
      const auto exponents = f.exponents(0);
      const auto first = std::find_if(exponents.begin(), exponents.end(), [](std::uint64_t e) { return e != 0; });
      const auto at = static_cast<std::size_t>(first - exponents.begin());
      const MultiPolyQ all = f.with_variables(variables_.with_order(MonomialOrder::graded_reverse_lex), ctx_);
      system.levels.push_back(
          {variables_.index(chain.variables().name(at)), *first, integer_system({all}).equations[0]});
    }
    append_solved(system, branch);
    return system;
  }

  /// False where there are infinitely many solutions or none.
  bool is_finite(const SystemBranch& branch) {
    const std::vector<MultiPolyQ> core = core_of(branch, variables_, ctx_);
    const auto classes = known_residue_classes(core, ctx_);
    if (classes && classes->exact) return note_dimension(0, core);
    return note_dimension(probable_dimension(integer_system(core), ctx_), core);
  }

  void solve_by_representation(const SystemBranch& branch) {
    const std::vector<bool> open = open_variables(branch, variables_.size());
    // A proved basis takes about as long as the representation.
    const PhasedProgress progress(ctx_);
    const double proving = options_.certify ? 0.45 : 0.1;
    SolvedPart part;
    UnivariateRepresentation r;
    bool known_basis = false;
    if (std::find(open.begin(), open.end(), true) == open.end()) {
      r = representation_of_point();
    } else {
      const std::vector<MultiPolyQ> core = core_of(branch, variables_, ctx_);
      if (branch.without_real_points) {
        if (!is_finite(branch)) return;
        result_.parts.push_back(std::move(part));
        return;
      }
      r = univariate_representation(core, progress.phase(0.85 - proving));
      if (!note_dimension(r.dimension, core)) return;
      const ProvedClaims claims = proved_claims(core, r, options_.certify, progress.phase(proving));
      known_basis = claims.known_basis;
      note_claims(claims);
    }
    note_dimension(0);
    part.degree = product(r.degree, branch.multiplicity);
    part.complex_solutions = static_cast<std::size_t>(r.polynomial.degree());
    part.primes = r.primes;
    part.resultants = r.resultants;
    part.known_basis = known_basis;
    const auto isolating = progress.phase(0.15);
    if (counted_) {
      part.real_solutions = retry_on_one_thread(
          isolating, [&](const ExecutionContext& with) { return count_real_roots(r.polynomial, std::nullopt, with); });
    } else {
      r = extended(std::move(r), variables_, branch.solved, isolating);
      part.form = r.form;
      add_source(std::make_unique<CoordinateFinder>(std::move(r), options_.exact_bits, isolating), branch.multiplicity);
      part.real_solutions = result_.sources.back()->size();
    }
    result_.parts.push_back(std::move(part));
  }

  const Variables& variables_;
  const SolutionOptions& options_;
  bool counted_;
  const ExecutionContext& ctx_;
  SystemParts result_;
};

}  // namespace

SystemParts solve_part(const SystemBranch& branch, const Variables& variables, const SolutionOptions& options,
                       bool counted, const ExecutionContext& ctx) {
  PartSolver solver(variables, options, counted, ctx);
  solver.solve(branch);
  return solver.take();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
