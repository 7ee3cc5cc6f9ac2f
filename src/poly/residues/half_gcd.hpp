// The half-gcd over Z/pZ and what is built on it: gcd, Bezout cofactors, resultant.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <polyfork/ring/residue_vector.hpp>

#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Two by two polynomials, normalised.
using WordMatrix = std::array<std::array<ResidueVector, 2>, 2>;

/// What Euclid's algorithm leaves behind for the resultant. With r = l u - q v, l a unit, and degrees du, dv, dr,
///   Res(u, v) = (-1)^(du dv) lc(v)^(du - dr) l^-dv Res(v, r).
/// The powers of the l are gathered as powers of their running product, whose exponents are differences of degrees.
class ResultantSteps {
 public:
  explicit ResultantSteps(const WordModulus& m) : m_(m) {}
  /// One division, of lengths above zero; the next call or finish() tells the length of its remainder.
  void step(std::size_t length_u, std::size_t length_v, std::uint64_t lead, std::uint64_t multiplier);
  /// The resultant of the first pair, given that the last pair is (u, c) with a constant c.
  std::uint64_t finish(std::size_t length_u, std::uint64_t c);

 private:
  void settle(std::size_t length_r);

  const WordModulus& m_;
  bool pending_ = false;
  std::size_t length_u_ = 0, length_v_ = 0;
  std::uint64_t lead_ = 0;
  std::uint64_t units_ = 1, numerator_ = 1, denominator_ = 1;
};

/// Euclid's steps (a, b) -> (b, l a - q b) with units l until b.size() <= stop. m, if wanted, becomes the matrix with
/// (a, b) after = m (a, b) before; its determinant is a unit. offset: coefficients that were cut off below.
/// Preconditions: a, b normalised, b not longer than a.
void euclid_words(const WordAlgebra& w, ResidueVector& a, ResidueVector& b, WordMatrix* m, std::size_t stop,
                  std::size_t offset, ResultantSteps* steps);

/// Runs until b.size() <= a.size() / 2 (a before), by divide and conquer. Precondition: b shorter than a.
void half_gcd_words(const WordAlgebra& w, ResidueVector& a, ResidueVector& b, WordMatrix* m, std::size_t offset,
                    ResultantSteps* steps);

/// a gcd up to a unit, normalised; empty when both are. Operands normalised. Memory: about 8 operands.
ResidueVector gcd_words(const WordAlgebra& w, ResidueVector a, ResidueVector b);
/// s a + t b = g up to a unit, the cofactors of Euclid's algorithm.
struct WordBezout {
  ResidueVector g, s, t;
};
WordBezout extended_gcd_words(const WordAlgebra& w, ResidueVector a, ResidueVector b);
/// The resultant; zero when an operand is.
std::uint64_t resultant_words(const WordAlgebra& w, ResidueVector a, ResidueVector b);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
