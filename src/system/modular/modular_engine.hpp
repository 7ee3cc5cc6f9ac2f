// The representation of a system modulo many primes: learnt modulo one, replayed modulo the others.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/f4.hpp"
#include "groebner/quotient.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/modular_representation.hpp"
#include "system/modular/prime_replay.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class ModularEngine {
 public:
  /// Computes a basis modulo the prime, in an order in which the equations are one if there is such an order
  /// (leading_power_order.hpp), else in the order grevlex, and, in dimension 0, chooses a separating form: a variable
  /// if one separates, else a form with small coefficients, none that is the same after a permutation of the variables
  /// that the equations do not notice. Throws DomainError where a coefficient vanishes modulo p.
  ModularEngine(const IntegerSystem& system, const SmallPrime& p, const ExecutionContext& ctx);

  int dimension() const noexcept { return dimension_; }
  /// With multiplicities, and of distinct points.
  std::size_t degree() const noexcept { return plan_ ? plan_->degree() : 0; }
  std::size_t points() const noexcept { return points_; }
  const LinearForm& form() const noexcept { return form_; }
  /// The prime, and the representation by the form modulo it.
  const SmallPrime& prime() const noexcept { return p_; }
  const ModularRepresentation* learnt() const noexcept { return learnt_ ? &*learnt_ : nullptr; }
  /// The characteristic polynomial of the multiplication by the form modulo the prime: its roots are the form's values
  /// at the points, as often as their multiplicities say. Empty where that would take long.
  std::optional<PolyZp> characteristic() const;

  /// The basis computation modulo each of at most prime_lanes other primes, and Wiedemann's sequences where it is known
  /// how long they have to be; empty for one that does not follow the first. Any threads may call it.
  std::vector<std::optional<PrimeReplay>> replays(std::span<const SmallPrime> primes,
                                                  const ExecutionContext& ctx) const;
  /// About the bytes that takes for so many primes on so many threads.
  std::size_t replay_bytes(std::size_t primes, std::size_t threads) const;
  /// The representation from a replay; empty as that is.
  std::optional<ModularRepresentation> image(const PrimeReplay& replay, const SmallPrime& p,
                                             const ExecutionContext& ctx) const;
  /// Whether the representation satisfies the equations modulo its prime.
  bool check(const ModularRepresentation& r, const SmallPrime& p, const ExecutionContext& ctx) const;

 private:
  /// The coefficients modulo the engine's prime that the form needs.
  std::vector<std::vector<std::uint32_t>> coefficients_for(const LinearForm& form) const;
  std::optional<ModularRepresentation> try_form(const LinearForm& form, std::size_t least_points);
  /// The same for several forms, in parallel.
  std::vector<std::optional<ModularRepresentation>> try_forms(std::span<const LinearForm> forms,
                                                              std::size_t least_points);
  /// The context is what progress is told to.
  void choose_form(const ExecutionContext& reported);
  void accept(const LinearForm& form, ModularRepresentation r);
  /// The values of sequences that are enough together, 0 where that is not known or no fewer than of one sequence.
  std::size_t enough_together() const noexcept;
  /// Adds the sequences to replays modulo primes that have none, where lanes pay.
  void add_sequences(std::span<std::optional<PrimeReplay>> replays, std::span<const SmallPrime> primes,
                     const ExecutionContext& ctx) const;
  /// Keeps of the computation modulo the prime what other primes need.
  void settle();

  std::vector<std::uint32_t> weights_;  // of the order; none: grevlex
  IntegerSystem sorted_;                // the system in that order
  const IntegerSystem& system_;         // that, or what the engine was made of
  SmallPrime p_;
  ExecutionContext ctx_;
  MonomialTable monomials_;
  std::vector<WordPolynomial> equations_;
  std::vector<TermGroups> groups_;  // of their terms
  std::unique_ptr<F4> f4_;          // until there is a form
  F4Trace trace_;
  MemoryReservation held_;                                // for the trace and the representation
  std::vector<std::vector<std::uint32_t>> coefficients_;  // those for the form, where `characteristic` reads them
  std::unique_ptr<QuotientPlan> plan_;
  int dimension_ = 0;
  std::size_t points_ = 0;
  PolyZp minimal_;  // of the form
  std::optional<ModularRepresentation> learnt_;
  mutable std::atomic<std::size_t> enough_together_{0};  // values of sequences; 0: not known yet
  LinearForm form_;
};

/// The dimension of the solutions modulo p, -1 where there are none. Throws DomainError where a coefficient vanishes.
int dimension_modulo(const IntegerSystem& system, const SmallPrime& p, const ExecutionContext& ctx);

/// The dimension of the solutions over the complex numbers, which two primes agree on.
int probable_dimension(const IntegerSystem& system, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
