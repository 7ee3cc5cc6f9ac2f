// The irreducible factors of h(x^n) for an irreducible h over Z, in terms of short polynomials.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The polynomial f(x^power). f is charged as long as the factor is kept, since a list of them may be long.
struct InflatedFactor {
  IntegerVector f;
  std::uint64_t power;
  MemoryReservation held;
};

/// The irreducible factors of h(x^n), primitive with positive leading coefficients, in no particular order. Only the f
/// of the result are ever listed, and h(x^q) for those primes q that divide n where a root of h may be a q-th power in
/// its field. Preconditions: h irreducible, primitive, not constant, with a positive leading coefficient, h(0) not
/// zero; n >= 1. Throws MemoryLimit where a list does not fit.
std::vector<InflatedFactor> inflated_factors(const IntegerVector& h, std::uint64_t n, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
