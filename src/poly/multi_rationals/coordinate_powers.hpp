// Powers of integers in tables of the thread's scratch memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <gmp.h>

#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer_view.hpp>

#include "poly/rows/limb_rows.hpp"

#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::uint64_t most_table_exponent = 1023;

/// A number in scratch memory.
struct LimbRow {
  mp_limb_t* limbs = nullptr;
  std::int32_t size = 0;

  IntegerView view() const noexcept { return {limbs, size}; }
};

/// The powers of one coordinate that occur, by their exponents.
class CoordinatePowers {
 public:
  /// Limbs of the largest power; 0 where all exponents are zero.
  std::size_t limbs() const noexcept { return largest_ == 0 || is_sign() ? 0 : limbs_for_bits(bits()) + 1; }
  std::size_t bits() const noexcept { return bits_ == 1 ? 1 : bits_ * largest_; }
  std::size_t count() const noexcept { return count_; }

  /// Notes the exponents, a number of them `stride` apart. False for large ones.
  bool note(const std::uint64_t* exponents, std::size_t count, std::size_t stride, IntegerView x,
            Workspace::Frame& frame) {
    x_ = x;
    bits_ = std::max<std::size_t>(1, x.bit_length());
    if (is_sign()) return true;
    for (std::size_t i = 0; i < count; ++i) largest_ = std::max(largest_, exponents[i * stride]);
    if (largest_ > most_table_exponent) return false;
    rows_ = frame.allocate<LimbRow>(static_cast<std::size_t>(largest_) + 1).data();
    std::fill_n(rows_, largest_ + 1, LimbRow{nullptr, 0});
    for (std::size_t i = 0; i < count; ++i) rows_[exponents[i * stride]].size = 1;
    for (std::uint64_t e = 1; e <= largest_; ++e) count_ += static_cast<std::size_t>(rows_[e].size);
    return true;
  }
  /// Computes them; scratch: two rows of limbs(), which hold every product of two powers without its zero on top.
  void make(Workspace::Frame& frame, mp_limb_t* scratch) {
    if (is_sign()) return;
    if (x_.limbs().size() == 1 && bits_ <= 32) return make_by_words(frame);
    const std::size_t width = limbs();
    mp_limb_t* limbs = frame.allocate<mp_limb_t>(count_ * width).data();
    LimbRow last{nullptr, 0};
    std::uint64_t at = 0;
    for (std::uint64_t e = 1; e <= largest_; ++e) {
      if (rows_[e].size == 0) continue;
      LimbRow row{limbs, 0};
      limbs += width;
      const LimbRow step = power(e - at, {scratch, 0}, {scratch + width, 0});
      row.size = at == 0 ? copy(row.limbs, step.view()) : long_product(row.limbs, last.view(), step.view());
      rows_[e] = row;
      last = row;
      at = e;
    }
  }
  /// Precondition: it occurs, exponent != 0.
  IntegerView operator[](std::uint64_t exponent) const noexcept { return rows_[exponent].view(); }
  /// The coordinate is 1 or -1: powers are signs, and no table is made.
  bool is_sign() const noexcept { return x_.limbs().size() == 1 && x_.limbs()[0] == 1; }
  bool is_negative(std::uint64_t exponent) const noexcept { return x_.sign() < 0 && exponent % 2 != 0; }

 private:
  static std::uint64_t word_power(std::uint64_t x, std::uint64_t exponent) noexcept {
    std::uint64_t power = 1;
    for (; exponent != 0; exponent >>= 1, x *= x)
      if (exponent % 2 != 0) power *= x;
    return power;
  }
  /// Of a short word: products with as high a power as a word holds.
  void make_by_words(Workspace::Frame& frame) {
    const std::uint64_t x = x_.limbs()[0];
    const std::uint64_t most = 64 / bits_;
    const std::uint64_t whole = word_power(x, most);
    const std::size_t width = limbs();
    mp_limb_t* row = frame.allocate<mp_limb_t>(count_ * width).data();
    const mp_limb_t one = 1;
    const mp_limb_t* last = &one;
    mp_size_t size = 1;
    std::uint64_t at = 0;
    for (std::uint64_t e = 1; e <= largest_; ++e) {
      if (rows_[e].size == 0) continue;
      while (at != e) {
        const std::uint64_t step = std::min(e - at, most);
        const mp_limb_t carry = mpn_mul_1(row, last, size, step == most ? whole : word_power(x, step));
        if (carry != 0) row[size++] = carry;
        last = row;
        at += step;
      }
      rows_[e] = {row, signed_size(static_cast<std::size_t>(size), is_negative(e))};
      row += width;
    }
  }
  static std::int32_t copy(mp_limb_t* to, IntegerView x) noexcept {
    std::copy(x.limbs().begin(), x.limbs().end(), to);
    return x.signed_size();
  }
  /// x^exponent in one of two rows, exponent > 0, from the leading bit down.
  LimbRow power(std::uint64_t exponent, LimbRow row, LimbRow other) const noexcept {
    row.size = copy(row.limbs, x_);
    if (row.size == 0) return row;
    for (int bit = std::bit_width(exponent) - 2; bit >= 0; --bit) {
      const mp_size_t size = row.size < 0 ? -row.size : row.size;
      sqr_short_limbs(other.limbs, row.limbs, static_cast<std::size_t>(size));
      other.size = static_cast<std::int32_t>(2 * size - (other.limbs[2 * size - 1] == 0 ? 1 : 0));
      if (((exponent >> bit) & 1) != 0)
        row.size = long_product(row.limbs, other.view(), x_);
      else
        std::swap(row, other);
    }
    return row;
  }

  IntegerView x_;
  std::size_t bits_ = 0;
  std::uint64_t largest_ = 0;
  std::size_t count_ = 0;
  LimbRow* rows_ = nullptr;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
