// Greatest common divisors modulo a word prime whose monomials are read off values along one geometric progression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_gcd/multi_gcd_image.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How often two has to divide p - 1 for the image of a problem with these degrees: the box of those in the variables
/// that are not main ones has at most 2^bits places. Too many for any such prime where it exceeds 48 or 40.
unsigned power_image_bits(std::span<const std::size_t> degrees, std::size_t main_variables = 1);

/// Primes p < 2^62 with 2^power_prime_bits | p - 1, descending; 0 behind the last.
constexpr unsigned power_prime_bits = 48;
std::uint64_t power_prime(std::size_t index) noexcept;
/// Primes p < 2^50 with 2^lane_power_prime_bits | p - 1, for images in two main variables.
constexpr unsigned lane_power_prime_bits = 40;
std::uint64_t lane_power_prime(std::size_t index) noexcept;

/// The image of a problem whose degrees are all bounds, that of x_0 included, in one main variable or in two: as many
/// gcds in these as twice the most terms of a coefficient, and some. What is found is h or a cofactor, whichever has
/// the shortest coefficients; with high probability, no more. `lower_degree` says that the gcd's degree in x_0 is below
/// its bound. `unlucky` after most_points. In parallel over terms and points; the same for any number of threads.
/// Preconditions: 2^power_image_bits(degrees, main_variables) divides p - 1; for two main variables
/// bivariate_points_possible (gcd_points.hpp).
GcdImage power_gcd_image(const GcdImageProblem& problem, std::size_t main_variables, const WordModulus& m,
                         const ExecutionContext& ctx,
                         std::size_t most_points = std::numeric_limits<std::size_t>::max());

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
