// Models on subcells: scaled, shifted exactly, rounded once, cut to the bits and to the degree that matter.
//
// Proofs, with E the error of the parent and r_i = sum_{j >= i} C(j, i) a^(j-i) 2^(-w j) q_j, |a| <= 2^w - 1:
//   error   sum_{j >= i} C(j, i) |a|^(j-i) 2^(-w j) = G (G / 2^w)^i with G = 2^w / (2^w - |a|) <= 2^w, so G E, and 1
//           for the floor: twice as much for a half, hardly more for a small part in the middle. With m rows the sum
//           is also at most 2^(-w i) C(m, i + 1) <= m (m / 2^w)^i, so m E when 2^w >= m: at the cell's ends that is
//           much less.
//   tail    h(t), t = (a + s) / 2^w: sum_i |h'_i| <= sum_j |h_j| ((|a| + 1) / 2^w)^j <= sum |h_j|, and one derivative
//           in s is 2^-w times one in t.
//   size    sum_i |r_i| <= sum_j |q_j| ((|a| + 1) / 2^w)^j <= sum |q_j|: a row needs at most log2(rows) bits more.
// Dropping the rows from m on adds sum_{i >= m} (|r_i| + E') to the tail, i (|r_i| + E') to the slope's.
//
// Degree truncation: Witty's real_roots in Sage (2007); Eigenwillig, Kettner, Krandick, Mehlhorn, Schmitt, Wolpert: A
// Descartes algorithm for polynomials with bit-stream coefficients (CASC 2005) for coefficients known up to an error.
#include "rootiso/local/local_model.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "poly/fixed/rounded_part.hpp"
#include "poly/fixed/row_sizes.hpp"
#include "poly/fixed/unit_part.hpp"
#include "poly/shift/shift_rows.hpp"
#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_error_bits = 20;
constexpr std::size_t kept_error_bits = 8;
constexpr std::size_t most_tail_bits = 40;  // of what one truncation may cost: sums over thousands of levels fit a word
constexpr std::size_t fewest_shared_rows = 128;  // of which both halves are found together
constexpr std::size_t horner_rows = 40;          // up to here Horner's scheme on the rows beats any conversion
constexpr std::size_t unit_part_rows = 128;      // and up to here Pascal's triangle for halves

/// Flips the signs of the odd rows: q(-t).
void mirror(FixedRows& q) {
  const auto limbs = static_cast<mp_size_t>(q.limbs());
  for (std::size_t i = 1; i < q.rows(); i += 2) mpn_neg(q.row(i), q.row(i), limbs);
}

/// q(t) -> q(t + a).
void shift_rows_by(FixedRows& q, const Integer& a, const ExecutionContext& ctx) {
  const bool negative = a.sign() < 0;
  if (negative) mirror(q);
  const Integer step = abs(a);
  if (q.rows() <= horner_rows)
    horner_shift(q, step, ctx);
  else
    shift_all(q, step, ctx);
  if (negative) mirror(q);
}

/// Bits of the longest of the first rows; at least 1.
std::size_t longest_row(const FixedRows& r, std::size_t rows, const ExecutionContext& ctx) {
  return std::max<std::size_t>(1, r.max_bits(rows, ctx));
}

/// What the rows that are given up add to the tails, found from the top down.
struct Truncation {
  std::size_t rows;
  std::uint64_t tail;
  std::uint64_t slope_tail;
};

/// 2^bits, but at most so much that neither the tails of all levels nor the slope's, up to `rows` times as large,
/// saturate.
std::uint64_t allowed_tail(std::size_t bits, std::size_t rows) {
  const std::size_t degree_bits = std::bit_width(rows);
  return std::uint64_t{1} << std::min({bits, most_tail_bits, std::size_t{62} - std::min<std::size_t>(degree_bits, 62)});
}

/// The fewest rows such that the others, in units of 2^drop, add at most `allowed` to the tail and rows times that to
/// the slope's.
Truncation truncate(const FixedRows& r, std::size_t drop, std::uint64_t error, std::uint64_t allowed) {
  Truncation t{r.rows(), 0, 0};
  while (t.rows > 1) {
    const std::size_t i = t.rows - 1;
    const std::size_t bits = fixed_bits(r.row(i), r.limbs());
    if (bits > drop + 62) break;
    const std::uint64_t magnitude = fixed_magnitude(r.row(i), r.limbs(), drop);
    const std::uint64_t more = saturating_add(magnitude, error);
    const std::uint64_t sum = saturating_add(t.tail, more);
    if (sum > allowed) break;
    t.tail = sum;
    t.slope_tail = saturating_add(t.slope_tail, saturating_mul(more, i));
    --t.rows;
  }
  return t;
}

/// The error of `rows` rows after the shift, before they are rounded, if it was `error` before.
std::uint64_t amplified(std::uint64_t error, std::size_t levels, const Integer& a, std::size_t rows) {
  const Integer distance = (Integer(1) << levels) - abs(a);  // from the nearer end
  if (distance.is_zero()) return saturating_mul(error, rows);
  // G <= 2^levels / 2^(bits of the distance - 1)
  const std::size_t log_factor = levels + 1 - distance.bit_length();
  const std::uint64_t factor = log_factor < 64 ? std::uint64_t{1} << log_factor : UINT64_MAX;
  const bool is_short = levels >= 64 || std::uint64_t{1} << levels >= rows;
  return saturating_mul(error, is_short ? std::min<std::uint64_t>(factor, rows) : factor);
}

/// The model's rows: those of r that matter, in units of 2^drop; the others go to its tails.
void take_rows(const FixedRows& r, std::size_t drop, std::uint64_t allowed, LocalModel& m,
               const ExecutionContext& ctx) {
  const Truncation cut_off = truncate(r, drop, m.error, allowed);
  m.tail = saturating_add(m.tail, cut_off.tail);
  m.slope_tail = saturating_add(m.slope_tail, cut_off.slope_tail);
  const std::size_t bits = longest_row(r, cut_off.rows, ctx);
  const std::size_t limbs = (bits - std::min(bits, drop)) / 64 + 1;
  m.q = FixedRows(cut_off.rows, limbs, ctx);
  parallel_for(ctx, cut_off.rows, rows_of_a_task(limbs), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) fixed_floor_shift(r.row(i), r.limbs(), drop, m.q.row(i), limbs);
  });
}

/// The number of bits that cannot matter on the given half, where f may be larger than on the other; 0 when they are
/// few.
std::size_t surplus_bits(const LocalModel& m, bool upper_half, const ModelPrecision& precision,
                         const ExecutionContext& ctx) {
  constexpr std::size_t worth_a_copy = 64;
  constexpr std::size_t spare_bits = 4;
  const std::size_t needed = precision.guard_bits + spare_bits;
  const std::size_t ends = std::min(m.sizes[1], m.sizes[upper_half ? 2 : 0]);
  if (ends < needed + worth_a_copy) return 0;
  const std::size_t size = std::min(ends, size_at_half(m.q, !upper_half, ctx));
  return size < needed + worth_a_copy ? 0 : size - needed;
}

/// The model without its lowest `drop` bits, and without the rows that cannot matter then: a shift of what is left
/// costs less.
LocalModel trimmed(const LocalModel& m, std::size_t drop, const ModelPrecision& precision,
                   const ExecutionContext& ctx) {
  LocalModel t;
  t.exponent = m.exponent + static_cast<std::int64_t>(drop);
  t.error = saturating_add(bound_scaled_up(m.error, drop), 1);
  t.tail = bound_scaled_up(m.tail, drop);
  t.slope_tail = bound_scaled_up(m.slope_tail, drop);
  take_rows(m.q, drop, allowed_tail(precision.guard_bits - precision.tail_bits, m.rows()), t, ctx);
  return t;
}

/// The model with rows r, which are in units of 2^(exponent - pending) and known up to 2^pending error, in the units
/// and of the length that the precision asks for.
LocalModel reduce(const FixedRows& r, std::int64_t exponent, std::size_t pending, std::uint64_t error,
                  std::uint64_t tail, std::uint64_t slope_tail, const ModelPrecision& precision,
                  const ExecutionContext& ctx) {
  const std::array<std::size_t, 3> sizes = sizes_of(r, ctx);
  const std::size_t size = *std::min_element(sizes.begin(), sizes.end());
  // Bits far below the error say nothing; without them the error stays a small number.
  const auto error_bits = static_cast<std::size_t>(std::bit_width(error));
  const std::size_t bits_below_error = error_bits > most_error_bits ? error_bits - kept_error_bits : 0;
  const std::size_t drop =
      std::max(pending + bits_below_error, size > precision.guard_bits ? size - precision.guard_bits : 0);
  const std::size_t extra = drop - pending;
  LocalModel m;
  m.exponent = exponent + static_cast<std::int64_t>(extra);
  m.error = saturating_add(bound_scaled_up(error, extra), 1);
  m.tail = bound_scaled_up(tail, extra);
  m.slope_tail = bound_scaled_up(slope_tail, extra);
  for (std::size_t i = 0; i < 3; ++i) m.sizes[i] = sizes[i] - std::min(sizes[i], drop);

  const std::size_t kept = size > drop ? size - drop : 0;  // bits of f's size above the new unit
  const std::size_t cut = precision.guard_bits - precision.tail_bits;
  const std::size_t room =
      kept > precision.guard_bits ? cut : (kept > precision.tail_bits ? kept - precision.tail_bits : 0);
  const std::uint64_t allowed = std::max(allowed_tail(room, r.rows()), saturating_mul(r.rows(), m.error));
  take_rows(r, drop, allowed, m, ctx);
  return m;
}

/// The rows q_i 2^(levels (rows - 1 - i)), with room for the shift.
FixedRows scaled_rows(const FixedRows& q, std::size_t levels, const ExecutionContext& ctx) {
  const std::size_t degree = q.rows() - 1;
  const std::size_t bits =
      longest_row(q, q.rows(), ctx) + levels * degree + static_cast<std::size_t>(std::bit_width(q.rows())) + 1;
  FixedRows scaled(q.rows(), bits / 64 + 1, ctx);
  parallel_for(ctx, q.rows(), rows_of_a_task(scaled.limbs()), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) copy_row(q, i, scaled, i, levels * (degree - i), 0);
  });
  return scaled;
}

/// Multiplies row i by 2^(log_radius i). There is room: rows were scaled by 2^levels more for each further one.
void widen(FixedRows& q, unsigned log_radius) {
  const auto limbs = static_cast<mp_size_t>(q.limbs());
  for (std::size_t i = 1; i < q.rows(); ++i) {
    const std::size_t up = i * log_radius;
    const std::size_t whole = up / 64;
    mp_limb_t* row = q.row(i);
    if (whole != 0) {
      std::copy_backward(row, row + limbs - whole, row + limbs);
      std::fill_n(row, whole, mp_limb_t{0});
    }
    if (up % 64 != 0) mpn_lshift(row, row, limbs, up % 64);
  }
}

LocalModel untrimmed_part(const LocalModel& parent, std::size_t levels, std::uint64_t first,
                          const ModelPrecision& precision, const ExecutionContext& ctx) {
  const Integer a(static_cast<std::int64_t>(2 * first + 1) - (std::int64_t{1} << levels));
  const std::uint64_t error = amplified(parent.error, levels, a, parent.rows());
  const std::uint64_t slope_tail = bound_scaled_up(parent.slope_tail, levels);
  if (abs(a).is_one() && parent.rows() > horner_rows && parent.rows() <= unit_part_rows)
    return reduce(unit_part(parent.q, longest_row(parent.q, parent.rows(), ctx), levels, a.sign() < 0, ctx),
                  parent.exponent, levels * (parent.rows() - 1), error, parent.tail, slope_tail, precision, ctx);
  if (const std::optional<FixedRows> rows = rounded_part(parent.q, levels, a, ctx))
    return reduce(*rows, parent.exponent, 0, saturating_add(error, 1), parent.tail, slope_tail, precision, ctx);
  FixedRows rows = scaled_rows(parent.q, levels, ctx);
  shift_rows_by(rows, a, ctx);
  return reduce(rows, parent.exponent, levels * (parent.rows() - 1), error, parent.tail, slope_tail, precision, ctx);
}

}  // namespace

std::uint64_t LocalModel::noise() const noexcept { return saturating_add(saturating_mul(rows(), error), tail); }

LocalModel submodel(const LocalModel& whole, std::size_t levels, std::uint64_t first, const ModelPrecision& precision,
                    const ExecutionContext& ctx) {
  const std::size_t surplus = levels == 1 ? surplus_bits(whole, first == 1, precision, ctx) : 0;
  if (surplus != 0) return untrimmed_part(trimmed(whole, surplus, precision, ctx), levels, first, precision, ctx);
  return untrimmed_part(whole, levels, first, precision, ctx);
}

std::optional<std::array<LocalModel, 2>> both_halves(const LocalModel& whole, const ModelPrecision& precision,
                                                     const ExecutionContext& ctx) {
  if (whole.rows() < fewest_shared_rows) return std::nullopt;
  std::size_t lower = 0;
  std::size_t upper = 0;
  fork_join(
      ctx, [&] { lower = surplus_bits(whole, false, precision, ctx); },
      [&] { upper = surplus_bits(whole, true, precision, ctx); });
  const std::size_t surplus = std::min(lower, upper);
  const std::size_t length = whole.rows() + longest_row(whole.q, whole.rows(), ctx) - surplus;
  if (std::max(lower, upper) - surplus > length / 4) return std::nullopt;
  const std::optional<LocalModel> part =
      surplus != 0 ? std::optional(trimmed(whole, surplus, precision, ctx)) : std::nullopt;
  const LocalModel& parent = part ? *part : whole;
  const std::optional<TwoParts> rows = rounded_parts(parent.q, 1, Integer(1), ctx);
  if (!rows) return std::nullopt;
  const std::uint64_t error = saturating_add(amplified(parent.error, 1, Integer(1), parent.rows()), 1);
  const std::uint64_t slope_tail = bound_scaled_up(parent.slope_tail, 1);
  const auto half = [&](const FixedRows& r) {
    return reduce(r, parent.exponent, 0, error, parent.tail, slope_tail, precision, ctx);
  };
  std::array<LocalModel, 2> halves;
  fork_join(
      ctx, [&] { halves[0] = half(rows->lower); }, [&] { halves[1] = half(rows->upper); });
  return halves;
}

LocalModel deep_submodel(const LocalModel& parent, std::size_t levels, const Integer& a, unsigned log_radius,
                         const ModelPrecision& precision, const ExecutionContext& ctx) {
  const std::uint64_t tail_factor = a.bit_length() >= levels ? 2 : 1;
  FixedRows rows = scaled_rows(parent.q, levels, ctx);
  shift_rows_by(rows, a, ctx);
  if (log_radius != 0) widen(rows, log_radius);
  return reduce(rows, parent.exponent, levels * (parent.rows() - 1), amplified(parent.error, levels, a, parent.rows()),
                saturating_mul(parent.tail, tail_factor),
                bound_scaled_up(saturating_mul(parent.slope_tail, tail_factor), levels - log_radius), precision, ctx);
}

LocalModel disc_model(const MeasuredVector& f, std::int64_t j, std::int64_t exponent, const ModelPrecision& precision,
                      const ExecutionContext& ctx) {
  const auto place = [&](std::size_t i) { return j * static_cast<std::int64_t>(i) - exponent; };
  LocalModel disc;
  disc.exponent = exponent;
  disc.error = 1;
  std::size_t rows = f.size();
  const std::size_t cut = precision.guard_bits - precision.tail_bits;
  const std::uint64_t allowed = allowed_tail(cut, rows);
  while (rows > 1) {
    const std::size_t i = rows - 1;
    const std::int64_t bits = f.is_zero(i) ? 0 : f.bits(i) + place(i);
    if (bits > 62) break;
    const std::uint64_t magnitude = f.is_zero(i) ? 0 : std::uint64_t{1} << std::max<std::int64_t>(bits, 0);
    if (saturating_add(disc.tail, magnitude) > allowed) break;
    disc.tail += magnitude;
    disc.slope_tail = saturating_add(disc.slope_tail, saturating_mul(magnitude, i));
    --rows;
  }
  std::size_t bits = 1;
  for (std::size_t i = 0; i < rows; ++i)
    if (!f.is_zero(i)) bits = std::max(bits, static_cast<std::size_t>(std::max<std::int64_t>(f.bits(i) + place(i), 1)));
  disc.q = FixedRows(rows, bits / 64 + 1, ctx);
  parallel_for(ctx, rows, rows_of_a_task(disc.q.limbs()), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) fixed_from_integer(f[i], place(i), disc.q.row(i), disc.q.limbs());
  });
  return disc;
}

LocalModel annulus_model(const MeasuredVector& f, std::int64_t j, bool negative, std::int64_t exponent,
                         const ModelPrecision& precision, const ExecutionContext& ctx) {
  return submodel(disc_model(f, j + 1, exponent, precision, ctx), 2, negative ? 0 : 3, precision, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
