// q-th powers in finite fields that are given by irreducible polynomials.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/big_prime_field.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether a root of h is a q-th power in its field. Preconditions: h monic, irreducible of degree d >= 2; q prime,
/// dividing p^d - 1 and not p - 1. O(log d) compositions and o log2(p) products modulo h, o the order of p modulo q,
/// which divides d.
bool root_is_power(const PolyZp& h, std::uint64_t q, const ExecutionContext& ctx);
bool root_is_power(const DensePoly<BigPrimeField>& h, std::uint64_t q, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
