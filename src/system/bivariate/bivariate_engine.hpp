// The univariate representation of two equations in two variables modulo many primes, by resultants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "groebner/monomial_table.hpp"
#include "groebner/quotient.hpp"
#include "system/bivariate/elimination.hpp"
#include "system/bivariate/subresultant_images.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/modular_representation.hpp"
#include "system/modular/prime_replay.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Let R(t) be the resultant and s_1(t) s + s_0(t) the first subresultant, as in elimination.hpp. Where s_1 has no root
/// in common with R, above every root of R there is exactly one solution, s = -s_0 / s_1, and its multiplicity is that
/// of the root: the form t separates the solutions, and the coordinates follow by a division modulo the square-free
/// part of R. Bouzidi, Lazard, Moroz, Pouget, Rouillier, Sagraloff, Solving bivariate systems using rational univariate
/// representations, J. Complexity 37, 2016. Has the interface of ModularEngine.
class BivariateEngine {
 public:
  /// Tries the variables, the last one first, and few small forms modulo the prime. Empty where that is not known to be
  /// faster than a Groebner basis, or not possible: other numbers of equations or variables, no form with a coprime
  /// s_1, a common factor, no solution, a memory cap that does not suffice. Throws Cancelled.
  static std::optional<BivariateEngine> learn(const IntegerSystem& system, const SmallPrime& p,
                                              const ExecutionContext& ctx);

  std::size_t degree() const noexcept { return static_cast<std::size_t>(resultant_.degree()); }
  std::size_t points() const noexcept { return points_; }
  const LinearForm& form() const noexcept { return elimination_.form; }
  /// The resultant modulo the engine's prime, monic.
  std::optional<PolyZp> characteristic() const { return resultant_; }

  /// Nothing is shared between primes: an empty one for each.
  std::vector<std::optional<PrimeReplay>> replays(std::span<const SmallPrime> primes,
                                                  const ExecutionContext& ctx) const;
  /// They take none.
  static std::size_t replay_bytes(std::size_t, std::size_t) noexcept { return 0; }
  /// The representations modulo all of the primes, whose subresultants are one batch; empty for a prime that does not
  /// behave as the first one.
  std::vector<std::optional<ModularRepresentation>> images(std::span<const SmallPrime> primes,
                                                           const ExecutionContext& ctx) const;
  std::optional<ModularRepresentation> image(const PrimeReplay&, const SmallPrime& p,
                                             const ExecutionContext& ctx) const {
    return std::move(images({&p, 1}, ctx)[0]);
  }
  /// Whether the representation satisfies the equations modulo its prime.
  bool check(const ModularRepresentation& r, const SmallPrime& p, const ExecutionContext& ctx) const;

 private:
  static std::optional<BivariateEngine> try_forms(const IntegerSystem& system, const SmallPrime& p,
                                                  const ExecutionContext& ctx);
  BivariateEngine(const IntegerSystem& system, Elimination elimination, const LastSubresultants& last,
                  std::size_t points, const ExecutionContext& ctx);
  std::optional<ModularRepresentation> representation_from(const LastSubresultants& last, const PrimeField& field,
                                                           const ExecutionContext& ctx) const;

  const IntegerSystem* system_;
  Elimination elimination_;
  PolyZp resultant_;
  std::size_t points_;
  std::size_t most_s1_, most_s0_;  // lengths
  std::size_t needed_;             // values that interpolation takes, with one to spare
};

/// Whether the first prime for these equations would find a BivariateEngine.
bool resultants_would_solve(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
