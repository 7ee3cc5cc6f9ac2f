// The powers of a fraction on one denominator: p^e q^(D - e), D the largest exponent, for those e that occur.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "poly/multi_rationals/coordinate_powers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Trivially copyable: it stands in scratch memory, where its tables are.
class FractionPowers {
 public:
  /// Notes the exponents, a number of them `stride` apart. False for large ones. q > 0.
  bool note(const std::uint64_t* exponents, std::size_t count, std::size_t stride, IntegerView p, IntegerView q,
            Workspace::Frame& frame) {
    is_fraction_ = !q.is_one();
    if (!is_fraction_) return p_.note(exponents, count, stride, p, frame);
    q_value_ = q;
    for (std::size_t i = 0; i < count; ++i) largest_ = std::max(largest_, exponents[i * stride]);
    if (largest_ > most_table_exponent) return false;
    if (largest_ == 0) {
      is_fraction_ = false;
      return p_.note(exponents, count, stride, p, frame);
    }
    rows_ = frame.allocate<LimbRow>(static_cast<std::size_t>(largest_) + 1).data();
    std::fill_n(rows_, largest_ + 1, LimbRow{nullptr, 0});
    std::uint64_t* const rest = frame.allocate<std::uint64_t>(count + 1).data();  // exponents of q
    for (std::size_t i = 0; i < count; ++i) {
      rows_[exponents[i * stride]].size = 1;
      rest[i] = largest_ - exponents[i * stride];
    }
    rest[count] = largest_;
    for (std::uint64_t e = 0; e <= largest_; ++e) count_ += static_cast<std::size_t>(rows_[e].size);
    return p_.note(exponents, count, stride, p, frame) && q_.note(rest, count + 1, 1, q, frame);
  }
  /// Computes them; scratch: two rows of limbs().
  void make(Workspace::Frame& frame, mp_limb_t* scratch) {
    p_.make(frame, scratch);
    if (!is_fraction_) return;
    q_.make(frame, scratch);
    const std::size_t width = limbs();
    mp_limb_t* row = frame.allocate<mp_limb_t>(count_ * width).data();
    const mp_limb_t unit = 1;
    const IntegerView one(&unit, 1);
    for (std::uint64_t e = 0; e <= largest_; ++e) {
      if (rows_[e].size == 0) continue;
      const IntegerView top = e == 0 ? one : !p_.is_sign() ? p_[e] : p_.is_negative(e) ? -one : one;
      rows_[e] = {row, long_product(row, top, e == largest_ ? one : q_[largest_ - e])};
      row += width;
    }
  }
  bool is_fraction() const noexcept { return is_fraction_; }
  /// The power is 1 or -1, and not in the table.
  bool is_sign(std::uint64_t e) const noexcept { return !is_fraction_ && (e == 0 || p_.is_sign()); }
  bool is_negative(std::uint64_t e) const noexcept { return e != 0 && p_.is_negative(e); }
  /// Precondition: it occurs and is no sign.
  IntegerView operator[](std::uint64_t e) const noexcept { return is_fraction_ ? rows_[e].view() : p_[e]; }
  /// q and q^D of a fraction.
  IntegerView denominator() const noexcept { return q_value_; }
  IntegerView denominator_power() const noexcept { return q_[largest_]; }

  /// Of the largest power, at most; limbs of a row of a table and of the tables together.
  std::size_t bits() const noexcept { return is_fraction_ ? std::max(p_.bits(), q_.bits()) : p_.bits(); }
  std::size_t limbs() const noexcept { return is_fraction_ ? p_.limbs() + q_.limbs() + 1 : p_.limbs(); }
  std::size_t table_limbs() const noexcept {
    return p_.count() * p_.limbs() + (is_fraction_ ? q_.count() * q_.limbs() + count_ * limbs() : 0);
  }

 private:
  CoordinatePowers p_;
  CoordinatePowers q_;
  IntegerView q_value_;
  bool is_fraction_ = false;
  std::uint64_t largest_ = 0;
  std::size_t count_ = 0;
  LimbRow* rows_ = nullptr;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
