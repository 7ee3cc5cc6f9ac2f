// Greatest common divisors of dense polynomials in several variables modulo a prime below 2^50, with both cofactors,
// many points at a time, and proved.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/residue_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_gcd/multi_gcd_image.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Lengths of the arrays of the operands, of the common leading coefficient in x_0, and of what is found: h and the
/// cofactors.
struct LaneGcdShape {
  /// degrees: bounds of h's degrees.
  LaneGcdShape(std::vector<std::size_t> a_lengths, std::vector<std::size_t> b_lengths,
               std::vector<std::size_t> lead_lengths, std::span<const std::size_t> degrees);

  std::size_t variables() const noexcept { return a.size(); }
  /// Points of variable k that are needed at most, but for unlucky ones.
  std::size_t most_points(std::size_t k) const noexcept {
    return std::max({a[k], b[k], h[k] + cofactor_a[k], h[k] + cofactor_b[k]}) + lead[k];
  }
  /// Whether there are vectors for these lengths, and points in the field of p elements.
  bool possible(std::uint64_t p) const;

  std::vector<std::size_t> a, b, lead;
  std::vector<std::size_t> h, cofactor_a, cofactor_b;
  bool consistent = true;  ///< the degrees are not larger than those of the operands allow
};

/// The words that lane_gcd takes at most besides the operands, on so many threads: the results, the matrices of values
/// and of interpolation, and the images of all levels, one problem at a time for each thread. Waiting threads may take
/// up a second one; what that takes is not counted.
std::size_t lane_gcd_words(const LaneGcdShape& shape, std::size_t threads);

/// h, whose leading coefficient in x_0 is `lead`, and the cofactors: h cofactor_a = lead a, h cofactor_b = lead b.
struct LaneGcdResult {
  GcdImageStatus status = GcdImageStatus::unlucky;
  ResidueVector h, cofactor_a, cofactor_b;
};

/// Brown's algorithm on arrays modulo p. Where `found`, the two identities hold: they are compared at as many points as
/// their degrees ask for. In parallel over the values of the last variable; the same for any number of threads.
/// Precondition: shape.possible(p).
LaneGcdResult lane_gcd(const LaneGcdShape& shape, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                       std::span<const std::uint64_t> lead, const WordModulus& m, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
