// Primality of words and the search for primes, plain and for number-theoretic transforms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

class Integer;

/// Deterministic for every 64-bit n: Miller-Rabin to the bases of Sinclair (seven bases below 2^64).
POLYFORK_EXPORT bool is_prime(std::uint64_t n) noexcept;
/// From 2^64 on by the tests of Baillie, Pomerance, Selfridge and Wagstaff and 24 rounds of Miller and Rabin: false is
/// proved, and no composite number is known for which it is true.
POLYFORK_EXPORT bool is_prime(const Integer& n);
/// Smallest prime > n, largest prime < n. Throw DomainError when there is none below 2^64, or above 1.
POLYFORK_EXPORT std::uint64_t next_prime(std::uint64_t n);
POLYFORK_EXPORT std::uint64_t previous_prime(std::uint64_t n);
/// The `count` largest primes p < bound with p = 1 mod 2^log2_length, descending. Throws DomainError when there are
/// fewer. For transforms of any length that divides 2^log2_length.
POLYFORK_EXPORT std::vector<std::uint64_t> ntt_primes(std::uint64_t bound, unsigned log2_length, std::size_t count);
/// The `count` largest primes below bound, descending.
POLYFORK_EXPORT std::vector<std::uint64_t> primes_below(std::uint64_t bound, std::size_t count);
/// An element of the given multiplicative order modulo the prime p. Throws DomainError when order does not divide
/// p - 1. Deterministic: derived from the smallest generator-like base.
POLYFORK_EXPORT std::uint64_t root_of_unity(std::uint64_t p, std::uint64_t order);

}  // namespace v1
}  // namespace polyfork
