// Taylor shifts f(x) -> f(x + c) modulo a prime with transforms, by one convolution.
//
// With d the degree,
//
//   f(x + c) = sum_i x^i / i!  sum_(j >= i) (j! a_j) c^(j-i) / (j-i)!,
//
// so the coefficients times factorials are convolved with the exponential series c^k / k!, reversed: coefficient d + i
// of that product, divided by i!, is the result. Two transforms of length 2 d + 1 once the one of the series is known.
// A. V. Aho, K. Steiglitz, J. D. Ullman, Evaluating polynomials at fixed sets of points, SIAM J. Comput. 4 (1975).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "fft/ntt_kernels.hpp"
#include "fft/ntt_transform.hpp"

namespace polyfork::inline v1::detail {

/// What all shifts by c of polynomials of one length share, for one prime: factorials, their inverses, the transform of
/// the exponential series. About 32 bytes per coefficient.
class WordShift {
 public:
  /// Tables in `storage`, table_words(length) words aligned to 64 bytes, which must outlive this. Preconditions:
  /// 1 <= length <= prime, and prime = 1 modulo the length of a transform of 2 length - 1 coefficients; c < prime.
  /// O(length log length).
  /// With a ratio, not 0 modulo the prime, coefficient j is first multiplied by ratio^(length - 1 - j).
  WordShift(std::uint64_t prime, std::size_t length, std::uint64_t c, Isa isa, std::span<std::uint64_t> storage,
            const ExecutionContext& ctx, std::uint64_t ratio = 1);
  /// One with storage of its own from the context's plan cache.
  static std::shared_ptr<const WordShift> get(std::uint64_t prime, std::size_t length, std::uint64_t c, Isa isa,
                                              const ExecutionContext& ctx, std::uint64_t ratio = 1);

  static NttShape shape(std::size_t length) noexcept { return NttShape::cyclic(2 * length - 1); }
  static std::size_t table_words(std::size_t length) noexcept {
    return series_offset(length) + shape(length).data_words();
  }
  /// Words of scratch that making and applying one take.
  static std::size_t scratch_words(std::size_t length) noexcept {
    return std::max(shape(length).data_words(), 3 * length + 24);
  }

  /// The coefficients of f, canonical, become those of f(x + c). Precondition: words.size() is the length.
  void apply(std::span<std::uint64_t> words, const ExecutionContext& ctx) const;

 private:
  const std::uint64_t* factorials() const noexcept { return words_; }
  const std::uint64_t* inverse_factorials() const noexcept { return words_ + length_; }
  const std::uint64_t* series() const noexcept { return words_ + series_offset(length_); }
  /// The transform starts on a cache line.
  static constexpr std::size_t series_offset(std::size_t length) noexcept { return (2 * length + 7) / 8 * 8; }

  std::size_t length_;
  NttShape shape_;
  const NttKernels* kernels_;
  std::shared_ptr<const NttTable> table_;
  const std::uint64_t*
      words_;  // j! (times the power of the ratio) and 1/j!, both times product_scale(1); the transform of c^(d-k) / (d-k)!
};

}  // namespace polyfork::inline v1::detail
