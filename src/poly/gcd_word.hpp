// Greatest common divisors modulo a word prime, on coefficient arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork::inline v1 {
namespace detail {

/// A gcd of u and v up to a unit, left in one of the two arrays: the returned span, normalised, empty when both are
/// zero. Both arrays are destroyed. Preconditions: canonical residues, p prime; trailing zeros are allowed.
std::span<std::uint64_t> word_gcd(std::span<std::uint64_t> u, std::span<std::uint64_t> v, const WordModulus& modulus,
                                  const ExecutionContext& ctx);

/// a * factor / lc(a) in place; precondition: a normalised and not empty.
void word_set_leading(std::span<std::uint64_t> a, std::uint64_t factor, const WordModulus& modulus) noexcept;

}  // namespace detail
}  // namespace polyfork::inline v1
