// What the kernels of Taylor shifts are told. For the host as well.
#pragma once

#include <cstddef>

#include "gpu/kernels/conversion_parameters.hpp"
#include "gpu/kernels/transform_parameters.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A block makes the products of one prime, so many factors in a round; a thread multiplies `thread_products` of them.
inline constexpr unsigned product_threads = 128;
inline constexpr unsigned thread_products = 8;
inline constexpr unsigned round_products = product_threads * thread_products;

/// out[i] = start times the first i factors, for each prime of a set.
struct RunningProducts {
  const PrimeConstants<F50>* constants;
  const double* starts;   ///< of each prime, at most 1/2; null: 1
  const double* factors;  ///< of each prime, at most 1/2: all factors; null: first, first + step, ...
  double first;           ///< all of these below 2^48 in size
  double step;
  double* out;
  std::size_t pitch;
  unsigned count;  ///< products
  bool reversed;   ///< out[count - 1 - i] in place of out[i]
};

/// out[j] = 1 / in[pitch j] modulo prime j.
struct InverseResidues {
  const PrimeConstants<F50>* constants;
  unsigned primes;
  const double* in;  ///< not zero
  std::size_t pitch;
  double* out;
};

/// out[i] = in[last - i] weights[i], i < count, for each prime.
struct WeighedReversal {
  const PrimeConstants<F50>* constants;
  const double* in;
  std::size_t in_pitch;
  const double* weights;  ///< at most 1/2
  std::size_t weights_pitch;
  double* out;  ///< not where `in` is
  std::size_t out_pitch;
  std::size_t last;
  std::size_t count;
};

/// Reconstructions that one launch makes: the batch of number i is segment i.
inline constexpr unsigned most_segments = 16;
struct SegmentsToIntegers {
  ResiduesToIntegers<F50> segments[most_segments];
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
