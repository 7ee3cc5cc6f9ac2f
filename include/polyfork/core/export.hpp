// Symbol visibility. The library is compiled with hidden visibility; what is exported says so.
//
// POLYFORK_BUILDING is defined while the library itself is compiled, POLYFORK_STATIC for users of the
// static library (the CMake target and the pkg-config file set it).
#pragma once

#if defined(POLYFORK_STATIC) || !defined(__GNUC__)
#define POLYFORK_EXPORT
#else
#define POLYFORK_EXPORT __attribute__((visibility("default")))
#endif
