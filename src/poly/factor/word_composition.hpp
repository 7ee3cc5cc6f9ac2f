// Composition g(h) modulo f over Z/pZ for a fixed h and many g.
//
// Powers 1, h, ..., h^(s-1) are the rows of a matrix. The n coefficients of g, s at a time, combine them to n/s
// polynomials, which Horner's rule in h^s puts together: s products once, then n^2 products of residues and n/s of
// polynomials for each g. With s near sqrt(n k) for k compositions both kinds of work balance.
// Literature: Brent, Kung, JACM 25 (1978); Shoup, JSC 20 (1995).
#pragma once

#include <cstddef>
#include <optional>

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
  Words row(std::size_t i) noexcept { return Words(rows_).subspan(i * stride_, q_->degree()); }
  ConstWords row(std::size_t i) const noexcept { return ConstWords(rows_).subspan(i * stride_, q_->degree()); }
  std::uint64_t extra() const noexcept;

  const WordQuotient* q_;
  std::size_t powers_ = 0, stride_ = 0;
  MemoryReservation reservation_;
  ResidueVector rows_;                        // elements; times R where elements do not carry it
  std::optional<WordQuotient::Factor> step_;  // h^powers, if g can be longer than `powers`
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
