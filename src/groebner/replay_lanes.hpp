// The replay of a basis computation modulo eight primes at once.
//
// The matrices are those of the trace for all primes, so that the places of entries are looked up once and every step
// works on a vector of eight lanes. A prime modulo which something turns out otherwise is refused, without regard to
// the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/f4_trace.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What `replay` returns for each of the primes, at most prime_lanes of them, all between 2^30 and 2^31. inputs: for
/// each prime the coefficients of the input polynomials. On the threads of the context.
std::vector<std::optional<TracedCoefficients>> replay_lanes(const F4Trace& trace,
                                                            std::span<const TracedCoefficients> inputs,
                                                            std::span<const SmallPrime> primes,
                                                            const ExecutionContext& ctx);

/// The same for any number of primes up to prime_lanes: in lanes where that pays, else one prime after another.
std::vector<std::optional<TracedCoefficients>> replay_several(const F4Trace& trace,
                                                              std::span<const TracedCoefficients> inputs,
                                                              std::span<const SmallPrime> primes,
                                                              const ExecutionContext& ctx);

/// About the bytes that replay_several takes for so many primes on so many threads, with what it returns.
std::size_t replay_bytes(const F4Trace& trace, std::size_t primes, std::size_t threads);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
