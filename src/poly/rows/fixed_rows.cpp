// Rows of one fixed width in two's complement: conversions from and to integer vectors, bit lengths, copies with
// shifts.
#include "poly/rows/fixed_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <new>
#include <vector>

#include <polyfork/core/huge_pages.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

constexpr std::size_t poll_rows = 256;  // looked at between two polls

std::size_t fixed_bits(const mp_limb_t* row, std::size_t limbs) noexcept {
  const mp_limb_t fill = (row[limbs - 1] >> 63) != 0 ? ~mp_limb_t{0} : 0;
  std::size_t top = limbs;
  while (top > 0 && row[top - 1] == fill) --top;
  if (top == 0) return 0;
  return top * 64 - static_cast<std::size_t>(std::countl_zero(row[top - 1] ^ fill));
}

std::size_t magnitude_bits(const mp_limb_t* row, std::size_t limbs) noexcept {
  const std::size_t bits = fixed_bits(row, limbs);
  if ((row[limbs - 1] >> 63) == 0) return bits;
  // -2^b is the one of its length whose low b bits are all zero.
  for (std::size_t i = 0; i < bits / 64; ++i)
    if (row[i] != 0) return bits;
  if (bits % 64 != 0 && row[bits / 64] << (64 - bits % 64) != 0) return bits;
  return bits + 1;
}

FixedRows::FixedRows(std::size_t rows, std::size_t limbs, const ExecutionContext& ctx)
    : rows_(rows),
      limbs_(limbs),
      reservation_(ctx.memory(), saturating_mul(saturating_mul(rows, limbs), sizeof(mp_limb_t))) {
  if (limbs != 0 && rows > SIZE_MAX / limbs) throw std::bad_array_new_length();
  data_ = ZeroedArray<mp_limb_t>(rows * limbs);
  ask_for_huge_pages(data_.data(), rows * limbs * sizeof(mp_limb_t));
}

FixedRows::FixedRows(std::size_t rows, std::size_t limbs) : rows_(rows), limbs_(limbs), data_(rows * limbs) {}

FixedRows FixedRows::copy(const ExecutionContext& ctx) const {
  FixedRows other;
  other.reservation_ = MemoryReservation(ctx.memory(), rows_ * limbs_ * sizeof(mp_limb_t));
  other.rows_ = rows_;
  other.limbs_ = limbs_;
  other.data_ = ZeroedArray<mp_limb_t>(rows_ * limbs_);
  polled_for(ctx, data_.size(), [&](std::size_t begin, std::size_t end) {
    std::copy(data_.data() + begin, data_.data() + end, other.data_.data() + begin);
  });
  return other;
}

void FixedRows::assign(std::size_t i, IntegerView value, std::size_t shift) {
  mp_limb_t* out = row(i);
  std::fill_n(out, limbs_, mp_limb_t{0});
  const auto magnitude = value.limbs();
  if (magnitude.empty()) return;
  const std::size_t whole = shift / 64;
  const unsigned bits = shift % 64;
  const auto count = static_cast<mp_size_t>(magnitude.size());
  if (bits == 0) {
    std::copy(magnitude.begin(), magnitude.end(), out + whole);
  } else {
    const mp_limb_t carry = mpn_lshift(out + whole, magnitude.data(), count, bits);
    if (carry != 0) out[whole + magnitude.size()] = carry;
  }
  if (value.sign() < 0) mpn_neg(out, out, static_cast<mp_size_t>(limbs_));
}

IntegerVector FixedRows::to_vector(std::size_t from, const ExecutionContext& ctx) const {
  constexpr std::size_t stripe = IntegerVector::stripe_rows;
  const std::size_t count = rows_ - from;
  const std::size_t grain = stripe * std::max<std::size_t>(1, (std::size_t{1} << 10) / limbs_);
  // Limbs of the longest of each stripe.
  std::vector<std::uint32_t> strides((count + stripe - 1) / stripe, 0);
  parallel_for(ctx, count, grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t bits = fixed_bits(row(from + i), limbs_);
      if (bits == 0 && !is_negative(from + i)) continue;
      std::uint32_t& longest = strides[i / stripe];
      longest = std::max(longest, static_cast<std::uint32_t>(bits / 64 + 1));
    }
  });
  IntegerVector result = unwritten_integers(count, strides);
  parallel_for(ctx, count, grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge((end - begin) * limbs_);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t limbs = strides[i / stripe];
      if (limbs == 0) {
        result.set_signed_size(i, 0);
        continue;
      }
      mp_limb_t* const to = result.row(i);
      const bool negative = is_negative(from + i);
      if (negative)
        mpn_neg(to, row(from + i), static_cast<mp_size_t>(limbs));
      else
        std::copy_n(row(from + i), limbs, to);
      result.set_signed_size(i, signed_size(strip(to, limbs), negative));
    }
  });
  return result;
}

std::size_t FixedRows::max_bits(std::size_t rows, const ExecutionContext& ctx) const {
  const auto of_range = [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    std::size_t best = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const mp_limb_t fill = is_negative(i) ? ~mp_limb_t{0} : 0;
      const mp_limb_t* r = row(i);
      std::size_t top = limbs_;
      // Rows that cannot beat the best so far are not looked into.
      while (top > best / 64 && r[top - 1] == fill) --top;
      if (top == 0 || r[top - 1] == fill) continue;
      best = std::max(best, top * 64 - static_cast<std::size_t>(std::countl_zero(r[top - 1] ^ fill)));
    }
    return best;
  };
  return parallel_reduce(ctx, rows, rows_of_a_task(limbs_), std::size_t{0}, of_range,
                         [](std::size_t left, std::size_t right) { return std::max(left, right); });
}

std::size_t FixedRows::common_trailing_zeros(const ExecutionContext& ctx) const {
  std::size_t best = limbs_ * 64;
  for (std::size_t i = 0; i < rows_ && best != 0; ++i) {
    if (i % poll_rows == 0) ctx.poll();
    const mp_limb_t* r = row(i);
    std::size_t low = 0;
    while (low < limbs_ && low * 64 < best && r[low] == 0) ++low;
    if (low < limbs_ && r[low] != 0)
      best = std::min(best, low * 64 + static_cast<std::size_t>(std::countr_zero(r[low])));
  }
  return best == limbs_ * 64 ? 0 : best;
}

void copy_row(const FixedRows& from, std::size_t i, FixedRows& to, std::size_t to_row, std::size_t left_shift,
              std::size_t right_shift) {
  // One net shift: left by `left_shift - right_shift`, or right by the difference.
  const mp_limb_t fill = from.is_negative(i) ? ~mp_limb_t{0} : 0;
  const mp_limb_t* in = from.row(i);
  mp_limb_t* out = to.row(to_row);
  const auto limb = [&](std::ptrdiff_t index) -> mp_limb_t {
    if (index < 0) return 0;
    return static_cast<std::size_t>(index) < from.limbs() ? in[index] : fill;
  };
  const std::ptrdiff_t net = static_cast<std::ptrdiff_t>(left_shift) - static_cast<std::ptrdiff_t>(right_shift);
  const std::ptrdiff_t whole = net >= 0 ? net / 64 : -((-net + 63) / 64);  // floor
  const unsigned bits = static_cast<unsigned>(net - whole * 64);
  for (std::size_t j = 0; j < to.limbs(); ++j) {
    const std::ptrdiff_t source = static_cast<std::ptrdiff_t>(j) - whole;
    out[j] = bits == 0 ? limb(source) : (limb(source) << bits) | (limb(source - 1) >> (64 - bits));
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
