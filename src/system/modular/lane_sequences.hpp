// The sequences of Wiedemann's algorithm modulo eight primes at once, a prime to a lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/f4_trace.hpp"
#include "groebner/quotient.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// By variable the values l(x_v t^i), then l(t^i), i < terms, for the functional l that belongs to the prime.
using FormSequences = std::vector<std::vector<std::uint32_t>>;

/// The functional that representations modulo p begin with.
std::vector<std::uint32_t> random_functional(std::size_t n, const SmallPrime& p);

/// Whether lanes pay for so many primes: not for large quotients, whose matrices would leave the caches.
bool sequences_are_for_lanes(std::size_t degree, std::size_t primes) noexcept;

/// About the bytes that it takes.
std::size_t lane_sequence_bytes(const QuotientPlan& plan, const LinearForm& form, std::size_t terms);

/// For at most prime_lanes primes, all above 2^30. coefficients: of all polynomials of the trace, for each prime.
/// Precondition: the plan is prepared for the form. Throws Cancelled and MemoryLimit.
std::vector<FormSequences> lane_sequences(const QuotientPlan& plan, const LinearForm& form,
                                          std::span<const TracedCoefficients* const> coefficients,
                                          std::span<const SmallPrime> primes, std::size_t terms,
                                          const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
