// Symbol visibility. The library is compiled with hidden visibility; what is exported says so.
//
// POLYFORK_BUILDING is defined while the library itself is compiled, POLYFORK_STATIC for users of the
// static library (the CMake target and the pkg-config file set it).
#pragma once

#if defined(__GNUC__) && __cplusplus < 202002L
#error "Polyfork is a C++20 library: compile with -std=c++20 or later"
#endif

#if defined(POLYFORK_STATIC) || !defined(__GNUC__)
#define POLYFORK_EXPORT
#else
#define POLYFORK_EXPORT __attribute__((visibility("default")))
#endif
