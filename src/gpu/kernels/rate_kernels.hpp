// A kernel that does nothing but fused multiply-adds, to measure their rate.
#pragma once

#include <cstddef>

#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/kernels/rate_parameters.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// rate_chains x p.rounds of them by each thread, in as many chains that do not wait for each other.
POLYFORK_KERNEL(rate_threads, 4)
repeat_fma(POLYFORK_PARAMETERS(FmaRate) p) {
  double x[rate_chains];
  POLYFORK_UNROLL
  for (unsigned i = 0; i < rate_chains; ++i) x[i] = static_cast<double>(simt::thread() + i);
  for (unsigned round = 0; round < p.rounds; ++round) {
    POLYFORK_UNROLL
    for (unsigned i = 0; i < rate_chains; ++i) x[i] = simt::fma(x[i], p.factor, p.factor);
  }
  double sum = 0;
  POLYFORK_UNROLL
  for (unsigned i = 0; i < rate_chains; ++i) sum = simt::add(sum, x[i]);
  p.out[grid_thread()] = sum;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
