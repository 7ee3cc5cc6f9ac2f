// One integer from its residues modulo many word primes.
#pragma once

#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The x in [-M/2, M/2), M the product of the primes, with x = residues[i] mod primes[i]. Preconditions: as many of
/// both, at least one; primes distinct, residues canonical. O(M(bits) log n), halves of the primes in parallel.
Integer integer_from_residues(std::span<const std::uint64_t> residues, std::span<const std::uint64_t> primes,
                              const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
