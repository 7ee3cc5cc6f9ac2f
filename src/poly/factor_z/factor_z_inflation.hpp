// Whether h(x^q) is irreducible, for irreducible h and primes q.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True proves that h(x^q) is irreducible; false says nothing. Preconditions: h irreducible over Z, not constant, h(0)
/// not zero; q prime. The cost of a few degree patterns of h modulo primes.
bool inflation_is_irreducible(const IntegerVector& h, std::size_t q, const ExecutionContext& ctx);

/// inflation_is_irreducible for roots in extensions of other fields: whether images of h modulo primes p = 1 mod q, and
/// = 1 mod `modulus`, show that a root of h is no q-th power in its field. The image at p is square-free, monic and has
/// h's degree, or is zero where p does not serve.
bool root_is_no_power(std::size_t q, std::uint64_t modulus, const std::function<PolyZp(std::uint64_t)>& image,
                      const ExecutionContext& ctx);

/// Whether the quotient of two integers is the q-th power of a rational number.
bool is_power_of_rational(IntegerView numerator, IntegerView denominator, std::size_t q);
/// The integer whose q-th power x is, with the sign of x; q >= 1.
std::optional<Integer> root_of_power(const Integer& x, std::size_t q);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
