// Sparse polynomials in several variables over Q, numerators over one common denominator (src/poly/multi_rationals).
//
// Everywhere `out` may be an operand; after an exception it has some value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>
#include <polyfork/poly/multi_products/variables.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/ring/rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = -a.
POLYFORK_EXPORT void negate_rationals_into(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a,
                                           const ExecutionContext& ctx);
/// out = factor a. Precondition: neither is zero.
POLYFORK_EXPORT void scale_rationals_into(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a,
                                          const Rational& factor, const ExecutionContext& ctx);
/// out = a + b, or a - b. Precondition: neither is zero.
POLYFORK_EXPORT void merge_rationals_into(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a,
                                          const SparseTerms<Rationals>& b, bool subtract, const ExecutionContext& ctx);
/// out = a b. Precondition: neither is zero.
POLYFORK_EXPORT void mul_rationals_into(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a,
                                        const SparseTerms<Rationals>& b, const ExecutionContext& ctx);

/// out = a^k, over Z and Q. False, with nothing done, unless a has one term or two, k is 1 to 32, numbers have some
/// limbs and the power's monomials fit the layout, which is one word (src/poly/multi_rationals/few_term_powers.cpp).
POLYFORK_EXPORT bool power_of_few_terms(SparseTerms<Integers>& out, const SparseTerms<Integers>& a, std::uint64_t k,
                                        const ExecutionContext& ctx);
POLYFORK_EXPORT bool power_of_few_terms(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a, std::uint64_t k,
                                        const ExecutionContext& ctx);

/// The value at a point, one coordinate for each variable; `exponents` as for evaluate_in_rows (multi_values.hpp), and
/// false, with nothing done, where that is.
POLYFORK_EXPORT bool evaluate_in_rows(Rational& value, const SparseTerms<Rationals>& terms, const Variables& variables,
                                      std::span<const std::uint64_t> exponents, std::span<const Rational> point,
                                      const ExecutionContext& ctx);
/// out = the terms with x in the place of variable v. False, with nothing done, for more than some thousand terms, long
/// numbers or exponents of 1024 and more.
POLYFORK_EXPORT bool evaluate_variable_into(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a,
                                            const Variables& variables, std::size_t v, const Rational& x,
                                            const ExecutionContext& ctx);
POLYFORK_EXPORT bool evaluate_variable_into(SparseTerms<Integers>& out, const SparseTerms<Integers>& a,
                                            const Variables& variables, std::size_t v, const Integer& x,
                                            const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
