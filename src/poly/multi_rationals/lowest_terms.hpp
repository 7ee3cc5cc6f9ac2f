// Fractions of numbers in scratch memory in lowest terms.
#pragma once

#include <algorithm>
#include <cstddef>

#include <gmp.h>

#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_view.hpp>
#include <polyfork/ring/rational.hpp>

#include "poly/multi_rationals/rational_in_place.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// value = sum / bottom. Every prime that divides `bottom`, which is positive, divides radical or other_radical, both
/// positive: gcds with these, which are short, and most often 1, instead of one with `bottom`.
inline void set_fraction(Rational& value, IntegerView sum, IntegerView bottom, IntegerView radical,
                         IntegerView other_radical, Workspace::Frame& frame) {
  if (sum.is_zero()) {
    value = Rational();
    return;
  }
  const std::size_t longest =
      std::max({limbs_of(sum), limbs_of(bottom), limbs_of(radical) + limbs_of(other_radical)}) + 1;
  if (longest > most_fraction_limbs + 1) {
    value = Rational(Integer(sum), Integer(bottom));
    return;
  }
  ScratchNumber shared(frame, longest);
  ScratchNumber left(frame, longest);
  const auto share_with = [&](ScratchNumber& to, IntegerView r) {
    if (r.is_one())
      to.set(r);
    else if (limbs_of(r) == 1)
      to.set_word(mpn_gcd_1(sum.limbs().data(), static_cast<mp_size_t>(limbs_of(sum)), r.limbs()[0]));
    else
      to.set_gcd(sum, r);
  };
  share_with(shared, radical);
  share_with(left, other_radical);
  if (shared.is_one() && left.is_one()) return RationalInPlace::set(value, sum, bottom);
  ScratchNumber common(frame, longest);
  ScratchNumber top(frame, longest);
  ScratchNumber below(frame, longest);
  common.set_product(shared.view(), left.view());
  top.set(sum);
  below.set(bottom);
  for (;;) {
    common.set_gcd(common.view(), below.view());
    common.set_gcd(common.view(), top.view());
    if (common.is_one()) break;
    top.set_quotient(top.view(), common.view());
    below.set_quotient(below.view(), common.view());
  }
  RationalInPlace::set(value, top.view(), below.view());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
