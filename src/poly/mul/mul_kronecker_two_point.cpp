// Multiplication in Z[x] by Kronecker substitution at two points: evaluate both at 2^s and -2^s, two integer products
// of half the length, and the even and the odd coefficients come out of their sum and difference.
//
// h(2^s) + h(-2^s) = 2 sum_i h_(2i) 4^(s i) and h(2^s) - h(-2^s) = 2 2^s sum_i h_(2i+1) 4^(s i): coefficients need
// slots of 2 s bits only, so that s is half of what one point needs. The two products are independent. Cost: 2 M(n s) +
// O(n s / 64) with 2 s = bits_a + bits_b + ceil(log2(min length)) + 1 or a little more. Against one product of twice
// the length that wins where M is far from linear, which is GMP's range here: beyond it our transforms begin. Memory:
// packed operands at both points, both products, the parts of the operands and of the result. Literature: Harvey,
// Faster polynomial multiplication via multipoint Kronecker substitution, Journal of Symbolic Computation 44, 2009:
// KS2. The reciprocal points of KS3 and KS4 halve the slots once more at the price of a serial pass that separates
// overlapping coefficients; they are not here, since GMP's range ends before they would pay.
#include <algorithm>
#include <span>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_integer.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/kronecker_pack.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Limbs = std::span<mp_limb_t>;

/// A natural number with a sign.
struct Signed {
  Limbs limbs;
  bool negative = false;
};

/// to = x + y, or x - y; all of one length, to may be x or y. The sum fits.
void add_signed(Signed& to, const Signed& x, const Signed& y, bool subtract) noexcept {
  const auto n = static_cast<mp_size_t>(to.limbs.size());
  const bool negative_y = y.negative != subtract;
  if (x.negative == negative_y) {
    mpn_add_n(to.limbs.data(), x.limbs.data(), y.limbs.data(), n);
    to.negative = x.negative;
  } else if (mpn_cmp(x.limbs.data(), y.limbs.data(), n) >= 0) {
    to.negative = x.negative;
    mpn_sub_n(to.limbs.data(), x.limbs.data(), y.limbs.data(), n);
  } else {
    to.negative = negative_y;
    mpn_sub_n(to.limbs.data(), y.limbs.data(), x.limbs.data(), n);
  }
}

/// number *= 2^bits, which fits, or number /= 2^bits.
void shift_up(Limbs number, std::size_t bits) noexcept {
  const std::size_t limbs = bits / 64;
  std::copy_backward(number.begin(), number.end() - static_cast<std::ptrdiff_t>(limbs), number.end());
  std::fill_n(number.begin(), limbs, mp_limb_t{0});
  if (bits % 64 != 0)
    mpn_lshift(number.data(), number.data(), static_cast<mp_size_t>(number.size()), static_cast<unsigned>(bits % 64));
}
void shift_down(Limbs number, std::size_t bits) noexcept {
  const std::size_t limbs = bits / 64;
  std::copy(number.begin() + static_cast<std::ptrdiff_t>(limbs), number.end(), number.begin());
  std::fill_n(number.end() - static_cast<std::ptrdiff_t>(limbs), limbs, mp_limb_t{0});
  if (bits % 64 != 0)
    mpn_rshift(number.data(), number.data(), static_cast<mp_size_t>(number.size()), static_cast<unsigned>(bits % 64));
}

/// Rows that a task copies, some ten microseconds.
constexpr std::size_t copied_rows(std::size_t limbs) noexcept { return (std::size_t{1} << 14) / (limbs + 4) + 64; }

/// Coefficients first, first + 2, ...
IntegerVector every_other(const IntegerVector& v, std::size_t first, std::size_t stride, const ExecutionContext& ctx) {
  IntegerVector part((v.size() - first + 1) / 2, stride);
  parallel_for(ctx, part.size(), copied_rows(stride), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) part.assign(i, v[first + 2 * i]);
  });
  return part;
}
void interleave(IntegerVector& v, std::size_t first, const IntegerVector& part, const ExecutionContext& ctx) {
  parallel_for(ctx, part.size(), copied_rows(v.stride(0)), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) v.assign(first + 2 * i, part[i]);
  });
}

class TwoPointProduct {
 public:
  TwoPointProduct(const MulPlan& plan, const ExecutionContext& ctx)
      : plan_(plan), s_(plan.shape), half_(packing().slot_bits / 2), ctx_(ctx) {}

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) const {
    const std::size_t limbs_a = two_point_limbs(s_.length_a, half_);
    const std::size_t limbs_b = s_.square ? 0 : two_point_limbs(s_.length_b, half_);
    const std::size_t limbs_c = limbs_a + (s_.square ? limbs_a : limbs_b);
    Workspace::Frame frame;
    const auto take = [&](std::size_t n) { return Signed{frame.allocate<mp_limb_t>(n)}; };
    Signed plus_a = take(limbs_a);
    Signed minus_a = take(limbs_a);
    evaluate(a, s_.bits_a, plus_a, minus_a);
    Signed plus_b = plus_a;
    Signed minus_b = minus_a;
    if (!s_.square) {
      plus_b = take(limbs_b);
      minus_b = take(limbs_b);
      evaluate(b, s_.bits_b, plus_b, minus_b);
    }
    Signed plus = take(limbs_c);
    Signed minus = take(limbs_c);
    const auto multiply = [&](Signed& c, const Signed& x, const Signed& y) {
      mul_integers(plan_.children.front(), c.limbs, x.limbs, y.limbs, ctx_);
      c.negative = x.negative != y.negative;
    };
    if (packing().grain != 0) {
      fork_join(
          ctx_, [&] { multiply(plus, plus_a, plus_b); }, [&] { multiply(minus, minus_a, minus_b); });
    } else {
      multiply(plus, plus_a, plus_b);
      multiply(minus, minus_a, minus_b);
    }
    return join(plus, minus);
  }

 private:
  /// The values at 2^half and at -2^half.
  void evaluate(const IntegerVector& v, std::size_t bits, Signed& plus, Signed& minus) const {
    const std::size_t stride = limbs_for_bits(bits);
    plus.negative = kronecker_pack(plus.limbs, every_other(v, 0, stride, ctx_), 2 * half_, packing().grain, ctx_);
    std::fill(minus.limbs.begin(), minus.limbs.end(), mp_limb_t{0});
    if (v.size() > 1) {
      minus.negative = kronecker_pack(minus.limbs, every_other(v, 1, stride, ctx_), 2 * half_, packing().grain, ctx_);
      shift_up(minus.limbs, half_);
    }
    // e + o and e - o in the place of e and o: e - o = 2 e - (e + o)
    Signed sum{plus.limbs, plus.negative};
    add_signed(sum, plus, minus, false);
    Signed twice_odd = minus;
    const auto n = static_cast<mp_size_t>(minus.limbs.size());
    mpn_lshift(minus.limbs.data(), minus.limbs.data(), n, 1);
    plus.negative = sum.negative;
    add_signed(minus, plus, twice_odd, true);
  }

  IntegerVector join(Signed& plus, Signed& minus) const {
    const std::size_t stride = limbs_for_bits(product_bits(s_));
    const std::size_t n = product_length(s_);
    IntegerVector result(n, stride);
    Signed even = plus;
    add_signed(even, plus, minus, false);  // h(2^s) + h(-2^s)
    mpn_lshift(minus.limbs.data(), minus.limbs.data(), static_cast<mp_size_t>(minus.limbs.size()), 1);
    const Signed twice = minus;
    add_signed(minus, even, twice, true);  // h(2^s) - h(-2^s)
    unpack(result, even, 0, 1);
    if (n > 1) unpack(result, minus, 1, half_ + 1);
    return result;
  }
  void unpack(IntegerVector& result, const Signed& value, std::size_t first, std::size_t shift) const {
    shift_down(value.limbs, shift);
    IntegerVector part((result.size() - first + 1) / 2, limbs_for_bits(2 * half_ - 1));
    kronecker_unpack(part, value.limbs, value.negative, 2 * half_, packing().grain, ctx_);
    interleave(result, first, part, ctx_);
  }

  const PackingParameters& packing() const { return plan_.as<PackingParameters>(); }

  const MulPlan& plan_;
  const MulShape& s_;
  std::size_t half_;
  const ExecutionContext& ctx_;
};

}  // namespace

IntegerVector mul_kronecker_two_point(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                      const ExecutionContext& ctx) {
  return TwoPointProduct(plan, ctx).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
