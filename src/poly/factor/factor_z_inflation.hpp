// Whether h(x^q) is irreducible, for irreducible h and primes q.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True proves that h(x^q) is irreducible; false says nothing. Preconditions: h irreducible over Z, not constant, h(0)
/// not zero; q prime. The cost of a few degree patterns of h modulo primes.
bool inflation_is_irreducible(const IntegerVector& h, std::size_t q, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
