// Clusters of roots: the proposed centre, and the two counts that prove it.
//
// Proof. Let q be the model's rows as an exact polynomial and N its noise: f(t) = q(t) + e(t) with |e(t)| <= N for real
// t of the cell. For any constant |e| <= N the polynomial q + e has k roots in |t| < R when row k outweighs the others
// and N at radius R. Seen from a point of the cell, q + e has the rows of the shifted model up to that model's own
// noise; when row k outweighs the others, that noise and N on the model's circle, then q + e has k roots there, too, in
// a disc inside the first one. So these are all: at a real t of the cell outside the small disc q(t) + e is not 0 for
// any such e, and f(t) not either.
//
// (t - t_0)^k passes the test at radius R when (1 + |t_0| / R)^k < 2, so R = 2^b >= 3/2 k does for all |t_0| <= 1, and
// a circle of 2^b steps for a centre that is known to half a step and roots that are within another half.
#include "rootiso/local/cluster.hpp"

#include <algorithm>
#include <bit>

#include "core/limits.hpp"
#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::int64_t worth_a_step = 64;  // levels; the leaves go twenty at a time

std::int64_t bits_of(const LocalModel& m, std::size_t i) {
  return static_cast<std::int64_t>(fixed_bits(m.q.row(i), m.q.limbs()));
}

/// The row that is largest at radius 2^log_radius.
std::size_t largest_row(const LocalModel& m, unsigned log_radius) {
  std::size_t best = 0;
  std::int64_t most = -1;
  for (std::size_t i = 0; i < m.rows(); ++i) {
    const std::int64_t bits = bits_of(m, i) + static_cast<std::int64_t>(i * log_radius);
    if (m.q.is_zero(i) || bits < most) continue;
    best = i;
    most = bits;
  }
  return best;
}

/// 2^b >= 3/2 k.
unsigned log_radius_for(std::size_t k) { return static_cast<unsigned>(std::bit_width(3 * k / 2)); }

/// The likely number of roots in or near the cell, all others being far away: the k for which row k is the largest at
/// the radius for k roots.
std::size_t order_of_cluster(const LocalModel& m) {
  std::size_t k = largest_row(m, log_radius_for(2));
  for (std::size_t more = k; more >= 2; k = more) {
    more = largest_row(m, log_radius_for(k));
    if (more <= k) break;
  }
  return k;
}

/// The a for which a 2^-levels is next to the centre of the cluster, t = -q_{k-1} / (k q_k), and inside the cell.
Integer nearest_step(const LocalModel& m, std::size_t k, std::size_t levels, const ExecutionContext& ctx) {
  const IntegerVector rows = m.q.to_vector(k - 1, ctx);
  const Integer twice = Integer(2 * k) * Integer(rows[1]);
  const Integer a = floor_div_rem((Integer(rows[0]) << (levels + 1)) - (twice >> 1), -twice).first;
  const Integer whole = Integer(1) << levels;
  return std::clamp(a, -whole, whole);
}

/// By how many levels the k roots seem to spread beyond the model's cell: the steepest way up to row k.
std::int64_t excess_levels(const LocalModel& m, std::size_t k) {
  std::int64_t most = 0;
  const std::int64_t top = k < m.rows() ? bits_of(m, k) : 0;
  for (std::size_t i = 0; i < std::min(k, m.rows()); ++i) {
    const auto steps = static_cast<std::int64_t>(k - i);
    most = std::max(most, (bits_of(m, i) - top + steps - 1) / steps);
  }
  return most;
}

/// The parts as wide as the circle of radius 2^-levels around a 2^-(levels + log_radius) that it meets.
CellParts parts_around(const Integer& a, std::size_t levels, unsigned log_radius) {
  // In units of 2^-(levels + log_radius) from the lower end; a part is 2^(log_radius + 1) of them wide.
  const Integer centre = a + (Integer(1) << (levels + log_radius));
  const Integer radius = Integer(1) << log_radius;
  const Integer last = (Integer(1) << levels) - Integer(1);
  return {levels, std::clamp((centre - radius) >> (log_radius + 1), Integer(0), last),
          std::clamp((centre + radius) >> (log_radius + 1), Integer(0), last)};
}

}  // namespace

bool row_dominates(const LocalModel& m, std::size_t k, unsigned log_radius, std::uint64_t noise) {
  if (k >= m.rows()) return false;
  // In units of 2^drop: row k rounded down, the others up, the noise not even scaled.
  const std::size_t limbs = m.q.limbs();
  const std::size_t bits = fixed_bits(m.q.row(k), limbs) + k * log_radius;
  const std::size_t drop = bits > 56 ? bits - 56 : 0;
  const std::size_t down = drop - std::min(drop, k * log_radius);
  const std::uint64_t row = (fixed_magnitude(m.q.row(k), limbs, down) - 1) << (k * log_radius + down - drop);
  std::uint64_t rest = noise;
  for (std::size_t i = 0; i < m.rows() && rest < row; ++i) {
    if (i == k) continue;
    const std::size_t up = i * log_radius;
    if (fixed_bits(m.q.row(i), limbs) + up > drop + 57) return false;
    const std::size_t low = drop - std::min(drop, up);
    rest = saturating_add(rest, fixed_magnitude(m.q.row(i), limbs, low) << (up + low - drop));
  }
  return rest < row;
}

std::optional<CellParts> enclose_cluster(const LocalModel& m, const ModelPrecision& precision,
                                         const ExecutionContext& ctx) {
  const std::size_t k = order_of_cluster(m);
  if (k < 2) return std::nullopt;
  const std::uint64_t noise = m.noise();
  const unsigned log_radius = log_radius_for(k);
  const auto spare = static_cast<std::int64_t>(std::bit_width(noise) + 2 * std::bit_width(m.rows()) + 8);
  std::int64_t levels = (bits_of(m, k) - spare) / static_cast<std::int64_t>(k);  // of the circle
  if (levels < worth_a_step || !row_dominates(m, k, log_radius, noise)) return std::nullopt;
  // The first try is as small as the noise allows; from there it is seen how large the cluster is.
  for (int tries = 0; tries < 2 && levels >= worth_a_step; ++tries) {
    ctx.poll();
    const auto depth = static_cast<std::size_t>(levels);
    const Integer a = nearest_step(m, k, depth + log_radius, ctx);
    const LocalModel around = deep_submodel(m, depth + log_radius, a, log_radius, precision, ctx);
    const auto coarser = static_cast<std::size_t>(around.exponent - m.exponent);
    if (row_dominates(around, k, 0, saturating_add(around.noise(), bound_scaled_up(noise, coarser))))
      return parts_around(a, depth, log_radius);
    levels -= excess_levels(around, k) + static_cast<std::int64_t>(std::bit_width(k)) + 2;
  }
  return std::nullopt;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
