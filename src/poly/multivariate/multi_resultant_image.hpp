// Resultants of polynomials in several variables modulo a word prime, as dense arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Res(a, b) in variable 0, of formal degrees degree_a and degree_b, both at least 1: a row-major array in the
/// variables 1, 2, ..., with lengths[k - 1] > the degree in variable k. Precondition: p >= every length. Lengths values
/// for each variable, in parallel over those of the last one: prod lengths univariate resultants.
std::vector<std::uint64_t> resultant_image(const WordTerms& a, const WordTerms& b, std::size_t degree_a,
                                           std::size_t degree_b, std::span<const std::size_t> lengths,
                                           const PrimeField& field, const ExecutionContext& ctx);

/// Whether that runs in vectors: dense polynomials, given by their degrees in the variables 0, 1, ... and numbers of
/// terms, modulo primes below 2^50, and lengths that are not above p.
bool resultants_in_lanes(std::span<const std::size_t> degrees_a, std::size_t terms_a,
                         std::span<const std::size_t> degrees_b, std::size_t terms_b,
                         std::span<const std::size_t> lengths, std::uint64_t p);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
