// The choice of kernels by prime and instruction set, and factors in the form that products want.
#include "fft/ntt_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// For primes below 2^50, and below 2^62.
#if defined(__x86_64__)
constexpr IsaTable<const NttKernels*> long_primes = {&kernels::scalar::ntt_shoup64, nullptr, nullptr,
                                                     &kernels::ifma::ntt_shoup64};
constexpr IsaTable<const NttKernels*> short_primes = {&kernels::scalar::ntt_shoup64, &kernels::avx2::ntt_fma,
                                                      &kernels::avx512::ntt_fma, &kernels::ifma::ntt_fraction52};
#else
constexpr IsaTable<const NttKernels*> long_primes = {&kernels::scalar::ntt_shoup64, nullptr, nullptr, nullptr};
constexpr IsaTable<const NttKernels*> short_primes = {&kernels::scalar::ntt_shoup64, nullptr, nullptr, nullptr};
#endif

}  // namespace

const NttKernels& ntt_kernels(std::uint64_t p, Isa isa) {
  if (p < std::uint64_t{1} << 50) return *short_primes.select(isa);
  return p < std::uint64_t{1} << 62 ? *long_primes.select(isa) : kernels::scalar::ntt_shoup64_wide;
}

std::uint64_t product_scale(const NttTable& table, std::uint64_t scale) {
  const WordModulus& m = table.modulus();
  switch (table.arithmetic()) {
    case NttArithmetic::fraction52:
      return m.mul(scale, m.reduce(std::uint64_t{1} << 52));
    case NttArithmetic::shoup64:
      return m.mul(scale, m.pow(m.reduce(2), 64));
    case NttArithmetic::fma:
      break;
  }
  return scale;
}

NttFactor transform_scale(const NttTable& table, unsigned log_blocks) {
  // 2^k divides p - 1, whose quotient is -1 / 2^k modulo p.
  const std::uint64_t p = table.prime();
  return table.factor(product_scale(table, p - ((p - 1) >> log_blocks)));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
