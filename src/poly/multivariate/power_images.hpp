// Greatest common divisors modulo a word prime whose monomials are read off values along one geometric progression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multivariate/multi_gcd_image.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How often two has to divide p - 1 for the image of a problem with these degrees: the box of those in x_1, x_2, ...
/// has at most 2^bits places. Above power_prime_bits for boxes that no prime of this kind is large enough for.
unsigned power_image_bits(std::span<const std::size_t> degrees);

/// Whether such an image is likely to cost less than Zippel's interpolation: that one fixes one variable after another,
/// which leaves far fewer terms of operands that are nearly full, and it needs fewer univariate gcds then.
bool prefers_powers(const GcdImageProblem& problem);

/// Primes p < 2^62 with 2^power_prime_bits | p - 1, descending; 0 behind the last.
constexpr unsigned power_prime_bits = 48;
std::uint64_t power_prime(std::size_t index) noexcept;

/// The image of a problem whose degrees are all bounds, that of x_0 included: as many univariate gcds as twice the most
/// terms of a coefficient in x_0, and some. `found` is right with high probability, no more; `lower_degree` says that
/// the gcd's degree in x_0 is below its bound. In parallel over terms and points; the same for any number of threads.
/// Precondition: 2^power_image_bits(degrees) divides p - 1.
GcdImage power_gcd_image(const GcdImageProblem& problem, const WordModulus& m, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
