// What the kernels are told that work on coefficients which stay on the device. For the host as well.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/conversion_parameters.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a + b or a - b, row by row; rows that one of them does not have are zero.
struct SumOfIntegers {
  DeviceIntegerRows a;
  DeviceIntegerRows b;
  bool subtract;
  std::uint64_t* limbs;  ///< rows of `stride` limbs, which suffice
  std::uint64_t stride;
  std::int32_t* sizes;
  std::size_t rows;
};

/// A sum or difference of canonical words modulo a word below 2^63.
struct SumOfWords {
  const std::uint64_t* a;
  const std::uint64_t* b;
  std::size_t length_a;
  std::size_t length_b;
  bool subtract;
  std::uint64_t modulus;
  std::uint64_t* out;
  std::size_t count;
};

/// sums[k] = the sum of words[k block + i] x^i, i < block, modulo a word below 2^63.
inline constexpr unsigned evaluation_threads = 256;
struct WordEvaluation {
  const std::uint64_t* words;
  std::size_t count;
  std::size_t block;  ///< words of a block of threads, a multiple of evaluation_threads
  std::uint64_t modulus;
  WordFactor step;           ///< x^evaluation_threads
  const WordFactor* powers;  ///< x^t, t < evaluation_threads
  std::uint64_t* sums;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
