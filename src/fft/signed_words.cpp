// The kernel that joins residues to signed integers, where the processor has 52-bit multiply-adds.
#include "fft/signed_words.hpp"

#include "core/simd/vec_ifma.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "fft/kernels/garner_words.inc.hpp"
#include "fft/kernels/signed_words.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

SignedCrtFn signed_crt_kernel(Isa isa) noexcept {
#if defined(POLYFORK_SIMD_X86)
  if (isa >= Isa::ifma) return kernels::ifma::signed_words_from_residues;
#endif
  static_cast<void>(isa);
  return nullptr;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
