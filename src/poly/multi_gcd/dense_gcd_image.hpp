// Greatest common divisors of dense polynomials in several variables over a field of words, with both
// cofactors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_gcd/multi_gcd_image.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial in x_0, x_1, ... as the array of all coefficients: x_0 runs fastest, the last variable slowest.
struct DenseWords {
  std::vector<std::size_t> lengths;
  std::vector<std::uint64_t> words;
};

/// h, the multiple of the gcd whose leading coefficient in x_0 is `lead`, and h cofactor_a = lead a, likewise for b:
/// dense arrays of fixed lengths, so that those of several primes belong together.
struct DenseGcdImages {
  GcdImageStatus status = GcdImageStatus::unlucky;
  DenseWords h;
  DenseWords cofactor_a;
  DenseWords cofactor_b;
};

/// Brown's algorithm on dense arrays: all degrees of the problem are read, that of x_0 included, and taken to be those
/// of the gcd, where they are bounds of it. `found` is right when the degrees are and the points are lucky; products
/// prove it. In parallel over the values of the last variable; the same for any number of threads. F: WordModulus, or
/// TableField where p is small.
template <class F>
DenseGcdImages dense_gcd_images(const GcdImageProblem& problem, const F& m, const ExecutionContext& ctx);

/// Whether the array of a polynomial of these degrees has at most eight places for each term, as Brown's algorithm
/// wants it of both operands.
bool fills_array(std::span<const std::size_t> degrees, std::size_t terms);

/// The terms of an array that are not zero, in lexicographic order.
WordTerms terms_of(const DenseWords& a);
/// The words at the monomials of a support; empty where another word is not zero. Precondition: the support is not
/// empty and that of an array of these lengths.
std::vector<std::uint64_t> words_on(const WordTerms& support, const DenseWords& a);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
