// Learning modulo one prime, and images modulo others.
#include "system/modular/modular_engine.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/return_memory.hpp"
#include "groebner/characteristic_polynomial.hpp"
#include "groebner/replay_lanes.hpp"
#include "system/modular/leading_power_order.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Characteristic polynomials of larger matrices take more than some tenths of a second.
constexpr std::size_t most_for_characteristic = 600;

/// Sequences modulo eight primes take one thread about as long as those modulo three take three of them.
constexpr int most_threads_for_lanes = 2;

std::vector<WordPolynomial> equations_at(const IntegerSystem& system, const SmallPrime& p, MonomialTable& monomials) {
  const auto coefficients = coefficients_modulo(system, p);
  if (!coefficients) throw DomainError("a coefficient vanishes modulo the prime");
  return equations_modulo(system, *coefficients, monomials);
}

int dimension_from(const F4& f4, const MonomialTable& monomials, const ExecutionContext& ctx) {
  std::vector<MonomialTable::Index> leading;
  for (const std::uint32_t i : f4.basis()) leading.push_back(f4.polynomial(i).monomials[0]);
  return dimension_of(monomials, leading, ctx);
}

}  // namespace

int dimension_modulo(const IntegerSystem& system, const SmallPrime& p, const ExecutionContext& ctx) {
  MonomialTable monomials(system.variables);
  const F4 f4(monomials, equations_at(system, p, monomials), p, ctx);
  return dimension_from(f4, monomials, ctx);
}

ModularEngine::ModularEngine(const IntegerSystem& system, const SmallPrime& p, const ExecutionContext& ctx)
    : weights_(weights_for_basis(system)),
      sorted_(weights_.empty() ? IntegerSystem{} : sorted_by_weights(system, weights_)),
      system_(weights_.empty() ? system : sorted_),
      p_(p),
      ctx_(ctx),
      monomials_(system.variables, weights_),
      minimal_(PrimeField::trusted(p.value())) {
  equations_ = equations_at(system_, p, monomials_);
  const PhasedProgress progress(ctx_);
  f4_ = std::make_unique<F4>(monomials_, equations_, p, progress.phase(0.7));
  dimension_ = dimension_from(*f4_, monomials_, ctx_);
  if (dimension_ != 0) return;
  plan_ = std::make_unique<QuotientPlan>(*f4_, monomials_, ctx_);
  groups_ = term_groups(equations_, monomials_, ctx_);
  choose_form(progress.phase(0.3));
  settle();
}

std::vector<std::vector<std::uint32_t>> ModularEngine::coefficients_for(const LinearForm& form) const {
  const std::vector<bool> needed = plan_->needed_for(form);
  std::vector<std::vector<std::uint32_t>> coefficients(needed.size());
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (needed[i]) coefficients[i] = f4_->polynomial(i).coefficients;
  return coefficients;
}

void ModularEngine::settle() {
  if (static_cast<std::size_t>(minimal_.degree()) < degree() && degree() <= most_for_characteristic)
    coefficients_ = coefficients_for(form_);
  trace_ = f4_->take_trace(plan_->needed_for(form_));
  plan_->settle(form_);
  // The charge of the whole computation goes with it: far more than what stays, which lies in between.
  const std::size_t before = ctx_.memory().used();
  f4_.reset();
  return_memory(before - std::min(before, ctx_.memory().used()));
  held_ = MemoryReservation(ctx_.memory(),
                            trace_.bytes() + (system_.variables + 2) * (degree() + 1) * sizeof(std::uint64_t));
  // Of the monomials only those of the equations are looked at.
  monomials_ = MonomialTable(system_.variables, weights_);
  equations_ = equations_at(system_, p_, monomials_);
}

std::optional<PolyZp> ModularEngine::characteristic() const {
  const std::size_t n = degree();
  if (static_cast<std::size_t>(minimal_.degree()) == n) return minimal_;
  if (n > most_for_characteristic) return std::nullopt;
  const MemoryReservation held(ctx_.memory(), 2 * n * n * sizeof(std::uint32_t));
  const TransposedMultiplication multiplication(*plan_, form_, coefficients_, p_);
  std::vector<std::uint32_t> matrix(n * n);
  std::vector<std::uint32_t> functional(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    functional[i] = 1;
    multiplication.apply(functional, std::span(matrix).subspan(i * n, n));
    functional[i] = 0;
  }
  const auto f = characteristic_polynomial(std::move(matrix), n, p_, ctx_);
  return PolyZp(minimal_.ring(), ResidueVector(f.begin(), f.end()));
}

std::vector<std::optional<PrimeReplay>> ModularEngine::replays(std::span<const SmallPrime> primes,
                                                               const ExecutionContext& ctx) const {
  std::vector<TracedCoefficients> inputs;
  for (const SmallPrime& p : primes) inputs.push_back(coefficients_modulo(system_, p).value());
  std::vector<std::optional<PrimeReplay>> replays;
  for (auto& coefficients : replay_several(trace_, inputs, primes, ctx))
    replays.push_back(coefficients ? std::optional(PrimeReplay{std::move(*coefficients)}) : std::nullopt);
  add_sequences(replays, primes, ctx);
  return replays;
}

std::size_t ModularEngine::enough_together() const noexcept {
  const std::size_t known = enough_together_;
  return known < 2 * static_cast<std::size_t>(minimal_.degree()) ? known : 0;
}

void ModularEngine::add_sequences(std::span<std::optional<PrimeReplay>> replays, std::span<const SmallPrime> primes,
                                  const ExecutionContext& ctx) const {
  const std::size_t terms = enough_together();
  std::vector<const TracedCoefficients*> coefficients;
  std::vector<SmallPrime> used;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < replays.size(); ++i) {
    if (!replays[i] || primes[i].value() < (std::uint32_t{1} << 30)) continue;
    coefficients.push_back(&replays[i]->coefficients);
    used.push_back(primes[i]);
    places.push_back(i);
  }
  // One prime after another on a thread of its own is quicker than all of them on one of several threads.
  if (terms == 0 || ctx.threads() > most_threads_for_lanes || !sequences_are_for_lanes(degree(), used.size())) return;
  std::vector<FormSequences> sequences = lane_sequences(*plan_, form_, coefficients, used, terms, ctx);
  for (std::size_t i = 0; i < places.size(); ++i) replays[places[i]]->sequences = std::move(sequences[i]);
}

std::size_t ModularEngine::replay_bytes(std::size_t primes, std::size_t threads) const {
  const std::size_t bytes = detail::replay_bytes(trace_, primes, threads);
  const std::size_t terms = enough_together();
  if (terms == 0 || !sequences_are_for_lanes(degree(), primes)) return bytes;
  return bytes + lane_sequence_bytes(*plan_, form_, terms);
}

std::optional<ModularRepresentation> ModularEngine::image(const PrimeReplay& replay, const SmallPrime& p,
                                                          const ExecutionContext& ctx) const {
  // The first image tells how many values of all sequences together are enough, nearly always for all primes.
  const std::size_t all = 2 * static_cast<std::size_t>(minimal_.degree());
  const bool is_first = enough_together_ == 0;
  std::size_t settled = 0;
  std::optional<ModularRepresentation> r;
  if (!replay.sequences.empty()) r = representation_from(replay.sequences, all / 2, points_, p, ctx);
  if (!r)
    r = modular_representation(*plan_, form_, replay.coefficients, {all, false, enough_together()}, points_, p, ctx,
                               is_first ? &settled : nullptr);
  if (is_first && r) enough_together_ = settled;
  if (!r || static_cast<std::size_t>(r->polynomial.degree()) != points_) return std::nullopt;
  return r;
}

bool ModularEngine::check(const ModularRepresentation& r, const SmallPrime& p, const ExecutionContext& ctx) const {
  const auto coefficients = coefficients_modulo(system_, p);
  if (!coefficients) return false;
  std::vector<WordPolynomial> equations = equations_;
  for (std::size_t i = 0; i < equations.size(); ++i) equations[i].coefficients = (*coefficients)[i];
  return satisfies(r, form_, equations, groups_, monomials_, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
