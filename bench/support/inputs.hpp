// The inputs of the benchmarks, by name. The same name always gives the same polynomial.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/ring/prime_field.hpp>

namespace polyfork_bench {

/// Coefficients of `bits` random bits and random signs.
polyfork::PolyZ random_poly(std::size_t length, std::size_t bits, std::uint64_t seed);

/// Random residues.
polyfork::PolyZp random_poly(std::size_t length, const polyfork::PrimeField& field, std::uint64_t seed);

/// A family of the command's `generate`, or one with a suffix: "wilkinson-perturb-23" is 2^23 f - x^(n-1),
/// "chebyshev-shift-1-3" is f with its roots moved by 1/3. "mignotte-nested" is the product of x^(n/4) - 2 (5x-1)^(2i),
/// i = 1, ..., 4, whose real roots near 1/5 form clusters inside clusters; 4 divides n >= 40. Throws
/// polyfork::DomainError for anything else.
polyfork::PolyZ root_input(std::string_view name, std::size_t degree);

/// A text of about 4 MB (at least two coefficients) whose coefficients have so many digits.
std::string parse_input(polyfork::PolyFormat format, std::size_t digits);

/// A prime of at most 50 bits for transforms of up to 2^22 points, other than 1108307720798209.
std::uint64_t ntt_prime_50();
/// The largest one of 50 bits with p - 1 = 2^factors_of_two times an odd number.
std::uint64_t ntt_prime_50(unsigned factors_of_two);

}  // namespace polyfork_bench
