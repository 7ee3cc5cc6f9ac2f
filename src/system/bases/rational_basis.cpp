// Groebner bases over Q: lifting from primes, and their proofs.
#include <polyfork/system/rational_basis.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "groebner/exponents.hpp"
#include "groebner/monomial_table.hpp"
#include "system/bases/basis_engine.hpp"
#include "system/bases/basis_proof.hpp"
#include "system/modular/common_variables.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/leading_power_order.hpp"
#include "system/modular/lift_from_primes.hpp"
#include "system/modular/prime_source.hpp"
#include "system/proofs/integer_equation.hpp"
#include "system/proofs/leading_powers.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::BasisEngine;
using detail::IntegerSystem;
using detail::MonomialTable;
using detail::PrimeSource;
using detail::SmallPrime;

constexpr int most_attempts = 20;

struct LiftedBasis {
  std::vector<MultiPolyQ> polynomials;
  std::size_t primes;
};

std::vector<MultiPolyQ> polynomials_from(const BasisEngine& engine, const std::vector<detail::CommonFractions>& groups,
                                         const Variables& variables, const ExecutionContext& ctx) {
  std::vector<MultiPolyQ> result;
  for (std::size_t i = 0; i < engine.supports().size(); ++i) {
    const auto& support = engine.supports()[i];
    MultiPolyQ::Collector collector(Rationals{}, variables);
    collector.push_back(support[0], Rational(1));
    for (std::size_t k = 1; k < support.size(); ++k)
      collector.push_back(support[k], Rational(groups[i].numerators[k - 1], groups[i].denominator));
    result.push_back(std::move(collector).finish(ctx));
  }
  return result;
}

LiftedBasis lex_from_grevlex(const IntegerSystem& system, const Variables& variables, const ExecutionContext& ctx);

/// The basis, learnt from one prime and agreed with by a second one, modulo which it is computed anew. Empty where they
/// do not agree.
std::optional<LiftedBasis> attempt(const IntegerSystem& system, BasisEngine::Input input, const Variables& variables,
                                   PrimeSource& primes, const ExecutionContext& ctx) {
  const SmallPrime prime(primes.next(system));
  const detail::PhasedProgress progress(ctx);
  const auto learning = progress.phase(0.4);
  const auto learnt = detail::retry_on_one_thread(learning, [&](const ExecutionContext& with) {
    return std::make_unique<const BasisEngine>(system, input, variables.order(), prime, with);
  });
  const BasisEngine& engine = *learnt;
  if (engine.needs_grevlex_basis()) return lex_from_grevlex(system, variables, progress.phase(0.6));
  detail::ModularImages images;
  for (const auto& support : engine.supports())
    images.ends.push_back((images.ends.empty() ? 0 : images.ends.back()) + support.size() - 1);
  images.replays = [&](std::span<const SmallPrime> several, const ExecutionContext& with) {
    std::vector<std::optional<detail::PrimeReplay>> replays;
    for (auto& replay : engine.replays(several, with))
      replays.push_back(replay ? std::optional(detail::PrimeReplay{std::move(*replay)}) : std::nullopt);
    return replays;
  };
  images.replay_bytes = [&](std::size_t count, std::size_t threads) { return engine.replay_bytes(count, threads); };
  images.image = [&](const detail::PrimeReplay& replay, const SmallPrime& p, const ExecutionContext& with) {
    return engine.image(replay.coefficients, p, with);
  };
  images.check = [&](const std::vector<std::uint64_t>& numbers, const SmallPrime& p, const ExecutionContext& with) {
    const BasisEngine anew(system, input, variables.order(), p, with);
    return anew.supports() == engine.supports() && anew.numbers() == numbers;
  };
  if (engine.numbers().empty()) {
    // Monomials: there is nothing to lift.
    const SmallPrime another(primes.next(system));
    const bool agrees =
        detail::retry_on_one_thread(ctx, [&](const ExecutionContext& with) { return images.check({}, another, with); });
    if (!agrees) return std::nullopt;
    return LiftedBasis{
        polynomials_from(engine, std::vector<detail::CommonFractions>(engine.supports().size()), variables, ctx), 2};
  }
  const auto lifted = detail::lift_from_primes(images, system, primes, progress.phase(0.6));
  if (!lifted) return std::nullopt;
  return LiftedBasis{polynomials_from(engine, lifted->groups, variables, ctx), lifted->primes};
}

LiftedBasis lifted_basis(const IntegerSystem& system, BasisEngine::Input input, const Variables& variables,
                         const ExecutionContext& ctx) {
  PrimeSource primes(system);
  for (int i = 0; i < most_attempts; ++i)
    if (auto basis = attempt(system, input, variables, primes, ctx)) return std::move(*basis);
  throw DomainError("primes disagree about the ideal");
}

/// The variables have the order lex.
LiftedBasis lex_from_grevlex(const IntegerSystem& system, const Variables& variables, const ExecutionContext& ctx) {
  const detail::PhasedProgress progress(ctx);
  const LiftedBasis known = lifted_basis(system, BasisEngine::Input::equations,
                                         variables.with_order(MonomialOrder::graded_reverse_lex), progress.phase(0.5));
  LiftedBasis basis = lifted_basis(detail::integer_system(known.polynomials), BasisEngine::Input::grevlex_basis,
                                   variables, progress.phase(0.5));
  basis.primes += known.primes;
  return basis;
}

/// The equations as polynomials.
std::vector<MultiPolyQ> polynomials_of(const IntegerSystem& system, const Variables& variables,
                                       const ExecutionContext& ctx) {
  std::vector<MultiPolyQ> result;
  for (const auto& equation : system.equations) {
    MultiPolyQ::Collector collector(Rationals{}, variables);
    for (std::size_t i = 0; i < equation.exponents.size(); ++i)
      collector.push_back(equation.exponents[i], Rational(equation.coefficients[i]));
    result.push_back(std::move(collector).finish(ctx));
  }
  return result;
}

/// A Groebner basis of the ideal in the order grevlex, proved.
std::vector<MultiPolyQ> proved_basis(const IntegerSystem& system, const Variables& variables,
                                     const ExecutionContext& ctx) {
  std::string extra = "h";
  while (variables.contains(extra)) extra += '_';
  std::vector<std::string> names = variables.names();
  names.push_back(extra);
  const Variables more(names, MonomialOrder::graded_reverse_lex);
  const IntegerSystem homogeneous = detail::homogenized(system);
  const auto basis = lifted_basis(homogeneous, BasisEngine::Input::equations, more, ctx).polynomials;
  const bool is_basis = detail::retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
    return detail::is_basis_of_homogeneous(basis, polynomials_of(homogeneous, more, with), with);
  });
  if (!is_basis) throw DomainError("the basis of the homogenized system is not one");
  // The extra variable becomes 1: leading monomials lose only that one.
  const Variables grevlex = variables.with_order(MonomialOrder::graded_reverse_lex);
  std::vector<MultiPolyQ> result;
  for (const MultiPolyQ& f : basis) {
    MultiPolyQ::Collector collector(Rationals{}, grevlex);
    for (std::size_t i = 0; i < f.term_count(); ++i) {
      auto exponents = f.exponents(i);
      exponents.pop_back();
      collector.push_back(exponents, f.coefficient(i));
    }
    result.push_back(std::move(collector).finish(ctx));
  }
  return result;
}

/// The polynomials, monic, where they are a reduced basis themselves, which leading monomials without common variables
/// show.
std::optional<std::vector<MultiPolyQ>> reduced_input(const std::vector<MultiPolyQ>& polynomials,
                                                     const Variables& variables, const ExecutionContext& ctx) {
  std::vector<MultiPolyQ> basis;
  basis.reserve(polynomials.size());
  for (const MultiPolyQ& f : polynomials)
    if (!f.is_zero()) basis.push_back(f.with_variables(variables, ctx));
  if (!detail::is_reduced_by_coprime_leaders(basis)) return std::nullopt;
  for (MultiPolyQ& f : basis) f = make_monic(f, ctx);
  MonomialTable monomials(variables.size(), variables.order());
  std::vector<std::pair<MonomialTable::Index, std::size_t>> leaders;
  leaders.reserve(basis.size());
  for (std::size_t i = 0; i < basis.size(); ++i) leaders.emplace_back(monomials.insert(basis[i].exponents(0)), i);
  std::sort(leaders.begin(), leaders.end(),
            [&](const auto& a, const auto& b) { return monomials.less(a.first, b.first); });
  std::vector<MultiPolyQ> sorted;
  sorted.reserve(basis.size());
  for (const auto& leader : leaders) sorted.push_back(std::move(basis[leader.second]));
  return sorted;
}

/// The polynomials, monic, where they are a Groebner basis in the order grevlex with the leading monomials of this one.
std::optional<std::vector<MultiPolyQ>> known_input(const std::vector<MultiPolyQ>& basis, const IntegerSystem& system,
                                                   const Variables& variables, const ExecutionContext& ctx) {
  if (variables.order() != MonomialOrder::graded_reverse_lex) return std::nullopt;
  std::vector<MultiPolyQ> polynomials = polynomials_of(system, variables, ctx);
  for (MultiPolyQ& f : polynomials) f = make_monic(f, ctx);
  const bool has_leaders = std::ranges::all_of(basis, [&](const MultiPolyQ& f) {
    return std::ranges::any_of(
        polynomials, [&](const MultiPolyQ& by) { return detail::monomial_divides(by.exponents(0), f.exponents(0)); });
  });
  if (!has_leaders || !detail::is_groebner_basis(polynomials, ctx)) return std::nullopt;
  return polynomials;
}

/// Compares the basis with one that is proved.
bool is_proved(const std::vector<MultiPolyQ>& basis, const IntegerSystem& system, const Variables& variables,
               const ExecutionContext& ctx) {
  if (const auto weights = detail::weights_for_leading_powers(system)) {
    // The equations themselves are a basis in the order by the weights.
    const auto equations = polynomials_of(system, variables.with_order(MonomialOrder::graded_reverse_lex), ctx);
    const auto classes = detail::residue_classes(detail::integer_equations(equations, ctx), *weights);
    if (classes && classes->exact)
      return detail::retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
        return detail::is_basis_of_same_ideal(basis, equations, *weights, classes->count, with);
      });
  }
  auto known = detail::retry_on_one_thread(
      ctx, [&](const ExecutionContext& with) { return known_input(basis, system, variables, with); });
  if (!known) known = proved_basis(system, variables, ctx);
  return detail::retry_on_one_thread(
      ctx, [&](const ExecutionContext& with) { return detail::is_basis_of_same_ideal(basis, *known, with); });
}

}  // namespace

RationalBasis rational_groebner_basis(const std::vector<MultiPolyQ>& polynomials, const BasisOptions& options,
                                      const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(polynomials, ctx))
    return rational_groebner_basis(*united, options, ctx);
  if (options.order != MonomialOrder::lex && options.order != MonomialOrder::graded_reverse_lex)
    throw DomainError("Groebner bases are computed in the orders lex and graded_reverse_lex");
  const IntegerSystem system = detail::integer_system(polynomials);
  RationalBasis result;
  result.proved = system.equations.empty();
  if (system.equations.empty()) return result;
  const Variables variables = polynomials[0].variables().with_order(options.order);
  if (auto known = reduced_input(polynomials, variables, ctx)) {
    result.polynomials = std::move(*known);
    result.proved = true;
    return result;
  }
  const detail::PhasedProgress progress(ctx);
  LiftedBasis basis =
      lifted_basis(system, BasisEngine::Input::equations, variables, progress.phase(options.certify ? 0.4 : 1.0));
  if (options.certify) {
    const bool is_same = is_proved(basis.polynomials, system, variables, progress.phase(0.6));
    if (!is_same) throw DomainError("the basis contradicts one that is proved");
    result.proved = true;
  }
  result.polynomials = std::move(basis.polynomials);
  result.primes = basis.primes;
  return result;
}

MultiPolyQ normal_form(const MultiPolyQ& f, const std::vector<MultiPolyQ>& basis, const ExecutionContext& ctx) {
  if (basis.empty()) return f;
  const Variables& variables = basis.front().variables();
  if (f.is_constant()) return rem(MultiPolyQ::constant(Rationals{}, variables, f.constant_term()), basis, ctx);
  if (f.variables().names() != variables.names())
    throw DomainError("polynomials in different variables: " + f.variables().to_string() + " and " +
                      variables.to_string());
  return rem(f.with_variables(variables, ctx), basis, ctx);
}

}  // namespace v1
}  // namespace polyfork
