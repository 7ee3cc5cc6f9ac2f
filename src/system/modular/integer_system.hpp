// A system of equations with integer coefficients, in the form that computations modulo primes read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/integer.hpp>

#include "groebner/f4.hpp"
#include "groebner/monomial_table.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct IntegerSystem {
  struct Equation {
    std::vector<std::vector<std::uint64_t>> exponents;  ///< of the terms, descending in grevlex
    std::vector<Integer> coefficients;                  ///< primitive together
  };
  std::size_t variables = 0;
  std::vector<Equation> equations;  ///< none is zero
};

/// Throws DomainError for polynomials in different variables, for none, and for no variables.
void require_system(const std::vector<MultiPolyQ>& equations);

/// Throws as require_system. A term takes as many words as there are variables.
IntegerSystem integer_system(const std::vector<MultiPolyQ>& equations);

/// The coefficients modulo p, an array for each equation; empty where one of them vanishes.
std::optional<std::vector<std::vector<std::uint32_t>>> coefficients_modulo(const IntegerSystem& system,
                                                                           const SmallPrime& p);
/// The equations with these coefficients, their monomials in the table.
std::vector<WordPolynomial> equations_modulo(const IntegerSystem& system,
                                             const std::vector<std::vector<std::uint32_t>>& coefficients,
                                             MonomialTable& monomials);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
