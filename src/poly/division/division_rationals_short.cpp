// Division with remainder of short polynomials over Q: pseudo-division of the numerators in rows of limbs.
//
// A step multiplies the rows that b covers by lc(b) and takes a multiple of b away; a row that is covered for the first
// time is brought to the power of lc(b) that the others have. So rows grow step by step, where a dividend multiplied by
// the last power beforehand would be long from the first step on. After k steps quotient and remainder have the
// denominator lc(b)^k, the former from step i on after a multiplication by lc(b)^(k-1-i). Cost: about k m row
// operations for m coefficients of b. Literature: Knuth, The Art of Computer Programming, vol. 2, 4.6.1, algorithm R.
#include "poly/division/division_rationals_short.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/rational_parts.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_limbs = 512;            // of a row
constexpr std::size_t most_row_operations = 2048;  // beyond, quotients by inverses are faster

/// Numbers of at most `width` limbs in scratch memory.
class Numbers {
 public:
  Numbers(std::size_t count, std::size_t width, Workspace::Frame& frame)
      : limbs_(frame.allocate<mp_limb_t>(count * width).data()),
        sizes_(frame.allocate<std::int32_t>(count).data()),
        width_(width) {}
  IntegerView operator[](std::size_t i) const noexcept { return {row(i), sizes_[i]}; }
  mp_limb_t* row(std::size_t i) const noexcept { return limbs_ + i * width_; }
  void set(std::size_t i, IntegerView value) noexcept {
    std::copy(value.limbs().begin(), value.limbs().end(), row(i));
    sizes_[i] = value.signed_size();
  }
  void multiply(std::size_t i, IntegerView factor, mp_limb_t* scratch) noexcept {
    sizes_[i] = mul_rows(row(i), (*this)[i], factor, scratch);
  }
  /// The numbers 0 to size - 1 without zeros on top.
  IntegerVector vector(std::size_t size, const ExecutionContext& ctx) const {
    while (size != 0 && sizes_[size - 1] == 0) --size;
    std::size_t stride = 1;
    for (std::size_t i = 0; i < size; ++i) stride = std::max(stride, static_cast<std::size_t>(std::abs(sizes_[i])));
    IntegerVector v;
    if (size == 0) return v;
    remake_short(v, size, stride, ctx);
    mp_limb_t* to = v.row(0);
    for (std::size_t i = 0; i < size; ++i, to += stride) {
      const auto limbs = static_cast<std::size_t>(std::abs(sizes_[i]));
      std::copy_n(row(i), limbs, to);
      std::fill(to + limbs, to + stride, mp_limb_t{0});
    }
    std::copy_n(sizes_, size, unwritten_sizes(v));
    return v;
  }
  void add(std::size_t i, IntegerView value) noexcept { sizes_[i] = add_rows(row(i), (*this)[i], value); }

 private:
  mp_limb_t* limbs_;
  std::int32_t* sizes_;
  std::size_t width_;
};

/// v top / bottom, where every prime that divides `bottom` divides `radical`. Preconditions: top > 0, bottom not zero.
RationalVector fractions(IntegerVector v, Integer top, Integer bottom, const Integer& radical,
                         const ExecutionContext& ctx) {
  if (v.empty()) return {};
  if (bottom.sign() < 0) {
    bottom.negate();
    v.negate();
  }
  cancel_shared(top, bottom, radical);
  cancel_shared(v, bottom, radical, ctx);
  if (!top.is_one()) v = DenseOps<Integers>::scale(Integers{}, v, top, ctx);
  return RationalParts::canonical(std::move(v), std::move(bottom));
}

}  // namespace

std::optional<std::pair<RationalVector, RationalVector>> short_div_rem(const RationalVector& a, const RationalVector& b,
                                                                       const ExecutionContext& ctx) {
  const IntegerVector& x = a.numerators();
  const IntegerVector& y = b.numerators();
  if (x.size() > IntegerVector::stripe_rows) return std::nullopt;
  const std::size_t n = y.size();
  const std::size_t steps = x.size() - n + 1;
  const Integer lead(y[n - 1]);
  const std::size_t bits = short_bits(x) + steps * (std::max(lead.bit_length(), short_bits(y)) + 1);
  const std::size_t width = limbs_for_bits(bits) + 2;
  if (width > most_limbs || steps * n > most_row_operations) return std::nullopt;
  ctx.poll();
  ctx.charge(steps * n * width);
  const MemoryReservation reservation = reserve_unless_short(ctx, (x.size() + steps + 4) * width * sizeof(mp_limb_t));
  Workspace::Frame frame;
  mp_limb_t* const scratch = frame.allocate<mp_limb_t>(2 * width).data();
  mp_limb_t* const product = scratch + width;
  Numbers rest(x.size(), width, frame);
  Numbers powers(steps + 1, width, frame);
  for (std::size_t i = 0; i < x.size(); ++i) rest.set(i, x[i]);
  powers.set(0, Integer(1));
  for (std::size_t s = 0; s < steps; ++s) {
    powers.set(s + 1, powers[s]);
    powers.multiply(s + 1, lead, scratch);
  }
  for (std::size_t s = 0; s < steps; ++s) {
    const std::size_t low = steps - 1 - s;  // the quotient's coefficient is the number at the top
    const IntegerView quotient = rest[low + n - 1];
    for (std::size_t j = 0; j + 1 < n; ++j) {
      rest.multiply(low + j, j == 0 ? powers[s + 1] : lead.view(), scratch);
      rest.add(low + j, {product, mul_rows(product, -quotient, y[j], scratch)});
    }
  }
  for (std::size_t k = 1; k < steps; ++k) rest.multiply(n - 1 + k, powers[k], scratch);
  IntegerVector remainder = rest.vector(n - 1, ctx);
  // The quotient's numbers stand above.
  Numbers quotients(steps, width, frame);
  for (std::size_t k = 0; k < steps; ++k) quotients.set(k, rest[n - 1 + k]);
  const Integer bottom = mul(powers[steps], a.denominator());
  Integer radical = mul(lead, a.denominator());
  if (radical.sign() < 0) radical.negate();
  return std::pair(fractions(quotients.vector(steps, ctx), b.denominator(), bottom, radical, ctx),
                   fractions(std::move(remainder), Integer(1), bottom, radical, ctx));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
