// Regions of code compiled for one instruction set, inside files compiled for the baseline.
//
//   POLYFORK_SIMD_BEGIN_AVX2
//   ... kernels in namespace kernels::avx2 ...
//   POLYFORK_SIMD_END
//
// Rules. Every standard or intrinsic header comes before the first region of the file: an inline function of the
// standard library that is first seen inside a region would be compiled with its instructions, and the linker may
// keep that copy for the whole program. For the same reason kernels have internal linkage (static) or are always
// inlined. No lambdas in regions: GCC does not give them the region's target.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#define POLYFORK_SIMD_X86 1
#include <immintrin.h>
#endif

#define POLYFORK_ALWAYS_INLINE inline __attribute__((always_inline))

// clang-format off: a _Pragma takes exactly one string literal.
#if defined(POLYFORK_SIMD_X86)
#define POLYFORK_SIMD_PRAGMA(...) _Pragma(#__VA_ARGS__)
#if defined(__clang__)
#define POLYFORK_SIMD_BEGIN_AVX2 \
  POLYFORK_SIMD_PRAGMA(clang attribute push(__attribute__((target("avx2,fma,bmi2"))), apply_to = function))
#define POLYFORK_SIMD_BEGIN_AVX512           \
  POLYFORK_SIMD_PRAGMA(clang attribute push( \
      __attribute__((target("avx2,fma,bmi2,avx512f,avx512dq,avx512bw,avx512vl"))), apply_to = function))
#define POLYFORK_SIMD_BEGIN_IFMA             \
  POLYFORK_SIMD_PRAGMA(clang attribute push( \
      __attribute__((target("avx2,fma,bmi2,avx512f,avx512dq,avx512bw,avx512vl,avx512ifma"))), apply_to = function))
#define POLYFORK_SIMD_END POLYFORK_SIMD_PRAGMA(clang attribute pop)
#else
#define POLYFORK_SIMD_BEGIN_AVX2 \
  POLYFORK_SIMD_PRAGMA(GCC push_options) POLYFORK_SIMD_PRAGMA(GCC target("avx2,fma,bmi2"))
#define POLYFORK_SIMD_BEGIN_AVX512       \
  POLYFORK_SIMD_PRAGMA(GCC push_options) \
  POLYFORK_SIMD_PRAGMA(GCC target("avx2,fma,bmi2,avx512f,avx512dq,avx512bw,avx512vl"))
#define POLYFORK_SIMD_BEGIN_IFMA         \
  POLYFORK_SIMD_PRAGMA(GCC push_options) \
  POLYFORK_SIMD_PRAGMA(GCC target("avx2,fma,bmi2,avx512f,avx512dq,avx512bw,avx512vl,avx512ifma"))
#define POLYFORK_SIMD_END POLYFORK_SIMD_PRAGMA(GCC pop_options)
#endif
#endif
// clang-format on
