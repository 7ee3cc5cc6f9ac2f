// Images of a gcd and of both cofactors at points of a geometric progression, in one main variable or in two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_gcd/multi_gcd_image.hpp"
#include "poly/multi_gcd/sparse_gcd_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The images at the points x_k = start_k ratio_k^j, j = 1, 2, ..., of the parts of a problem (GcdPart), each an array
/// of coefficients in the main variables, x_0 and, if there are two, x_1, where x_1 runs fastest. Of h the leading row,
/// which is known, is left out. Where the quotients are no polynomials, their values are rational functions'.
class GcdPoints {
 public:
  struct Part {
    bool wanted = false;
    std::size_t rows = 0;              ///< coefficients in x_0
    std::size_t columns = 1;           ///< in x_1
    std::vector<std::uint64_t> words;  ///< arrays, point after point
    std::size_t width() const noexcept { return rows * columns; }
  };

  GcdPoints() = default;
  GcdPoints(const GcdPoints&) = delete;
  GcdPoints& operator=(const GcdPoints&) = delete;
  virtual ~GcdPoints() = default;

  std::size_t count() const noexcept { return count_; }
  const Part& part(GcdPart which) const noexcept { return parts_[static_cast<std::size_t>(which)]; }
  /// The values of coefficient `place` at all points so far.
  std::vector<std::uint64_t> values(GcdPart which, std::size_t place) const {
    const Part& from = part(which);
    std::vector<std::uint64_t> column(count_);
    for (std::size_t j = 0; j < count_; ++j) column[j] = from.words[j * from.width() + place];
    return column;
  }
  /// Not any more.
  void drop(GcdPart which) {
    Part& from = parts_[static_cast<std::size_t>(which)];
    from.wanted = false;
    from.words = {};
  }
  /// The next `count` points, rounded up to what the arithmetic takes at once. Not `found`: one of them was unlucky, or
  /// shows that the degree in x_0 is lower. In parallel; the same for any number of threads.
  virtual GcdImageStatus add(std::size_t count) = 0;

 protected:
  std::array<Part, 3> parts_;
  std::size_t count_ = 0;
};

/// Which of h and the quotients are wanted.
using GcdParts = std::array<bool, 3>;

/// One main variable: start and ratios of x_1, x_2, .... The problem must outlive the points.
std::unique_ptr<GcdPoints> univariate_gcd_points(const GcdImageProblem& problem, std::span<const std::uint64_t> start,
                                                 std::span<const std::uint64_t> ratios, const GcdParts& wanted,
                                                 const WordModulus& m, const ExecutionContext& ctx);

/// Two main variables: start and ratios of x_1 are 1. Where all parts are wanted, cofactors that ask for many more
/// values of x_1 are left out. Precondition: bivariate_points_possible.
std::unique_ptr<GcdPoints> bivariate_gcd_points(const GcdImageProblem& problem, std::span<const std::uint64_t> start,
                                                std::span<const std::uint64_t> ratios, const GcdParts& wanted,
                                                const WordModulus& m, const ExecutionContext& ctx);
/// Whether there are vectors for arithmetic modulo p, at least three variables, and degrees in x_0 and x_1 for arrays.
bool bivariate_points_possible(const SparseGcdShape& shape, std::uint64_t p);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
