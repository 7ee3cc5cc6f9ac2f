// Few terms with a short number in the place of one variable: every coefficient times powers of words, without tables.
//
// As partial_values.cpp does it for many terms; each power is used once or twice here. Terms are sorted by insertion.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "poly/multi_products/multi_slopes.hpp"
#include "poly/multi_rationals/few_term_values.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class FewTermsAt {
 public:
  explicit FewTermsAt(Workspace::Frame& frame) : frame_(frame) {}

  /// The terms of a with p / q in the place of variable v, times q^degree(). False, with nothing done, for many terms,
  /// long numbers or monomials of several words.
  bool run(const IntegerTerms& a, const Variables& variables, std::size_t v, IntegerView p, IntegerView q,
           const ExecutionContext& ctx) {
    const std::size_t count = a.size();
    const MonomialLayout& layout = a.monomials.layout();
    if (count == 0 || count > most_terms || layout.words != 1 || layout.fields > most_key_fields) return false;
    if (limbs_of(p) != 1 || limbs_of(q) != 1) return false;
    const mp_limb_t top = p.limbs()[0];
    const mp_limb_t bottom = q.limbs()[0];
    const ExponentPlace place = exponent_place(layout, variables, v);
    Rest rests[most_terms];
    std::size_t longest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t key = *a.monomials[i];
      rests[i] = {key, place(&key), i};
      degree_ = std::max(degree_, rests[i].exponent);
      longest = std::max(longest, limbs_of(a.coefficients[i]));
    }
    if (degree_ > most_exponent) return false;
    const std::size_t bits = degree_ * static_cast<std::size_t>(std::bit_width(std::max(top, bottom)));
    const std::size_t width = longest + limbs_for_bits(bits) + 2;
    if (width > most_fraction_limbs) return false;
    ctx.poll();
    ctx.charge(count * width);
    if (degree_ != 0) {  // a weight that no monomial has need not fit a field
      const std::uint64_t variable = variable_key(layout, variables, v);
      for (std::size_t i = 0; i < count; ++i) rests[i].key -= rests[i].exponent * variable;
      sort(rests, count);
    }
    mp_limb_t* const limbs = frame_.allocate<mp_limb_t>((count + 1) * width).data();
    rows_ = {limbs, sizes_, width};
    mp_limb_t* const next = limbs + count * width;
    for (std::size_t k = 0; k < count;) {
      const std::uint64_t key = rests[k].key;
      mp_limb_t* const row = rows_.row(count_);
      bool has_top = rests[k].exponent == degree_;
      std::int32_t size = product(row, a, rests[k++], top, bottom, p.sign() < 0);
      for (; k < count && rests[k].key == key; ++k) {
        has_top = has_top || rests[k].exponent == degree_;
        const IntegerView summand(next, product(next, a, rests[k], top, bottom, p.sign() < 0));
        size = add_rows(row, IntegerView(row, size), summand);
      }
      if (size == 0) continue;
      if (has_top) top_row_ = count_;
      keys_[count_] = key;
      sizes_[count_++] = size;
    }
    return true;
  }
  const std::uint64_t* keys() const noexcept { return keys_; }
  const ScratchRows& rows() const noexcept { return rows_; }
  std::size_t count() const noexcept { return count_; }
  std::uint64_t degree() const noexcept { return degree_; }
  /// What all rows share with q. The power of p without q comes first: the others are multiples, unless added to it.
  mp_limb_t shared_with(mp_limb_t q) const noexcept {
    if (q == 1 || count_ == 0) return q;
    const IntegerView x = rows_[top_row_];
    const mp_limb_t word = mpn_gcd_1(x.limbs().data(), static_cast<mp_size_t>(limbs_of(x)), q);
    return word_shared_by(word, rows_, count_);
  }

 private:
  static constexpr std::size_t most_terms = 16;
  static constexpr std::uint64_t most_exponent = 1 << 12;
  struct Rest {
    std::uint64_t key;
    std::uint64_t exponent;
    std::size_t term;
  };

  static void sort(Rest* rests, std::size_t count) noexcept {
    for (std::size_t i = 1; i < count; ++i) {
      const Rest moved = rests[i];
      std::size_t k = i;
      for (; k != 0 && rests[k - 1].key < moved.key; --k) rests[k] = rests[k - 1];
      rests[k] = moved;
    }
  }
  std::int32_t product(mp_limb_t* row, const IntegerTerms& a, const Rest& rest, mp_limb_t top, mp_limb_t bottom,
                       bool minus) const noexcept {
    WordRun run(row, a.coefficients[rest.term]);
    run.multiply_power(top, rest.exponent);
    run.multiply_power(bottom, degree_ - rest.exponent);
    if (minus && rest.exponent % 2 != 0) run.negate();
    return run.finish().signed_size();
  }

  Workspace::Frame& frame_;
  std::uint64_t degree_ = 0;
  std::uint64_t keys_[most_terms];
  std::int32_t sizes_[most_terms];
  ScratchRows rows_{};
  std::size_t count_ = 0;
  std::size_t top_row_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
