// Euclid's algorithm modulo a prime of several words, on flat rows of limbs.
//
// As a rule quotients are linear: a remainder's coefficient is u_i - q1 v_(i-1) - q0 v_i, two products and one
// reduction. That is Montgomery's: residues are taken for the Montgomery forms of others, by which both operands are
// multiplied by the same constant, and nothing is converted. One inversion for each quotient. Cost: O(n m) such steps
// for n and m coefficients, each 3 L^2 limb products for L limbs; nothing is allocated in them, which the generic
// algorithm on elements spends most of its time with. Preconditions: canonical residues; p odd, of at most 64 limbs,
// beyond which products should be subquadratic. Literature: Montgomery, Math. Comp. 44 (1985); delayed reduction as in
// gcd_word.cpp.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/vector_gcd.hpp>

#include "core/limits.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_limbs = 64;

mp_size_t gmp_size(std::size_t n) { return static_cast<mp_size_t>(n); }

/// Coefficients of a fixed number of limbs; a length without leading zeros.
struct Rows {
  std::vector<mp_limb_t> limbs;
  std::size_t width = 0;
  std::size_t length = 0;

  mp_limb_t* row(std::size_t i) noexcept { return limbs.data() + i * width; }
  bool is_zero(std::size_t i) noexcept {
    const mp_limb_t* const r = row(i);
    return std::all_of(r, r + width, [](mp_limb_t limb) { return limb == 0; });
  }
  void strip(std::size_t at_most) noexcept {
    length = at_most;
    while (length != 0 && is_zero(length - 1)) --length;
  }
};

Rows rows_of(const IntegerVector& a, std::size_t width) {
  Rows rows{std::vector<mp_limb_t>(a.size() * width, 0), width, a.size()};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto limbs = a[i].limbs();
    std::copy(limbs.begin(), limbs.end(), rows.row(i));
  }
  return rows;
}

class Euclid {
 public:
  Euclid(const BigPrimeField& field, const ExecutionContext& ctx)
      : field_(field),
        ctx_(ctx),
        p_(field.modulus().view().limbs()),
        width_(p_.size()),
        square_(field.from_integer(Integer(1) << (2 * GMP_NUMB_BITS * width_))),
        sum_(2 * width_ + 1),
        product_(2 * width_),
        inverse_(width_),
        q0_(width_),
        q1_(width_) {
    // -1/p modulo a limb by Newton's iteration: 3 bits are right at first.
    mp_limb_t inverse = p_[0];
    for (int bits = 3; bits < GMP_NUMB_BITS; bits *= 2) inverse *= 2 - p_[0] * inverse;
    negative_inverse_ = mp_limb_t{0} - inverse;
  }

  /// u = u mod v. Precondition: v has at least two coefficients.
  void reduce(Rows& u, Rows& v) {
    set_inverse(v.row(v.length - 1));
    const std::size_t n = v.length - 1;
    while (u.length > n) {
      ctx_.poll();
      ctx_.charge(2 * n * width_ * width_);
      const std::size_t top = u.length - 1;
      const bool linear = top > n;
      const std::size_t shift = top - n - (linear ? 1 : 0);
      if (linear) {
        quotient(q1_, u.row(top));
        subtract(u.row(top - 1), v.row(n - 1), nullptr);  // q1 v_(n-1)
        quotient(q0_, u.row(top - 1));
      } else {
        std::fill(q1_.begin(), q1_.end(), 0);
        quotient(q0_, u.row(top));
      }
      for (std::size_t i = 0; i < n; ++i)
        subtract(u.row(shift + i), linear && i != 0 ? v.row(i - 1) : nullptr, v.row(i));
      u.strip(shift + n);
    }
  }

 private:
  /// The Montgomery form of the inverse of what c is the form of: b^(2L) / c.
  void set_inverse(const mp_limb_t* c) {
    std::size_t size = width_;
    while (size != 0 && c[size - 1] == 0) --size;
    const Integer inverse = field_.mul(field_.inverse(Integer(IntegerView(c, static_cast<int>(size)))), square_);
    const auto limbs = inverse.view().limbs();
    std::fill(std::copy(limbs.begin(), limbs.end(), inverse_.begin()), inverse_.end(), 0);
  }

  /// q = minus u / lc(v).
  void quotient(std::vector<mp_limb_t>& q, const mp_limb_t* u) noexcept {
    mul_short_limbs(sum_.data(), u, width_, inverse_.data(), width_);
    sum_[2 * width_] = 0;
    reduce_sum(q.data());
    if (std::any_of(q.begin(), q.end(), [](mp_limb_t limb) { return limb != 0; }))
      mpn_sub_n(q.data(), p_.data(), q.data(), gmp_size(width_));
  }

  /// u += q1 x + q0 y, where null stands for zero; not both.
  void subtract(mp_limb_t* u, const mp_limb_t* x, const mp_limb_t* y) noexcept {
    const mp_size_t n = gmp_size(width_);
    mul_short_limbs(sum_.data(), x != nullptr ? x : y, width_, x != nullptr ? q1_.data() : q0_.data(), width_);
    sum_[2 * width_] = 0;
    if (x != nullptr && y != nullptr) {
      mul_short_limbs(product_.data(), y, width_, q0_.data(), width_);
      sum_[2 * width_] = mpn_add_n(sum_.data(), sum_.data(), product_.data(), 2 * n);
    }
    reduce_sum(product_.data());
    const mp_limb_t carry = mpn_add_n(u, u, product_.data(), n);
    if (carry != 0 || mpn_cmp(u, p_.data(), n) >= 0) mpn_sub_n(u, u, p_.data(), n);
  }

  /// out = sum / b^L modulo p, canonical, for a sum below 2 p^2.
  void reduce_sum(mp_limb_t* out) noexcept {
    const mp_size_t n = gmp_size(width_);
    for (std::size_t i = 0; i < width_; ++i) {
      mp_limb_t* const x = sum_.data() + i;
      *x = mpn_addmul_1(x, p_.data(), n, *x * negative_inverse_);  // the limb becomes zero: the carry takes its place
    }
    mp_limb_t top = sum_[2 * width_] + mpn_add_n(out, sum_.data() + width_, sum_.data(), n);
    while (top != 0 || mpn_cmp(out, p_.data(), n) >= 0) top -= mpn_sub_n(out, out, p_.data(), n);
  }

  const BigPrimeField& field_;
  const ExecutionContext& ctx_;
  std::span<const mp_limb_t> p_;
  std::size_t width_;
  mp_limb_t negative_inverse_ = 0;
  Integer square_;  // b^(2L) mod p
  std::vector<mp_limb_t> sum_, product_, inverse_, q0_, q1_;
};

IntegerVector vector_of(Rows& rows, const ExecutionContext& ctx) {
  IntegerVectorBuilder builder;
  builder.reserve(rows.length, rows.length * rows.width);
  for (std::size_t i = 0; i < rows.length; ++i) {
    std::size_t size = rows.width;
    while (size != 0 && rows.row(i)[size - 1] == 0) --size;
    builder.push_back(IntegerView(rows.row(i), static_cast<int>(size)));
  }
  return builder.finish(ctx);
}

}  // namespace

std::optional<IntegerVector> gcd_big_prime(const BigPrimeField& field, const IntegerVector& a, const IntegerVector& b,
                                           const ExecutionContext& ctx) {
  const std::size_t width = field.modulus().view().limbs().size();
  if (width > most_limbs || field.modulus() == Integer(2) || a.size() == 0 || b.size() == 0) return std::nullopt;
  const MemoryReservation reservation(
      ctx.memory(), saturating_mul(saturating_add(a.size(), b.size()) + 8, width * sizeof(mp_limb_t)));
  Euclid euclid(field, ctx);
  Rows u = rows_of(a, width);
  Rows v = rows_of(b, width);
  if (u.length < v.length) std::swap(u, v);
  while (v.length > 1) {
    euclid.reduce(u, v);
    std::swap(u, v);
  }
  return v.length == 1 ? IntegerVector{1} : vector_of(u, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
