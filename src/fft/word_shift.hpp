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
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/integer_view.hpp>

#include "core/aligned_words.hpp"
#include "fft/ntt_kernels.hpp"
#include "fft/ntt_transform.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f(x) -> f(x + c) modulo a prime. Preconditions: 1 <= length <= prime, and prime = 1 modulo the length of a transform
/// of 2 length - 1 coefficients.
struct WordShiftShape {
  std::uint64_t prime;
  std::size_t length;       ///< of the longest polynomials
  std::uint64_t c;          ///< below the prime
  std::uint64_t ratio = 1;  ///< not 0: of n coefficients, number j is first multiplied by ratio^(n - 1 - j)
};

/// Shifts modulo one prime of polynomials up to a length: its tables, about 32 bytes per coefficient.
class WordShift {
 public:
  /// Tables in `storage`, table_words(length) words aligned to 64 bytes, which must outlive this. O(length log length).
  WordShift(const WordShiftShape& shift, Isa isa, std::span<std::uint64_t> storage, const ExecutionContext& ctx);

  static NttShape shape(std::size_t length) noexcept { return NttShape::cyclic(2 * length - 1); }
  static std::size_t table_words(std::size_t length) noexcept {
    return series_offset(length) + shape(length).data_words();
  }
  /// Words of scratch that making and applying one take; `both` with two results.
  static std::size_t scratch_words(std::size_t length, bool both = false) noexcept {
    return std::max((both ? 2 : 1) * shape(length).data_words(), 3 * length + 24);
  }

  /// The coefficients of f, canonical, become those of f(x + c). Precondition: words.size() <= length.
  void apply(std::span<std::uint64_t> words, const ExecutionContext& ctx) const;
  /// What apply does, and `mirrored`, as many words, become those of g(x + c), g(x) = f(-x): half as much again.
  void apply_both(std::span<std::uint64_t> words, std::span<std::uint64_t> mirrored, const ExecutionContext& ctx) const;

 private:
  /// The transform starts on a cache line.
  static constexpr std::size_t series_offset(std::size_t length) noexcept { return (2 * length + 7) / 8 * 8; }
  void finish(std::span<std::uint64_t> words) const;

  std::size_t length_;
  std::uint64_t ratio_;
  NttShape shape_;
  const NttKernels* kernels_;
  std::shared_ptr<const NttTable> table_;
  const std::uint64_t* factorials_;  ///< j! / ratio^j, times product_scale(1)
  const std::uint64_t* inverses_;    ///< 1 / j!, times product_scale(1)
  const std::uint64_t* series_;      ///< the transform of the sum of c^k / k! x^(length - 1 - k)
};

/// Those of a few primes, with tables in the plan cache: shifts come in series, of lengths that do not differ much.
/// They are few lookups then, and threads do not wait for each other there.
class WordShifts {
 public:
  static constexpr std::size_t group = 4;  ///< primes

  /// For shifts by c of at most `length` coefficients, with the ratio 2^log_ratio, modulo these primes, at most
  /// `group`.
  static std::shared_ptr<const WordShifts> get(std::span<const std::uint64_t> primes, std::size_t length, IntegerView c,
                                               std::size_t log_ratio, Isa isa, const ExecutionContext& ctx);
  /// Words in the plan cache for each prime.
  static std::size_t table_words(std::size_t length) noexcept { return WordShift::table_words(kept_length(length)); }
  static std::size_t scratch_words(std::size_t length, bool both) noexcept {
    return WordShift::scratch_words(kept_length(length), both);
  }

  const WordShift& operator[](std::size_t i) const noexcept { return shifts_[i]; }

 private:
  WordShifts(std::size_t words, std::size_t primes) : storage_(words * primes) { shifts_.reserve(primes); }

  /// The longest polynomials with such a transform; of the eight lengths of transforms in each octave it is four, so
  /// that more shifts find their tables.
  static std::size_t kept_length(std::size_t length) noexcept;

  AlignedWords storage_;
  std::vector<WordShift> shifts_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
