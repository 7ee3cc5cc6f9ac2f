#include "fft/signed_words.hpp"

#include <polyfork/ring/word_modulus.hpp>

#include "core/simd/vec_ifma.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork::inline v1::detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "fft/kernels/garner_words.inc.hpp"
#include "fft/kernels/signed_words.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

#if defined(POLYFORK_SIMD_X86)
namespace {

constexpr SignedWordKernels ifma_kernels = {kernels::ifma::signed_words_to_residues,
                                            kernels::ifma::signed_words_from_residues};

}  // namespace
#endif

WordReduction::WordReduction(unsigned prime) : q(transform_primes[prime]) {
  const WordModulus m(q);
  one = CrtFactor::of(m, 1);
  high = CrtFactor::of(m, m.reduce(std::uint64_t{1} << 52));
}

const SignedWordKernels* signed_word_kernels(Isa isa) noexcept {
#if defined(POLYFORK_SIMD_X86)
  if (isa >= Isa::ifma) return &ifma_kernels;
#endif
  static_cast<void>(isa);
  return nullptr;
}

}  // namespace polyfork::inline v1::detail
