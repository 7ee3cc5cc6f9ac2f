// The shape of a resultant over Z or Z/pZ: bounds on its degrees and coefficients, and what images of it cost.
//
// Degrees: with weight c for the main variable and 1 for x_k, a term of the Sylvester determinant has degree at most
// deg_b A + deg_a B - c deg_a deg_b, A and B the largest weights of terms of a and b, because indices of coefficients
// add up to deg_a deg_b in every term. The least bound over some slopes c, positive and negative, is taken.
// Coefficients: on the torus |x_k| = 1 every entry is at most the sum of the absolute values of its integers, so
// Hadamard's inequality bounds the resultant there, hence its coefficients. As many primes as this bound asks for make
// the result a proven one.
// Literature: docs/reference/bibliography.md, [collins71].
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The result as an array.
struct ResultantShape {
  std::size_t main = 0;
  std::size_t degree_a = 0;
  std::size_t degree_b = 0;
  std::vector<std::size_t> sequence;                    // the main variable, then the others that occur
  std::vector<std::size_t> lengths;                     // of the others
  std::vector<std::size_t> degrees_of_a, degrees_of_b;  // in the sequence
  std::size_t size = 1;
};

/// Preconditions: all degrees are below 2^28, those in the main variable at least 1.
template <Ring R>
ResultantShape resultant_shape(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::size_t main);

/// The primes of the images: below 2^62, or below 2^50 where there are vectors for these.
struct ResultantPrimes {
  std::size_t count;
  bool in_lanes;
};

ResultantPrimes resultant_primes(const MultiPolyZ& a, const MultiPolyZ& b, const ResultantShape& s);
/// The field's own prime; nothing when it has too few points.
std::optional<ResultantPrimes> resultant_primes(const MultiPolyZp& a, const MultiPolyZp& b, const ResultantShape& s);

/// What images are predicted to take, in nanoseconds of one thread; infinite for arrays that are too large.
double resultant_images_cost(const ResultantShape& s, std::size_t terms_a, std::size_t terms_b,
                             const ResultantPrimes& primes);

extern template ResultantShape resultant_shape(const MultiPolyZ&, const MultiPolyZ&, std::size_t);
extern template ResultantShape resultant_shape(const MultiPolyZp&, const MultiPolyZp&, std::size_t);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
