// Horner's scheme on the coefficients in reverse, for points beyond 1.
//
// The rows are A_i = floor(a_(n-i) (+-1)^(n-i) 2^(-(s-1) i - e)), 2^e the unit, and the point is W =
// floor(w 2^(64 L)), where w = 2^(s-1) / |x| is in (1/2, 1):
//
//   y_i = floor(y_(i+1) W 2^(-64 L)) + A_i.
//
// An error of y_(i+1) does not grow. A step adds |y_(i+1)| 2^(-64 L) < 1/2 for what W lacks, less than 1 for the floor
// of the product and less than 1 for that of the coefficient; coefficients that do not reach a unit are left out, less
// than 1 each. So |f(x) x^-n 2^-e - y_0| < 3 (n + 1), and y_0 has the sign of f(+-|x|) where it is larger.
#include "rootiso/values/far_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <optional>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t fewest_rows = 256;  // of f: shorter ones lose little
constexpr std::size_t first_limbs = 2;
constexpr std::size_t probes = 4;  // points that find the precision
constexpr std::size_t poll_rows = 512;

class FarValues {
 public:
  FarValues(const MeasuredVector& f, std::int64_t s, bool negative, const ExecutionContext& ctx)
      : f_(f), s_(s), negative_(negative), ctx_(ctx) {
    for (std::size_t i = 0; i < f.size(); ++i)
      if (!f.is_zero(i)) largest_ = std::max(largest_.value_or(top(i)), top(i));
  }

  /// Makes the rows, with `limbs` limbs each.
  void prepare(std::size_t limbs) {
    limbs_ = limbs;
    const auto sum_bits = std::bit_width(f_.size()) + 2;
    exponent_ = *largest_ + sum_bits - static_cast<std::int64_t>(64 * limbs);
    rows_ = f_.size();
    while (rows_ > 1 && (f_.is_zero(f_.size() - rows_) || top(f_.size() - rows_) <= exponent_)) --rows_;
    held_ = MemoryReservation();
    held_ = MemoryReservation(ctx_.memory(), rows_ * limbs * sizeof(mp_limb_t));
    a_.resize(rows_ * limbs);
    constexpr std::size_t grain = 256;
    parallel_for(ctx_, rows_, grain, [&](std::size_t begin, std::size_t end) {
      ctx_.poll();
      for (std::size_t i = begin; i < end; ++i) {
        const bool flipped = negative_ && (f_.size() - 1 - i) % 2 == 1;
        fixed_from_integer(flipped ? -coefficient(i) : coefficient(i), place(i), a_.data() + i * limbs, limbs);
      }
    });
  }

  PointValue at(const DyadicPoint& x) const {
    const auto n = static_cast<mp_size_t>(limbs_);
    const Integer c = abs(x.c);
    const auto bits = static_cast<std::int64_t>(c.bit_length());  // |x| 2^(1-s) = c 2^(1-bits)
    std::vector<mp_limb_t> w(limbs_);                             // all of them, since 1/2 < w < 1
    const Integer inverse = floor_div_rem(Integer(1) << (64 * limbs_ + static_cast<std::size_t>(bits) - 1), c).first;
    const auto inverse_limbs = inverse.view().limbs();
    std::copy(inverse_limbs.begin(), inverse_limbs.end(), w.begin());
    std::vector<mp_limb_t> y(a_.end() - n, a_.end());
    std::vector<mp_limb_t> product(2 * limbs_);
    mp_limb_t* const high = product.data() + limbs_;
    for (std::size_t i = rows_ - 1; i-- > 0;) {
      if (i % poll_rows == 0) ctx_.poll();
      const bool is_negative = (y[limbs_ - 1] >> 63) != 0;
      mpn_mul_n(product.data(), y.data(), w.data(), n);
      if (is_negative) mpn_sub_n(high, high, w.data(), n);
      mpn_add_n(y.data(), high, a_.data() + i * limbs_, n);
    }
    ctx_.charge(rows_ * limbs_ * limbs_);
    return value_of(y, static_cast<double>(s_ - bits) + log2_of(c));
  }

 private:
  IntegerView coefficient(std::size_t i) const { return f_[f_.size() - 1 - i]; }
  std::int64_t place(std::size_t i) const { return -(s_ - 1) * static_cast<std::int64_t>(i) - exponent_; }
  /// An exponent of two above coefficient i of f, as a term of g at this size of x.
  std::int64_t top(std::size_t i) const { return f_.bits(i) - (s_ - 1) * static_cast<std::int64_t>(f_.size() - 1 - i); }
  static double log2_of(const Integer& c) {
    const std::size_t drop = c.bit_length() - std::min<std::size_t>(c.bit_length(), 62);
    return std::log2(static_cast<double>((c >> drop).to_int64())) + static_cast<double>(drop);
  }

  PointValue value_of(std::vector<mp_limb_t>& y, double log2_x) const {
    PointValue v;
    const bool negative = (y.back() >> 63) != 0;
    const std::size_t bits = fixed_bits(y.data(), limbs_);
    const std::size_t error_bits = static_cast<std::size_t>(std::bit_width(3 * (f_.size() + 1))) + 1;
    if (bits <= error_bits + 1) return v;
    v.sign = negative ? -1 : 1;
    v.size = static_cast<std::int64_t>(bits) + exponent_ +
             static_cast<std::int64_t>(std::floor(static_cast<double>(f_.size() - 1) * log2_x));
    return v;
  }

  const MeasuredVector& f_;
  std::int64_t s_;
  bool negative_;
  const ExecutionContext& ctx_;
  std::optional<std::int64_t> largest_;
  std::size_t limbs_ = 0;
  std::size_t rows_ = 0;
  std::int64_t exponent_ = 0;
  MemoryReservation held_;
  std::vector<mp_limb_t> a_;
};

/// The bits that the direct scheme carries along in the middle of the group, and this one does not.
std::size_t bits_saved(const MeasuredVector& f, std::int64_t s) {
  const std::size_t n = f.size() - 1;
  const auto twice_bits = [&](std::size_t i) { return 2 * f.bits(i) + (2 * s - 1) * static_cast<std::int64_t>(i); };
  std::size_t largest = n;
  std::int64_t most = twice_bits(n);
  for (std::size_t i = n; i-- > 0;)
    if (const std::int64_t bits = twice_bits(i); bits > most && !f.is_zero(i)) largest = i, most = bits;
  return 2 * largest <= n ? 0 : (2 * largest - n) / 2;
}

}  // namespace

std::vector<std::size_t> undecided_far_values(const MeasuredVector& f, std::int64_t s, bool negative,
                                              const std::vector<const DyadicPoint*>& points,
                                              const std::vector<PointValue*>& values, const ExecutionContext& ctx) {
  std::vector<std::size_t> open(points.size());
  for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
  // A step costs about L^2 products of limbs here, and a few for each limb of the other scheme.
  if (s < 1 || f.size() < fewest_rows) return open;
  const auto most_limbs = static_cast<std::size_t>(std::sqrt(static_cast<double>(bits_saved(f, s)) / 64));
  if (most_limbs < first_limbs) return open;
  FarValues far(f, s, negative, ctx);
  const auto evaluate = [&](const std::vector<std::size_t>& which) {
    parallel_for(ctx, which.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) *values[which[i]] = far.at(*points[which[i]]);
    });
  };
  const auto is_decided = [&](std::size_t i) { return values[i]->sign != 0; };
  std::vector<std::size_t> first_points;  // spread over all
  for (std::size_t i = 0; i < probes; ++i) first_points.push_back(i * (points.size() - 1) / (probes - 1));
  first_points.erase(std::unique(first_points.begin(), first_points.end()), first_points.end());
  bool probing = true;
  for (std::size_t limbs = first_limbs; !open.empty() && limbs <= most_limbs; limbs *= 2) {
    far.prepare(limbs);
    if (probing) {
      // The other points follow once most of these are decided, since they are likely to be decided, too.
      evaluate(first_points);
      if (2 * std::count_if(first_points.begin(), first_points.end(), is_decided) < std::ssize(first_points)) continue;
      probing = false;
      std::erase_if(open, is_decided);
    }
    evaluate(open);
    std::erase_if(open, is_decided);
  }
  std::erase_if(open, is_decided);
  return open;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
