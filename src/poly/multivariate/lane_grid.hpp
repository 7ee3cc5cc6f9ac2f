// Values and interpolation of arrays in several variables modulo a prime below 2^50, in vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/lane_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The number of places of an array; the largest number where it does not fit.
inline std::size_t lane_places(std::span<const std::size_t> lengths) noexcept {
  return std::accumulate(lengths.begin(), lengths.end(), std::size_t{1},
                         [](std::size_t a, std::size_t b) { return saturating_mul(a, b); });
}

/// The distances in an array of these lengths, from one exponent to the next: x_1 runs fastest, then x_0, x_2, ..., the
/// last variable slowest. At least two variables.
inline std::vector<std::size_t> lane_strides(std::span<const std::size_t> lengths) {
  std::vector<std::size_t> strides(lengths.size(), 1);
  strides[0] = lengths[1];
  std::size_t stride = lengths[0] * lengths[1];
  for (std::size_t k = 2; k < lengths.size(); stride *= lengths[k++]) strides[k] = stride;
  return strides;
}

constexpr std::size_t whole_lanes(std::size_t n) noexcept {
  return (n + LaneKernels::lanes - 1) / LaneKernels::lanes * LaneKernels::lanes;
}

/// Whether there are vectors for arithmetic modulo p.
inline bool lanes_possible(std::uint64_t p) {
  return p % 2 == 1 && p >> 50 == 0 && lane_kernels(active_isa()) != nullptr;
}

/// Points in one variable with the matrix of their powers, times r^2.
struct LaneAxis {
  std::vector<std::uint64_t> points;
  std::vector<std::uint64_t> powers;  ///< in x_1 a row for each exponent, else a row for each point
  std::size_t length = 0;             ///< exponents
};

/// The products with matrices. Precondition: lanes_possible(m.value()).
class LaneField {
 public:
  explicit LaneField(const WordModulus& modulus) : m(modulus), lane(modulus), kernels(*lane_kernels(active_isa())) {}

  /// `count` <= p consecutive points, from `first` on, for polynomials of `length` coefficients in x_1, or in another
  /// variable.
  LaneAxis axis(std::uint64_t first, std::size_t count, std::size_t length, bool first_variable) const {
    LaneAxis t;
    t.points.resize(count);
    t.powers.resize(count * length);
    t.length = length;
    for (std::size_t i = 0; i < count; ++i) {
      t.points[i] = m.reduce(first + i);
      std::uint64_t power = lane.r2;
      const std::uint64_t shoup = m.shoup(t.points[i]);
      for (std::size_t e = 0; e < length; ++e) {
        t.powers[first_variable ? e * count + i : i * length + e] = power;
        power = m.mul_shoup(power, t.points[i], shoup);
      }
    }
    return t;
  }

  /// A row for each point: the coefficients of the polynomial that is r^2 there and 0 at the others.
  std::vector<std::uint64_t> interpolation_at(std::span<const std::uint64_t> points) const {
    const std::size_t n = points.size();
    std::vector<std::uint64_t> master(n + 1, 0);  // product of x - y
    master[0] = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t minus = m.neg(points[i]);
      const std::uint64_t shoup = m.shoup(minus);
      for (std::size_t j = i + 1; j != 0; --j) master[j] = m.add(m.mul_shoup(master[j], minus, shoup), master[j - 1]);
      master[0] = m.mul_shoup(master[0], minus, shoup);
    }
    std::vector<std::uint64_t> rows(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t* const row = rows.data() + i * n;
      const std::uint64_t shoup = m.shoup(points[i]);
      std::uint64_t quotient = 0;
      std::uint64_t value = 0;  // of the quotient at the point
      for (std::size_t j = n; j-- > 0;) {
        quotient = m.add(m.mul_shoup(quotient, points[i], shoup), master[j + 1]);
        row[j] = quotient;
        value = m.add(m.mul_shoup(value, points[i], shoup), quotient);
      }
      const std::uint64_t scale = m.mul(m.inverse(value), lane.r2);
      const std::uint64_t scale_shoup = m.shoup(scale);
      for (std::size_t j = 0; j < n; ++j) row[j] = m.mul_shoup(row[j], scale, scale_shoup);
    }
    return rows;
  }

  /// An array of `length` blocks of `size` words, one for each exponent of its last variable, at the i-th point of it.
  void value(const LaneAxis& t, std::size_t i, const std::uint64_t* a, std::size_t size, std::size_t length,
             std::uint64_t* out) const {
    kernels.product(lane, {t.powers.data() + i * t.length, 0, 1, 1, a, size, length, out, size, size});
  }
  /// The values at all points, one result after another.
  void values(const LaneAxis& t, const std::uint64_t* a, std::size_t size, std::size_t length,
              std::uint64_t* out) const {
    kernels.product(lane, {t.powers.data(), t.length, 1, t.points.size(), a, size, length, out, size, size});
  }
  /// The coefficients [begin, begin + count) of x_k from blocks of `size` words at as many points as the matrix has
  /// rows: n.
  void coefficients(const std::vector<std::uint64_t>& matrix, std::size_t n, const std::uint64_t* images,
                    std::size_t size, std::size_t begin, std::size_t count, std::uint64_t* out,
                    const ExecutionContext& ctx) const {
    constexpr std::size_t grain = 2048;
    parallel_for(ctx, size, grain, [&](std::size_t first, std::size_t last) {
      kernels.product(lane,
                      {matrix.data() + begin, 1, n, count, images + first, size, n, out + first, size, last - first});
    });
  }

  /// An array in x_0 and x_1, `rows` and `length`, at points of x_1: a row for each exponent of x_0.
  void columns(const LaneAxis& t, const std::uint64_t* a, std::size_t rows, std::size_t length, std::size_t begin,
               std::size_t end, std::uint64_t* out) const {
    kernels.product(
        lane, {a, length, 1, rows, t.powers.data() + begin, t.points.size(), length, out, end - begin, end - begin});
  }
  /// The coefficients [begin, begin + count) of x_1 from `rows` rows of values at n points.
  void column_coefficients(const std::uint64_t* matrix, std::size_t n, const std::uint64_t* images, std::size_t stride,
                           std::size_t rows, std::size_t begin, std::size_t count, std::uint64_t* out) const {
    kernels.product(lane, {images, stride, 1, rows, matrix + begin, n, n, out, count, count});
  }

  const WordModulus& m;
  LaneModulus lane;
  const LaneKernels& kernels;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
