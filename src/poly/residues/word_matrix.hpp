// Two by two matrices of polynomials over Z/pZ: products that share transforms.
#pragma once

#include "poly/residues/half_gcd.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Drops leading zeros.
void normalise_words(ResidueVector& a);
WordMatrix identity_matrix();

/// (x, y) = m (a, b), normalised.
void apply_matrix(const WordAlgebra& w, const WordMatrix& m, ConstWords a, ConstWords b, ResidueVector& x,
                  ResidueVector& y);
/// The same, and the product m n.
WordMatrix apply_and_multiply(const WordAlgebra& w, const WordMatrix& m, ConstWords a, ConstWords b, ResidueVector& x,
                              ResidueVector& y, const WordMatrix& n);
/// (s, t) m.
void apply_to_row(const WordAlgebra& w, ResidueVector& s, ResidueVector& t, const WordMatrix& m);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
