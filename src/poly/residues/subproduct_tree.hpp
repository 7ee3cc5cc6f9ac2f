// Subproduct trees over Z/pZ: evaluation at many points and interpolation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "fft/word_transform.hpp"
#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The tree over some points, with the transforms of its nodes. Immutable; charged to the account while it lives.
/// The algebra given to the functions has the same modulus as the one given at the start.
class SubproductTree {
 public:
  /// Precondition: points canonical.
  SubproductTree(const WordAlgebra& w, ConstWords points);

  std::size_t size() const noexcept { return points_.size(); }
  ConstWords points() const noexcept { return points_; }
  /// The product of all x - points[i].
  /// Precondition: size() != 0.
  ConstWords root() const noexcept { return polynomial(nodes_.front()); }

  /// values[i] = f(points[i]); f of any length.
  void evaluate(const WordAlgebra& w, ConstWords f, Words values) const;
  /// The polynomial f of f.size() = size() coefficients with f(points[i]) = values[i]. Throws DomainError when two
  /// points are equal.
  void interpolate(const WordAlgebra& w, ConstWords values, Words f) const;

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  struct Node {
    std::size_t begin = 0;    // of the points
    std::size_t count = 0;    // the degree of the polynomial
    std::size_t left = none;  // none: a leaf
    std::size_t right = none;
    std::size_t words = 0;         // where the polynomial begins
    std::size_t image = none;      // where its image for the parent's products begins
    std::size_t transform = none;  // for the products of this node's children
  };

  ConstWords polynomial(const Node& v) const noexcept { return ConstWords(words_).subspan(v.words, v.count + 1); }
  std::size_t plan_node(const WordAlgebra& w, std::size_t begin, std::size_t count);
  std::size_t transform_for(const WordAlgebra& w, std::size_t count);
  void build(const WordAlgebra& w, const Node& v);
  void descend(const WordAlgebra& w, const Node& v, ConstWords c, Words values) const;
  void leaf_values(const WordAlgebra& w, const Node& v, ConstWords c, Words values) const;
  void ascend(const WordAlgebra& w, const Node& v, ConstWords weights, Words f) const;
  void leaf_sum(const WordAlgebra& w, const Node& v, ConstWords weights, Words f) const;

  MemoryReservation reservation_;
  ResidueVector points_;
  std::vector<Node> nodes_;                                        // the root first
  std::vector<std::pair<std::size_t, WordTransform>> transforms_;  // by the number of points
  ResidueVector words_;
  ResidueVector images_;
  ResidueVector inverse_;  // 1 / rev(root) modulo x^size(), reversed
  std::size_t words_used_ = 0;
  std::size_t images_used_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
