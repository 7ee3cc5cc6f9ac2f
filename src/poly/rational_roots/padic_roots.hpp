// Simple roots modulo p lifted to a power of p that fits into a word.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "poly/rational_roots/modular_roots.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Roots modulo p^digits.
struct PadicRoots {
  std::uint64_t p = 0;
  unsigned digits = 0;
  std::uint64_t modulus = 0;  ///< p^digits < 2^62
  ResidueVector roots;
};

/// The simple roots of f modulo the power of p that word_digits(p, bits) says. Precondition: roots of f.
PadicRoots lift_to_word(const IntegerVector& f, const ModularRoots& roots, std::size_t bits,
                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
