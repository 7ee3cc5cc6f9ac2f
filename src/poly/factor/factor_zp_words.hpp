// The steps of factorization over Z/pZ on words: distinct degrees, equal degrees, roots, irreducibility.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/ring/residue_vector.hpp>

#include "poly/factor/word_quotient.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A monic product of irreducible polynomials of one degree, with what the search for it knows already.
struct EqualDegreeWords {
  ResidueVector product;
  std::size_t degree = 0;
  ResidueVector frobenius;  ///< x^p modulo the product, or empty
  ResidueVector trace;      ///< x + x^p + ... + x^(p^(degree - 1)) modulo the product, or empty

  std::size_t count() const noexcept { return (product.size() - 1) / degree; }
};

/// How many powers x^(p^i) the search for distinct degrees keeps for degree n; fewer than giant steps, since it often
/// ends long before degree n / 2.
std::size_t baby_steps(std::size_t n) noexcept;

/// By ascending degrees. Precondition: f monic, square-free, not constant.
std::vector<EqualDegreeWords> distinct_degree_words(const FactorAlgebra& w, ConstWords f);

/// The monic factors, in any order, appended.
void equal_degree_words(const FactorAlgebra& w, const EqualDegreeWords& part, std::vector<ResidueVector>& out);

/// The roots of a monic product of different linear factors, in any order, appended.
void roots_of_linear_words(const FactorAlgebra& w, ConstWords f, std::vector<std::uint64_t>& out);

/// Makes f = F(x^s) with the largest s the list of F, and returns s; 1 for constants. Precondition: f(0) not zero.
std::uint64_t deflate_words(ResidueVector& f);

/// gcd(f, x^p - x), the product of x - a over the different roots a of f. Precondition: f monic, not constant.
ResidueVector linear_part_words(const FactorAlgebra& w, ConstWords f);

/// Whether a monic f of degree at least 1 is irreducible; repeated factors are allowed.
bool is_irreducible_words(const FactorAlgebra& w, ConstWords f);

/// gcd(a, b), monic; of a alone when b is zero.
ResidueVector monic_gcd_words(const FactorAlgebra& w, ResidueVector a, ResidueVector b);
/// a / b for a multiple a of b != 0.
ResidueVector exact_quotient_words(const FactorAlgebra& w, ConstWords a, ConstWords b);
/// a mod b, normalised; b not empty.
ResidueVector remainder_words(const FactorAlgebra& w, ConstWords a, ConstWords b);
/// Without zeros on top.
ResidueVector normalised_words(ConstWords a);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
