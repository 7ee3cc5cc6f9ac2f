// Van Hoeij's knapsack: which sets of local factors can be factors over Z.
//
// Let w in {0, 1}^r be the indicator of the local factors of a factor over Z. For a coefficient k of logarithmic
// derivatives with residues x_i and bound B, sum w_i x_i = v + m p^a with |v| <= B and |m| <= r/2 + 1. With
// y_i = x_i / 2^e and q = p^a / 2^e, rounded to integers,
//   |sum w_i y_i - m q| <= B / 2^e + 3 r / 4 + 1/2.
// The lattice of all (c w, sum w_i y_i - m q, ...), w and m integral, c fixed, therefore has the vector of each factor
// among those of a known norm; what is proved to need longer vectors is dropped. The indicators always stay in the
// lattice, so they are constant on sets of coordinates on which all of its vectors agree: such local factors belong to
// each other. When there are as many such sets as the lattice has dimensions, none of them can be refined any more; a
// lattice of rank 1 proves irreducibility.
// Literature: van Hoeij, J. Number Theory 95 (2002); Hart, van Hoeij, Novocin, ISSAC 2011.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

#include "poly/lattice/lattice_reduction.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class Knapsack {
 public:
  /// r local factors; all sets are possible.
  explicit Knapsack(std::size_t r);

  /// Uses one coefficient: canonical residues modulo p^a, and log2 of the bound for factors over Z.
  void feed(std::span<const Integer> residues, const Integer& modulus, double bound_bits, const ExecutionContext& ctx);

  /// The dimension of what is possible still: at least the number of factors over Z.
  std::size_t rank() const noexcept { return lattice_.rank(); }
  /// The sets of coordinates on which all vectors agree, as lists, each in ascending order.
  std::vector<std::vector<std::size_t>> classes() const;

 private:
  std::size_t r_;
  int log_scale_;  // of c
  Lattice lattice_;
  LatticeNorm squared_norm_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
