// Seeded polynomials with roots of many shapes.
#pragma once

#include <cstdint>

#include <polyfork/poly/dense/dense_poly.hpp>

#include "random.hpp"

namespace polyfork::test {

/// A nonzero polynomial of one of these shapes: tiny, dense, sparse, planted rational roots, repeated factors,
/// near-double roots 2^-k apart for k up to `most_bits`, coefficients of very different lengths, palindromic,
/// polynomials in a power of x, and roots very near to short dyadic fractions. The degree is at most 2 + 100.
PolyZ draw_polynomial_with_roots(Random& random, unsigned most_bits = 300);

/// Of at most `bits` bits and either sign.
Integer draw_signed(Random& random, unsigned bits);
/// Coefficients of at most `bits` bits, the last one not zero.
PolyZ draw_dense(Random& random, std::size_t degree, unsigned bits);

}  // namespace polyfork::test
