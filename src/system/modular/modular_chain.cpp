// Linear relations between monomials in residues.
#include "system/modular/modular_chain.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/poly/division/division.hpp>

#include "groebner/linear_relations.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The coefficients of a residue, `length` of them.
std::vector<std::uint32_t> words_of(const PolyZp& f, std::size_t length) {
  std::vector<std::uint32_t> words(length, 0);
  for (std::size_t i = 0; i < f.length(); ++i) words[i] = static_cast<std::uint32_t>(f.coefficient(i));
  return words;
}

}  // namespace

std::optional<ModularChain> modular_chain(const PolyZp& f, std::span<const PolyZp> coordinates, const SmallPrime& p,
                                          const ExecutionContext& ctx) {
  const auto dimension = static_cast<std::size_t>(f.degree());
  LinearRelations relations(dimension, p);
  std::vector<PolyZp> monomials{PolyZp::constant(f.ring(), 1)};
  relations.add(words_of(monomials[0], dimension));
  ModularChain chain;
  for (const PolyZp& x : coordinates) {
    const std::vector<PolyZp> below = monomials;
    PolyZp power = x;
    for (std::size_t d = 1;; ++d) {
      ctx.poll();
      if (const auto combination = relations.combination(words_of(power, dimension))) {
        chain.degrees.push_back(d);
        chain.tails.insert(chain.tails.end(), combination->begin(), combination->end());
        break;
      }
      // Over a field the products with the monomials below are independent, too.
      for (const PolyZp& m : below) {
        if (relations.size() == dimension) return std::nullopt;
        PolyZp product = rem(mul(m, power, ctx), f, ctx);
        if (relations.add(words_of(product, dimension))) return std::nullopt;
        monomials.push_back(std::move(product));
      }
      power = rem(mul(power, x, ctx), f, ctx);
    }
  }
  if (monomials.size() != dimension) return std::nullopt;
  return chain;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
