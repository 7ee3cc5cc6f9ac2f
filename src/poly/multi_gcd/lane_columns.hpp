// Univariate gcds with both cofactors modulo a prime below 2^50 at many points, eight a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/multi_gcd/multi_gcd_image.hpp"
#include "poly/multivariate/lane_grid.hpp"
#include "poly/multivariate/lane_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Numbers of coefficients in x_0; that of h is at least 2.
struct LaneLengths {
  std::size_t a, b, h, cofactor_a, cofactor_b;
};

/// Operands and what is found at the points [begin, end), a multiple of eight: a row for each coefficient in x_0.
struct LaneColumns {
  std::size_t begin = 0, end = 0;
  std::uint64_t *a, *b, *lead, *h, *cofactor_a, *cofactor_b;
  std::vector<GcdImageStatus> status;

  std::size_t count() const noexcept { return end - begin; }
  LaneOperands operands(const LaneLengths& n, std::size_t j) const {
    return {a + j, b + j, lead + j, n.a, n.b, count()};
  }
  LaneCofactors cofactors(const LaneLengths& n, std::size_t j) const {
    return {h + j, cofactor_a + j, cofactor_b + j, n.h, count()};
  }
};

/// Rows in a frame, which nothing is written to.
LaneColumns lane_columns(const LaneLengths& lengths, std::size_t begin, std::size_t end, Workspace::Frame& frame);

/// From the operands at all points of a range h, with the leading coefficients `lead`, and the quotients of the
/// operands by the monic gcds. `status` says of each point whether the gcd had the length of h. In parallel on demand.
void lane_column_gcds(const LaneField& field, const LaneLengths& lengths, LaneColumns& columns, bool parallel,
                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
