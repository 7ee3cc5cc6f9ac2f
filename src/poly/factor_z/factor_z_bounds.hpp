// How large coefficients of factors can be.
//
// Two kinds of bounds, as numbers of bits: for the coefficients of a factor, with the leading coefficient of f instead
// of its own (Mignotte 1974), and for those of f g'/g for any factor g of f, the logarithmic derivatives that knapsacks
// are fed with (Hart, van Hoeij, Novocin, ISSAC 2011). With f = sum c_i x^i and a root a of f, the coefficient of x^k
// in f / (x - a) is
//   sum_{i > k} c_i a^(i-k-1) = - sum_{i <= k} c_i a^(i-k-1).
// The first form bounds it for |a| <= t, the second one for |a| >= t, both by sums of |c_i| t^(i-k-1) that depend on t
// monotonically, in opposite ways. f g'/g is the sum of such quotients over the roots of g, so for any t > 0
//   |coefficient| <= deg f * max(sum_{i > k} |c_i| t^(i-k-1), sum_{i <= k} |c_i| t^(i-k-1)).
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Coefficients of lc(f)/lc(g) g are below 2^bits in absolute value, g any factor of f over Z of at most that degree.
/// Precondition: f not empty.
std::size_t factor_bound_bits(const IntegerVector& f, std::size_t degree);

/// Bounds of the coefficients of logarithmic derivatives f g'/g.
class DerivativeBounds {
 public:
  /// Precondition: degree at least 1.
  explicit DerivativeBounds(const IntegerVector& f);
  /// The coefficient of x^k is at most 2^bits in absolute value, for all factors g of f in C[x]. k < deg f.
  double bits(std::size_t k) const;
  /// At least log2 of the sum of |c_i| t^(i-k-1) over begin <= i < end, minus infinity for an empty sum.
  double log_sum(std::size_t begin, std::size_t end, std::size_t k, double log_t) const;

 private:
  std::vector<double> logs_;  // upper bounds of log2 |c_i|; minus infinity for 0
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
