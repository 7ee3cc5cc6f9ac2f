// The powers of t in the Bernstein bases of [-1, 1].
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// beta_ij, the coefficient of t^i at the Bernstein polynomial B_j of this degree on [-1, 1], for j <= degree / 2 (beta
/// of degree - j is (-1)^i beta_ij). |beta_ij| <= 1; rounded down to multiples of 2^-fraction_bits, and what that
/// leaves to multiples of 2^-(2 fraction_bits).
struct BernsteinTable {
  static constexpr unsigned fraction_bits = 62;

  std::size_t degree = 0;
  std::vector<std::int64_t> beta;  ///< (degree / 2 + 1) rows of degree + 1
  std::vector<std::int64_t> rest;  ///< likewise, below 2^fraction_bits, not negative

  const std::int64_t* row(std::size_t j) const noexcept { return beta.data() + j * (degree + 1); }
  const std::int64_t* rest_row(std::size_t j) const noexcept { return rest.data() + j * (degree + 1); }
};

/// The table of the smallest multiple of eight that is at least `degree` (8 for less). All tables are made at the first
/// call. Precondition: degree <= 64.
const BernsteinTable& bernstein_table(std::size_t degree);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
