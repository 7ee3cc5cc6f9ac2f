// What the kernels of many short products are told. For the host as well.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/conversion_parameters.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr unsigned short_threads = 128;

/// One product of a batch: where its operands and its result begin, in words, and how long the operands are, at
/// least 1.
struct ShortProduct {
  std::uint64_t a;
  std::uint64_t b;
  std::uint64_t out;
  std::uint32_t length_a;
  std::uint32_t length_b;
};

struct ShortProducts {
  const std::uint64_t* words;  ///< canonical modulo the modulus
  const ShortProduct* products;
  std::uint64_t* out;
  unsigned count;      ///< of products
  unsigned log_group;  ///< threads that share a product, at most short_threads
  std::uint64_t modulus;
  WordFactor one;
  WordFactor two_to_64;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
