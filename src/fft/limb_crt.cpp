// Constants of Garner's algorithm for limbs, its portable kernel, and the choice of the kernel.
#include "fft/limb_crt.hpp"

#include <polyfork/ring/word_modulus.hpp>

#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_ifma.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// words := words q + add.
template <std::size_t size>
inline void multiply_add(std::array<std::uint64_t, size>& words, std::uint64_t q, std::uint64_t add) noexcept {
  __extension__ using Wide = unsigned __int128;
  for (std::uint64_t& word : words) {
    const Wide product = Wide{word} * q + add;
    word = static_cast<std::uint64_t>(product);
    add = static_cast<std::uint64_t>(product >> 64);
  }
}

/// The digits' number, added to the carry: its low limb is returned, the rest stays.
template <unsigned primes>
std::uint64_t join_digits(const std::uint64_t* v, LimbCarry& carry) noexcept {
  __extension__ using Wide = unsigned __int128;
  std::array<std::uint64_t, 3> word{v[primes - 1], 0, 0};
  if constexpr (primes == 4) {
    std::array<std::uint64_t, 2> two{word[0], 0};
    multiply_add(two, transform_primes[2], v[2]);
    word = {two[0], two[1], 0};
    multiply_add(word, transform_primes[1], v[1]);
  } else {
    std::array<std::uint64_t, 2> two{word[0], 0};
    multiply_add(two, transform_primes[1], v[1]);
    word = {two[0], two[1], 0};
  }
  multiply_add(word, transform_primes[0], v[0]);
  Wide sum = Wide{word[0]} + carry.low;
  const auto limb = static_cast<std::uint64_t>(sum);
  sum = Wide{word[1]} + carry.high + static_cast<std::uint64_t>(sum >> 64);
  carry.low = static_cast<std::uint64_t>(sum);
  carry.high = word[2] + static_cast<std::uint64_t>(sum >> 64);
  return limb;
}

}  // namespace

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "fft/kernels/garner_doubles.inc.hpp"
#include "fft/kernels/limb_crt_doubles.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2

namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "fft/kernels/garner_words.inc.hpp"
#include "fft/kernels/limb_crt.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace kernels::scalar {

/// One coefficient after the other, by 64-bit products with Shoup's quotients.
template <unsigned primes>
static LimbCarry limb_crt_run(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                              std::size_t n) {
  const GarnerInverses inverses = crt.inverses;  // what is stored to `out` does not change it
  const std::array<std::uint64_t, 4> offset_words = crt.offset;
  const std::uint64_t* const offset = crt.is_signed ? offset_words.data() : nullptr;
  LimbCarry carry;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t v[4];
    garner_digits<primes>(inverses, residues, i, v, offset);
    out[i] = join_digits<primes>(v, carry);
  }
  return carry;
}

static LimbCarry limb_crt(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n) {
  return crt.primes == 3 ? limb_crt_run<3>(crt, residues, out, n) : limb_crt_run<4>(crt, residues, out, n);
}

}  // namespace kernels::scalar

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<LimbCrtFn> table = {kernels::scalar::limb_crt, kernels::avx2::limb_crt, nullptr,
                                       kernels::ifma::limb_crt};
#else
constexpr IsaTable<LimbCrtFn> table = {kernels::scalar::limb_crt, nullptr, nullptr, nullptr};
#endif

}  // namespace

LimbCrt::LimbCrt(unsigned count, bool with_signs)
    : primes(count), is_signed(with_signs), inverses(WordCrt(3, count).inverses) {
  __extension__ using Wide = unsigned __int128;
  for (unsigned j = 0; j < count; ++j) {
    const WordModulus q(transform_primes[j]);
    const std::uint64_t radix = q.reduce(1, 0);  // 2^64
    const std::uint64_t middle = q.mul(radix, q.reduce(offset_word()));
    offset[j] = q.mul(middle, q.sub(radix, 1));
  }
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

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
