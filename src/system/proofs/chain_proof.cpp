// Normal forms modulo many primes, and a form's values modulo one.
//
// A chain of monic polynomials T_k, of degrees d_k in their greatest variables, is a Groebner basis, and the residue
// classes modulo it have dimension d = d_1 ... d_n. An equation is zero at all of its points, with their
// multiplicities, if its normal form is. That is zero if it is zero modulo primes whose product is above a bound for
// its coefficients, times the denominators that they can have (integer_chain.cpp); the primes divide none of these.
// Where all variables but one are polynomials in that one, values at its roots have a far lower bound.
//
// A linear form multiplies the residue classes modulo all chains together. Its characteristic polynomial over Q has at
// most powers of the T_k's denominators in its own, and modulo a prime p it is that of the residue classes modulo p. If
// modulo p it is square-free, so it is over Q, and the form has as many values as there are points with multiplicities:
// all of them are simple and different. So initials, which are 1, and separants are invertible.
//
// Nothing is taken over from what has found the chains, and the arithmetic is that of this folder.
#include "system/proofs/chain_proof.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "core/limits.hpp"
#include "core/retry_on_one_thread.hpp"
#include "poly/images/gcd_primes.hpp"
#include "system/proofs/integer_chain.hpp"
#include "system/proofs/integer_equation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t bits_of_primes = 61;  // of every prime, at least
constexpr int most_forms = 6;

using Element = ChainResidues::Element;

bool divides_a_denominator(std::uint64_t prime, const IntegerChain& chain) {
  return std::any_of(chain.levels.begin(), chain.levels.end(),
                     [&](const ChainLevel& level) { return level.denominator.view().mod(prime) == 0; });
}

/// The next primes that divide no denominator.
std::vector<std::uint64_t> primes_for(const IntegerChain& chain, std::size_t count) {
  std::vector<std::uint64_t> primes;
  GcdPrimes source;
  while (primes.size() < count) {
    const std::uint64_t prime = source.next();
    if (!divides_a_denominator(prime, chain)) primes.push_back(prime);
  }
  return primes;
}

/// Whether the equations are zero at the points of the chain, which are simple.
bool vanish(const std::vector<IntegerEquation>& equations, const IntegerChain& chain, const ExecutionContext& ctx) {
  std::vector<std::size_t> needed;  // primes, by equation
  needed.reserve(equations.size());
  for (const IntegerEquation& f : equations) needed.push_back(chain.bits_at_points(f) / bits_of_primes + 1);
  const std::size_t count = needed.empty() ? 0 : *std::max_element(needed.begin(), needed.end());
  const MemoryReservation listed(ctx.memory(), saturating_mul(count, sizeof(std::uint64_t)));
  const std::vector<std::uint64_t> primes = primes_for(chain, count);
  const std::size_t arrays = 8 * chain.levels.size() + 8;
  const MemoryReservation held(ctx.memory(),
                               saturating_mul(saturating_mul(chain.degree, arrays * sizeof(std::uint64_t)),
                                              static_cast<std::size_t>(ctx.threads())));
  std::atomic<bool> failed{false};
  parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !failed; ++i) {
      const ChainResidues residues(chain, primes[i], ctx);
      for (std::size_t k = 0; k < equations.size() && !failed; ++k) {
        if (needed[k] <= i) continue;
        ctx.poll();
        const Element value = residues.value(equations[k]);
        if (std::any_of(value.begin(), value.end(), [](std::uint64_t c) { return c != 0; })) failed = true;
      }
    }
  });
  return !failed;
}

/// The minimal polynomial of the form with these coefficients, of the least variable first, if its degree is that of
/// the chain: then it is the characteristic polynomial. By elimination among the form's powers.
std::optional<PolyZp> characteristic_polynomial_of_form(const IntegerChain& chain,
                                                        const std::vector<std::uint64_t>& form, std::uint64_t prime,
                                                        const ExecutionContext& ctx) {
  const std::size_t d = chain.degree;
  const MemoryReservation held(ctx.memory(), saturating_mul(saturating_mul(d, 2 * d + 3), sizeof(std::uint64_t)));
  const ChainResidues residues(chain, prime, ctx);
  const WordModulus& m = residues.modulus();
  Element t(d, 0);
  for (std::size_t k = 0; k < form.size(); ++k) residues.add_multiple(t, form[k], residues.generator(k));
  struct Row {
    std::size_t pivot;
    Element values;       // 1 at the pivot
    Element combination;  // of powers
  };
  std::vector<Row> rows;
  Element power = residues.one();
  for (std::size_t i = 0; i <= d; ++i) {
    Element values = power;
    Element combination(d + 1, 0);
    combination[i] = 1;
    for (const Row& row : rows) {
      ctx.poll();
      const std::uint64_t c = m.neg(values[row.pivot]);
      if (c == 0) continue;
      residues.add_multiple(values, c, row.values);
      for (std::size_t k = 0; k < i; ++k) combination[k] = m.add(combination[k], m.mul(c, row.combination[k]));
    }
    const auto lead = std::find_if(values.begin(), values.end(), [](std::uint64_t c) { return c != 0; });
    if (lead == values.end()) {
      if (i < d) return std::nullopt;
      return PolyZp::from_elements(PrimeField::trusted(prime), std::move(combination));
    }
    const std::uint64_t inverse = m.inverse(*lead);
    const auto pivot = static_cast<std::size_t>(lead - values.begin());
    for (std::uint64_t& c : values) c = m.mul(c, inverse);
    for (std::uint64_t& c : combination) c = m.mul(c, inverse);
    rows.push_back({pivot, std::move(values), std::move(combination)});
    if (i < d) power = residues.product(power, t);
  }
  return std::nullopt;
}

/// Whether some form has as many values at the points of the chains as there are points with multiplicities.
bool points_are_simple_and_different(const std::vector<IntegerChain>& chains, const ExecutionContext& ctx) {
  std::uint64_t prime = 0;
  GcdPrimes source;
  for (int attempt = 0; attempt < most_forms; ++attempt) {
    prime = source.next();
    if (std::any_of(chains.begin(), chains.end(), [&](const auto& c) { return divides_a_denominator(prime, c); }))
      continue;
    // 1, b, b^2, ... for greater and greater b: some b separates any points.
    const WordModulus m(prime);
    std::vector<std::uint64_t> form(chains[0].levels.size());
    const std::uint64_t base = 3 + 1000 * static_cast<std::uint64_t>(attempt);
    for (std::size_t k = 0; k < form.size(); ++k) form[k] = m.pow(base, k);
    PolyZp all = PolyZp::constant(PrimeField::trusted(prime), 1);
    bool found = true;
    for (const IntegerChain& chain : chains) {
      const auto f = characteristic_polynomial_of_form(chain, form, prime, ctx);
      found = f.has_value();
      if (!found) break;
      all = mul(all, *f, ctx);
    }
    if (found && gcd(all, derivative(all, 1, ctx), ctx).degree() == 0) return true;
  }
  return false;
}

}  // namespace

bool chains_describe_solutions(const std::vector<MultiPolyQ>& equations,
                               const std::vector<std::vector<MultiPolyQ>>& chains, const ExecutionContext& ctx) {
  if (chains.empty()) return true;
  if (chains[0].empty()) return false;
  const Variables& variables = chains[0][0].variables();
  std::vector<MultiPolyQ> in_order;
  in_order.reserve(equations.size());
  for (const MultiPolyQ& f : equations) in_order.push_back(f.with_variables(variables, ctx));
  const std::vector<IntegerEquation> integers = integer_equations(in_order, ctx);
  std::vector<IntegerChain> list;
  for (const auto& polynomials : chains) {
    auto chain = integer_chain(polynomials, variables, ctx);
    if (!chain) return false;
    list.push_back(std::move(*chain));
  }
  return retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
    return points_are_simple_and_different(list, with) &&
           std::all_of(list.begin(), list.end(),
                       [&](const IntegerChain& chain) { return vanish(integers, chain, with); });
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
