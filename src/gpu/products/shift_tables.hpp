// The tables of Taylor shifts modulo a set of primes, made on the device and kept there from one shift to the next.
//
// With d = n - 1, h_i = (d - i)! a_(d-i) and e_k = c^k / k!,
//
//   i! [x^i] f(x + c) = sum_(j >= i) j! a_j c^(j-i) / (j-i)! = [x^(d-i)] h e,
//
// so the reversed coefficients are weighed, multiplied by the exponential series, cut at x^n and weighed again.
// A. V. Aho, K. Steiglitz, J. D. Ullman, Evaluating polynomials at fixed sets of points, SIAM J. Comput. 4 (1975).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <polyfork/core/bytes.hpp>
#include <polyfork/ring/integer_view.hpp>

#include "gpu/device/device.hpp"
#include "gpu/products/device_tables.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Modulo k primes, for n coefficients; every table has a row for each prime, values at most 1/2.
struct ShiftTables {
  DeviceArray<double> before;  ///< (d - i)! ratio^i, `pitch` values a row
  DeviceArray<double> after;   ///< 1 / i!, likewise
  DeviceArray<double> series;  ///< the values of the series, plan().words() of them
  std::size_t pitch;

  static Bytes bytes(std::size_t length, std::size_t primes, std::size_t words) noexcept;
};

/// The convolution of shifts of `length` coefficients by c with the ratio 2^log_ratio modulo a set of primes.
class ShiftConvolution {
 public:
  /// `list` tells lists of primes apart, of which these are the first ones. Preconditions: they exceed length and have
  /// the transforms.
  ShiftConvolution(DeviceJob& job, const std::string& list, std::span<const std::uint64_t> primes, std::size_t length,
                   IntegerView c, std::size_t log_ratio);

  /// From one row of residues to the next, at least length.
  std::size_t pitch() const noexcept { return tables_->pitch; }
  /// Rows of `length` residues, pitch() values apart; the first `wanted` of each become those of the shifted ones.
  void apply(const DeviceResult& residues, std::size_t wanted) const;

 private:
  DeviceJob& job_;
  unsigned primes_;
  std::size_t length_;
  std::shared_ptr<const TransformTablesOnDevice<F50>> roots_;
  DeviceNtt ntt_;
  std::shared_ptr<const ShiftTables> tables_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
