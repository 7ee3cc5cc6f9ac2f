// What Brown's algorithm in vectors takes: frames of lane_gcd.cpp, level by level, in words.
#include <algorithm>
#include <array>
#include <span>

#include "core/limits.hpp"
#include "poly/multi_gcd/lane_gcd.hpp"
#include "poly/multivariate/lane_grid.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

class LaneGcdWords {
 public:
  explicit LaneGcdWords(const LaneGcdShape& shape) : s_(shape) {}

  std::size_t all(std::size_t threads) const {
    std::size_t words = found(s_.variables());
    for (std::size_t k = 1; k < s_.variables(); ++k) words = saturating_add(words, matrices(k));
    return saturating_add(words, solve(s_.variables() - 1, threads));
  }

 private:
  using Lengths = std::vector<std::size_t>;
  static std::size_t places(const Lengths& lengths, std::size_t variables) {
    return lane_places(std::span(lengths).first(variables));
  }
  std::array<const Lengths*, 3> parts() const { return {&s_.h, &s_.cofactor_a, &s_.cofactor_b}; }

  /// h and the cofactors, and the operands and lead, in the first variables.
  std::size_t found(std::size_t variables) const {
    std::size_t sum = 0;
    for (const Lengths* const part : parts()) sum = saturating_add(sum, places(*part, variables));
    return sum;
  }
  std::size_t given(std::size_t variables) const {
    std::size_t sum = 0;
    for (const Lengths* const part : {&s_.a, &s_.b, &s_.lead}) sum = saturating_add(sum, places(*part, variables));
    return sum;
  }

  std::size_t images(std::size_t k) const {
    const std::size_t most = std::max({s_.h[k], s_.cofactor_a[k], s_.cofactor_b[k]});
    return k == 1 ? whole_lanes(most) : most;
  }
  std::size_t points(std::size_t k) const {
    return whole_lanes(std::max(s_.most_points(k), images(k))) + LaneKernels::lanes;
  }
  /// Powers of the points, and two matrices of interpolation: at the first points, and at others.
  std::size_t matrices(std::size_t k) const {
    const std::size_t powers = points(k) * (1 + std::max({s_.a[k], s_.b[k], s_.lead[k], images(k)}));
    return powers + 2 * images(k) * (images(k) + 1);
  }
  /// Rows of x_1's columns.
  std::size_t rows() const { return found(1) + s_.a[0] + s_.b[0] + 1; }

  std::size_t solve(std::size_t k, std::size_t threads) const {
    if (k == 1) {
      // Columns with the scratch of Euclid's algorithm; where points are unlucky, images of the others; then the check.
      const std::size_t euclid = 2 * images(1) + threads * LaneKernels::lanes * (s_.a[0] + s_.b[0] + s_.h[0]);
      return images(1) * rows() + std::max(euclid, images(1) * found(1) + points(1) * rows());
    }
    const std::size_t tasks = std::min(threads, images(k));
    const std::size_t each = saturating_add(given(k), solve(k - 1, threads_of_a_task(threads, tasks)));
    std::size_t rest = 0;  // coefficients beyond the length of a part, which have to be zero
    for (const Lengths* const part : parts())
      rest = std::max(rest, saturating_mul(images(k) - (*part)[k], places(*part, k)));
    const std::size_t later = std::max({saturating_mul(tasks, each), rest, verify(k, threads)});
    return saturating_add(saturating_mul(images(k), found(k)), later);
  }
  std::size_t verify(std::size_t k, std::size_t threads) const {
    if (k == 1) return points(1) * rows();
    const std::size_t tasks = std::min(threads, points(k));
    const std::size_t each =
        saturating_add(saturating_add(found(k), given(k)), verify(k - 1, threads_of_a_task(threads, tasks)));
    return saturating_mul(tasks, each);
  }
  static std::size_t threads_of_a_task(std::size_t threads, std::size_t tasks) noexcept {
    return (threads + tasks - 1) / tasks;
  }

  const LaneGcdShape& s_;
};

}  // namespace

std::size_t lane_gcd_words(const LaneGcdShape& shape, std::size_t threads) {
  return LaneGcdWords(shape).all(std::max<std::size_t>(1, threads));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
