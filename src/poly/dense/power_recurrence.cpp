// c = a^n satisfies a c' = n a' c, so that k a_0 c_k = sum over i >= 1 of (i (n + 1) - k) a_i c_{k - i}: a pass over
// the limbs of c for each term of a, and one exact division by words. Powers of x in a are taken out first.
//
// Cost for t terms: O(N t L) word operations for N coefficients of L limbs, where squaring takes M(N L): for few terms
// the recurrence is faster by as much as t is below the cost of the transforms. It is serial; what squaring gains by
// threads is in its prediction. Memory: twice the result.
// Literature: Knuth, TAOCP 2, 4.7, exercise 4 and answer; Fateman, SIGSAM 1974.
#include "poly/dense/power_recurrence.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>
#include <polyfork/poly/dense/detail/power_recurrence.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/rational_parts.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The sum of the coefficients' magnitudes, which are words.
Integer norm_of(const IntegerVector& a) {
  Integer norm;
  for (std::size_t i = 0; i < a.size(); ++i) norm += a[i].abs();
  return norm;
}

std::size_t terms_of(const IntegerVector& a) noexcept {
  const auto sizes = a.signed_sizes();
  return a.size() - static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), 0));
}

class Recurrence {
 public:
  /// Precondition: a[zeros] is the first coefficient that is not zero.
  Recurrence(const IntegerVector& a, std::size_t zeros, std::uint64_t n, const ExecutionContext& ctx)
      : n_(n), count_((a.size() - 1 - zeros) * n + 1), ctx_(ctx), first_(a[zeros]) {
    for (std::size_t i = zeros + 1; i < a.size(); ++i)
      if (a.signed_size(i) != 0) terms_.push_back({i - zeros, signed_word(a[i].limbs()[0], a.signed_size(i))});
  }

  /// The coefficients of the power, after `zeros` zeros.
  IntegerVector run(std::size_t zeros) {
    coefficients_ = frame_.allocate<IntegerView>(count_);
    const Integer constant = bounded_power(Integer(first_), n_, ctx_);
    coefficients_[0] = keep(constant.view());
    for (std::size_t k = 1; k < count_; ++k) {
      if (k % 64 == 0 || width_ > polled_limbs) ctx_.poll();
      coefficients_[k] = keep(coefficient(k));
    }
    IntegerVector result;
    const auto at = [&](std::size_t i) { return i < zeros ? IntegerView() : coefficients_[i - zeros]; };
    write_views(result, zeros + count_, at, ctx_);
    return result;
  }

 private:
  struct Term {
    std::size_t degree;
    std::int64_t value;
  };
  static constexpr std::size_t polled_limbs = 1 << 10;

  /// Coefficient k, in scratch memory.
  IntegerView coefficient(std::size_t k) {
    std::size_t longest = 0;
    std::size_t used = 0;  // terms that reach
    for (; used < terms_.size() && terms_[used].degree <= k; ++used)
      longest = std::max(longest, coefficients_[k - terms_[used].degree].limbs().size());
    if (longest == 0) return {};
    begin_sum(longest);
    ctx_.charge(used * longest);
    for (std::size_t t = 0; t < used; ++t) {
      const auto [degree, value] = terms_[t];
      const auto multiplier = static_cast<std::int64_t>(degree * (n_ + 1)) - static_cast<std::int64_t>(k);
      add_product(coefficients_[k - degree], multiplier * value);
    }
    return quotient(k);
  }

  /// Zero, with room for products of a word and so many limbs and their carries.
  void begin_sum(std::size_t longest) {
    width_ = longest + 2;
    if (sum_.size() < width_) sum_ = {take(2 * width_), 2 * width_};
    std::fill_n(sum_.begin(), width_, mp_limb_t{0});
  }

  void add_product(IntegerView x, std::int64_t multiplier) noexcept {
    const auto n = static_cast<mp_size_t>(x.limbs().size());
    if (n == 0 || multiplier == 0) return;
    const mp_limb_t factor =
        multiplier < 0 ? 0 - static_cast<mp_limb_t>(multiplier) : static_cast<mp_limb_t>(multiplier);
    mp_limb_t* const sum = sum_.data();
    const auto above = static_cast<mp_size_t>(width_) - n;
    if ((x.sign() < 0) == (multiplier < 0))
      mpn_add_1(sum + n, sum + n, above, mpn_addmul_1(sum, x.limbs().data(), n, factor));
    else
      mpn_sub_1(sum + n, sum + n, above, mpn_submul_1(sum, x.limbs().data(), n, factor));
  }

  /// The sum divided by k times the first coefficient.
  IntegerView quotient(std::size_t k) noexcept {
    mp_limb_t* const sum = sum_.data();
    const bool negative = sum[width_ - 1] >> 63 != 0;
    if (negative) mpn_neg(sum, sum, static_cast<mp_size_t>(width_));
    std::size_t size = strip(sum, width_);
    if (size == 0) return {};
    const mp_limb_t first = first_.limbs()[0];
    mp_limb_t divisor = 0;
    if (__builtin_mul_overflow(first, static_cast<mp_limb_t>(k), &divisor)) {
      mpn_divexact_1(sum, sum, static_cast<mp_size_t>(size), first);
      divisor = k;
      size = strip(sum, size);
    }
    if (divisor != 1) mpn_divexact_1(sum, sum, static_cast<mp_size_t>(size), divisor);
    return {sum, signed_size(strip(sum, size), negative != (first_.sign() < 0))};
  }

  IntegerView keep(IntegerView x) {
    if (x.is_zero()) return {};
    mp_limb_t* const row = take(x.limbs().size());
    std::copy(x.limbs().begin(), x.limbs().end(), row);
    return {row, x.signed_size()};
  }

  mp_limb_t* take(std::size_t limbs) {
    taken_ += limbs;
    if (taken_ > charged_) {
      const std::size_t now = std::max(charged_ + charged_ / 4, taken_);
      reservation_ = MemoryReservation();
      reservation_ = reserve_unless_short(ctx_, saturating_mul(now, sizeof(mp_limb_t)));
      charged_ = now;
    }
    return frame_.allocate<mp_limb_t>(limbs).data();
  }

  std::uint64_t n_;
  std::size_t count_;
  const ExecutionContext& ctx_;
  IntegerView first_;
  std::vector<Term> terms_;  // the others
  MemoryReservation reservation_;
  std::size_t taken_ = 0;  // limbs
  std::size_t charged_ = 0;
  Workspace::Frame frame_;
  std::span<IntegerView> coefficients_;
  std::span<mp_limb_t> sum_;  // in two's complement
  std::size_t width_ = 0;
};

/// For a prediction: nothing is laid out by it.
PowerShape power_shape(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx) {
  PowerShape shape;
  shape.terms = terms_of(a);
  shape.base_bits = a.max_bits(ctx);
  shape.length = (a.size() - 1) * n + 1;
  const double norm = static_cast<double>(shape.base_bits) + std::log2(static_cast<double>(shape.terms));
  shape.power_bits = static_cast<std::size_t>(norm * static_cast<double>(n)) + 1;
  if (shape.base_bits <= 63)
    shape.power_bits = static_cast<std::size_t>(std::log2(norm_of(a).view().to_double()) * static_cast<double>(n)) + 1;
  return shape;
}

/// Seconds for the recurrence where coefficients of the base are words.
double recurrence_seconds(const PowerShape& shape) noexcept {
  constexpr double share_of_longest = 0.75;
  constexpr double divided_limb = 1.5;
  constexpr double coefficient = 20;
  const MachineCosts& c = machine_costs();
  const double limbs = share_of_longest * static_cast<double>(limbs_for_bits(shape.power_bits)) + 1;
  return nanosecond * static_cast<double>(shape.length) *
         (static_cast<double>(shape.terms) * (c.product_call + c.limb_product * limbs) + divided_limb * limbs +
          coefficient);
}

/// Seconds for squaring, of which the last one takes most of the time; a product by the base behind it takes as long.
double squaring_seconds(const PowerShape& shape, std::uint64_t n, const ExecutionContext& ctx) {
  constexpr double earlier_squares = 1.3;
  constexpr double earlier_product = 0.3;
  constexpr double last_product = 1;
  const std::size_t half = shape.length / 2 + 1;
  const MulShape square{half, half, shape.power_bits / 2 + 1, shape.power_bits / 2 + 1};
  const bool odd = (n & 1) != 0;
  const double earlier = std::popcount(n) - (odd ? 2 : 1);
  return (earlier_squares + earlier_product * earlier + (odd ? last_product : 0)) *
         plan_mul(square, PlanBudget(ctx)).predicted_seconds;
}

/// Whether the squarings are products of words, without a plan.
bool squares_words(const PowerShape& shape) noexcept {
  return shape.power_bits <= 62 && shape.length / 2 + 1 <= IntegerVector::stripe_rows / 2;
}

/// (c x^degree)^n.
IntegerVector monomial_power(IntegerView c, std::size_t degree, std::uint64_t n, const ExecutionContext& ctx) {
  const Integer power = bounded_power(Integer(c), n, ctx);
  IntegerVector result;
  const auto at = [&](std::size_t i) { return i < degree * n ? IntegerView() : power.view(); };
  write_views(result, degree * n + 1, at, ctx);
  return result;
}

/// Whether the recurrence is faster without a look at a plan, which takes a microsecond: measured up to 1024 bits.
bool is_short_recurrence(const PowerShape& shape, std::uint64_t n) noexcept {
  constexpr std::size_t few_terms = 4;
  constexpr std::uint64_t exponent = 7;
  constexpr std::size_t most_limbs = 1 << 14;
  return shape.terms <= few_terms && n >= exponent && n < IntegerVector::stripe_rows &&
         saturating_mul(shape.length, limbs_for_bits(shape.power_bits)) <= most_limbs;
}

IntegerVector power_by_products(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx) {
  if (n == 1) return a;
  const Integers ring;
  IntegerVector power;
  IntegerVector next;
  const int top = static_cast<int>(std::bit_width(n)) - 1;
  for (int bit = top; bit-- != 0;) {
    const IntegerVector& x = bit == top - 1 ? a : power;
    DenseOps<Integers>::mul_into(ring, next, x, x, ctx);
    std::swap(next, power);
    if ((n >> bit & 1) == 0) continue;
    DenseOps<Integers>::mul_into(ring, next, power, a, ctx);
    std::swap(next, power);
  }
  return power;
}

}  // namespace

bool recurrence_reaches(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx) {
  std::uint64_t reach = 0;  // multipliers are below degree (n + 1)
  if (__builtin_mul_overflow(static_cast<std::uint64_t>(a.size()), n + 1, &reach)) return false;
  return a.max_bits(ctx) + static_cast<std::size_t>(std::bit_width(reach)) <= 63;
}

IntegerVector recurrent_power(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx) {
  const std::size_t zeros = trailing_zero_terms(a);
  return Recurrence(a, zeros, n, ctx).run(zeros * n);
}

std::optional<IntegerVector> power_by_recurrence(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx) {
  constexpr std::uint64_t least_exponent = 4;
  if (n == 0) return std::nullopt;
  return within_memory(ctx, [&]() -> IntegerVector {
    const std::size_t zeros = trailing_zero_terms(a);
    if (zeros + 1 == a.size()) return monomial_power(a[zeros], zeros, n, ctx);
    if (n < least_exponent) return power_by_products(a, n, ctx);
    const PowerShape shape = power_shape(a, n, ctx);
    if (squares_words(shape)) return power_by_products(a, n, ctx);
    if (n == least_exponent && shape.terms == a.size()) return power_by_products(a, n, ctx);  // two squares
    if (is_short_recurrence(shape, n)) {
      if (recurrence_reaches(a, n, ctx)) return recurrent_power(a, n, ctx);
      if (auto power = long_recurrent_power(a, n, shape, ctx)) return *std::move(power);
    }
    const double squaring = squaring_seconds(shape, n, ctx);
    if (recurrence_reaches(a, n, ctx)) {
      if (recurrence_seconds(shape) < squaring) return recurrent_power(a, n, ctx);
    } else if (n < largest_exponent && long_recurrence_seconds(shape) < squaring) {
      if (auto power = long_recurrent_power(a, n, shape, ctx)) return *std::move(power);
    }
    return power_by_products(a, n, ctx);
  });
}

std::optional<RationalVector> power_by_recurrence(const RationalVector& a, std::uint64_t n,
                                                  const ExecutionContext& ctx) {
  std::optional<IntegerVector> numerators = power_by_recurrence(a.numerators(), n, ctx);
  if (!numerators) return std::nullopt;
  const MemoryReservation held = hold(*numerators, ctx);
  return RationalParts::canonical(std::move(*numerators), bounded_power(a.denominator(), n, ctx));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
