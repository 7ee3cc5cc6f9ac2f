// What a Taylor shift modulo a set of primes needs beside conversions and a convolution: factorials, their inverses and
// powers, and the weights in front of the convolution and behind it.
//
// A table is made of running products: a block has one prime, each of its threads multiplies eight factors, a scan in
// shared memory multiplies what the threads before have, and the last product of a round begins the next one. Values
// are reduced after every product, so that all are at most 1/2 in F50's sense.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/kernels/shift_parameters.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

POLYFORK_DEVICE double multiply_reduced(const F50& f, double x, double w) { return f.reduce(f.multiply(x, w)); }

/// One block for each prime, which is the batch.
POLYFORK_KERNEL(product_threads, 4)
make_running_products(POLYFORK_PARAMETERS(RunningProducts) p) {
  auto* const scan = static_cast<double*>(simt::shared());
  const unsigned j = simt::batch();
  const unsigned t = simt::thread();
  const F50 f = p.constants[j].field;
  double* const out = p.out + p.pitch * j;
  const double constant = p.factors != nullptr ? p.factors[j] : 0;
  double before = p.starts != nullptr ? p.starts[j] : F50::one();
  for (unsigned begin = 0; begin < p.count; begin += round_products) {
    double products[thread_products];
    double product = F50::one();
    POLYFORK_UNROLL
    for (unsigned i = 0; i < thread_products; ++i) {
      products[i] = product;
      const double place = static_cast<double>(begin + t * thread_products + i);
      const double factor = p.factors != nullptr ? constant : f.reduce(simt::fma(p.step, place, p.first));
      product = multiply_reduced(f, product, factor);
    }
    scan[t] = product;
    for (unsigned distance = 1; distance < product_threads; distance *= 2) {
      simt::barrier();
      const double own = scan[t];
      const double other = t >= distance ? scan[t - distance] : F50::one();
      simt::barrier();
      scan[t] = multiply_reduced(f, own, other);
    }
    simt::barrier();
    const double base = t == 0 ? before : multiply_reduced(f, before, scan[t - 1]);
    POLYFORK_UNROLL
    for (unsigned i = 0; i < thread_products; ++i) {
      const unsigned place = begin + t * thread_products + i;
      if (place < p.count) out[p.reversed ? p.count - 1 - place : place] = multiply_reduced(f, base, products[i]);
    }
    before = multiply_reduced(f, before, scan[product_threads - 1]);
    simt::barrier();
  }
}

/// One thread for each prime: the power p - 2.
POLYFORK_KERNEL(conversion_threads, 1)
invert_residues(POLYFORK_PARAMETERS(InverseResidues) p) {
  const std::size_t j = grid_thread();
  if (j >= p.primes) return;
  const F50 f = p.constants[j].field;
  double power = f.reduce(p.in[p.pitch * j]);
  double result = F50::one();
  for (std::uint64_t exponent = F50::word_of(f.p) - 2; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = multiply_reduced(f, result, power);
    power = multiply_reduced(f, power, power);
  }
  p.out[j] = result;
}

/// One thread for each word, a batch for each prime.
POLYFORK_KERNEL(256, 8)
weigh_reversed(POLYFORK_PARAMETERS(WeighedReversal) p) {
  const std::size_t i = grid_thread();
  const std::size_t j = simt::batch();
  if (i >= p.count) return;
  const F50 f = p.constants[j].field;
  p.out[p.out_pitch * j + i] = f.multiply(p.in[p.in_pitch * j + p.last - i], p.weights[p.weights_pitch * j + i]);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
