// Powers of (1 + s) / 2 in fixed point, and what multiplies by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/aligned_words.hpp"
#include "fft/ntt_transform.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The coefficients of ((1 + s) / 2)^h in units of 2^-fraction, each off by at most 1/2 + 2^-12. h is even. O(h
/// fraction).
IntegerVector half_power(std::size_t h, std::size_t fraction, const ExecutionContext& ctx);

/// The power's transforms modulo some primes: multiplies polynomials of h coefficients by it.
class HalfPower {
 public:
  /// From the plan cache. The primes are the first `primes` of transform_basis.
  static std::shared_ptr<const HalfPower> get(std::size_t h, std::size_t fraction, std::size_t primes,
                                              const ExecutionContext& ctx);

  const CrtBasis& basis() const noexcept { return *basis_; }
  /// out = in times the power modulo prime i: h residues in, 2 h out.
  void multiply(std::size_t i, std::span<const std::uint64_t> in, std::uint64_t* out,
                const ExecutionContext& ctx) const;

 private:
  HalfPower(std::size_t h, std::size_t fraction, std::size_t primes, const ExecutionContext& ctx);

  struct Prime {
    const NttKernels* kernels;
    std::shared_ptr<const NttTable> table;
  };
  std::size_t h_;
  NttShape shape_;
  std::shared_ptr<const CrtBasis> basis_;
  std::vector<Prime> primes_;
  AlignedWords transforms_;  // of the power, prime by prime
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
