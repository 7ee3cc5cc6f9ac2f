#include "fft/limb_crt.hpp"

#include <polyfork/ring/word_modulus.hpp>

#include "core/simd/vec_ifma.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork::inline v1::detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "fft/kernels/garner_words.inc.hpp"
#include "fft/kernels/limb_crt.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace kernels::scalar {

/// One coefficient after the other, by 64-bit products with Shoup's quotients.
static LimbCarry limb_crt(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n) {
  __extension__ using Wide = unsigned __int128;
  LimbCarry carry;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t v[4];
    garner_digits(crt.inverses, crt.primes, residues, i, v);
    std::uint64_t word[3] = {v[crt.primes - 1], 0, 0};
    for (unsigned j = crt.primes - 1; j-- > 0;) {
      std::uint64_t high = v[j];
      for (std::uint64_t& w : word) {
        const Wide product = Wide{w} * transform_primes[j] + high;
        w = static_cast<std::uint64_t>(product);
        high = static_cast<std::uint64_t>(product >> 64);
      }
    }
    Wide sum = Wide{word[0]} + carry.low;
    out[i] = static_cast<std::uint64_t>(sum);
    sum = Wide{word[1]} + carry.high + static_cast<std::uint64_t>(sum >> 64);
    carry.low = static_cast<std::uint64_t>(sum);
    carry.high = word[2] + static_cast<std::uint64_t>(sum >> 64);
  }
  return carry;
}

}  // namespace kernels::scalar

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<LimbCrtFn> table = {kernels::scalar::limb_crt, nullptr, nullptr, kernels::ifma::limb_crt};
#else
constexpr IsaTable<LimbCrtFn> table = {kernels::scalar::limb_crt, nullptr, nullptr, nullptr};
#endif

}  // namespace

LimbCrt::LimbCrt(unsigned count) : primes(count), inverses(WordCrt(3, count).inverses) {
  __extension__ using Wide = unsigned __int128;
  digits[0] = 1;
  for (unsigned j = 0; j < count && j < 3; ++j) {
    std::uint64_t high = 0;
    for (std::uint64_t& digit : digits) {
      const Wide t = Wide{digit} * transform_primes[j] + high;
      digit = static_cast<std::uint64_t>(t) & ((std::uint64_t{1} << 52) - 1);
      high = static_cast<std::uint64_t>(t >> 52);
    }
  }
}

LimbCrtFn limb_crt_kernel(Isa isa) { return table.select(isa); }

}  // namespace polyfork::inline v1::detail
