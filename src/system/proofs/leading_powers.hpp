// The proof that equations have finitely many solutions, and how many residue classes, by their leading monomials.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "system/proofs/integer_equation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How many residue classes the polynomials have modulo equations in whose order by weights the leading monomials are
/// powers of the variables, x_v^d_v: the product of the d_v. Modulo more equations than variables there are at most so
/// many, for the smallest d_v. Empty where a leading monomial of a variable is missing, where an equation has several
/// terms of its greatest degree, or for a product from 2^62 on. weights: positive, one for each variable.
struct ResidueClasses {
  std::uint64_t count = 0;
  bool exact = false;  ///< else a bound
};
std::optional<ResidueClasses> residue_classes(const std::vector<IntegerEquation>& equations,
                                              const std::vector<std::uint32_t>& weights);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
