// The checker's local models: a polynomial on one dyadic cell, in fixed point with a proved error.
//
// With x = centre + radius t, -1 <= t <= 1 on the cell,
//
//   f(x) = 2^exponent ( sum_{i < rows} (q_i + e_i) t^i + h(t) ),   |e_i| <= error,  |h| <= tail,  |h'| <= slope_tail
//
// for all t in [-1, 1]; all numbers count units of 2^exponent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The model of a polynomial on one cell.
struct ProvedModel {
  FixedRows q;
  std::int64_t exponent = 0;
  std::uint64_t error = 0;
  std::uint64_t tail = 0;
  std::uint64_t slope_tail = 0;

  std::size_t rows() const noexcept { return q.rows(); }
  /// A bound of the difference between f and q on the cell, in units of 2^exponent; saturates.
  std::uint64_t noise() const noexcept;
};

/// The model of f on [2^j, 2^(j+1)], or on its part 2^-levels (index + (0, 1)), levels <= 60. `size` guides the
/// precision, no more: log2 |f| where it is small in the annulus; the guard bits lie between the unit and that.
ProvedModel proved_annulus_model(const IntegerVector& f, std::int64_t j, std::int64_t size, std::size_t guard,
                                 const ExecutionContext& ctx, unsigned levels = 0, std::uint64_t index = 0);

/// The models of f and of f(-x) on [2^j, 2^(j+1)], made together where that saves work: they are the halves of one
/// disc.
std::optional<std::array<ProvedModel, 2>> both_proved_annulus_models(const IntegerVector& f, std::int64_t j,
                                                                     const std::array<std::int64_t, 2>& sizes,
                                                                     std::size_t guard, const ExecutionContext& ctx);

/// The model on the part 2^-levels (index + (0, 1)) of the cell: t = (a + s) / 2^levels, a = 2 index + 1 - 2^levels.
/// Precondition: 1 <= levels <= 62, index < 2^levels.
ProvedModel part_of(const ProvedModel& model, unsigned levels, std::uint64_t index, std::size_t guard,
                    const ExecutionContext& ctx);

/// Both parts of level 1 of the cell, made together where that saves work.
std::optional<std::array<ProvedModel, 2>> both_parts(const ProvedModel& model, std::size_t guard,
                                                     const ExecutionContext& ctx);

/// The model with `guard` guard bits only, and with the rows that matter then.
ProvedModel coarsened(const ProvedModel& model, std::size_t guard, const ExecutionContext& ctx);

/// Whether |q_0| exceeds all other rows and the noise: then f has no root on the closed cell.
bool constant_outweighs(const ProvedModel& model);

/// Whether no row exceeds 16 times the noise: then hardly anything about f can be proved.
bool noise_exceeds_value(const ProvedModel& model);

/// a + b, saturating.
std::uint64_t bound_add(std::uint64_t a, std::uint64_t b) noexcept;
/// a b, saturating.
std::uint64_t bound_mul(std::uint64_t a, std::uint64_t b) noexcept;
/// ceil(x / 2^bits); a saturated bound stays saturated.
std::uint64_t bound_shift(std::uint64_t x, std::size_t bits) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
