// One text of a kernel for the card and for the processor.
//
// A kernel is a function template over one structure of plain parameters. It asks for its thread, its block and its
// place in the batch, synchronises with barrier() and finds its block's shared memory by shared(). nvcc compiles it for
// the card. Every other compiler takes these functions from fibers.hpp, where a thread of a block is a fiber: so the
// tests run the kernels' own text without a card.
//
// Arithmetic on doubles goes through add(), mul() and fma(), which round once and are never contracted.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#define POLYFORK_DEVICE __device__ __forceinline__
#define POLYFORK_BOTH __host__ __device__
#define POLYFORK_KERNEL(threads, blocks_at_once) __global__ void __launch_bounds__(threads, blocks_at_once)
#define POLYFORK_PARAMETERS(Type) const __grid_constant__ Type
#define POLYFORK_UNROLL _Pragma("unroll")

#else

#include <bit>

#include "gpu/simt/fibers.hpp"

#define POLYFORK_DEVICE inline
#define POLYFORK_BOTH inline
#define POLYFORK_KERNEL(threads, blocks_at_once) inline void
#define POLYFORK_PARAMETERS(Type) const Type&
#define POLYFORK_UNROLL

#endif

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace simt {

__extension__ using Wide = unsigned __int128;

#if defined(__CUDACC__)

POLYFORK_DEVICE unsigned thread() { return threadIdx.x; }
POLYFORK_DEVICE unsigned threads() { return blockDim.x; }
POLYFORK_DEVICE unsigned block() { return blockIdx.x; }
POLYFORK_DEVICE unsigned blocks() { return gridDim.x; }
POLYFORK_DEVICE unsigned batch() { return blockIdx.y; }
POLYFORK_DEVICE void barrier() { __syncthreads(); }
POLYFORK_DEVICE void* shared() {
  extern __shared__ __align__(32) unsigned char polyfork_shared_memory[];
  return polyfork_shared_memory;
}

/// Begins to copy a word to shared memory. The thread, and no other without a barrier, finds it there after
/// wait_for_copies().
template <class T>
POLYFORK_DEVICE void copy_ahead(T* shared_memory, const T* from) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(shared_memory));
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(sizeof(T)) : "memory");
}
POLYFORK_DEVICE void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

POLYFORK_DEVICE double add(double a, double b) { return __dadd_rn(a, b); }
POLYFORK_DEVICE double mul(double a, double b) { return __dmul_rn(a, b); }
POLYFORK_DEVICE double fma(double a, double b, double c) { return __fma_rn(a, b, c); }
POLYFORK_DEVICE std::uint64_t bits(double x) { return static_cast<std::uint64_t>(__double_as_longlong(x)); }
POLYFORK_DEVICE double from_bits(std::uint64_t x) { return __longlong_as_double(static_cast<long long>(x)); }
/// The upper word of the product.
POLYFORK_DEVICE std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) { return __umul64hi(a, b); }
POLYFORK_DEVICE std::uint32_t mul_high_32(std::uint32_t a, std::uint32_t b) { return __umulhi(a, b); }
/// sum + a b modulo 2^64. From a plain expression the compiler makes moves of halves in addition.
POLYFORK_DEVICE std::uint64_t multiply_add(std::uint32_t a, std::uint32_t b, std::uint64_t sum) {
  std::uint64_t result;
  asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(result) : "r"(a), "r"(b), "l"(sum));
  return result;
}
POLYFORK_DEVICE unsigned reverse_bits(unsigned x) { return __brev(x); }
/// A read of what no kernel writes while this one runs.
template <class T>
POLYFORK_DEVICE T load_constant(const T* from) {
  return __ldg(from);
}

#else

template <class T>
void copy_ahead(T* shared_memory, const T* from) noexcept {
  *shared_memory = *from;
}
inline void wait_for_copies() noexcept {}

inline double add(double a, double b) noexcept { return a + b; }
inline double mul(double a, double b) noexcept { return a * b; }
inline double fma(double a, double b, double c) noexcept { return __builtin_fma(a, b, c); }
inline std::uint64_t bits(double x) noexcept { return std::bit_cast<std::uint64_t>(x); }
inline double from_bits(std::uint64_t x) noexcept { return std::bit_cast<double>(x); }
/// The upper word of the product.
inline std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) noexcept {
  return static_cast<std::uint64_t>((Wide{a} * b) >> 64);
}
inline std::uint32_t mul_high_32(std::uint32_t a, std::uint32_t b) noexcept {
  return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32);
}
/// sum + a b modulo 2^64.
inline std::uint64_t multiply_add(std::uint32_t a, std::uint32_t b, std::uint64_t sum) noexcept {
  return sum + std::uint64_t{a} * b;
}
inline unsigned reverse_bits(unsigned x) noexcept {
  x = ((x >> 1) & 0x55555555U) | ((x & 0x55555555U) << 1);
  x = ((x >> 2) & 0x33333333U) | ((x & 0x33333333U) << 2);
  x = ((x >> 4) & 0x0F0F0F0FU) | ((x & 0x0F0F0F0FU) << 4);
  return __builtin_bswap32(x);
}
/// A read of what no kernel writes while this one runs.
template <class T>
T load_constant(const T* from) noexcept {
  return *from;
}

#endif

/// The lower `count` binary digits of x, all of which lie there, in reverse order.
POLYFORK_DEVICE unsigned reverse_digits(unsigned x, unsigned count) {
  return count == 0 ? 0 : reverse_bits(x) >> (32 - count);
}

}  // namespace simt
}  // namespace detail
}  // namespace v1
}  // namespace polyfork
