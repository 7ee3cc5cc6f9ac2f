// Composition g(h) modulo f over Z/pZ for a fixed h and many g.
//
// Powers 1, h, ..., h^(s-1) are the rows of a matrix. The n coefficients of g, s at a time, combine them to polynomials
// P_0, P_1, ...; g(h) is the sum of P_b h^(s b), whose products are added up on the far side of the transforms and
// reduced once. Cost: s + n/s products once; n^2 products of residues and n/s transforms for each g. For k compositions
// s is near sqrt(n k / 4). Literature: Brent, Kung, JACM 25 (1978); Shoup, JSC 20 (1995).
#pragma once

#include <cstddef>
#include <optional>

#include "fft/word_transform.hpp"
#include "poly/factor/word_quotient.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class CompositionMap {
 public:
  /// For about `uses` compositions with the element h. The quotient must outlive this.
  CompositionMap(const WordQuotient& q, ConstWords h, std::size_t uses);
  /// The map of another modulo a divisor of its modulus.
  CompositionMap(const WordQuotient& q, const CompositionMap& other);

  /// out = g(h) for elements g, n words each; out is not g.
  void apply(ConstWords g, Words out) const;

 private:
  void allocate(std::size_t powers);
  void fill_powers();
  /// What comes after the powers: h^(s b) for b >= 1, ready to be factors, and the rows' extra factor.
  void finish(ConstWords h);
  void store_step(std::size_t b, ConstWords power);
  void fill_steps(ConstWords h);
  void fill_steps_in_tasks(ConstWords h);
  void add_up(ConstWords parts, Words out) const;
  Words row(std::size_t i) noexcept { return Words(rows_).subspan(i * stride_, q_->degree()); }
  ConstWords row(std::size_t i) const noexcept { return ConstWords(rows_).subspan(i * stride_, q_->degree()); }
  std::uint64_t extra() const noexcept;
  std::size_t step_words() const noexcept;

  const WordQuotient* q_;
  std::size_t powers_ = 0, blocks_ = 0, stride_ = 0;
  MemoryReservation reservation_;
  ResidueVector rows_;   // elements; times R where elements do not carry it
  ResidueVector steps_;  // h^(powers b), b = 1, ...: padded, or transformed
  std::optional<WordTransform> transform_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
