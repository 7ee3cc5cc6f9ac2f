// Linear relations between monomials in residues; short ways where the least variable generates all residues.
#include "system/modular/modular_chain.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/poly/division/division.hpp>

#include "groebner/dot_product.hpp"
#include "groebner/linear_relations.hpp"
#include "system/modular/berlekamp_massey.hpp"
#include "system/modular/lane_sequences.hpp"
#include "system/modular/residue_algebra.hpp"

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

/// The functional of the products with a: l(a), l(a t), l(a t^2), ... O(D^2).
WordCoefficients composed(const WordCoefficients& l, WordCoefficients a, const WordCoefficients& f,
                          const SmallPrime& p) {
  const std::size_t n = l.size();
  const ResidueAlgebra algebra(f, p);
  WordCoefficients values;
  for (std::size_t j = 0; j < n; ++j) {
    values.push_back(dot(l.data(), a.data(), n, p));
    // t a, whose leading coefficient goes with a multiple of the monic f.
    const std::uint32_t top = a.back();
    std::copy_backward(a.begin(), a.end() - 1, a.end());
    a.front() = 0;
    algebra.add_multiple(a, std::span(f).first(n), p.neg(top));
  }
  return values;
}

/// The polynomial part of f times the series of the sequence.
WordCoefficients numerator_over(const WordCoefficients& f, const WordCoefficients& sequence, const SmallPrime& p) {
  const std::size_t n = f.size() - 1;
  WordCoefficients numerator(n);
  for (std::size_t j = 0; j < n; ++j) numerator[j] = dot(f.data() + j + 1, sequence.data(), n - j, p);
  return numerator;
}

}  // namespace

std::optional<ModularChain> modular_shape_chain(const PolyZp& f, std::span<const PolyZp> coordinates,
                                                const SmallPrime& p, const ExecutionContext& ctx) {
  const auto n = static_cast<std::size_t>(f.degree());
  const WordCoefficients modulus = words_of(f, n + 1);
  std::vector<WordCoefficients> powers;
  PolyZp power = PolyZp::constant(f.ring(), 1);
  for (std::size_t i = 0; i < n; ++i) {
    ctx.poll();
    powers.push_back(words_of(power, n));
    power = rem(mul(power, coordinates[0], ctx), f, ctx);
  }
  const WordCoefficients l = random_functional(n, p);
  const auto append_values = [&](WordCoefficients& sequence, const WordCoefficients& functional) {
    for (const WordCoefficients& z : powers) sequence.push_back(dot(functional.data(), z.data(), n, p));
  };
  WordCoefficients sequence;
  append_values(sequence, l);
  append_values(sequence, composed(l, words_of(power, n), modulus, p));
  const WordCoefficients minimal = minimal_recurrence(sequence, p, ctx);
  if (minimal.size() != n + 1) return std::nullopt;
  ModularChain chain;
  chain.degrees.assign(coordinates.size(), 1);
  chain.degrees[0] = n;
  for (std::size_t i = 0; i < n; ++i) chain.tails.push_back(p.neg(minimal[i]));
  // With sums of l(x z^i) / Z^(i+1) = h(Z) sums of l(z^i) / Z^(i+1) modulo polynomials in Z, x = h(z).
  const ResidueAlgebra algebra(minimal, p);
  const auto inverse = algebra.inverse(numerator_over(minimal, sequence, p), ctx);
  if (!inverse) return std::nullopt;
  for (const PolyZp& x : coordinates.subspan(1)) {
    ctx.poll();
    WordCoefficients values;
    append_values(values, composed(l, words_of(x, n), modulus, p));
    const WordCoefficients h = algebra.product(numerator_over(minimal, values, p), *inverse);
    chain.tails.insert(chain.tails.end(), h.begin(), h.end());
  }
  return chain;
}

std::optional<ModularChain> modular_chain(const PolyZp& f, std::span<const PolyZp> coordinates, const SmallPrime& p,
                                          const ExecutionContext& ctx) {
  if (auto chain = modular_shape_chain(f, coordinates, p, ctx)) return chain;
  return modular_chain_by_elimination(f, coordinates, p, ctx);
}

std::optional<ModularChain> modular_chain_by_elimination(const PolyZp& f, std::span<const PolyZp> coordinates,
                                                         const SmallPrime& p, const ExecutionContext& ctx) {
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
