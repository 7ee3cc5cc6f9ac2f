// From residues to rational roots: reconstruction, a filter, and the proof.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The fraction a / b = r modulo m with |a| b below about m / 2^10 (m / 2^20 for integers m of any length), if there is
/// one; the smallest, should there be several. Few residues have one by chance. Preconditions: 0 <= r < m, and m < 2^62
/// for words.
std::optional<Rational> small_fraction(std::uint64_t r, std::uint64_t m);
std::optional<Rational> small_fraction(const Integer& r, const Integer& m, const ExecutionContext& ctx);

/// The fraction s / d, where s is the residue of d r modulo m that is smallest in absolute value.
Rational scaled_fraction(const Integer& r, const Integer& m, const Integer& d);

/// The candidates that are roots of f modulo a prime of 62 bits: all rational roots among them, and hardly ever others.
std::vector<Rational> likely_roots(const IntegerVector& f, std::vector<Rational> candidates,
                                   const ExecutionContext& ctx);

/// The candidates that are roots, proved, and f without them; the latter is only set when there are some. Fast when all
/// of them are roots. Preconditions: f primitive and square-free.
std::pair<std::vector<Rational>, PolyZ> divided_by_roots(const PolyZ& f, std::vector<Rational> candidates,
                                                         const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
