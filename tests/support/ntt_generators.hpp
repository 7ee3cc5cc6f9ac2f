// What the tests of transforms share: the kernels of this machine, primes and data at the ends of their ranges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/primes.hpp>

#include "dft_reference.hpp"
#include "fft/ntt_kernels.hpp"
#include "random.hpp"

namespace polyfork::test {

inline constexpr std::uint64_t one = 1;

/// Every set of kernels that this machine can run.
inline std::vector<const detail::NttKernels*> all_kernels() {
  namespace kernels = detail::kernels;
  std::vector<const detail::NttKernels*> all = {&kernels::scalar::ntt_shoup64, &kernels::scalar::ntt_shoup64_wide};
#if defined(__x86_64__)
  for (const detail::NttKernels* set : {&kernels::avx2::ntt_fma, &kernels::avx512::ntt_fma,
                                        &kernels::ifma::ntt_fraction52, &kernels::ifma::ntt_shoup64})
    if (set->isa <= detected_isa()) all.push_back(set);
#endif
  return all;
}

inline std::uint64_t largest_prime_below(std::uint64_t bound, unsigned log_length) {
  return ntt_primes(bound, log_length, 1).front();
}

/// Primes with roots of order 2^log_length: the largest below each bound, and small ones.
inline Residues primes_for(const detail::NttKernels& kernels, unsigned log_length) {
  Residues primes = {largest_prime_below(one << 50, log_length), largest_prime_below(one << 32, log_length)};
  for (std::uint64_t p = (one << log_length) + 1;; p += one << log_length) {  // the smallest
    if (!is_prime(p)) continue;
    primes.push_back(p);
    break;
  }
  if (kernels.arithmetic == detail::NttArithmetic::shoup64) {
    primes.push_back(largest_prime_below(one << 62, log_length));
    if (&kernels == &detail::kernels::scalar::ntt_shoup64_wide)
      primes.push_back(largest_prime_below(one << 63, log_length));
  }
  return primes;
}

/// 0, p - 1 throughout, or random.
inline Residues data_of(Random& random, std::size_t n, std::uint64_t p) {
  const std::uint64_t shape = random.below(4);
  Residues words(n);
  for (auto& word : words) word = shape == 0 ? p - 1 : shape == 1 ? random.below(2) * (p - 1) : random.below(p);
  return words;
}

inline std::size_t reversed(std::size_t i, std::size_t n) {
  std::size_t r = 0;
  for (; n > 1; n /= 2, i /= 2) r = 2 * r + i % 2;
  return r;
}

}  // namespace polyfork::test
