#include "compare/peers/flint_transform.h"

#include <flint/flint.h>
#include <flint/ulong_extras.h>
#if defined(__has_include)
#if __has_include(<flint/fft_small.h>)
#include <flint/fft_small.h>
#endif
#endif

#if defined(FLINT_HAVE_FFT_SMALL) && FLINT_HAVE_FFT_SMALL

#include <stdlib.h>
#include <string.h>

struct flint_transform {
  sd_fft_ctx_t ctx;
  ulong prime, depth;
  size_t n;
  int inverse;
  double* input;
  double* data;
};

flint_transform* flint_transform_new(uint64_t prime, const uint64_t* words, size_t n, int inverse) {
  if (prime >= (UWORD(1) << 50) || !fft_small_mulmod_satisfies_bounds(prime) || (prime - 1) % n != 0) return NULL;
  flint_transform* t = malloc(sizeof *t);
  t->prime = prime;
  t->depth = n_clog2(n);
  t->n = n;
  t->inverse = inverse;
  sd_fft_ctx_init_prime(t->ctx, prime);
  sd_fft_ctx_fit_depth(t->ctx, t->depth);
  /* Sizes are multiples of the alignment: a transform has at least 512 words here. */
  t->input = flint_aligned_alloc(4096, n_round_up(n * sizeof(double), 4096));
  t->data = flint_aligned_alloc(4096, n_round_up(n * sizeof(double), 4096));
  for (size_t i = 0; i < n; ++i) t->input[i] = (double)words[i];
  if (inverse) sd_fft_trunc(t->ctx, t->input, t->depth, n, n);
  return t;
}

void flint_transform_run(flint_transform* t) {
  memcpy(t->data, t->input, t->n * sizeof(double));
  if (t->inverse)
    sd_ifft_trunc(t->ctx, t->data, t->depth, t->n);
  else
    sd_fft_trunc(t->ctx, t->data, t->depth, t->n, t->n);
}

void flint_transform_words(const flint_transform* t, uint64_t* out) {
  const ulong scale = t->inverse ? n_invmod(t->n % t->prime, t->prime) : 1;
  for (size_t i = 0; i < t->n; ++i) {
    const slong value = (slong)t->data[i]; /* an integer of a few times the prime */
    const slong rest = value % (slong)t->prime;
    out[i] = n_mulmod2(rest < 0 ? (ulong)(rest + (slong)t->prime) : (ulong)rest, scale, t->prime);
  }
}

void flint_transform_delete(flint_transform* t) {
  sd_fft_ctx_clear(t->ctx);
  flint_aligned_free(t->input);
  flint_aligned_free(t->data);
  free(t);
}

#else

flint_transform* flint_transform_new(uint64_t prime, const uint64_t* words, size_t n, int inverse) {
  (void)prime, (void)words, (void)n, (void)inverse;
  return NULL;
}
void flint_transform_run(flint_transform* t) { (void)t; }
void flint_transform_words(const flint_transform* t, uint64_t* out) { (void)t, (void)out; }
void flint_transform_delete(flint_transform* t) { (void)t; }

#endif
