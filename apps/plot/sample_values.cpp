// Signs and magnitudes of an integer polynomial at many dyadic points: Horner's rule on balls whose precision doubles
// until the sign is decided. sample_values.hpp tells why and what it costs.
#include "plot/sample_values.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include <polyfork/core/parallel.hpp>

namespace polyfork_app {

namespace {

using polyfork::ExecutionContext;
using polyfork::Integer;
using polyfork::IntegerVector;
using polyfork::IntegerView;

constexpr std::int64_t first_precision = 64;
constexpr std::int64_t magnitude_bits = 20;
constexpr std::uint64_t words_of_a_step = 16;  // what a step costs beside its multiplication
constexpr std::size_t first_stride = 16;
constexpr std::size_t grain = 8;

/// |value - mantissa 2^exponent| <= error 2^exponent.
struct Ball {
  Integer mantissa, error;
  std::int64_t exponent = 0;

  bool is_exact() const { return error.is_zero(); }
  /// The bits of the mantissa that the error leaves.
  std::int64_t certain_bits() const {
    return static_cast<std::int64_t>(mantissa.bit_length()) - static_cast<std::int64_t>(error.bit_length());
  }
};

/// One unit more error wherever bits are dropped.
void drop_bits(Ball& y, std::int64_t bits) {
  y.mantissa >>= static_cast<std::size_t>(bits);
  y.error >>= static_cast<std::size_t>(bits);
  y.error += 2;  // the mantissa's floor, the error's floor
  y.exponent += bits;
}

/// y + a, with at most about `precision` bits of the larger one. The scratch keeps its storage from call to call.
void add_coefficient(Ball& y, IntegerView a, std::int64_t precision, Integer& scratch) {
  if (a.is_zero()) return;
  auto top = static_cast<std::int64_t>(a.bit_length());
  if (!y.mantissa.is_zero()) top = std::max(top, static_cast<std::int64_t>(y.mantissa.bit_length()) + y.exponent);
  const std::int64_t wanted = std::min<std::int64_t>(top - precision, 0);
  if (y.mantissa.is_zero() && y.is_exact()) y.exponent = wanted;
  if (y.exponent < wanted) drop_bits(y, wanted - y.exponent);
  if (y.exponent > wanted && y.is_exact()) {  // a's lower bits still count
    y.mantissa <<= static_cast<std::size_t>(y.exponent - wanted);
    y.exponent = wanted;
  }
  scratch = a;
  if (y.exponent <= 0) {
    scratch <<= static_cast<std::size_t>(-y.exponent);
  } else {
    scratch >>= static_cast<std::size_t>(y.exponent);
    y.error += 1;
  }
  y.mantissa += scratch.view();
}

Ball evaluate_ball(const IntegerVector& f, const DyadicPoint& x, std::int64_t precision, const ExecutionContext& ctx) {
  const Integer magnitude = polyfork::abs(x.c);
  Ball y;
  Integer scratch;
  for (std::size_t i = f.size(); i-- > 0;) {
    y.mantissa *= x.c.view();
    y.error *= magnitude.view();
    y.exponent += x.exponent;
    add_coefficient(y, f[i], precision, scratch);
    const std::size_t bits = std::max(y.mantissa.bit_length(), y.error.bit_length());
    const std::int64_t excess = static_cast<std::int64_t>(bits) - precision;
    if (excess > 0) drop_bits(y, excess);
    if ((i & 0xfff) == 0) ctx.poll();
  }
  return y;
}

SampledValue sampled(const Ball& y) {
  signed long exponent = 0;
  const double fraction = mpz_get_d_2exp(&exponent, y.mantissa.view().mpz());
  return {y.mantissa.sign(), std::log2(std::fabs(fraction)) + static_cast<double>(exponent + y.exponent), true};
}

/// Starts with `precision`, and leaves there what would have been enough and a little more.
SampledValue sample(const IntegerVector& f, const DyadicPoint& x, std::int64_t& precision, std::uint64_t& operations,
                    const ExecutionContext& ctx) {
  for (;; precision *= 2) {
    const Ball y = evaluate_ball(f, x, precision, ctx);
    const auto words = (static_cast<std::uint64_t>(precision) / 64 + 1) * (x.c.bit_length() / 64 + 1);
    operations += f.size() * (words + words_of_a_step);
    ctx.charge(f.size() * (words + words_of_a_step));
    if (y.mantissa.is_zero() && y.is_exact()) return {0, 0, true};
    const std::int64_t spare = y.certain_bits() - magnitude_bits;
    if (spare <= 0) continue;
    precision = std::max(first_precision, precision - spare + precision / 16 + 16);
    return sampled(y);
  }
}

/// The values at the points with these indices; returns the operations that they took.
std::uint64_t sample_round(const IntegerVector& f, const std::vector<DyadicPoint>& points,
                           const std::vector<std::size_t>& indices, std::vector<SampledValue>& values,
                           const ExecutionContext& ctx) {
  std::atomic<std::uint64_t> total{0};
  polyfork::parallel_for(ctx, indices.size(), grain, [&](std::size_t begin, std::size_t end) {
    std::int64_t precision = first_precision;  // neighbours need about as much
    std::uint64_t operations = 0;
    for (std::size_t i = begin; i < end; ++i)
      values[indices[i]] = sample(f, points[indices[i]], precision, operations, ctx);
    total += operations;
  });
  return total;
}

}  // namespace

std::vector<SampledValue> sample_values(const polyfork::PolyZ& f, const std::vector<DyadicPoint>& points,
                                        const ExecutionContext& ctx, std::uint64_t budget) {
  std::vector<SampledValue> values(points.size());
  std::uint64_t spent = 0, spent_points = 0;
  std::vector<std::size_t> indices;
  for (std::size_t stride = first_stride; stride != 0; stride /= 2) {
    indices.clear();
    for (std::size_t i = 0; i < points.size(); i += stride)
      if (stride == first_stride || i % (2 * stride) != 0) indices.push_back(i);
    if (spent_points != 0 && spent + spent / spent_points * indices.size() > budget) break;
    spent += sample_round(f.coefficients(), points, indices, values, ctx);
    spent_points += indices.size();
  }
  return values;
}

}  // namespace polyfork_app
