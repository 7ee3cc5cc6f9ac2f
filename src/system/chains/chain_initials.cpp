// Leading coefficients modulo a prime.
//
// Where the leading coefficients of the levels before are units modulo p, the residue classes modulo these levels are a
// free module over the integers localized at p, and an element of it that is a unit modulo p is one. So one prime
// modulo which all of them are is a proof.
#include "system/chains/chain_initials.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/ring/prime_field.hpp>

#include "system/chains/chain_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t prime = 2147480197;  // below 2^31, of no special form

MultiPolyZp level_modulo(const TriangularLevel& level, const std::vector<std::size_t>& place, const PrimeField& field,
                         const Variables& variables, const ExecutionContext& ctx) {
  MultiPolyZp::Collector collector(field, variables);
  const auto& f = level.equation;
  std::vector<std::uint64_t> exponents(variables.size());
  for (std::size_t i = 0; i < f.exponents.size(); ++i) {
    for (std::size_t v = 0; v < f.exponents[i].size(); ++v)
      if (f.exponents[i][v] != 0) exponents[place[v]] = f.exponents[i][v];
    collector.push_back(exponents, f.coefficients[i].view().mod(field.modulus()));
    std::fill(exponents.begin(), exponents.end(), 0);
  }
  return std::move(collector).finish(ctx);
}

}  // namespace

bool has_invertible_initials(const TriangularSystem& system, const ExecutionContext& ctx) {
  const std::size_t n = system.levels.size();
  // The last level's variable is the greatest.
  std::vector<std::string> names;
  std::vector<std::size_t> place(system.variables, 0);
  for (std::size_t level = 0; level < n; ++level) {
    names.push_back("v" + std::to_string(level));
    place[system.levels[level].variable] = n - 1 - level;
  }
  std::reverse(names.begin(), names.end());
  const PrimeField field(prime);
  const Variables variables(names);
  const ChainArithmetic<PrimeField> arithmetic(field, variables, ctx);
  std::vector<MultiPolyZp> chain;
  for (std::size_t level = 0; level < n; ++level) {
    const MultiPolyZp f = arithmetic.reduced(level_modulo(system.levels[level], place, field, variables, ctx), chain);
    const MultiPolyZp initial = coefficient_in(f, arithmetic.name(level), system.levels[level].degree, ctx);
    const auto parts = arithmetic.regularized(initial, chain);
    if (parts.size() != 1 || parts[0].zero) return false;
    chain.push_back(arithmetic.reduced(mul(f, parts[0].inverse, ctx), chain));
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
