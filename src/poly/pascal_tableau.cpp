#include "poly/pascal_tableau.hpp"

#include <algorithm>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "poly/limb_rows.hpp"

namespace polyfork::inline v1::detail {

namespace {

constexpr std::uint64_t digit_mask = (std::uint64_t{1} << pascal_digit_bits) - 1;
constexpr std::size_t copy_grain = 64;  // coefficients converted by a task

/// Calls f(word, bit) for the digits from the lowest up: the word where it lies, the place of its lowest bit.
template <class F>
void for_each_digit(std::size_t digits, const F& f) {
  std::size_t bit = 0;
  for (std::size_t lane = 0; lane < pascal_lanes; ++lane)
    for (std::size_t word = lane; word < digits; word += pascal_lanes, bit += pascal_digit_bits) f(word, bit);
}

/// The largest multiple of the tile that is at most half of n, but a tile at least.
std::size_t half_of(std::size_t n) noexcept { return std::max(pascal_tile, n / 2 / pascal_tile * pascal_tile); }

void to_digits(IntegerView value, bool negate, std::int64_t* to, std::size_t digits) {
  const auto limbs = value.limbs();
  const std::int64_t sign = (value.sign() < 0) != negate ? -1 : 1;
  for_each_digit(digits, [&](std::size_t at, std::size_t bit) {
    const std::size_t limb = bit / 64;
    std::uint64_t word = limb < limbs.size() ? limbs[limb] >> bit % 64 : 0;
    if (bit % 64 > 64 - pascal_digit_bits && limb + 1 < limbs.size()) word |= limbs[limb + 1] << (64 - bit % 64);
    to[at] = sign * static_cast<std::int64_t>(word & digit_mask);
  });
}

/// row 2^shift, in two's complement: all digits but the top one are those of the bits.
void to_digits(const mp_limb_t* row, std::size_t limbs, std::size_t shift, std::int64_t* to, std::size_t digits) {
  const mp_limb_t fill = (row[limbs - 1] >> 63) != 0 ? ~mp_limb_t{0} : 0;
  const auto limb = [&](std::size_t i) { return i < limbs ? row[i] : fill; };
  const std::size_t top = digits * pascal_digit_bits - pascal_digit_bits;
  for_each_digit(digits, [&](std::size_t at, std::size_t bit) {
    std::uint64_t word = 0;
    if (bit >= shift) {
      const std::size_t whole = (bit - shift) / 64;
      const unsigned rest = (bit - shift) % 64;
      word = rest == 0 ? limb(whole) : (limb(whole) >> rest) | (limb(whole + 1) << (64 - rest));
    } else if (shift - bit < pascal_digit_bits) {
      word = row[0] << (shift - bit);
    }
    constexpr unsigned above = 64 - pascal_digit_bits;
    to[at] =
        bit == top ? static_cast<std::int64_t>(word << above) >> above : static_cast<std::int64_t>(word & digit_mask);
  });
}

/// The value modulo 2^(64 limbs), in two's complement.
void from_digits(const std::int64_t* from, std::size_t digits, std::span<mp_limb_t> to) {
  std::fill(to.begin(), to.end(), mp_limb_t{0});
  std::int64_t carry = 0;
  const auto put = [&](std::int64_t x, std::size_t bit) {
    const std::uint64_t digit = static_cast<std::uint64_t>(x) & digit_mask;
    carry = x >> pascal_digit_bits;
    if (bit / 64 >= to.size()) return;
    to[bit / 64] |= digit << bit % 64;
    if (bit % 64 > 64 - pascal_digit_bits && bit / 64 + 1 < to.size()) to[bit / 64 + 1] |= digit >> (64 - bit % 64);
  };
  for_each_digit(digits, [&](std::size_t at, std::size_t bit) { put(from[at] + carry, bit); });
  for (std::size_t bit = digits * pascal_digit_bits; bit < 64 * to.size(); bit += pascal_digit_bits) put(carry, bit);
}

}  // namespace

std::size_t PascalTableau::words(std::size_t length, std::size_t digits) noexcept {
  return saturating_mul(saturating_mul(2, length), digits);
}

PascalTableau::PascalTableau(std::size_t length, std::size_t digits, std::span<std::int64_t> storage) noexcept
    : length_(length),
      digits_(digits),
      columns_(storage.data()),
      rows_(storage.data() + length * digits),
      kernels_(pascal_table().select(active_isa())) {}

void PascalTableau::load(const IntegerVector& f, bool alternate, const ExecutionContext& ctx) {
  parallel_for(ctx, length_, copy_grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t j = begin; j < end; ++j) {
      to_digits(f[j], alternate && j % 2 != 0, column(length_ - 1 - j), digits_);
      std::fill_n(row(j), digits_, 0);
    }
  });
}

void PascalTableau::load(const FixedRows& q, std::size_t step, bool alternate, const ExecutionContext& ctx) {
  parallel_for(ctx, length_, copy_grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t j = begin; j < end; ++j) {
      std::int64_t* const to = column(length_ - 1 - j);
      to_digits(q.row(j), q.limbs(), step * (length_ - 1 - j), to, digits_);
      if (alternate && j % 2 != 0)
        for (std::size_t k = 0; k < digits_; ++k) to[k] = -to[k];
      std::fill_n(row(j), digits_, 0);
    }
  });
}

void PascalTableau::result(bool alternate, FixedRows& out, const ExecutionContext& ctx) const {
  const std::size_t limbs = out.limbs();
  parallel_for(ctx, length_, copy_grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) {
      from_digits(row(i), digits_, {out.row(i), limbs});
      if (alternate && i % 2 != 0) mpn_neg(out.row(i), out.row(i), static_cast<mp_size_t>(limbs));
    }
  });
}

IntegerVector PascalTableau::result(bool alternate, const ExecutionContext& ctx) const {
  IntegerVector out(length_, digits_ * pascal_digit_bits / 64 + 1);
  parallel_for(ctx, length_, copy_grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<mp_limb_t> to(out.row(i), out.stride(i / IntegerVector::stripe_rows));
      from_digits(row(i), digits_, to);
      const bool negative = (to.back() >> 63) != 0;
      if (negative) mpn_neg(to.data(), to.data(), static_cast<mp_size_t>(to.size()));
      out.set_signed_size(i, signed_size(strip(to.data(), to.size()), negative != (alternate && i % 2 != 0)));
    }
  });
  out.compact(false, ctx);
  return out;
}

void PascalTableau::run(ShiftAlgorithm schedule, std::size_t block, const ExecutionContext& ctx) {
  if (schedule == ShiftAlgorithm::tableau_bands) return bands(block, ctx);
  if (schedule == ShiftAlgorithm::tableau_halves) return triangle_by_halves(0, 0, length_, block, ctx);
  rectangle(0, length_, 0, length_, ctx);
}

void PascalTableau::rectangle(std::size_t i, std::size_t height, std::size_t t, std::size_t width,
                              const ExecutionContext& ctx) const {
  for (std::size_t r = i; r < i + height; r += pascal_tile) {
    ctx.poll();
    const std::size_t rows = std::min(pascal_tile, i + height - r);
    for (std::size_t c = t; c < t + width && r + c < length_; c += pascal_tile) {
      const std::size_t columns = std::min(pascal_tile, t + width - c);
      const std::size_t diagonal = length_ - r - c;  // entries of the tile's first row up to the triangle's edge
      ctx.charge(rows * columns * digits_);
      if (rows == pascal_tile && columns == pascal_tile && diagonal >= 2 * pascal_tile - 1)
        kernels_->tile(column(c), row(r), digits_);
      else
        kernels_->edge(column(c), row(r), digits_, std::min(rows, diagonal), columns, diagonal);
    }
  }
}

void PascalTableau::bands(std::size_t block, const ExecutionContext& ctx) const {
  const std::size_t blocks = (length_ + block - 1) / block;
  for (std::size_t diagonal = 0; diagonal < blocks; ++diagonal) {
    parallel_for(ctx, diagonal + 1, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        rectangle(k * block, std::min(block, length_ - k * block), (diagonal - k) * block,
                  std::min(block, length_ - (diagonal - k) * block), ctx);
    });
  }
}

void PascalTableau::triangle_by_halves(std::size_t i, std::size_t t, std::size_t size, std::size_t block,
                                       const ExecutionContext& ctx) const {
  if (size <= block) return rectangle(i, size, t, size, ctx);
  const std::size_t half = half_of(size);
  rectangle_by_halves(i, half, t, size - half, block, ctx);
  fork_join(
      ctx, [&] { triangle_by_halves(i + half, t, size - half, block, ctx); },
      [&] { triangle_by_halves(i, t + size - half, half, block, ctx); });
}

void PascalTableau::rectangle_by_halves(std::size_t i, std::size_t height, std::size_t t, std::size_t width,
                                        std::size_t block, const ExecutionContext& ctx) const {
  if (height <= block && width <= block) return rectangle(i, height, t, width, ctx);
  const std::size_t top = height <= block ? height : half_of(height);
  const std::size_t left = width <= block ? width : half_of(width);
  rectangle_by_halves(i, top, t, left, block, ctx);
  fork_join(
      ctx,
      [&] {
        if (left < width) rectangle_by_halves(i, top, t + left, width - left, block, ctx);
      },
      [&] {
        if (top < height) rectangle_by_halves(i + top, height - top, t, left, block, ctx);
      });
  if (top < height && left < width) rectangle_by_halves(i + top, height - top, t + left, width - left, block, ctx);
}

}  // namespace polyfork::inline v1::detail
