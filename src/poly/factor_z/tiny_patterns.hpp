// Degrees of irreducible factors of short polynomials modulo primes of five bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

constexpr std::size_t most_tiny_degree = 16;
constexpr std::uint64_t tiny_primes_end = 1 << 5;

/// count[d]: irreducible factors of degree d.
struct TinyPattern {
  std::array<std::uint8_t, most_tiny_degree + 1> count{};
  bool is_known = false;  ///< p serves: f keeps its degree and is square-free modulo p
};

/// The degrees of the factors of f modulo a prime p < tiny_primes_end. Precondition: 1 <= degree of f <=
/// most_tiny_degree. O(p n^2 + n^3) operations on 16 bits, eight at a time.
TinyPattern tiny_pattern(const IntegerVector& f, std::uint64_t p);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
