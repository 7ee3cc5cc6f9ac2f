// Standard dyadic cells (c 2^-k, (c+1) 2^-k): the intervals in which the subdivision works and answers.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/rational.hpp>

#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The order of a 2^-k and b 2^-l, found without fractions: the cells of all roots are compared on one thread.
inline std::strong_ordering compare_dyadic(const Integer& a, std::int64_t k, const Integer& b, std::int64_t l) {
  if (k == l) return a <=> b;
  if (a.sign() != b.sign() || a.is_zero()) return a.sign() <=> b.sign();
  const std::int64_t top_a = static_cast<std::int64_t>(a.bit_length()) - k;
  const std::int64_t top_b = static_cast<std::int64_t>(b.bit_length()) - l;
  if (top_a != top_b)
    return (a.sign() > 0) == (top_a > top_b) ? std::strong_ordering::greater : std::strong_ordering::less;
  return k < l ? (a << static_cast<std::size_t>(l - k)) <=> b : a <=> (b << static_cast<std::size_t>(k - l));
}

/// The open interval (c 2^-k, (c+1) 2^-k).
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
  /// Whether zero is an end of the cell.
  bool touches_zero() const { return c.is_zero() || c == Integer(-1); }

  /// Whether the lower end of this cell lies to the left of the other cell's.
  bool starts_before(const DyadicCell& other) const { return compare_dyadic(c, k, other.c, other.k) < 0; }
  /// The order of this cell's upper end and the other cell's lower end.
  std::strong_ordering end_against_start(const DyadicCell& other) const {
    return compare_dyadic(c + Integer(1), k, other.c, other.k);
  }

  friend bool operator==(const DyadicCell& a, const DyadicCell& b) { return a.k == b.k && a.c == b.c; }
};

/// The memory of a list of cells.
inline std::size_t bytes_of(const std::vector<DyadicCell>& cells) {
  std::size_t bytes = 0;
  for (const DyadicCell& cell : cells) bytes += bytes_of(cell.c) + sizeof(DyadicCell);
  return bytes;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
