// Learning a basis modulo one prime.
#include "system/bases/basis_engine.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <polyfork/core/error.hpp>

#include "groebner/replay_lanes.hpp"
#include "system/modular/leading_power_order.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::vector<std::uint64_t> numbers_of(const LexicographicBasis& basis, const SmallPrime& p) {
  std::vector<std::uint64_t> numbers;
  for (const auto& tail : basis.tails)
    for (std::size_t k = tail.size(); k-- > 0;) numbers.push_back(p.neg(tail[k]));
  return numbers;
}

/// Terms in descending order: exponents in the sequence of the variables compare as lex does.
void sort_lexicographically(IntegerSystem::Equation& equation) {
  std::vector<std::size_t> places(equation.exponents.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::sort(places.begin(), places.end(),
            [&](std::size_t a, std::size_t b) { return equation.exponents[a] > equation.exponents[b]; });
  IntegerSystem::Equation sorted;
  for (const std::size_t i : places) {
    sorted.exponents.push_back(std::move(equation.exponents[i]));
    sorted.coefficients.push_back(std::move(equation.coefficients[i]));
  }
  equation = std::move(sorted);
}

}  // namespace

BasisEngine::BasisEngine(const IntegerSystem& system, Input input, MonomialOrder order, const SmallPrime& p,
                         const ExecutionContext& ctx)
    : system_(system) {
  if (input == Input::equations && order == MonomialOrder::lex) weights_ = weights_for_basis(system);
  run(input == Input::equations ? MonomialOrder::graded_reverse_lex : order, p, ctx);
  if (input == Input::equations && order == MonomialOrder::lex) {
    std::vector<MonomialTable::Index> leading;
    for (const std::uint32_t i : f4_->basis()) leading.push_back(f4_->polynomial(i).monomials[0]);
    const int dimension = dimension_of(*monomials_, leading, ctx);
    if (dimension == 0) {
      read_changed(p, ctx);
      take_trace();
      return;
    }
    needs_grevlex_basis_ = dimension > 0;
    if (needs_grevlex_basis_) return;
  }
  read_basis();
  take_trace();
}

void BasisEngine::take_trace() {
  // The reduced basis and what was reduced by it.
  std::vector<bool> wanted(f4_->polynomial_count(), false);
  std::fill(wanted.begin() + f4_->basis()[0], wanted.end(), true);
  trace_ = f4_->take_trace(std::move(wanted));
}

void BasisEngine::run(MonomialOrder order, const SmallPrime& p, const ExecutionContext& ctx) {
  if (order == MonomialOrder::lex)
    for (auto& equation : system_.equations) sort_lexicographically(equation);
  else if (!weights_.empty())
    system_ = sorted_by_weights(std::move(system_), weights_);
  const auto coefficients = coefficients_modulo(system_, p);
  if (!coefficients) throw DomainError("a coefficient vanishes modulo the prime");
  f4_.reset();
  monomials_ = weights_.empty() ? std::make_unique<MonomialTable>(system_.variables, order)
                                : std::make_unique<MonomialTable>(system_.variables, weights_);
  f4_ = std::make_unique<F4>(*monomials_, equations_modulo(system_, *coefficients, *monomials_), p, ctx);
}

void BasisEngine::read_basis() {
  for (const std::uint32_t i : f4_->basis()) {
    const WordPolynomial& f = f4_->polynomial(i);
    std::vector<Exponents> support;
    for (const MonomialTable::Index m : f.monomials) {
      Exponents exponents(system_.variables);
      for (std::size_t v = 0; v < exponents.size(); ++v) exponents[v] = monomials_->exponent(m, v);
      support.push_back(std::move(exponents));
    }
    supports_.push_back(std::move(support));
    numbers_.insert(numbers_.end(), f.coefficients.begin() + 1, f.coefficients.end());
  }
}

void BasisEngine::read_changed(const SmallPrime& p, const ExecutionContext& ctx) {
  plan_ = std::make_unique<QuotientPlan>(*f4_, *monomials_, ctx);
  for (std::size_t v = 0; v < system_.variables; ++v) plan_->prepare(v);
  std::vector<std::vector<std::uint32_t>> coefficients;
  for (std::size_t i = 0; i < f4_->polynomial_count(); ++i) coefficients.push_back(f4_->polynomial(i).coefficients);
  changed_ = lexicographic_basis(*plan_, system_.variables, coefficients, p, ctx);
  for (std::size_t i = 0; i < changed_.leading.size(); ++i) {
    std::vector<Exponents> support{changed_.leading[i]};
    for (std::size_t k = changed_.tails[i].size(); k-- > 0;) support.push_back(changed_.staircase[k]);
    supports_.push_back(std::move(support));
  }
  numbers_ = numbers_of(changed_, p);
}

std::vector<std::optional<TracedCoefficients>> BasisEngine::replays(std::span<const SmallPrime> primes,
                                                                    const ExecutionContext& ctx) const {
  std::vector<TracedCoefficients> inputs;
  for (const SmallPrime& p : primes) inputs.push_back(coefficients_modulo(system_, p).value());
  return replay_several(trace_, inputs, primes, ctx);
}

std::size_t BasisEngine::replay_bytes(std::size_t primes, std::size_t threads) const {
  return detail::replay_bytes(trace_, primes, threads);
}

std::optional<std::vector<std::uint64_t>> BasisEngine::image(const TracedCoefficients& coefficients,
                                                             const SmallPrime& p, const ExecutionContext& ctx) const {
  if (plan_) {
    const LexicographicBasis basis = lexicographic_basis(*plan_, system_.variables, coefficients, p, ctx);
    if (basis.leading != changed_.leading || basis.staircase != changed_.staircase) return std::nullopt;
    return numbers_of(basis, p);
  }
  std::vector<std::uint64_t> numbers;
  for (const std::uint32_t i : f4_->basis())
    numbers.insert(numbers.end(), coefficients[i].begin() + 1, coefficients[i].end());
  return numbers;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
