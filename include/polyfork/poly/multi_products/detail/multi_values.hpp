// Values of sparse polynomials in several variables over Z and Z/pZ (src/poly/multi_products/multi_values.cpp).
#pragma once

#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>
#include <polyfork/poly/multi_products/variables.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/prime_field.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// value = the value at the point, one coordinate for each variable. False, with nothing done, where an exponent is
/// 1024 or more, or numbers are longer than some thousand limbs. `exponents` are the rows of exponent_rows.hpp, or
/// empty where they have not been read yet. O(terms variables) products beside the powers.
POLYFORK_EXPORT bool evaluate_in_rows(Integer& value, const SparseTerms<Integers>& terms, const Variables& variables,
                                      std::span<const std::uint64_t> exponents, std::span<const Integer> point,
                                      const ExecutionContext& ctx);

/// The value of the polynomial with these coefficients and rows of exponents (exponent_rows.hpp) at the point, one
/// residue for each variable. O(terms variables) products beside the powers, and nothing is allocated but scratch
/// memory of the thread.
POLYFORK_EXPORT std::uint64_t evaluate_residues(const PrimeField& field, std::span<const std::uint64_t> coefficients,
                                                std::span<const std::uint64_t> exponents,
                                                std::span<const std::uint64_t> point, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
