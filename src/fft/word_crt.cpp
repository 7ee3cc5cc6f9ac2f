// Constants of Garner's algorithm modulo a word, its portable kernel, and the choice of the kernel.
#include "fft/word_crt.hpp"

#include <array>

#include <polyfork/ring/word_modulus.hpp>

#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_ifma.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "fft/kernels/garner_doubles.inc.hpp"
#include "fft/kernels/word_crt_doubles.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2

namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "fft/kernels/word_crt.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace kernels::scalar {

/// One coefficient after the other, by 64-bit products with Shoup's quotients.
template <unsigned primes>
static void word_crt_run(WordCrt crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n) {
  const bool short_first = crt.radices[0].quotient64 == 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t v[4];
    garner_digits<primes>(crt.inverses, residues, i, v);
    std::uint64_t x = short_first ? v[0] : crt.radices[0].times(v[0], crt.p);
#pragma GCC unroll 4
    for (unsigned j = 1; j < primes; ++j) {
      x += crt.radices[j].times(v[j], crt.p);
      if (x >= crt.p) x -= crt.p;
    }
    out[i] = x;
  }
}

static void word_crt(const WordCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n,
                     bool /*streamed*/) {
  constexpr auto runs = std::array{word_crt_run<1>, word_crt_run<2>, word_crt_run<3>, word_crt_run<4>};
  runs[crt.primes - 1](crt, residues, out, n);
}

}  // namespace kernels::scalar

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<WordCrtFn> table = {kernels::scalar::word_crt, kernels::avx2::word_crt, nullptr,
                                       kernels::ifma::word_crt};
#else
constexpr IsaTable<WordCrtFn> table = {kernels::scalar::word_crt, nullptr, nullptr, nullptr};
#endif

}  // namespace

WordCrt::WordCrt(std::uint64_t modulus, unsigned count) : p(modulus), primes(count), inverses{}, radices{} {
  for (unsigned j = 1; j < count; ++j) {
    const WordModulus q(transform_primes[j]);
    for (unsigned i = 0; i < j; ++i) inverses[j][i] = CrtFactor::of(q, q.inverse(q.reduce(transform_primes[i])));
  }
  const WordModulus m(modulus);
  std::uint64_t radix = m.reduce(1);
  for (unsigned i = 0; i < count; ++i) {
    radices[i] = CrtFactor::of(m, radix);
    radix = m.mul(radix, m.reduce(transform_primes[i]));
  }
  if (modulus >= transform_primes[0]) radices[0].quotient64 = 0;  // the first digit needs no reduction
}

WordCrtFn word_crt_kernel(Isa isa) { return table.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
