// Pascal's triangle in tiles of redundant digits: loading, the schedules of blocks, carrying the digits out.
#include "poly/shift/pascal_tableau.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t digit_mask = (std::uint64_t{1} << pascal_digit_bits) - 1;
constexpr std::size_t copy_grain = 64;  // coefficients converted by a task

/// The largest multiple of the tile that is at most half of n, but a tile at least.
std::size_t half_of(std::size_t n) noexcept { return std::max(pascal_tile, n / 2 / pascal_tile * pascal_tile); }

/// A coefficient on its way between limbs and digits, of which four take three limbs.
class DigitRow {
 public:
  explicit DigitRow(std::size_t digits) : limbs_(digits / 4 * 3), digits_(digits) {}

  /// The value fits.
  void write(IntegerView value, bool negate, std::int64_t* to) {
    const auto limbs = value.limbs();
    std::fill(std::copy(limbs.begin(), limbs.end(), limbs_.begin()), limbs_.end(), mp_limb_t{0});
    split((value.sign() < 0) != negate, to);
  }
  /// row 2^shift, in two's complement. It fits, and shift is below the bits of the digits.
  void write(const mp_limb_t* row, std::size_t limbs, std::size_t shift, bool negate, std::int64_t* to) {
    const mp_limb_t fill = (row[limbs - 1] >> 63) != 0 ? ~mp_limb_t{0} : 0;
    const std::size_t whole = shift / 64;
    const unsigned rest = shift % 64;
    const std::size_t count = std::min(limbs, limbs_.size() - whole);  // those above repeat the sign
    mp_limb_t* const out = limbs_.data() + whole;
    std::fill_n(limbs_.data(), whole, mp_limb_t{0});
    std::fill(limbs_.begin() + static_cast<std::ptrdiff_t>(whole + count), limbs_.end(), fill);
    if (rest == 0) {
      std::copy_n(row, count, out);
    } else {
      const mp_limb_t high = mpn_lshift(out, row, static_cast<mp_size_t>(count), rest);
      if (whole + count < limbs_.size()) out[count] = (fill << rest) | high;
    }
    split(negate, to);
  }
  /// The value modulo 2^(64 limbs) of `to`, in two's complement.
  void read(const std::int64_t* from, std::span<mp_limb_t> to) {
    const std::int64_t* const in = gather(from);
    std::int64_t carry = 0;
    const auto next = [&](std::size_t d) {
      carry += in[d];
      const std::uint64_t digit = static_cast<std::uint64_t>(carry) & digit_mask;
      carry >>= pascal_digit_bits;
      return digit;
    };
    for (std::size_t d = 0, i = 0; d < digits_.size(); d += 4, i += 3) {
      const std::uint64_t a = next(d);
      const std::uint64_t b = next(d + 1);
      const std::uint64_t c = next(d + 2);
      limbs_[i] = a | b << 48;
      limbs_[i + 1] = b >> 16 | c << 32;
      limbs_[i + 2] = c >> 32 | next(d + 3) << 16;
    }
    const std::size_t count = std::min(limbs_.size(), to.size());
    std::copy_n(limbs_.begin(), count, to.begin());
    if (count == to.size()) return;
    to[count] = static_cast<mp_limb_t>(carry);
    std::fill(to.begin() + static_cast<std::ptrdiff_t>(count + 1), to.end(), carry < 0 ? ~mp_limb_t{0} : 0);
  }

 private:
  static_assert(pascal_digit_bits == 48);

  /// The limbs, a number in two's complement, as digits: all but the top one are those of the bits.
  void split(bool negate, std::int64_t* to) {
    std::int64_t* const out = vectors() == 1 ? to : digits_.data();
    const mp_limb_t* x = limbs_.data();
    for (std::size_t d = 0; d < digits_.size(); d += 4, x += 3) {
      out[d] = static_cast<std::int64_t>(x[0] & digit_mask);
      out[d + 1] = static_cast<std::int64_t>((x[0] >> 48 | x[1] << 16) & digit_mask);
      out[d + 2] = static_cast<std::int64_t>((x[1] >> 32 | x[2] << 32) & digit_mask);
      out[d + 3] = static_cast<std::int64_t>(x[2] >> 16);
    }
    out[digits_.size() - 1] = static_cast<std::int64_t>(limbs_.back()) >> 16;
    if (negate)
      for (std::size_t d = 0; d < digits_.size(); ++d) out[d] = -out[d];
    if (out == to) return;
    for (std::size_t lane = 0, d = 0; lane < pascal_lanes; ++lane)
      for (std::size_t v = 0; v < vectors(); ++v) to[v * pascal_lanes + lane] = digits_[d++];
  }
  /// The digits from the lowest up.
  const std::int64_t* gather(const std::int64_t* from) {
    if (vectors() == 1) return from;
    for (std::size_t lane = 0, d = 0; lane < pascal_lanes; ++lane)
      for (std::size_t v = 0; v < vectors(); ++v) digits_[d++] = from[v * pascal_lanes + lane];
    return digits_.data();
  }
  std::size_t vectors() const noexcept { return digits_.size() / pascal_lanes; }

  std::vector<mp_limb_t> limbs_;
  std::vector<std::int64_t> digits_;
};

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
    DigitRow digits(digits_);
    for (std::size_t j = begin; j < end; ++j) {
      digits.write(f[j], alternate && j % 2 != 0, column(length_ - 1 - j));
      std::fill_n(row(j), digits_, 0);
    }
  });
}

void PascalTableau::load(const FixedRows& q, std::size_t first, std::size_t step, bool alternate,
                         const ExecutionContext& ctx) {
  parallel_for(ctx, length_, copy_grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    DigitRow digits(digits_);
    for (std::size_t j = begin; j < end; ++j) {
      std::int64_t* const to = column(length_ - 1 - j);
      if (first + j < q.rows())
        digits.write(q.row(first + j), q.limbs(), step * (length_ - 1 - j), alternate && j % 2 != 0, to);
      else
        std::fill_n(to, digits_, 0);
      std::fill_n(row(j), digits_, 0);
    }
  });
}

void PascalTableau::over_rows(FunctionRef<std::span<mp_limb_t>(std::size_t i)> room,
                              FunctionRef<void(std::size_t i)> done, const ExecutionContext& ctx) const {
  parallel_for(ctx, length_, copy_grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    DigitRow digits(digits_);
    for (std::size_t i = begin; i < end; ++i) {
      digits.read(row(i), room(i));
      done(i);
    }
  });
}

void PascalTableau::result(bool alternate, FixedRows& out, const ExecutionContext& ctx) const {
  const std::size_t limbs = out.limbs();
  over_rows([&](std::size_t i) { return std::span(out.row(i), limbs); },
            [&](std::size_t i) {
              if (alternate && i % 2 != 0) mpn_neg(out.row(i), out.row(i), static_cast<mp_size_t>(limbs));
            },
            ctx);
}

IntegerVector PascalTableau::result(bool alternate, const ExecutionContext& ctx) const {
  IntegerVector out(length_, digits_ * pascal_digit_bits / 64 + 1);
  const auto room = [&](std::size_t i) { return std::span(out.row(i), out.stride(i / IntegerVector::stripe_rows)); };
  over_rows(
      room,
      [&](std::size_t i) {
        const std::span<mp_limb_t> to = room(i);
        const bool negative = (to.back() >> 63) != 0;
        if (negative) mpn_neg(to.data(), to.data(), static_cast<mp_size_t>(to.size()));
        out.set_signed_size(i, signed_size(strip(to.data(), to.size()), negative != (alternate && i % 2 != 0)));
      },
      ctx);
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

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
