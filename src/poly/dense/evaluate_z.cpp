// Homogeneous evaluation: q^(n-1) a(p/q), over Z with q = 1.
//
// Horner on blocks of 2^k coefficients whose value stays short; above them divide and conquer with the powers
// p^(block 2^j), q^(block 2^j), so that all multiplications are balanced: O(M(n bits(x)) log n) bit operations instead
// of Horner's O(n^2 bits(x)); span O(M(n bits(x))), the two halves of a node are forked. Memory: the powers and one
// value per level, within four results, and GMP's scratch for the last product, as much again. Literature: Bostan,
// Chowdhury et al.; Brent and Zimmermann, Modern Computer Arithmetic, 4.4. Rectangular splitting (fewer non-scalar
// products) is for short coefficients at long arguments, which exact isolation does not meet.
#include "poly/dense/evaluate_z.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t horner_bits = 2048;    // values of blocks stay about this long: schoolbook range of GMP
constexpr std::size_t fork_bits = 1U << 15;  // results below this are not worth a fork

class HomogeneousEvaluator {
 public:
  HomogeneousEvaluator(const IntegerVector& a, IntegerView p, IntegerView q, const ExecutionContext& ctx)
      : a_(a), p_(p), q_(q), q_is_one_(q.is_one()), ctx_(ctx), x_bits_(std::max(p.bit_length(), q.bit_length())) {
    block_ = std::bit_floor(std::max<std::size_t>(8, horner_bits / std::max<std::size_t>(1, x_bits_)));
    for (std::size_t m = block_; m < a.size(); m *= 2) {
      p_powers_.push_back(m == block_ ? bounded_power(Integer(p_), m, ctx_) : square(p_powers_.back()));
      if (!q_is_one_) q_powers_.push_back(m == block_ ? bounded_power(Integer(q_), m, ctx_) : square(q_powers_.back()));
    }
  }

  Integer value() const { return range(0, a_.size()); }

 private:
  Integer square(const Integer& x) const {
    ctx_.poll();
    ctx_.charge(x.view().limbs().size() * 32 + 1);
    return polled_product(x, x, ctx_);
  }

  Integer horner(std::size_t begin, std::size_t end) const {
    Integer value;
    Integer scale(1);  // q^(end - 1 - i)
    ctx_.poll();
    for (std::size_t i = end; i-- != begin;) {
      value *= p_;
      if (q_is_one_) {
        value += a_[i];
      } else {
        value.add_mul(a_[i], scale);
        if (i != begin) scale *= q_;
      }
    }
    ctx_.charge((end - begin) * (value.view().limbs().size() + 1));
    return value;
  }

  Integer range(std::size_t begin, std::size_t end) const {
    const std::size_t n = end - begin;
    if (n <= block_) return horner(begin, end);
    const std::size_t level = static_cast<std::size_t>(std::countr_zero(std::bit_ceil(n) / 2 / block_));
    const std::size_t m = block_ << level;  // m < n <= 2m
    Integer low;
    Integer high;
    const auto do_low = [&] {
      low = range(begin, begin + m);
      if (!q_is_one_)
        low = polled_product(low, n == 2 * m ? q_powers_[level] : bounded_power(Integer(q_), n - m, ctx_), ctx_);
    };
    const auto do_high = [&] {
      high = range(begin + m, end);
      high = polled_product(high, p_powers_[level], ctx_);
    };
    if (n * x_bits_ >= fork_bits) {
      fork_join(ctx_, do_low, do_high);
    } else {
      do_low(), do_high();
    }
    ctx_.poll();
    ctx_.charge((low.view().limbs().size() + high.view().limbs().size()) * 32);
    low += high;
    return low;
  }

  const IntegerVector& a_;
  IntegerView p_;
  IntegerView q_;
  bool q_is_one_;
  const ExecutionContext& ctx_;
  std::size_t x_bits_;
  std::size_t block_;
  std::vector<Integer> p_powers_;
  std::vector<Integer> q_powers_;
};

}  // namespace

Integer evaluate_homogeneous(const IntegerVector& a, IntegerView p, IntegerView q, const ExecutionContext& ctx) {
  if (a.empty()) return {};
  const std::size_t x_bits = std::max(p.bit_length(), q.bit_length());
  const std::size_t result_bytes = saturating_add(saturating_mul(a.size(), x_bits), a.max_bits(ctx)) / 8 + 64;
  if (result_bytes > largest_power_bits / 8) throw MemoryLimit(result_bytes, ctx.memory().used(), ctx.memory().limit());
  const MemoryReservation reservation(ctx.memory(), saturating_mul(8, result_bytes));
  return HomogeneousEvaluator(a, p, q, ctx).value();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
