// The kernels that join residues to signed integers.
#include "fft/signed_words.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_ifma.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// v_0 + q_0 v_1 + q_0 q_1 v_2 as a row of limbs; returns how many of them there are without leading zeros.
template <unsigned primes, unsigned stride>
POLYFORK_ALWAYS_INLINE std::int32_t join_magnitude(const std::uint64_t* digit, std::uint64_t* row) noexcept {
  __extension__ using Wide = unsigned __int128;
  Wide high = digit[primes - 1];
  if constexpr (primes == 3) high = high * transform_primes[1] + digit[1];
  std::uint64_t limbs[3] = {static_cast<std::uint64_t>(high), 0, 0};
  if constexpr (primes > 1) {
    const Wide low = Wide{limbs[0]} * transform_primes[0] + digit[0];
    const Wide rest = Wide{static_cast<std::uint64_t>(high >> 64)} * transform_primes[0] + (low >> 64);
    limbs[0] = static_cast<std::uint64_t>(low);
    limbs[1] = static_cast<std::uint64_t>(rest);
    limbs[2] = static_cast<std::uint64_t>(rest >> 64);
  }
  for (unsigned k = 0; k < stride; ++k) row[k] = limbs[k];
  if (stride > 2 && limbs[2] != 0) return 3;
  if (stride > 1 && limbs[1] != 0) return 2;
  return limbs[0] != 0 ? 1 : 0;
}

}  // namespace

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
// clang-format off
#include "fft/kernels/garner_doubles.inc.hpp"
#include "fft/kernels/signed_words_doubles.inc.hpp"
// clang-format on
POLYFORK_SIMD_END
}  // namespace kernels::avx2

namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "fft/kernels/garner_words.inc.hpp"
#include "fft/kernels/signed_words.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace kernels::scalar {

/// One coefficient after the other; the digits of the product of the primes less a coefficient as in
/// signed_words_doubles.inc.hpp.
template <unsigned primes, unsigned stride>
static void signed_words_run(const LimbCrt& crt, const std::uint64_t* const* residues, const SignedRows& to,
                             std::size_t n) {
  const GarnerInverses inverses = crt.inverses;  // what is stored does not change it
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t v[primes];
    garner_digits<primes>(inverses, residues, i, v);
    const bool negative = v[primes - 1] > transform_primes[primes - 1] / 2;
#pragma GCC unroll 4
    for (unsigned j = 0; j < primes; ++j)
      if (negative) v[j] = transform_primes[j] - (j == 0 ? 0 : 1) - v[j];
    const std::int32_t size = join_magnitude<primes, stride>(v, to.rows + i * stride);
    to.sizes[i] = negative ? -size : size;
  }
}
#include "fft/kernels/signed_words_choice.inc.hpp"

}  // namespace kernels::scalar

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<SignedCrtFn> signed_crt_table = {kernels::scalar::signed_words_from_residues,
                                                    kernels::avx2::signed_words_from_residues, nullptr,
                                                    kernels::ifma::signed_words_from_residues};
#else
constexpr IsaTable<SignedCrtFn> signed_crt_table = {kernels::scalar::signed_words_from_residues, nullptr, nullptr,
                                                    nullptr};
#endif

}  // namespace

SignedCrtFn signed_crt_kernel(Isa isa) noexcept { return signed_crt_table.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
