// Quadratic Hensel lifting of a factorization modulo p to one modulo p^k, as a balanced tree.
//
// f = lc(f) g_1 ... g_r modulo p with monic, pairwise coprime g_i. The leaves of the tree are the g_i, an inner node is
// the product of its two children g, h and has cofactors s, t with s g + t h = 1. One step takes all nodes from p^a to
// p^b, b <= 2a, from the root down: with e = (node - g h) / p^a,
//   g += p^a (t e mod g),  h += p^a (s e mod h),
// and cofactors likewise with e = (1 - s g - t h) / p^a. Nodes of few factors hang deep, so each coefficient takes part
// in about log2 r products a step. Divisions of long polynomials use inverse power series. These and cofactors are
// lifted when a step comes that needs them, all nodes at the same time, since they depend on the values of children
// alone: only values wait for the node above. Exponents are halved from the target downwards, so that nothing is lifted
// further than asked for; whoever asks for more later goes on from there.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 15.5; Shoup, JSC 20 (1995).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "poly/factor/hensel_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class HenselTree {
 public:
  /// Preconditions: f is the product of the factors and its leading coefficient modulo the prime, which is that of
  /// their ring; factors monic, pairwise coprime, at least two of them. f and the context must outlive the tree.
  HenselTree(const IntegerVector& f, std::span<const PolyZp> factors, const ExecutionContext& ctx);

  std::uint64_t prime() const noexcept { return prime_; }
  std::size_t exponent() const noexcept { return exponent_; }
  std::size_t factors() const noexcept { return leaves_; }
  /// Lifts to p^exponent; does nothing where that has been reached. Throws what products throw; after an exception the
  /// tree can only be destroyed.
  void lift(std::size_t exponent);
  /// The i-th factor modulo p^exponent(), in the order in which they were given, monic with all coefficients.
  const Residues& factor(std::size_t i) const noexcept { return nodes_[i].value.g; }
  /// Z/p^exponent().
  const ResidueRing& ring() const noexcept { return ring_; }

 private:
  struct Node {
    MonicDivisor value;
    std::size_t left = 0, right = 0;  // children of an inner node
    std::size_t inverse_length = 0;   // 0 for short divisors
    Residues s, t;                    // s left + t right = 1, modulo p^cofactor exponent
  };
  /// What a node will have once all nodes have it.
  struct Lifted {
    Residues inverse, s, t;
  };
  /// The rings of a step from p^a to p^b.
  struct Step {
    const ResidueRing& from;  // p^a
    const ResidueRing& gain;  // p^(b - a)
    const ResidueRing& to;    // p^b
  };

  void find_cofactors(Node& node);
  void lift_step(std::size_t exponent);
  void lift_below(std::size_t index, const Step& step);
  void lift_children(const Node& node, const Step& step);
  void lift_divisors();
  void lift_cofactors(const Node& node, const Step& step, Lifted& out) const;
  template <class Left, class Right>
  void at_both(const Node& node, const Left& left, const Right& right) const;
  static bool is_large(const Node& node) noexcept;
  bool is_leaf(std::size_t index) const noexcept { return index < leaves_; }
  std::size_t bytes_at(std::size_t limbs) const noexcept;

  const IntegerVector& f_;
  const ExecutionContext& ctx_;
  std::uint64_t prime_;
  std::size_t leaves_;
  std::vector<Node> nodes_;  // leaves first, the root last
  std::size_t exponent_ = 1;
  std::size_t cofactor_exponent_ = 1;  // that of inverses, too
  ResidueRing ring_;
  std::size_t shortest_inverse_;  // longer divisors have inverse series
  MemoryReservation held_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
