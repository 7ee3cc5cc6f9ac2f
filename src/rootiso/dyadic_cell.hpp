// Standard dyadic cells (c 2^-k, (c+1) 2^-k): the intervals in which the subdivision works and answers.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/rational.hpp>

#include "ring/held.hpp"

namespace polyfork::inline v1 {
namespace detail {

struct DyadicCell {
  Integer c;
  std::int64_t k = 0;  // level; the width is 2^-k

  Rational lower() const { return Rational::dyadic(c, -k); }
  Rational upper() const { return Rational::dyadic(c + Integer(1), -k); }

  DyadicCell left_half() const { return {c << 1, k + 1}; }
  DyadicCell right_half() const { return {(c << 1) + Integer(1), k + 1}; }
  /// The cell of the given coarser (or same) level around this one. Precondition: level <= k.
  DyadicCell ancestor(std::int64_t level) const { return {c >> static_cast<std::size_t>(k - level), level}; }
  /// The cell of -r for r in this cell.
  DyadicCell mirrored() const { return {-(c + Integer(1)), k}; }

  bool contains(const DyadicCell& other) const { return other.k >= k && other.ancestor(k).c == c; }
  bool closure_contains(const Rational& x) const { return lower() <= x && x <= upper(); }
  /// Zero is an end point: no coarser cell is allowed.
  bool touches_zero() const { return c.is_zero() || c == Integer(-1); }

  friend bool operator==(const DyadicCell& a, const DyadicCell& b) { return a.k == b.k && a.c == b.c; }
};

/// What a list of cells takes.
inline std::size_t bytes_of(const std::vector<DyadicCell>& cells) {
  std::size_t bytes = 0;
  for (const DyadicCell& cell : cells) bytes += bytes_of(cell.c) + sizeof(DyadicCell);
  return bytes;
}

}  // namespace detail
}  // namespace polyfork::inline v1
