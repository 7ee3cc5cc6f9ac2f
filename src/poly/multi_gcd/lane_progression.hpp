// Values of sparse polynomials along a geometric progression of points, in vectors, modulo a prime below 2^50.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multivariate/lane_grid.hpp"
#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a(x_0, x_1, s_2 r_2^j, s_3 r_3^j, ...) for j = 1, 2, ... as arrays in x_0 and x_1: one product by a precomputed
/// quotient for each term and step. The terms between two monomials in x_0 and x_1 stay in registers for all steps.
class LaneProgression {
 public:
  /// start and ratios have one value for each of x_1, x_2, ..., that of x_1 being 1. length: of the array's rows, above
  /// the degree in x_1; x_0's exponent times length is below 2^32. Precondition: lanes_possible(m.value()).
  LaneProgression(const WordTerms& a, std::size_t length, std::span<const std::uint64_t> start,
                  std::span<const std::uint64_t> ratios, const WordModulus& m, const ExecutionContext& ctx);

  std::size_t terms() const noexcept { return values_.size(); }
  /// The next `count` arrays, a multiple of eight, of out.size() / count words each. In parallel over terms; the same
  /// for any number of threads.
  void next(std::span<std::uint64_t> out, std::size_t count, const ExecutionContext& ctx);
  static std::size_t bytes_for(std::size_t terms) noexcept { return terms * (4 * sizeof(std::uint64_t)); }

 private:
  struct Run {  // of terms with one place, as long as sums of vectors allow
    std::size_t begin, end;
    std::uint32_t place;
  };
  /// Appends those of the terms [begin, end).
  static void append_runs(const WordTerms& a, std::size_t length, std::size_t begin, std::size_t end,
                          std::vector<Run>& runs);

  WordModulus m_;
  LaneModulus lane_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint64_t> ratios_;
  std::vector<std::uint64_t> quotients_;
  std::vector<Run> runs_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
