// Values to many bits by rectangular splitting in fixed point.
//
// With |c| < 2^L and z = |c| 2^-L in [1/2, 1), f(c 2^-k) = sum a_i (+-1)^i 2^(B i) z^i, B = L - k; multiplied by
// 2^(-B n) where B < 0, its coefficients A_i are integers. Powers of z up to b = ceil(sqrt(n + 1)) are kept with t bits
// of fraction, fewer where they are exact; sums of b terms are multiples of these by the short A_i, and Horner's rule
// in z^b joins them: 2 sqrt(n) products of t bits instead of n.
//
// Errors in units 2^-t: a power z^(i+j) = floor(z^i z^j) is below the true one by at most e_i + e_j + 2, hence e_i <= 3
// i; a sum of b terms is off by at most 3 b S_j, S_j the sum of its |A_i|; a step of Horner's rule multiplies the error
// so far by less than one and adds S e_b + 2, S = sum |A_i|. With at most n / b + 1 steps all is below 16 (n + 1) S
// units.
// Literature: Paterson, Stockmeyer 1973; Brent and Zimmermann, Modern Computer Arithmetic, 4.4.3.
#include "rootiso/refine/value_by_powers.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "poly/mul/mul_integer.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// m 2^-fraction.
struct Fraction {
  Integer m;
  std::size_t fraction = 0;

  /// Leaves t bits of fraction, rounding down.
  void cut(std::size_t t) {
    if (fraction <= t) return;
    m >>= fraction - t;
    fraction = t;
  }
};

class PowerSum {
 public:
  PowerSum(const IntegerVector& f, const Integer& c, std::int64_t k, const ExecutionContext& ctx)
      : f_(f),
        c_(c),
        ctx_(ctx),
        degree_(f.size() - 1),
        length_(c.bit_length()),
        step_(static_cast<std::int64_t>(length_) - k),
        down_(std::max<std::int64_t>(0, -step_ * static_cast<std::int64_t>(degree_))) {
    std::size_t largest = 0;
    for (std::size_t i = 0; i <= degree_; ++i)
      if (!f_[i].is_zero()) largest = std::max(largest, f_[i].bit_length() + weight(i));
    error_bits_ = largest + 2 * static_cast<std::size_t>(std::bit_width(degree_ + 1)) + 4;  // of 16 (n + 1) S
  }

  ApproximateValue run(std::int64_t bits) {
    const std::int64_t t = bits + static_cast<std::int64_t>(error_bits_) - down_;
    t_ = static_cast<std::size_t>(std::max<std::int64_t>(t, 1));
    make_powers();
    const std::size_t b = powers_.size() - 1;
    Integer sum;
    for (std::size_t block = degree_ / b + 1; block-- != 0;) {
      if (!sum.is_zero()) {
        sum = long_product(sum, powers_[b].m, ctx_);
        sum >>= powers_[b].fraction;
      }
      const std::size_t end = std::min(degree_ + 1, (block + 1) * b);
      for (std::size_t i = block * b; i < end; ++i) add_term(sum, i, powers_[i - block * b]);
    }
    return {std::move(sum), Integer(1) << error_bits_, -static_cast<std::int64_t>(t_) - down_};
  }

  /// Whether this is the faster way: the powers are much longer than the coefficients and what z^n < 1 costs.
  bool is_worthwhile(std::int64_t bits) const noexcept {
    return bits > 0 && degree_ >= 2 && 4 * error_bits_ <= static_cast<std::size_t>(bits) + 512;
  }

 private:
  /// The exponent of two that A_i has beside a_i.
  std::size_t weight(std::size_t i) const noexcept {
    return static_cast<std::size_t>(step_ * static_cast<std::int64_t>(i) + down_);
  }

  void make_powers() {
    std::size_t b = 1;
    while (b * b <= degree_) ++b;
    powers_.resize(b + 1);
    powers_[0] = {1, 0};
    powers_[1] = {abs(c_), length_};
    powers_[1].cut(t_);
    for (std::size_t i = 2; i <= b; ++i) {
      const Fraction& x = powers_[i / 2];
      const Fraction& y = powers_[i - i / 2];
      powers_[i] = {long_product(x.m, y.m, ctx_), x.fraction + y.fraction};
      powers_[i].cut(t_);
    }
  }

  /// sum += A_i z^j 2^t.
  void add_term(Integer& sum, std::size_t i, const Fraction& power) const {
    if (f_[i].is_zero()) return;
    ctx_.poll();
    Integer term = mul(power.m, f_[i]);
    term <<= t_ - power.fraction + weight(i);
    if (c_.sign() < 0 && i % 2 != 0) term.negate();
    sum += term;
  }

  const IntegerVector& f_;
  const Integer& c_;
  const ExecutionContext& ctx_;
  std::size_t degree_;
  std::size_t length_;  // L
  std::int64_t step_;   // B
  std::int64_t down_;   // the value is divided by this power of two
  std::size_t error_bits_ = 0;
  std::size_t t_ = 0;
  std::vector<Fraction> powers_;
};

/// By Horner's rule, which loses nothing to high degrees and long coefficients.
ApproximateValue value_by_horner(const IntegerVector& f, const Integer& c, std::int64_t k, std::int64_t bits,
                                 const ExecutionContext& ctx) {
  constexpr std::size_t first = 64;
  // 2^(exponent + precision) bounds the largest term, whatever the precision.
  const ApproximateValue rough = evaluate_dyadic(f, c, k, first, ctx);
  const std::int64_t top = rough.exponent + static_cast<std::int64_t>(first);
  const auto spare = static_cast<std::int64_t>(std::bit_width(f.size())) + 2;
  const std::int64_t precision = std::max<std::int64_t>(static_cast<std::int64_t>(first), top + bits + spare);
  return evaluate_dyadic(f, c, k, static_cast<std::size_t>(precision), ctx);
}

}  // namespace

ApproximateValue value_to(const IntegerVector& f, const Integer& c, std::int64_t k, std::int64_t bits,
                          const ExecutionContext& ctx) {
  if (c.is_zero()) return {Integer(f[0]), Integer(0), 0};
  PowerSum sum(f, c, k, ctx);
  if (!sum.is_worthwhile(bits)) return value_by_horner(f, c, k, bits, ctx);
  // The powers, a product, a term and the sum.
  std::size_t rows = 4;
  while (rows * rows <= 16 * f.size()) ++rows;
  const MemoryReservation held(ctx.memory(), rows * ((static_cast<std::size_t>(bits) + c.bit_length()) / 4 + 64));
  return sum.run(bits);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
