/* FLINT's small-prime transforms, behind functions that C++ can call: their header needs C. */
#ifndef POLYFORK_BENCH_FLINT_TRANSFORM_H
#define POLYFORK_BENCH_FLINT_TRANSFORM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct flint_transform flint_transform;

/* A transform of n = 2^k words modulo a prime, tables included. `words` are coefficients; an inverse transform starts
   from their values. Null when this FLINT has no such transforms or not for this prime. */
flint_transform* flint_transform_new(uint64_t prime, const uint64_t* words, size_t n, int inverse);
/* Transforms a copy of the input. */
void flint_transform_run(flint_transform* t);
/* The last result, canonical, inverse transforms divided by n. */
void flint_transform_words(const flint_transform* t, uint64_t* out);
void flint_transform_delete(flint_transform* t);

#ifdef __cplusplus
}
#endif

#endif
