// Coefficients of a division in rows (row_division.hpp), numbers of some limbs in scratch memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/multi_rationals/coordinate_powers.hpp"
#include "poly/multi_rationals/row_division.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t most_divided_limbs = 96;  ///< of coefficients of operands
inline constexpr std::size_t grown_limbs = 256;        ///< of coefficients on the way
inline constexpr std::size_t most_limbs_of_rows = std::size_t{1} << 20;

/// The integers S, Q and R with S a = Q b + R, or Q alone with S = 1 where the division is exact.
class PseudoQuotients {
 public:
  PseudoQuotients(const IntegerVector& a, const IntegerVector& b, bool exact, std::size_t longest,
                  std::size_t most_remainder, Workspace::Frame& frame)
      : a_(a),
        b_(b),
        exact_(exact),
        room_(std::min(grown_limbs, 4 * longest + 6)),
        width_(room_ + longest + 2),
        sum_{frame.allocate<mp_limb_t>(2 * width_).data(), 0},
        scratch_(sum_.limbs + width_),
        quotient_(rows(frame, RowDivision::most_rows)),
        remainder_(rows(frame, most_remainder)),
        scale_(frame, room_ + longest + 1),
        rest_(frame, longest + 1),
        common_(frame, width_ + 1),
        factor_(frame, longest + 1),
        product_(frame, 2 * width_ + 2) {
    scale_.set_word(1);
  }

  void clear() noexcept { sum_.size = 0; }
  void add(std::size_t i) noexcept { sum_.size = long_product(sum_.limbs, a_[i], scale_.view()); }
  void subtract(std::size_t row, std::size_t j) noexcept {
    const IntegerView product(scratch_, long_product(scratch_, quotient_[row], b_[j]));
    sum_.size = add_rows(sum_.limbs, sum_.view(), -product);
  }
  bool is_zero() const noexcept { return sum_.size == 0; }
  RowDivisionEnd divide(std::size_t row) noexcept {
    const IntegerView lead = b_[0];
    product_.set_quotient(sum_.view(), lead, rest_);
    if (rest_.view().is_zero())
      return set(quotient_, row, product_.view()) ? RowDivisionEnd::done : RowDivisionEnd::undecided;
    if (exact_) return RowDivisionEnd::inexact;
    common_.set_gcd(rest_.view(), lead);
    factor_.set_quotient(lead.abs(), common_.view());
    if (!scale(row)) return RowDivisionEnd::undecided;
    product_.set_quotient(sum_.view(), common_.view());
    const IntegerView q = lead.sign() < 0 ? -product_.view() : product_.view();
    return set(quotient_, row, q) ? RowDivisionEnd::done : RowDivisionEnd::undecided;
  }
  bool keep(std::size_t k) noexcept {
    kept_ = k + 1;
    return set(remainder_, k, sum_.view());
  }

  const ScratchRows& quotient() const noexcept { return quotient_; }
  const ScratchRows& remainder() const noexcept { return remainder_; }
  IntegerView scale() const noexcept { return scale_.view(); }
  std::size_t room() const noexcept { return room_; }
  static std::size_t limbs_of_rows(std::size_t longest, std::size_t most_remainder) noexcept {
    return (RowDivision::most_rows + most_remainder) * (std::min(grown_limbs, 4 * longest + 6) + 1);
  }

 private:
  ScratchRows rows(Workspace::Frame& frame, std::size_t count) const {
    return {frame.allocate<mp_limb_t>(count * room_).data(), frame.allocate<std::int32_t>(count).data(), room_};
  }
  bool set(const ScratchRows& rows, std::size_t k, IntegerView value) noexcept {
    if (limbs_of(value) > room_) return false;
    std::copy_n(value.limbs().data(), limbs_of(value), rows.row(k));
    rows.sizes[k] = value.signed_size();
    return true;
  }
  /// Multiplies S, the first terms of the quotient, and the remainder.
  bool scale(std::size_t quotient_terms) noexcept {
    const IntegerView by = factor_.view();
    product_.set_product(scale_.view(), by);
    if (limbs_of(product_.view()) > room_) return false;
    scale_.set(product_.view());
    return scale(quotient_, quotient_terms) && scale(remainder_, kept_);
  }
  bool scale(const ScratchRows& rows, std::size_t count) noexcept {
    for (std::size_t k = 0; k < count; ++k) {
      product_.set_product(rows[k], factor_.view());
      if (!set(rows, k, product_.view())) return false;
    }
    return true;
  }

  const IntegerVector& a_;
  const IntegerVector& b_;
  bool exact_;
  std::size_t room_;
  std::size_t width_;
  LimbRow sum_;
  mp_limb_t* scratch_;
  ScratchRows quotient_;
  ScratchRows remainder_;
  ScratchNumber scale_;
  ScratchNumber rest_;
  ScratchNumber common_;
  ScratchNumber factor_;
  ScratchNumber product_;
  std::size_t kept_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
