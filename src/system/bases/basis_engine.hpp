// The reduced basis of a system modulo many primes: learnt modulo one, replayed modulo the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/variables.hpp>

#include "groebner/change_order.hpp"
#include "groebner/f4.hpp"
#include "groebner/quotient.hpp"
#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// In the order grevlex by F4. In the order lex by a change of order where the dimension is 0, from an order in which
/// the equations are a basis if there is one (leading_power_order.hpp); else by F4 in that order
/// from the basis in the order grevlex, over Q, which has to be computed first.
class BasisEngine {
 public:
  using Exponents = std::vector<std::uint64_t>;
  enum class Input { equations, grevlex_basis };

  /// Throws DomainError where a coefficient vanishes modulo p.
  BasisEngine(const IntegerSystem& system, Input input, MonomialOrder order, const SmallPrime& p,
              const ExecutionContext& ctx);

  /// There is nothing else in the engine: the order is lex, and the dimension of the equations is positive.
  bool needs_grevlex_basis() const noexcept { return needs_grevlex_basis_; }
  /// The monomials of the basis polynomials, descending; ascending by the first ones.
  const std::vector<std::vector<Exponents>>& supports() const noexcept { return supports_; }
  /// The coefficients of these monomials modulo the engine's own prime: all but the leading ones, which are 1.
  const std::vector<std::uint64_t>& numbers() const noexcept { return numbers_; }
  /// The basis computation modulo each of at most prime_lanes other primes; empty for one that does not follow the
  /// first. Any threads may call it.
  std::vector<std::optional<TracedCoefficients>> replays(std::span<const SmallPrime> primes,
                                                         const ExecutionContext& ctx) const;
  /// About the bytes that takes for so many primes on so many threads.
  std::size_t replay_bytes(std::size_t primes, std::size_t threads) const;
  /// The numbers from a replay; empty as that is.
  std::optional<std::vector<std::uint64_t>> image(const TracedCoefficients& replay, const SmallPrime& p,
                                                  const ExecutionContext& ctx) const;

 private:
  void run(MonomialOrder order, const SmallPrime& p, const ExecutionContext& ctx);
  void read_basis();
  void read_changed(const SmallPrime& p, const ExecutionContext& ctx);
  void take_trace();

  IntegerSystem system_;                // terms descending in the order of the computation
  std::vector<std::uint32_t> weights_;  // of that order; none: grevlex or lex
  bool needs_grevlex_basis_ = false;
  std::unique_ptr<MonomialTable> monomials_;
  std::unique_ptr<F4> f4_;
  F4Trace trace_;
  std::unique_ptr<QuotientPlan> plan_;  // of a change of order
  LexicographicBasis changed_;          // by it
  std::vector<std::vector<Exponents>> supports_;
  std::vector<std::uint64_t> numbers_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
