// Which linear forms tell the points of a representation apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/quotient.hpp"
#include "groebner/word_arithmetic.hpp"
#include "system/modular/modular_representation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The forms' values are residues modulo the representation's polynomial F, of degree N: a form separates the points if
/// the minimal polynomial of its value has degree N. It is found from 2 N values l(t^(i + k j)) = (l t^i)(t^(k j)) of a
/// functional l: k products for the left factors, 2 N / k for the right ones (Shoup, Efficient computation of minimal
/// polynomials in algebraic extensions of finite fields, ISSAC 1999). O(N^2.5) for each form, where the quotient of the
/// equations would take O(D^3) with its larger dimension D.
class SeparationTest {
 public:
  /// Precondition: the representation is right, its points are all that there are. Throws MemoryLimit.
  SeparationTest(const ModularRepresentation& r, const SmallPrime& p, const ExecutionContext& ctx);

  /// False, rarely, also for a form that separates.
  bool separates(const LinearForm& form) const;

 private:
  using Residue = std::vector<std::uint32_t>;  ///< ascending, N coefficients
  /// The products of an element with the powers of the generator below the N-th, one after another.
  std::vector<std::uint32_t> multiples(Residue element) const;

  std::size_t degree_;
  SmallPrime p_;
  const ExecutionContext& ctx_;
  MemoryReservation held_;            // for the members below and the products of `separates`
  Residue polynomial_;                // F without its leading coefficient, which is 1
  std::vector<Residue> coordinates_;  // of the points
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
