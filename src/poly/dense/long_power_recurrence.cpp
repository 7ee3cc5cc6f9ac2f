// The recurrence of power_recurrence.cpp for coefficients of any length.
//
// k a_0 c_k = sum over i >= 1 of (i (n + 1) - k) a_i c_{k - i}. A coefficient takes a product for each term, by a_i and
// by the word i (n + 1) - k, and one exact division, by k a_0. Cost for t terms of l limbs: O(N t l L) word operations
// for N coefficients of L limbs. Sums are rows of two's complement in scratch memory; coefficients are kept there, one
// behind the other, until their lengths are known.
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "core/limits.hpp"
#include "core/reserved_or_none.hpp"
#include "poly/dense/exact_rows.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/dense/power_recurrence.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A term of the base behind the first.
struct LongTerm {
  std::size_t degree;
  IntegerView value;
};

/// A bound for the bits of the power's coefficients: every one is at most (terms 2^bits)^n.
std::size_t most_power_bits(const PowerShape& shape, std::uint64_t n) noexcept {
  constexpr double rounding = 1e-9;
  const double of_terms = std::log2(static_cast<double>(shape.terms)) * static_cast<double>(n) * (1 + rounding);
  return saturating_add(saturating_mul(shape.base_bits, n), static_cast<std::size_t>(of_terms) + 1);
}

/// What a recurrence works with, in limbs.
struct LongSizes {
  LongSizes(const PowerShape& shape, std::size_t power_length, std::uint64_t n) noexcept
      : count(power_length),
        coefficient(limbs_for_bits(most_power_bits(shape, n))),
        term(limbs_for_bits(shape.base_bits)),
        // A sum of products of a coefficient, a term and a word, each term of which leaves two limbs.
        sum(saturating_add(coefficient, term + 3)) {}
  std::size_t bytes(std::size_t terms) const noexcept {
    const std::size_t rows =
        saturating_mul(count, saturating_add(sizeof(IntegerView), coefficient * sizeof(mp_limb_t)));
    const std::size_t sums = saturating_mul(3, sum * sizeof(mp_limb_t));
    return saturating_add(saturating_add(rows, sums), terms * sizeof(LongTerm));
  }
  std::size_t count;
  std::size_t coefficient;
  std::size_t term;
  std::size_t sum;
};

class LongRecurrence {
 public:
  /// Precondition: a[zeros] is the first coefficient that is not zero.
  LongRecurrence(const IntegerVector& a, std::size_t zeros, std::uint64_t n, const LongSizes& sizes,
                 const ExecutionContext& ctx)
      : n_(n),
        ctx_(ctx),
        first_(a[zeros]),
        terms_(frame_.allocate<LongTerm>(a.size() - zeros)),
        coefficients_(frame_.allocate<IntegerView>(sizes.count)),
        next_row_(frame_.allocate<mp_limb_t>(sizes.count * sizes.coefficient).data()),
        sum_(frame_.allocate<mp_limb_t>(sizes.sum).data()),
        product_(frame_.allocate<mp_limb_t>(sizes.sum).data()),
        divisor_(frame_.allocate<mp_limb_t>(sizes.sum).data()),
        term_limbs_(sizes.term) {
    std::size_t others = 0;
    for (std::size_t i = zeros + 1; i < a.size(); ++i)
      if (a.signed_size(i) != 0) terms_[others++] = {i - zeros, a[i]};
    terms_ = terms_.first(others);
  }

  /// The coefficients of the power, after `before` zeros.
  void run(IntegerVector& out, std::size_t before) {
    const Integer constant = bounded_power(Integer(first_), n_, ctx_);
    coefficients_[0] = keep(constant.view());
    for (std::size_t k = 1; k < coefficients_.size(); ++k) {
      ctx_.poll();
      coefficients_[k] = keep(coefficient(k));
    }
    const auto at = [&](std::size_t i) { return i < before ? IntegerView() : coefficients_[i - before]; };
    write_views(out, before + coefficients_.size(), at, ctx_);
  }

 private:
  /// Coefficient k, in scratch memory.
  IntegerView coefficient(std::size_t k) {
    std::size_t longest = 0;
    std::size_t used = 0;  // terms that reach
    for (; used < terms_.size() && terms_[used].degree <= k; ++used)
      longest = std::max(longest, coefficients_[k - terms_[used].degree].limbs().size());
    if (longest == 0) return {};
    width_ = longest + term_limbs_ + 3;
    std::fill_n(sum_, width_, mp_limb_t{0});
    ctx_.charge(used * longest * term_limbs_);
    for (const LongTerm& term : terms_.first(used)) {
      const auto multiplier = static_cast<std::int64_t>(term.degree * (n_ + 1)) - static_cast<std::int64_t>(k);
      add_product(coefficients_[k - term.degree], multiplier, term.value);
    }
    return quotient(k);
  }

  /// sum += x times the multiplier times the value.
  void add_product(IntegerView x, std::int64_t multiplier, IntegerView value) noexcept {
    const std::size_t n = x.limbs().size();
    if (n == 0 || multiplier == 0) return;
    const bool minus = ((x.sign() < 0) != (multiplier < 0)) != (value.sign() < 0);
    const mp_limb_t word = multiplier < 0 ? 0 - static_cast<mp_limb_t>(multiplier) : static_cast<mp_limb_t>(multiplier);
    const mp_limb_t* const limbs = x.limbs().data();
    const std::size_t m = value.limbs().size();
    if (m == 1) {
      mp_limb_t both = 0;
      if (!__builtin_mul_overflow(word, value.limbs()[0], &both)) return add_multiple(limbs, n, both, minus);
      product_[n] = mpn_mul_1(product_, limbs, static_cast<mp_size_t>(n), word);
      return add_multiple(product_, n + (product_[n] != 0 ? 1 : 0), value.limbs()[0], minus);
    }
    mul_short_limbs(product_, limbs, n, value.limbs().data(), m);
    add_multiple(product_, n + m - (product_[n + m - 1] == 0 ? 1 : 0), word, minus);
  }

  /// sum += or -= x times a word.
  void add_multiple(const mp_limb_t* x, std::size_t n, mp_limb_t word, bool minus) noexcept {
    const auto limbs = static_cast<mp_size_t>(n);
    carry_on(n, minus ? mpn_submul_1(sum_, x, limbs, word) : mpn_addmul_1(sum_, x, limbs, word), minus);
  }

  /// The carry of the lower n limbs, which are not all.
  void carry_on(std::size_t n, mp_limb_t carry, bool minus) noexcept {
    const auto above = static_cast<mp_size_t>(width_ - n);
    if (carry == 0) return;
    if (minus)
      mpn_sub_1(sum_ + n, sum_ + n, above, carry);
    else
      mpn_add_1(sum_ + n, sum_ + n, above, carry);
  }

  /// The sum divided by k times the first coefficient.
  IntegerView quotient(std::size_t k) noexcept {
    const bool negative = sum_[width_ - 1] >> 63 != 0;
    if (negative) mpn_neg(sum_, sum_, static_cast<mp_size_t>(width_));
    std::size_t size = strip(sum_, width_);
    if (size == 0) return {};
    mp_limb_t* const divisor = divisor_;
    const std::size_t m = first_.limbs().size();
    divisor[m] = mpn_mul_1(divisor, first_.limbs().data(), static_cast<mp_size_t>(m), k);
    const std::size_t divisor_size = m + (divisor[m] != 0 ? 1 : 0);
    size = exact_quotient(product_, sum_, size, divisor, divisor_size);
    return {product_, signed_size(size, negative != (first_.sign() < 0))};
  }

  IntegerView keep(IntegerView x) noexcept {
    mp_limb_t* const row = next_row_;
    next_row_ = std::copy(x.limbs().begin(), x.limbs().end(), row);
    return {row, x.signed_size()};
  }

  Workspace::Frame frame_;
  std::uint64_t n_;
  const ExecutionContext& ctx_;
  IntegerView first_;
  std::span<LongTerm> terms_;  // the others
  std::span<IntegerView> coefficients_;
  mp_limb_t* next_row_;
  mp_limb_t* sum_;  // in two's complement
  mp_limb_t* product_;
  mp_limb_t* divisor_;
  std::size_t term_limbs_;
  std::size_t width_ = 0;
};

}  // namespace

double long_recurrence_seconds(const PowerShape& shape) noexcept {
  constexpr double share_of_longest = 0.75;
  constexpr double division_call = 25;  // what a call takes beside its limbs
  constexpr double divided_limb = 3;    // by a word; of the rest of a longer divisor's step
  constexpr double quotient_limb = 9;   // a step of a division by more limbs
  constexpr double of_term = 15;        // its factor, and the addition
  const MachineCosts& c = machine_costs();
  const double limbs = share_of_longest * static_cast<double>(limbs_for_bits(shape.power_bits)) + 1;
  const auto base_limbs = static_cast<double>(limbs_for_bits(shape.base_bits));
  const double product = c.limb_product * limbs * (base_limbs + 1);
  const double by_first = base_limbs > 1 ? quotient_limb + c.limb_product * base_limbs : divided_limb;
  const auto others = static_cast<double>(shape.terms) - 1;
  return nanosecond * static_cast<double>(shape.length) *
         (others * (of_term + c.product_call + product) + 2 * division_call + limbs * (divided_limb + by_first));
}

std::optional<IntegerVector> long_recurrent_power(const IntegerVector& a, std::uint64_t n, const PowerShape& shape,
                                                  const ExecutionContext& ctx) {
  const std::size_t zeros = trailing_zero_terms(a);
  const LongSizes sizes(shape, (a.size() - 1 - zeros) * n + 1, n);
  const auto held = reserved_or_none(ctx.memory(), sizes.bytes(a.size()));
  if (!held) return std::nullopt;
  IntegerVector result;
  LongRecurrence(a, zeros, n, sizes, ctx).run(result, zeros * n);
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
