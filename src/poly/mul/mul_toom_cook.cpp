// Toom-Cook multiplication in Z[x], 4-way and 8-way, with static fork-join.
//
// The operands are cut into k = 4 or 8 blocks, polynomials in X = x^h with polynomials of length h as coefficients.
// Their values at the 2 k - 1 points 0, 1, -1, ..., k - 1, 1 - k are multiplied, 7 or 15 independent products by the
// algorithm of the plan's child, and the product is interpolated. Everything but those products is done coefficient by
// coefficient in a two's complement scratch that stays in the first cache, in parallel over the coefficients. Even and
// odd parts are apart from the start: f(x) +- f(-x). Each is interpolated in y = x^2 at the squares by Newton's divided
// differences: those of an integer polynomial at integer points are integers, so all divisions are exact, by odd
// numbers (from the low limb up, modulo a power of two) and by powers of two (shifts). Cost: (2 k - 1) M(h) + O(k n)
// row operations; span one product and O(k^2) rows. Memory: values of both operands and the products, about 2 (2 k - 1)
// / k times operands and product. Literature: Bodrato and Zanoni, Integer and polynomial multiplication: towards
// optimal Toom-Cook matrices, ISSAC 2007; the static parallel scheme is that of the BPAS library [chen16]. The points
// there include 1/2 and infinity; whole numbers alone make one text for both widths, at the price of some bits: 20 for
// k = 8.
#include "poly/mul/mul_toom_cook.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/mul_algorithms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t grain_limbs = std::size_t{1} << 13;  // of values, formed by a task: some 20 microseconds

/// Two's complement numbers of one width.
class Numbers {
 public:
  Numbers(std::size_t count, std::size_t width, Workspace::Frame& frame)
      : limbs_(frame.allocate<mp_limb_t>(count * width).data()), width_(width) {}

  mp_limb_t* operator[](std::size_t i) const noexcept { return limbs_ + i * width_; }
  std::size_t width() const noexcept { return width_; }
  void clear(std::size_t i) const noexcept { std::fill_n((*this)[i], width_, mp_limb_t{0}); }
  void set(std::size_t i, IntegerView value) const noexcept {
    clear(i);
    std::copy_n(value.limbs().data(), value.limbs().size(), (*this)[i]);
    if (value.sign() < 0) mpn_neg((*this)[i], (*this)[i], size());
  }
  /// number i += factor value.
  void add_product(std::size_t i, IntegerView value, mp_limb_t factor) const noexcept {
    const auto n = static_cast<mp_size_t>(value.limbs().size());
    if (n == 0) return;
    mp_limb_t* const to = (*this)[i];
    if (value.sign() > 0) {
      const mp_limb_t carry = mpn_addmul_1(to, value.limbs().data(), n, factor);
      if (n < size()) mpn_add_1(to + n, to + n, size() - n, carry);
    } else {
      const mp_limb_t carry = mpn_submul_1(to, value.limbs().data(), n, factor);
      if (n < size()) mpn_sub_1(to + n, to + n, size() - n, carry);
    }
  }
  void add(std::size_t to, std::size_t i, std::size_t j) const noexcept {
    mpn_add_n((*this)[to], (*this)[i], (*this)[j], size());
  }
  void subtract(std::size_t to, std::size_t i, std::size_t j) const noexcept {
    mpn_sub_n((*this)[to], (*this)[i], (*this)[j], size());
  }
  /// number i -= factor number j.
  void subtract_product(std::size_t i, std::size_t j, mp_limb_t factor) const noexcept {
    mpn_submul_1((*this)[i], (*this)[j], size(), factor);
  }
  /// number i /= divisor, exactly.
  void divide(std::size_t i, mp_limb_t divisor) const noexcept {
    mp_limb_t* const p = (*this)[i];
    const int twos = std::countr_zero(divisor);
    if (twos != 0) {
      const bool negative = (p[width_ - 1] >> 63) != 0;
      mpn_rshift(p, p, size(), static_cast<unsigned>(twos));
      if (negative) p[width_ - 1] |= ~mp_limb_t{0} << (64 - twos);
    }
    if (divisor >> twos != 1) divide_odd(p, divisor >> twos);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  mp_size_t size() const noexcept { return static_cast<mp_size_t>(width_); }
  void divide_odd(mp_limb_t* p, mp_limb_t d) const noexcept {
    mp_limb_t inverse = d;  // right in three bits, in twice as many after each step
    for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - d * inverse;
    mp_limb_t borrow = 0;
    for (std::size_t k = 0; k < width_; ++k) {
      const mp_limb_t rest = p[k] - borrow;
      const mp_limb_t under = p[k] < borrow ? 1 : 0;
      p[k] = rest * inverse;
      borrow = static_cast<mp_limb_t>((Wide{p[k]} * d) >> 64) + under;
    }
  }

  mp_limb_t* limbs_;
  std::size_t width_;
};

/// The number of the point x and of -x.
constexpr std::size_t plus(std::size_t x) noexcept { return x == 0 ? 0 : 2 * x - 1; }
constexpr std::size_t minus(std::size_t x) noexcept { return 2 * x; }

class ToomCookProduct {
 public:
  ToomCookProduct(const MulPlan& plan, const ExecutionContext& ctx)
      : s_(plan.shape), child_(plan.children.front()), toom_(s_, toom_cook_ways(plan.algorithm)), ctx_(ctx) {}

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) const {
    const std::vector<IntegerVector> values_a = values(a, toom_.blocks_a, child_.shape.bits_a);
    const std::vector<IntegerVector> values_b =
        s_.square ? std::vector<IntegerVector>() : values(b, toom_.blocks_b, child_.shape.bits_b);
    std::vector<IntegerVector> products(toom_.points());
    parallel_for(ctx_, products.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p)
        products[p] = mul_by_plan(child_, values_a[p], s_.square ? values_a[p] : values_b[p], ctx_);
    });
    return interpolate(products);
  }

 private:
  std::size_t grain(std::size_t limbs) const noexcept {
    return std::max<std::size_t>(1, grain_limbs / (limbs * toom_.points()));
  }

  /// The values of an operand at all points.
  std::vector<IntegerVector> values(const IntegerVector& v, std::size_t blocks, std::size_t bits) const {
    const std::size_t stride = limbs_for_bits(bits);
    const std::size_t width = limbs_for_bits(bits + 2);
    std::vector<IntegerVector> result;
    for (std::size_t p = 0; p < toom_.points(); ++p) result.emplace_back(toom_.block, stride);
    parallel_for(ctx_, toom_.block, grain(width), [&](std::size_t begin, std::size_t end) {
      ctx_.poll();
      ctx_.charge((end - begin) * toom_.pairs * (blocks + 2) * width);
      Workspace::Frame frame;
      const Numbers n(4, width, frame);
      const auto store = [&](std::size_t p, std::size_t j, std::size_t i) {
        result[p].set_signed_size(j, store_accumulator(result[p].row(j), stride, n[i], width));
      };
      for (std::size_t j = begin; j < end; ++j) {
        if (j < v.size()) result[0].assign(j, v[j]);  // a block may be longer than the shorter operand
        for (std::size_t x = 1; x <= toom_.pairs; ++x) {
          n.clear(0), n.clear(1);
          mp_limb_t power = 1;
          for (std::size_t i = 0, at = j; i < blocks && at < v.size(); ++i, at += toom_.block, power *= x)
            n.add_product(i % 2, v[at], power);
          n.add(2, 0, 1);
          n.subtract(3, 0, 1);
          store(plus(x), j, 2);
          store(minus(x), j, 3);
        }
      }
    });
    return result;
  }

  IntegerVector interpolate(const std::vector<IntegerVector>& products) const {
    const std::size_t stride = limbs_for_bits(product_bits(s_));
    const std::size_t width = toom_.width(s_);
    const std::size_t h = toom_.block;
    IntegerVector result(product_length(s_), stride);
    parallel_for(ctx_, h, grain(width), [&](std::size_t begin, std::size_t end) {
      ctx_.poll();
      ctx_.charge((end - begin) * 2 * (2 * toom_.pairs * (toom_.pairs + 2)) * width);
      Workspace::Frame frame;
      const Numbers low(toom_.points() + 1, width, frame);
      const Numbers high(toom_.points() + 1, width, frame);
      const Numbers sum(1, width, frame);
      for (std::size_t j = begin; j < end; ++j) {
        column(products, j, low);
        const bool both = j + 1 < h;  // products have 2 h - 1 coefficients
        if (both) column(products, j + h, high);
        for (std::size_t i = 0, at = j; i <= toom_.product_blocks() && at < result.size(); ++i, at += h) {
          sum.clear(0);
          if (i < toom_.product_blocks()) add(sum, low[coefficient(i)]);
          if (both && i != 0) add(sum, high[coefficient(i - 1)]);
          result.set_signed_size(at, store_accumulator(result.row(at), stride, sum[0], width));
        }
      }
    });
    return result;
  }
  static void add(const Numbers& sum, const mp_limb_t* x) noexcept {
    mpn_add_n(sum[0], sum[0], x, static_cast<mp_size_t>(sum.width()));
  }

  /// Where `column` leaves the coefficient of X^i: even ones first.
  std::size_t coefficient(std::size_t i) const noexcept { return i % 2 == 0 ? i / 2 : toom_.pairs + 1 + i / 2; }

  /// Coefficient j of each coefficient of the product as a polynomial in X. The last number is scratch.
  void column(const std::vector<IntegerVector>& products, std::size_t j, const Numbers& n) const noexcept {
    const std::size_t odd = toom_.pairs;  // number odd + x is that of the odd part at x
    const std::size_t scratch = toom_.points();
    n.set(0, products[0][j]);
    for (std::size_t x = 1; x <= toom_.pairs; ++x) {
      n.set(x, products[plus(x)][j]);
      n.set(scratch, products[minus(x)][j]);
      n.subtract(odd + x, x, scratch);
      n.add(x, x, scratch);
      n.divide(x, 2);
      n.divide(odd + x, 2 * x);
    }
    newton(n, 0, toom_.pairs + 1, 0);
    newton(n, toom_.pairs + 1, toom_.pairs, 1);
  }

  /// From values at y = x^2, x = first, ..., first + count - 1, to coefficients.
  static void newton(const Numbers& n, std::size_t at, std::size_t count, std::size_t first) noexcept {
    const auto node = [&](std::size_t i) { return static_cast<mp_limb_t>((first + i) * (first + i)); };
    for (std::size_t level = 1; level < count; ++level)
      for (std::size_t i = count - 1; i >= level; --i) {
        n.subtract(at + i, at + i, at + i - 1);
        n.divide(at + i, node(i) - node(i - level));
      }
    for (std::size_t i = count; i-- > 0;)
      for (std::size_t t = i; node(i) != 0 && t + 1 < count; ++t) n.subtract_product(at + t, at + t + 1, node(i));
  }

  const MulShape& s_;
  const MulPlan& child_;
  const ToomCookShape toom_;
  const ExecutionContext& ctx_;
};

}  // namespace

IntegerVector mul_toom_cook(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx) {
  return ToomCookProduct(plan, ctx).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
