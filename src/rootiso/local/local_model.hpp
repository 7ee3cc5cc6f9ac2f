// A polynomial on one dyadic cell, in fixed point with a proved error: the node of the local method.
//
// With x = centre + radius t, -1 <= t <= 1 on the cell,
//
//   f(x) = 2^exponent ( sum_{i < rows} (q_i + e_i) t^i + h(t) ),   |e_i| <= error,
//   h = sum h_i t^i,   sum |h_i| <= tail,   sum i |h_i| <= slope_tail.
//
// h is what was cut off: on the cell where that was done a sum of high powers, seen from a smaller one any polynomial.
// q_i, error, tail and slope_tail count units of 2^exponent ("ulps"). So on the cell |f - 2^exponent q| <= rows error +
// tail, and |f' - 2^exponent q'| <= rows (rows - 1) / 2 error + slope_tail, the derivatives taken in t.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "poly/rows/fixed_rows.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct LocalModel {
  FixedRows q;
  std::int64_t exponent = 0;
  std::uint64_t error = 0;
  std::uint64_t tail = 0;
  std::uint64_t slope_tail = 0;
  /// Bits of max(|q(t)|, |q'(t)| / rows) at t = -1, 0, 1: the sizes of f there, in ulps. They steer the precision of
  /// the parts and prove nothing.
  std::array<std::size_t, 3> sizes{};

  std::size_t rows() const noexcept { return q.rows(); }
  std::size_t least_size() const noexcept { return std::min({sizes[0], sizes[1], sizes[2]}); }
  /// A bound of the difference between f and q on the cell, in ulps; saturates.
  std::uint64_t noise() const noexcept;
};

/// How precise a model is kept: the bits between its unit and the size of f, and between what truncation may cost and
/// the size of f. "The size of f" is the least, over a few points of the cell, of |f| or of its slope.
struct ModelPrecision {
  std::size_t guard_bits;
  std::size_t tail_bits;  ///< < guard_bits
};

/// The model of f on the part of a cell at 2^-levels (first + (0, 1)) of it, 0 <= first < 2^levels: t = (a + s) /
/// 2^levels with a = 2 first + 1 - 2^levels.
///
/// q_i 2^(levels (rows - 1 - i)) are shifted by a exactly and rounded once, so an error of E ulps becomes at most G E +
/// 1 with G = 2^levels / (2^levels - |a|), or rows E + 1 if that is less and 2^levels >= rows: rounding before the
/// shift would lose 2^rows. (Long rows are found rounded already, which adds another 1: poly/fixed/rounded_part.hpp.)
/// The tails cannot grow, since |t| <= 1 on the new cell, too. One Taylor shift of rows of bits + levels rows.
LocalModel submodel(const LocalModel& parent, std::size_t levels, std::uint64_t first, const ModelPrecision& precision,
                    const ExecutionContext& ctx);

/// The models of the lower and the upper half, made together where that saves work: for rows that rounded_parts takes,
/// and where the two do not want very different precisions.
std::optional<std::array<LocalModel, 2>> both_halves(const LocalModel& parent, const ModelPrecision& precision,
                                                     const ExecutionContext& ctx);

/// The model around any point, far down: t = (a + 2^log_radius s) / 2^levels for an integer |a| <= 2^levels; for odd
/// a and log_radius 0 that is a part. levels - log_radius is at least deep_levels, so that (1 + 2^-40)^degree < 2 and
/// tails at most double where s reaches beyond the parent's cell.
inline constexpr std::size_t deep_levels = 40;
LocalModel deep_submodel(const LocalModel& parent, std::size_t levels, const Integer& a, unsigned log_radius,
                         const ModelPrecision& precision, const ExecutionContext& ctx);

/// The model of f on (-2^j, 2^j), in units of 2^exponent: q_i = floor(a_i 2^(j i - exponent)), cut to the rows that
/// matter when the size of f is 2^guard_bits units.
LocalModel disc_model(const MeasuredVector& f, std::int64_t j, std::int64_t exponent, const ModelPrecision& precision,
                      const ExecutionContext& ctx);

/// The model on the annulus (2^j, 2^(j+1)), the last quarter of a disc, or on its mirror image, the first, when
/// `negative`.
LocalModel annulus_model(const MeasuredVector& f, std::int64_t j, bool negative, std::int64_t exponent,
                         const ModelPrecision& precision, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
