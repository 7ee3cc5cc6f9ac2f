// Roots modulo a power of p lifted as far as rational roots need, many words long.
#pragma once

#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

#include "poly/rational_roots/padic_roots.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What a power of p must exceed so that its residues determine the rational roots of f: with d r the integer that is
/// found, d = lc(f) for a root r, or d = f(0) for 1 / r where that needs fewer bits.
struct RootSize {
  std::size_t bits = 0;
  bool reciprocal = false;
};
/// Preconditions: degree >= 1, f(0) != 0.
RootSize rational_root_size(const IntegerVector& f, const ExecutionContext& ctx);

/// The rational root above the residue r modulo m >= 2^size.bits, if there is one; anything otherwise.
std::optional<Rational> determined_root(const IntegerVector& f, const RootSize& size, const Integer& r,
                                        const Integer& m);

struct LiftedCandidates {
  std::vector<Rational> roots;
  bool all = true;  ///< all rational roots above the given ones are here; else there may be more
};
/// Likely rational roots of f above the given simple ones, of which `known` have been seen already. Lifting ends early
/// when there are many or no more come. Precondition: p does not divide f(0).
LiftedCandidates lift_until_found(const IntegerVector& f, const PadicRoots& start, const RootSize& size,
                                  std::size_t known, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
