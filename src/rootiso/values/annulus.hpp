// A dyadic annulus, 2^j < |x| < 2^(j+1), on one half-line: where a tree of local models starts.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "rootiso/values/dyadic_cell.hpp"
#include "rootiso/values/point_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct Annulus {
  std::int64_t j;
  bool negative;

  DyadicCell cell() const { return {negative ? Integer(-2) : Integer(1), -j}; }
  friend bool operator==(const Annulus&, const Annulus&) = default;
};

/// The annulus around a cell that does not touch zero.
inline Annulus annulus_of(const DyadicCell& cell) {
  const bool negative = cell.c.sign() < 0;
  const Integer nearer = negative ? -(cell.c + Integer(1)) : cell.c;
  return {static_cast<std::int64_t>(nearer.bit_length()) - 1 - cell.k, negative};
}

/// An exponent of two next to |f(x)|, that of |x|, and the sign of f(x).
struct SizeAt {
  double log2_x;
  std::int64_t size;
  int sign;
};

/// The sizes of f at a few points of the annulus. `needed` is that of values_at.
std::vector<SizeAt> sizes_in(const MeasuredVector& f, const Annulus& annulus, const ExecutionContext& ctx,
                             NeededBits* needed = nullptr);

/// The least size of f at the points of sizes_in: it steers precisions and proves nothing.
std::int64_t least_size(const MeasuredVector& f, const Annulus& annulus, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
