// The primes of products through residues in words of 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// All primes between 2^27 and 2^31 that have transforms of length 2^log_length, descending, but no more than 512 of
/// them, which make products of some 15,000 bits: beyond, conversions are most of the work, and those of F50 take fewer
/// instructions for a bit. There are 190 for lengths of 2^20, a dozen for 2^24, none for 2^28. Found at the first
/// request and kept for the process. Thread-safe.
std::span<const std::uint64_t> f31_primes(unsigned log_length) noexcept;

/// The number of these primes whose product exceeds 2^bits; 0 where all do not suffice. Beyond 32 it is rounded up
/// where that may be, so that similar operations share tables.
std::size_t f31_prime_count(unsigned log_length, std::size_t bits) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
