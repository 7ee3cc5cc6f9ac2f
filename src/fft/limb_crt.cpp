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

__extension__ using Wide = unsigned __int128;

constexpr Wide product_of_two = Wide{transform_primes[0]} * transform_primes[1];
constexpr auto low_of_two = static_cast<std::uint64_t>(product_of_two);
constexpr auto high_of_two = static_cast<std::uint64_t>(product_of_two >> 64);

struct Coefficient {
  std::uint64_t low, middle, high;
};

/// v[0] + v[1] p_0 + tail p_0 p_1 below 2^191, tail below 2^100. Its products do not wait for one another.
POLYFORK_ALWAYS_INLINE Coefficient with_tail(const std::uint64_t* v, Wide tail) noexcept {
  const auto tail_low = static_cast<std::uint64_t>(tail);
  const auto tail_high = static_cast<std::uint64_t>(tail >> 64);
  const Wide front = Wide{v[1]} * transform_primes[0] + v[0];  // below 2^100
  const Wide product = Wide{tail_low} * low_of_two;
  const std::uint64_t low = static_cast<std::uint64_t>(front) + static_cast<std::uint64_t>(product);
  const std::uint64_t carry = low < static_cast<std::uint64_t>(product) ? 1 : 0;
  Wide middle = Wide{tail_low} * high_of_two;  // below 2^100
  if (tail_high != 0) middle += Wide{tail_high} * low_of_two;
  middle += Wide{static_cast<std::uint64_t>(product >> 64)} + static_cast<std::uint64_t>(front >> 64) + carry;
  return {low, static_cast<std::uint64_t>(middle), static_cast<std::uint64_t>(middle >> 64) + tail_high * high_of_two};
}

/// The number that the digits stand for.
template <unsigned primes>
POLYFORK_ALWAYS_INLINE Coefficient join_digits(const std::uint64_t* v) noexcept {
  if constexpr (primes == 3) return with_tail(v, v[2]);
  return with_tail(v, Wide{v[3]} * transform_primes[2] + v[2]);
}

/// The low limb of the sum; the rest is the next carry.
POLYFORK_ALWAYS_INLINE std::uint64_t add_to_carry(Coefficient x, LimbCarry& carry) noexcept {
#if defined(__x86_64__)
  // One addition after the other is all that a coefficient waits for.
  __asm__("addq %3, %0\n\tadcq %4, %1\n\tadcq $0, %2"
          : "+&r"(x.low), "+&r"(x.middle), "+&r"(x.high)
          : "r"(carry.low), "r"(carry.high)
          : "cc");
  carry = {x.middle, x.high};
  return x.low;
#else
  const Wide low = Wide{x.low} + carry.low;
  const Wide middle = Wide{x.middle} + carry.high + static_cast<std::uint64_t>(low >> 64);
  carry = {static_cast<std::uint64_t>(middle), x.high + static_cast<std::uint64_t>(middle >> 64)};
  return static_cast<std::uint64_t>(low);
#endif
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
    out[i] = add_to_carry(join_digits<primes>(v), carry);
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
