// Sums in two's complement, so wide that they never overflow; products of limbs by GMP.
#include "poly/division/division_columns.hpp"

#include <algorithm>

#include "core/short_reservation.hpp"
#include "poly/dense/exact_rows.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t least_chunk = 64;  // limbs that are taken at once for short rows
constexpr std::size_t most_chunk = std::size_t{1} << 12;
constexpr std::size_t polled_limbs = 64;  // sums of products of longer numbers take microseconds

}  // namespace

mp_limb_t* DivisionColumns::take(std::size_t limbs) {
  if (limbs > room_.size()) {
    const std::size_t chunk = std::max(limbs, std::clamp(taken_, least_chunk, most_chunk));
    taken_ += chunk;
    if (taken_ > charged_) {
      const std::size_t now = std::max(2 * charged_, taken_);
      reservation_ = MemoryReservation();
      reservation_ = reserve_unless_short(ctx_, now * sizeof(mp_limb_t));
      charged_ = now;
    }
    room_ = frame_.allocate<mp_limb_t>(chunk);
  }
  mp_limb_t* const row = room_.data();
  room_ = room_.subspan(limbs);
  return row;
}

IntegerView DivisionColumns::keep(IntegerView value) {
  if (value.is_zero()) return {};
  mp_limb_t* const row = take(value.limbs().size());
  std::copy(value.limbs().begin(), value.limbs().end(), row);
  return {row, value.signed_size()};
}

void DivisionColumns::begin_sum(IntegerView start, std::size_t longest_digit) {
  // One limb above the longest product holds the carries of 2^63 of them.
  width_ = std::max(start.limbs().size(), longest_digit + longest_divisor_) + 1;
  if (sum_.size() < width_) {
    const std::size_t room = std::max(width_, 2 * sum_.size());
    sum_ = {take(room), room};
    product_ = {take(room + 1), room + 1};  // quotient and remainder of a division take one more
  }
  const std::size_t n = start.limbs().size();
  std::copy(start.limbs().begin(), start.limbs().end(), sum_.begin());
  std::fill_n(sum_.begin() + static_cast<std::ptrdiff_t>(n), width_ - n, mp_limb_t{0});
  if (start.sign() < 0) mpn_neg(sum_.data(), sum_.data(), static_cast<mp_size_t>(width_));
}

void DivisionColumns::subtract_product(IntegerView x, IntegerView y) noexcept {
  if (x.limbs().size() < y.limbs().size()) std::swap(x, y);
  const auto nx = static_cast<mp_size_t>(x.limbs().size());
  const auto ny = static_cast<mp_size_t>(y.limbs().size());
  if (ny == 0) return;
  const bool add = (x.sign() < 0) != (y.sign() < 0);
  mp_limb_t* const sum = sum_.data();
  const auto width = static_cast<mp_size_t>(width_);
  mp_size_t done = nx;
  mp_limb_t carry;
  if (ny == 1) {
    const mp_limb_t word = y.limbs()[0];
    carry = add ? mpn_addmul_1(sum, x.limbs().data(), nx, word) : mpn_submul_1(sum, x.limbs().data(), nx, word);
  } else {
    done = nx + ny;
    mul_short_limbs(product_.data(), x.limbs().data(), x.limbs().size(), y.limbs().data(), y.limbs().size());
    carry = add ? mpn_add_n(sum, sum, product_.data(), done) : mpn_sub_n(sum, sum, product_.data(), done);
  }
  if (carry == 0) return;
  if (add)
    mpn_add_1(sum + done, sum + done, width - done, carry);
  else
    mpn_sub_1(sum + done, sum + done, width - done, carry);
}

IntegerView DivisionColumns::finish_sum() noexcept {
  mp_limb_t* const sum = sum_.data();
  const bool negative = sum[width_ - 1] >> 63 != 0;
  if (negative) mpn_neg(sum, sum, static_cast<mp_size_t>(width_));
  return {sum, signed_size(strip(sum, width_), negative)};
}

bool DivisionColumns::divide_by_lead(IntegerView& sum) {
  const IntegerView lead = b_[b_.size() - 1];
  const std::size_t n = sum.limbs().size();
  const std::size_t d = lead.limbs().size();
  const bool negative = (sum.sign() < 0) != (lead.sign() < 0);
  if (n == 0) return true;
  if (lead.abs().is_one()) {
    sum = {sum.limbs().data(), signed_size(n, negative)};
    return true;
  }
  if (n < d) return false;
  mp_limb_t* const quotient = product_.data();
  if (steps_divide_) {
    if (divisor_.empty()) divisor_ = {take(d), d};
    std::copy_n(lead.limbs().data(), d, divisor_.data());
    mp_limb_t* const dividend = sum_.data();
    sum = {quotient, signed_size(exact_quotient(quotient, dividend, n, divisor_.data(), d), negative)};
    return true;
  }
  mp_limb_t* const remainder = quotient + (n - d + 1);
  mpn_tdiv_qr(quotient, remainder, 0, sum.limbs().data(), static_cast<mp_size_t>(n), lead.limbs().data(),
              static_cast<mp_size_t>(d));
  if (strip(remainder, d) != 0) return false;
  sum = {quotient, signed_size(strip(quotient, n - d + 1), negative)};
  return true;
}

bool DivisionColumns::find_quotient(std::size_t n, std::size_t max_bits) {
  const std::size_t na = a_.size();
  const std::size_t nb = b_.size();
  quotient_ = frame_.allocate<IntegerView>(n);
  longest_digit_ = 0;
  for (std::size_t s = 0; s < n; ++s) {
    if (s % 16 == 0 || longest_digit_ > polled_limbs) ctx_.poll();
    const std::size_t first = s >= nb ? s - nb + 1 : 0;
    begin_sum(a_[na - 1 - s], longest_digit_);
    for (std::size_t j = first; j < s; ++j) subtract_product(quotient_[j], b_[nb - 1 - (s - j)]);
    ctx_.charge(s - first + 1);
    IntegerView digit = finish_sum();
    if (!divide_by_lead(digit) || digit.bit_length() > max_bits) return false;
    quotient_[s] = keep(digit);
    longest_digit_ = std::max(longest_digit_, digit.limbs().size());
  }
  return true;
}

double DivisionColumns::remainder_seconds() const noexcept {
  const std::size_t n = quotient_.size();
  double sum = 0;  // nanoseconds
  for (std::size_t j = 0; j < std::min(n, b_.size() - 1); ++j)
    sum +=
        static_cast<double>(b_.size() - 1 - j) * row_product_ns(quotient_[n - 1 - j].limbs().size(), longest_divisor_);
  return nanosecond * sum;
}

void DivisionColumns::find_remainder() {
  const std::size_t n = quotient_.size();
  std::size_t size = 0;
  remainder_ = frame_.allocate<IntegerView>(b_.size() - 1);
  for (std::size_t i = 0; i < remainder_.size(); ++i) {
    if (i % 16 == 0 || longest_digit_ > polled_limbs) ctx_.poll();
    const std::size_t terms = std::min(i + 1, n);
    begin_sum(a_[i], longest_digit_);
    for (std::size_t j = 0; j < terms; ++j) subtract_product(quotient_[n - 1 - j], b_[i - j]);
    ctx_.charge(terms + 1);
    remainder_[i] = keep(finish_sum());
    if (!remainder_[i].is_zero()) size = i + 1;
  }
  remainder_ = remainder_.first(size);
}

void DivisionColumns::write_quotient(IntegerVector& quotient) const {
  const std::size_t n = quotient_.size();
  write_views(
      quotient, n, [&](std::size_t i) { return quotient_[n - 1 - i]; }, ctx_);
}

void DivisionColumns::write_remainder(IntegerVector& remainder) const {
  write_views(
      remainder, remainder_.size(), [&](std::size_t i) { return remainder_[i]; }, ctx_);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
