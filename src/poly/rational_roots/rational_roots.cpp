// All rational roots of a square-free polynomial, by p-adic lifting.
//
// Modulo a prime p that divides neither the leading nor the constant coefficient every rational root has an image, and
// a root that is simple modulo p lifts to one p-adic root (Hensel). Rounds of
//   1. roots modulo a batch of primes: one without any ends the search (modular_roots.cpp);
//   2. all simple roots modulo the best prime lifted to a word together (padic_roots.cpp), small fractions
//      reconstructed, wrong ones filtered out, the others proved by one product and one division
//      (rational_candidates.cpp);
//   3. if that shows nothing and a second batch does neither, or if it shows few of many, lifting root by root up to a
//      bound (hensel_lift.cpp);
// go on with the quotient until nothing can be left: no roots modulo some prime, or all images accounted for. Roots
// that coincide modulo p stay in the quotient, which has fewer of them in the next round; primes grow only when there
// are too many roots to be told apart. So small roots of polynomials with huge coefficients need not be lifted to the
// bound for huge roots, and chance images of irrational ones seldom are.
//
// Cost for k rational roots of a polynomial of degree n: O(n) limb operations where primes show that there is none;
// else O(M(n)) word operations for a few transforms and the proof, M(n log(size of the roots)) log k.
// Literature: Loos: Computing rational zeros of integral polynomials by p-adic expansion, SIAM J. Comput. 12, 1983.
#include "poly/rational_roots/rational_roots.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include <polyfork/core/memory.hpp>

#include "poly/rational_roots/hensel_lift.hpp"
#include "poly/rational_roots/modular_roots.hpp"
#include "poly/rational_roots/padic_roots.hpp"
#include "poly/rational_roots/rational_candidates.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t first_primes = 60;  // above this; fewer chance roots than with tiny primes
constexpr std::size_t few = 16;             // roots that are divided out although there may be more

/// What one round finds.
struct Round {
  std::vector<Rational> roots;
  PolyZ rest;  // without them; only set when there are some
  bool last;   // the rest has no rational roots
};

/// A prime modulo which about one of sixteen random roots coincides with another.
std::uint64_t roots_apart(std::size_t length) {
  constexpr std::uint64_t factor = 16;
  return std::max<std::uint64_t>(factor * length, first_primes);
}

/// The number above which the next batch of primes begins.
std::uint64_t primes_after(const ModularRoots& r, std::size_t length) {
  constexpr std::uint64_t growth = 16;
  if (r.last_tried >= roots_apart(length)) return 2 * r.last_tried;
  const bool many_roots = 4 * (r.simple.size() + r.multiple) > r.p;
  return many_roots ? roots_apart(length) : std::min(roots_apart(length), growth * r.last_tried);
}

/// Whether too many roots coincide modulo the prime, so that a larger one pays.
bool roots_coincide(const ModularRoots& r, std::size_t length) {
  return r.simple.empty() || (4 * r.multiple > r.simple.size() && r.p < roots_apart(length));
}

std::vector<Rational> fractions(const IntegerVector& f, const PadicRoots& padic, const RootSize& size, bool determined,
                                const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), padic.roots.size() * sizeof(Rational));
  std::vector<Rational> result;
  result.reserve(padic.roots.size());
  for (std::size_t k = 0; k < padic.roots.size(); ++k) {
    if (k % 256 == 0) ctx.poll();
    auto r = determined ? determined_root(f, size, Integer(padic.roots[k]), Integer(padic.modulus))
                        : small_fraction(padic.roots[k], padic.modulus);
    if (r) result.push_back(std::move(*r));
  }
  return result;
}

Round round_of(const PolyZ& f, const ExecutionContext& ctx) {
  const IntegerVector& a = f.coefficients();
  const RootSize size = rational_root_size(a, ctx);
  std::uint64_t from = first_primes;
  for (int batch = 0;; ++batch) {  // ends: only finitely many primes divide the discriminant
    const auto images = modular_roots(a, from, ctx);
    if (!images) return {{}, {}, true};
    from = primes_after(*images, a.size());
    if (roots_coincide(*images, a.size())) continue;
    const PadicRoots padic = lift_to_word(a, *images, size.bits, ctx);
    const std::size_t count = padic.roots.size();
    const MemoryReservation held(ctx.memory(), count * sizeof(std::uint64_t));
    LiftedCandidates lifted;
    lifted.all = size.bits < 62 && padic.modulus >> size.bits != 0;
    lifted.roots = fractions(a, padic, size, lifted.all, ctx);
    if (lifted.roots.size() + 1 != a.size()) lifted.roots = likely_roots(a, std::move(lifted.roots), ctx);
    if (!lifted.all && 2 * lifted.roots.size() < count) {
      // Taking out a few of many roots is not worth the divisions.
      if (batch == 0 && lifted.roots.empty()) continue;
      if (batch != 0 || count > few) lifted = lift_until_found(a, padic, size, lifted.roots.size(), ctx);
    }
    auto [roots, rest] = divided_by_roots(f, std::move(lifted.roots), ctx);
    const bool all_simple = images->multiple == 0;
    const bool last = all_simple && (lifted.all || roots.size() == count);
    if (last || !roots.empty()) return {std::move(roots), std::move(rest), last};
  }
}

}  // namespace

std::pair<std::vector<Rational>, PolyZ> split_rational_roots(PolyZ f, const ExecutionContext& ctx) {
  std::vector<Rational> roots;
  const std::string variable = f.variable();
  PolyZ rest = std::move(f);
  MemoryReservation held = hold(rest.coefficients(), ctx);
  while (!rest.is_constant()) {
    if (rest.degree() == 1) {
      roots.emplace_back(-rest.trailing_coefficient(), rest.leading_coefficient());
      rest = PolyZ::constant(Integer(rest.leading_coefficient().sign())).with_variable(variable);
      break;
    }
    Round round = round_of(rest, ctx);
    if (round.roots.empty()) break;
    std::move(round.roots.begin(), round.roots.end(), std::back_inserter(roots));
    rest = std::move(round.rest).with_variable(variable);
    held = MemoryReservation();
    held = hold(rest.coefficients(), ctx);
    if (round.last) break;
  }
  std::sort(roots.begin(), roots.end());
  return {std::move(roots), std::move(rest)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
