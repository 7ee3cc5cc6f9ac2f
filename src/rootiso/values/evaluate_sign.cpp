// Certified evaluation at rational points.
//
// Horner's rule with a unit of its own for each row: with u the exponent of the result's unit and l >= log2 |x|,
//
//   y_i = floor(y_(i+1) x 2^(e_(i+1) - e_i)) + floor(a_i 2^(-e_i)),   e_i = floor(u - i l).
//
// A step adds an error below two units 2^(e_i), one for each floor; in f(x) they are multiplied by |x|^i, so that none
// is more than two units 2^u. All y_i have about as many bits as the result, however large |x| is. u is chosen such
// that 2^u is about 2^-precision of the largest term. Nothing here rounds in floating point.
//
// Across a gap of g powers of x that f does not have, y is multiplied by |c|^g, cut off to F = precision + 2 log2(n +
// 1) + 6 bits after each squaring or product with |c|: relatively at most 8 g 2^-F too small, since squaring d makes
// less than 2 d + 2^(1-F) of it and a product with c, which is cut off, too, less than d + 2^(2-F). As |y_i| < 4 (n +
// 1) 2^precision, that is less than a unit of y_i, the floor of the product another: no more than the steps that are
// left out.
#include "rootiso/values/evaluate_sign.hpp"

#include <algorithm>
#include <bit>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "poly/dense/evaluate_z.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// floor(a 2^shift), written to out.
void shifted(mpz_ptr out, mpz_srcptr a, std::int64_t shift) {
  if (shift >= 0)
    mpz_mul_2exp(out, a, static_cast<mp_bitcnt_t>(shift));
  else
    mpz_fdiv_q_2exp(out, a, static_cast<mp_bitcnt_t>(-shift));
}

constexpr std::size_t first_precision = 64;

/// Bytes of the Horner steps on values of `bits` bits at an argument of `argument` bits: two numbers that have grown to
/// the product's size, and GMP's scratch for the product.
std::size_t horner_bytes(std::size_t bits, std::size_t argument) {
  const std::size_t limbs = saturating_add(bits, argument) / 64 + 2;
  return saturating_add(gmp_mul_bytes(limbs), saturating_mul(limbs, 2 * sizeof(mp_limb_t)));
}

__extension__ using Wide = __int128;
__extension__ using WideWord = unsigned __int128;

/// The number m 2^e.
struct Truncated {
  Integer m;
  std::int64_t e = 0;

  /// Leaves the leading bits of m, at most `bits` of them.
  void cut(std::size_t bits) {
    const std::size_t length = m.bit_length();
    if (length <= bits) return;
    m >>= length - bits;
    e += static_cast<std::int64_t>(length - bits);
  }
};

/// Multiples of an upper bound of log2 |x|, x = c 2^-k not 0: of the logarithm in units of 2^-32, rounded up.
class LogBound {
 public:
  LogBound(const Integer& c, std::int64_t k) {
    // |c| <= m 2^(length - 63), m in [2^62, 2^63]; digit by digit, each square rounded up.
    const std::size_t length = c.bit_length();
    const Integer top = length <= 63 ? abs(c) << (63 - length) : (abs(c) >> (length - 63)) + Integer(1);
    auto m = static_cast<std::uint64_t>((top - Integer(1)).to_int64()) + 1;
    std::int64_t digits = 0;
    for (unsigned i = 0; i < fraction_bits; ++i) {
      const auto square = static_cast<WideWord>(m) * m;  // at most 2^126
      digits *= 2;
      const bool two = square >> 125 != 0;  // the square of a number from 1 to 2 is at least 2
      if (two) ++digits;
      const unsigned down = two ? 63 : 62;
      m = static_cast<std::uint64_t>((square + ((static_cast<WideWord>(1) << down) - 1)) >> down);
    }
    log_ = ((static_cast<Wide>(length) - 1 - k) << fraction_bits) + digits + 1;
  }
  /// At least i log2 |x|, and less than that and i 2^-29 + 1.
  std::int64_t times(std::size_t i) const noexcept {
    return static_cast<std::int64_t>((log_ * static_cast<Wide>(i) + (Wide{1} << fraction_bits) - 1) >> fraction_bits);
  }

 private:
  static constexpr unsigned fraction_bits = 32;
  Wide log_ = 0;
};

/// Multiplies by powers of c, which are cut to `bits` bits unless they are `exact`.
class Powers {
 public:
  Powers(const Integer& c, std::size_t bits, bool exact) : c_(c), bits_(bits), exact_(exact) {}

  /// y = y c^gap 2^-down, rounded; t is scratch. `gap` must not be 0.
  void multiply(mpz_ptr y, mpz_ptr t, std::size_t gap, std::int64_t down) {
    if (gap == 1) {
      mpz_mul(t, y, c_.view().mpz());
      return shifted(y, t, -down);
    }
    if (gap != gap_) {
      power_ = exact_ ? Truncated{pow(c_, gap)} : truncated_power(gap);
      gap_ = gap;
    }
    mpz_mul(t, y, power_.m.view().mpz());
    shifted(y, t, power_.e - down);
  }

 private:
  Truncated truncated_power(std::size_t m) const {
    Truncated base{abs(c_)};
    base.cut(bits_);
    Truncated power = base;
    for (int bit = std::bit_width(m) - 2; bit >= 0; --bit) {
      power = {power.m * power.m, 2 * power.e};
      power.cut(bits_);
      if ((m >> bit & 1) == 0) continue;
      power = {power.m * base.m, power.e + base.e};
      power.cut(bits_);
    }
    if (c_.sign() < 0 && m % 2 == 1) power.m = -power.m;
    return power;
  }

  const Integer& c_;
  std::size_t bits_;
  bool exact_;
  std::size_t gap_ = 0;
  Truncated power_;  // of this gap
};

}  // namespace

ApproximateValue evaluate_dyadic(const IntegerVector& f, const Integer& c, std::int64_t k, std::size_t precision,
                                 const ExecutionContext& ctx) {
  if (c.is_zero()) return {Integer(f[0]) << precision, Integer(0), -static_cast<std::int64_t>(precision)};
  const std::size_t n = f.size() - 1;
  const LogBound log(c, k);
  std::int64_t largest = 0;  // bit length of the largest term, or more
  std::size_t terms = 0;
  for (std::size_t i = 0; i <= n; ++i) {
    if (f[i].is_zero()) continue;
    const std::int64_t bits = static_cast<std::int64_t>(f[i].bit_length()) + log.times(i);
    largest = terms++ != 0 ? std::max(largest, bits) : bits;
  }
  const std::int64_t unit = largest - static_cast<std::int64_t>(precision);
  const auto exponent = [&](std::size_t i) { return unit - log.times(i); };
  const std::size_t power_bits = precision + 2 * static_cast<std::size_t>(std::bit_width(n + 1)) + 6;
  const MemoryReservation reservation(ctx.memory(), horner_bytes(2 * power_bits + 128, c.bit_length()));

  ApproximateValue result;
  result.exponent = unit;
  // With a fraction as long as that of x^n nothing is ever rounded: rows below n need less, since |x| >= 2^-k.
  const bool is_exact = -unit >= static_cast<std::int64_t>(n) * std::max<std::int64_t>(k, 0);
  result.error = Integer(is_exact ? 0 : 2 * (static_cast<std::uint64_t>(n) + 1));
  Powers powers(c, power_bits, is_exact);
  // About 10^5 word operations between two looks at the stop token.
  const std::size_t step = (precision / 64 + 1) * (c.bit_length() / 64 + 1);
  const std::size_t poll_every = std::max<std::size_t>(100000 / step, 1);
  std::size_t steps = 0;
  Integer term;
  result.mantissa.with_mpz([&](mpz_ptr y) {
    term.with_mpz([&](mpz_ptr t) {
      std::size_t from = n;
      for (std::size_t i = n + 1; i-- > 0;) {
        if (f[i].is_zero() && i != 0) continue;
        if (++steps % poll_every == 0) ctx.poll();
        if (mpz_sgn(y) != 0)
          powers.multiply(y, t, from - i, k * static_cast<std::int64_t>(from - i) - exponent(from) + exponent(i));
        from = i;
        shifted(t, f[i].mpz(), -exponent(i));
        mpz_add(y, y, t);
      }
    });
  });
  ctx.charge(steps * step);
  return result;
}

int sign_at_dyadic_nonroot(const IntegerVector& f, const Integer& c, std::int64_t k, const ExecutionContext& ctx) {
  for (std::size_t precision = first_precision;; precision *= 2) {
    const int sign = evaluate_dyadic(f, c, k, precision, ctx).certain_sign();
    if (sign != 0) return sign;
  }
}

int sign_at_rational(const IntegerVector& f, const Rational& x, const ExecutionContext& ctx) {
  return evaluate_homogeneous(f, x.numerator(), x.denominator(), ctx).sign();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
