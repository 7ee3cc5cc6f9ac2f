// Triangular sets of monic polynomials over Q, in the form that proofs read, and residue classes modulo them and a
// prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "system/proofs/integer_equation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// x_k^degree = (sum of numerators[i] b_(indices[i])) / denominator, where b_0, b_1, ... are the monomials of lower
/// degrees in the variables up to x_k, the least variable's exponent changing fastest.
struct ChainLevel {
  std::size_t degree = 1;
  std::vector<std::size_t> indices;
  std::vector<Integer> numerators;
  Integer denominator{1};
};

struct IntegerChain {
  std::vector<ChainLevel> levels;  ///< of the least variable first
  std::size_t degree = 1;          ///< the product of theirs

  /// Bits of a bound for the coefficients of E (normal form of the equation), for some product E of powers of the
  /// denominators with which they are integers. The equation's variables are the greatest first.
  std::size_t normal_form_bits(const IntegerEquation& equation) const;
  /// Bits of a bound for integers that are zero if and only if the equation is zero at all points, and that a prime
  /// divides if it divides no denominator and the normal form modulo it is zero. Only where one level alone has a
  /// degree above 1, else as normal_form_bits. Precondition: the points are simple.
  std::size_t bits_at_points(const IntegerEquation& equation) const;
};

/// Empty for what is no triangular set of monic polynomials, each reduced by those of smaller variables, that of the
/// least variable first, and where the product of the degrees is above 2^24. The first of `variables` is the greatest.
std::optional<IntegerChain> integer_chain(const std::vector<MultiPolyQ>& polynomials, const Variables& variables,
                                          const ExecutionContext& ctx);

/// The residue classes modulo a chain and a prime that divides none of its denominators: coefficients by index of
/// monomial.
class ChainResidues {
 public:
  using Element = std::vector<std::uint64_t>;

  ChainResidues(const IntegerChain& chain, std::uint64_t prime, const ExecutionContext& ctx);

  const WordModulus& modulus() const noexcept { return m_; }
  Element one() const;
  /// The variable of a level.
  Element generator(std::size_t level) const;
  Element product(const Element& a, const Element& b) const;
  /// a += c b.
  void add_multiple(Element& a, std::uint64_t c, const Element& b) const;
  /// The normal form of the equation.
  Element value(const IntegerEquation& equation) const;

 private:
  /// out += a b in the variables of the first `levels` levels; arrays of the product of their degrees.
  void add_product(std::size_t levels, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out) const;

  WordModulus m_;
  const ExecutionContext& ctx_;
  std::vector<std::size_t> degrees_;
  std::vector<std::size_t> sizes_;  // products of the degrees before
  std::vector<Element> tails_;      // by level
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
