// The checker's local models: from a polynomial to the model of a disc, from a model to that of a part, and the errors.
//
// Part: t = (a + s) / 2^w with |a| <= 2^w - 1. The rows q_i 2^(w (m-1-i)) are shifted by a exactly; in units of 2^(-w
// (m-1)) they are r_i = sum_{k >= i} C(k, i) a^(k-i) 2^(-w k) q_k, and are rounded down once; or they are found
// rounded, off by less than one (poly/fixed/rounded_part.hpp), which adds 1. The errors e_k become
//
//   sum_{k >= i} C(k, i) |a|^(k-i) 2^(-w k) error <= 2^(-w i) (1 - |a| / 2^w)^-(i+1) error
//     = G (G / 2^w)^i error <= G error,
//
// G = 2^w / (2^w - |a|) <= 2^w. The part lies inside the cell, so the bound of |h| stays and that of |h'| is divided by
// 2^w. Leaving out the rows from m' on adds sum (|r_i| + error) to the one and sum i (|r_i| + error) to the other.
//
// Annulus: on the disc |x| <= 2^(j+1), x = 2^(j+1) t, q_i = floor(a_i 2^((j+1) i - exponent)); the annulus is the part
// of level 2 and index 3 of (-1, 1), and a part of it one of a deeper level (only there must the disc's model hold, and
// does for all |t| <= 1). A long one is taken by way of the upper half of the disc, which has about half the rows, each
// shift by a distance below 1 one of numbers of half the bits: a third less work. The lower half is that of f(-x),
// mirrored.
//
// Coarser units divide all bounds, rounded up, and the floor adds 1. Nothing that is proved depends on the choice of
// units and of the rows that are left out; a bad choice only proves less.
#include "rootiso/check/verify_model.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include <polyfork/core/parallel.hpp>

#include "poly/fixed/rounded_part.hpp"
#include "poly/fixed/row_sizes.hpp"
#include "poly/shift/shift_rows.hpp"
#include "rootiso/check/verify_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t two_step_rows = 512;  // of a disc, from which on its half comes first
constexpr std::size_t horner_rows = 40;     // up to here row additions beat the dispatcher's conversions
constexpr std::size_t most_tail_bits = 36;  // that of the slope is longer by the logarithm of the rows, squared
constexpr std::size_t most_error_bits = 20;
constexpr std::size_t kept_error_bits = 8;
constexpr std::uint64_t saturated = ~std::uint64_t{0};

/// The number of bits between the size of f and what truncation may cost.
constexpr std::size_t tail_bits(std::size_t guard) { return guard * 5 / 8; }

/// An upper bound of |row| / 2^drop; saturated when beyond a word.
std::uint64_t magnitude(const FixedRows& q, std::size_t i, std::size_t drop) {
  const std::size_t limbs = q.limbs();
  const mp_limb_t* row = q.row(i);
  if (row_bits(row, limbs) > drop + 62) return saturated;
  const mp_limb_t fill = (row[limbs - 1] >> 63) != 0 ? ~mp_limb_t{0} : 0;
  const std::size_t whole = drop / 64;
  const auto bits = static_cast<unsigned>(drop % 64);
  const mp_limb_t low = whole < limbs ? row[whole] : fill;
  const mp_limb_t high = whole + 1 < limbs ? row[whole + 1] : fill;
  const auto word = static_cast<std::int64_t>(bits == 0 ? low : (low >> bits) | (high << (64 - bits)));  // the floor
  return word < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(word)
                  : static_cast<std::uint64_t>(word) + (drop == 0 ? 0 : 1);
}

/// The bits of the polynomial with these rows where it is small among its ends and its middle.
std::size_t least_size(const FixedRows& r, const ExecutionContext& ctx) {
  const std::array<std::size_t, 3> sizes = sizes_of(r, ctx);
  return *std::min_element(sizes.begin(), sizes.end());
}

/// Makes the model with rows r, which are in units of 2^(exponent - pending). `model` has their bounds in units of
/// 2^exponent, `size` is the number of bits of f in units of r. The result has units and a length that leave the guard
/// bits below f.
ProvedModel condensed(const FixedRows& r, ProvedModel model, std::size_t pending, std::size_t size, std::size_t guard,
                      const ExecutionContext& ctx) {
  // Bits far below the error tell nothing; without them it stays a small number.
  const auto error_bits = static_cast<std::size_t>(std::bit_width(model.error));
  const std::size_t bits_below_error = error_bits > most_error_bits ? error_bits - kept_error_bits : 0;
  const std::size_t drop = std::max(pending + bits_below_error, size - std::min(size, guard));
  const std::size_t extra = drop - pending;
  model.exponent += static_cast<std::int64_t>(extra);
  model.error = bound_add(bound_shift(model.error, extra), 1);
  model.tail = bound_shift(model.tail, extra);
  model.slope_tail = bound_shift(model.slope_tail, extra);

  const std::size_t kept = size - std::min(size, drop);  // of f's size above the unit
  const std::size_t room = std::min(kept - std::min(kept, tail_bits(guard)), most_tail_bits);
  const std::uint64_t allowed = std::max(std::uint64_t{1} << room, bound_mul(r.rows(), model.error));
  std::size_t rows = r.rows();
  std::uint64_t cut = 0;
  while (rows > 1) {
    const std::uint64_t more = bound_add(magnitude(r, rows - 1, drop), model.error);
    if (bound_add(cut, more) > allowed) break;
    --rows;
    cut = bound_add(cut, more);
    model.slope_tail = bound_add(model.slope_tail, bound_mul(more, rows));
  }
  model.tail = bound_add(model.tail, cut);

  std::size_t bits = 1;
  for (std::size_t i = 0; i < rows; ++i) bits = std::max(bits, row_bits(r.row(i), r.limbs()));
  const std::size_t limbs = (bits - std::min(bits, drop)) / 64 + 1;
  model.q = FixedRows(rows, limbs, ctx);
  const std::size_t whole = drop / 64;
  const auto part = static_cast<unsigned>(drop % 64);
  parallel_for(ctx, rows, rows_of_a_task(limbs), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) {
      const mp_limb_t* from = r.row(i);
      const mp_limb_t fill = r.is_negative(i) ? ~mp_limb_t{0} : 0;
      mp_limb_t* to = model.q.row(i);
      for (std::size_t k = 0; k < limbs; ++k) {
        const mp_limb_t low = whole + k < r.limbs() ? from[whole + k] : fill;
        const mp_limb_t high = whole + k + 1 < r.limbs() ? from[whole + k + 1] : fill;
        to[k] = part == 0 ? low : (low >> part) | (high << (64 - part));
      }
    }
  });
  return model;
}

/// q(t) -> q(-t).
void mirror(FixedRows& q) {
  for (std::size_t i = 1; i < q.rows(); i += 2) mpn_neg(q.row(i), q.row(i), static_cast<mp_size_t>(q.limbs()));
}

/// q(t) -> q(t + a) for odd a: by |a|, mirrored before and after when a < 0.
void shift_by(FixedRows& q, std::int64_t a, const ExecutionContext& ctx) {
  if (a < 0) mirror(q);
  const Integer distance = abs(Integer(a));
  if (q.rows() <= horner_rows)
    horner_shift(q, distance, ctx);
  else
    shift_all(q, distance, ctx);
  if (a < 0) mirror(q);
}

/// The bounds of a half's model whose rows were found rounded; its rows are left empty.
ProvedModel bounds_of_half(const ProvedModel& model) {
  ProvedModel bounds;
  bounds.exponent = model.exponent;
  bounds.error = bound_add(bound_mul(model.error, 2), 1);
  bounds.tail = model.tail;
  bounds.slope_tail = bound_shift(model.slope_tail, 1);
  return bounds;
}

/// The model of f on the disc |x| <= 2^(j+1), in units of 2^(size - guard), without the rows that do not matter.
ProvedModel proved_disc_model(const IntegerVector& f, std::int64_t j, std::int64_t size, std::size_t guard,
                              const ExecutionContext& ctx) {
  ProvedModel disc;
  disc.exponent = size - static_cast<std::int64_t>(guard);
  disc.error = 1;
  const auto place = [&](std::size_t i) { return (j + 1) * static_cast<std::int64_t>(i) - disc.exponent; };
  const auto bits_of = [&](std::size_t i) {
    return f[i].is_zero() ? std::int64_t{0}
                          : std::max<std::int64_t>(static_cast<std::int64_t>(f[i].bit_length()) + place(i), 0);
  };
  const std::uint64_t allowed = std::uint64_t{1} << std::min<std::size_t>(guard - tail_bits(guard), most_tail_bits);
  std::size_t rows = f.size();
  for (; rows > 1; --rows) {
    const std::size_t i = rows - 1;
    if (bits_of(i) > 60) break;
    const std::uint64_t more = f[i].is_zero() ? 0 : std::uint64_t{1} << bits_of(i);
    if (bound_add(disc.tail, more) > allowed) break;
    disc.tail += more;
    disc.slope_tail = bound_add(disc.slope_tail, bound_mul(more, i));
  }
  std::int64_t bits = 1;
  for (std::size_t i = 0; i < rows; ++i) bits = std::max(bits, bits_of(i));
  disc.q = FixedRows(rows, static_cast<std::size_t>(bits) / 64 + 1, ctx);
  parallel_for(ctx, rows, rows_of_a_task(disc.q.limbs()), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) put_floor(f[i], place(i), disc.q.row(i), disc.q.limbs());
  });
  return disc;
}

}  // namespace

std::uint64_t bound_add(std::uint64_t a, std::uint64_t b) noexcept { return a > saturated - b ? saturated : a + b; }

std::uint64_t bound_mul(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? saturated : product;
}

std::uint64_t bound_shift(std::uint64_t x, std::size_t bits) noexcept {
  if (x == 0 || x == saturated) return x;
  return bits >= 64 ? 1 : ((x - 1) >> bits) + 1;
}

std::uint64_t ProvedModel::noise() const noexcept { return bound_add(bound_mul(rows(), error), tail); }

ProvedModel part_of(const ProvedModel& model, unsigned levels, std::uint64_t index, std::size_t guard,
                    const ExecutionContext& ctx) {
  const std::int64_t whole = std::int64_t{1} << levels;
  const std::int64_t a = 2 * static_cast<std::int64_t>(index) + 1 - whole;
  const std::size_t degree = model.rows() - 1;
  ProvedModel part;
  part.exponent = model.exponent;
  const std::uint64_t distance = static_cast<std::uint64_t>(whole) - static_cast<std::uint64_t>(a < 0 ? -a : a);
  part.error = bound_mul(model.error, (static_cast<std::uint64_t>(whole) - 1) / distance + 1);
  part.tail = model.tail;
  part.slope_tail = bound_shift(model.slope_tail, levels);
  if (const std::optional<FixedRows> rows = rounded_part(model.q, levels, Integer(a), ctx)) {
    part.error = bound_add(part.error, 1);
    return condensed(*rows, std::move(part), 0, least_size(*rows, ctx), guard, ctx);
  }
  std::size_t bits = 0;
  for (std::size_t i = 0; i <= degree; ++i) bits = std::max(bits, row_bits(model.q.row(i), model.q.limbs()));
  // sum |r_i| <= sum |q_i|: the rows grow by no more than their number
  bits += levels * degree + static_cast<std::size_t>(std::bit_width(model.rows())) + 1;
  FixedRows rows(model.rows(), bits / 64 + 1, ctx);
  parallel_for(ctx, rows.rows(), rows_of_a_task(rows.limbs()), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) copy_row(model.q, i, rows, i, levels * (degree - i), 0);
  });
  shift_by(rows, a, ctx);
  return condensed(rows, std::move(part), levels * degree, least_size(rows, ctx), guard, ctx);
}

std::optional<std::array<ProvedModel, 2>> both_parts(const ProvedModel& model, std::size_t guard,
                                                     const ExecutionContext& ctx) {
  const std::optional<TwoParts> rows = rounded_parts(model.q, 1, Integer(1), ctx);
  if (!rows) return std::nullopt;
  const auto part = [&](const FixedRows& r) {
    return condensed(r, bounds_of_half(model), 0, least_size(r, ctx), guard, ctx);
  };
  std::array<ProvedModel, 2> parts;
  fork_join(
      ctx, [&] { parts[0] = part(rows->lower); }, [&] { parts[1] = part(rows->upper); });
  return parts;
}

ProvedModel coarsened(const ProvedModel& model, std::size_t guard, const ExecutionContext& ctx) {
  ProvedModel bounds;
  bounds.exponent = model.exponent;
  bounds.error = model.error;
  bounds.tail = model.tail;
  bounds.slope_tail = model.slope_tail;
  return condensed(model.q, std::move(bounds), 0, least_size(model.q, ctx), guard, ctx);
}

ProvedModel proved_annulus_model(const IntegerVector& f, std::int64_t j, std::int64_t size, std::size_t guard,
                                 const ExecutionContext& ctx, unsigned levels, std::uint64_t index) {
  const ProvedModel disc = proved_disc_model(f, j, size, guard, ctx);
  if (disc.rows() >= two_step_rows)
    if (const std::optional<FixedRows> half = rounded_part(disc.q, 1, Integer(1), ctx)) {
      const ProvedModel upper = condensed(*half, bounds_of_half(disc), 0, guard, guard, ctx);
      return part_of(upper, levels + 1, (std::uint64_t{1} << levels) + index, guard, ctx);
    }
  return part_of(disc, levels + 2, (std::uint64_t{3} << levels) + index, guard, ctx);
}

std::optional<std::array<ProvedModel, 2>> both_proved_annulus_models(const IntegerVector& f, std::int64_t j,
                                                                     const std::array<std::int64_t, 2>& sizes,
                                                                     std::size_t guard, const ExecutionContext& ctx) {
  const std::int64_t size = std::min(sizes[0], sizes[1]);
  const ProvedModel disc = proved_disc_model(f, j, size, guard, ctx);
  if (disc.rows() < two_step_rows) return std::nullopt;
  std::optional<TwoParts> halves = rounded_parts(disc.q, 1, Integer(1), ctx);
  if (!halves) return std::nullopt;
  mirror(halves->lower);  // q(-(1 + s) / 2)
  const auto annulus = [&](const FixedRows& half, std::int64_t own_size) {
    const std::size_t above_unit = guard + static_cast<std::size_t>(own_size - size);
    const ProvedModel upper = condensed(half, bounds_of_half(disc), 0, above_unit, guard, ctx);
    return part_of(upper, 1, 1, guard, ctx);
  };
  std::array<ProvedModel, 2> models;
  fork_join(
      ctx, [&] { models[0] = annulus(halves->upper, sizes[0]); },
      [&] { models[1] = annulus(halves->lower, sizes[1]); });
  return models;
}

bool constant_outweighs(const ProvedModel& model) {
  // In units of 2^drop; magnitudes are rounded up, so the constant's is taken down by 2.
  const std::size_t bits = row_bits(model.q.row(0), model.q.limbs());
  const std::size_t drop = bits - std::min<std::size_t>(bits, 56);
  std::uint64_t rest = bound_add(bound_shift(model.noise(), drop), 2);
  const std::uint64_t constant = magnitude(model.q, 0, drop);
  for (std::size_t i = 1; i < model.rows() && rest < constant; ++i) rest = bound_add(rest, magnitude(model.q, i, drop));
  return rest < constant;
}

bool noise_exceeds_value(const ProvedModel& model) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < model.rows(); ++i) bits = std::max(bits, row_bits(model.q.row(i), model.q.limbs()));
  return bits < 60 && (std::uint64_t{1} << bits) <= bound_mul(16, model.noise());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
