// The schoolbook product of limbs by two chains of carries.
//
// Up to eight limbs of b stay where they are and meet one limb of a after the other; the sum's window of as many limbs
// moves along in registers. MULX leaves the flags alone, so that low halves are added in one chain of carries and high
// ones in another, which does not wait for the first: on Zen 3 some 1.7 cycles a product of two limbs, where GMP 6.2
// takes 2.3. A window never overflows: (B^n - 1) + (B - 1) + (B - 1) (B^n - 1) = B^(n+1) - 1 for B = 2^64. Longer b are
// cut into parts whose products are added up. (E. Ozturk, J. Guilford, V. Gopal, W. Feghali: New instructions
// supporting large integer arithmetic on Intel architecture processors, 2012.)
#include "ring/limb_products.hpp"

#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(__x86_64__) && defined(__GNUC__)

namespace kernels::avx2 {

static constexpr std::size_t most_window = 8;  // limbs; with flags, pointers and counters all registers are taken

// Low half to place k, high half to place k + 1, and the same with the high half as the top of the window.
#define POLYFORK_LIMB_STEP(offset, k, next) \
  "mulxq " offset "(%[b]), %[low], %[top]\n\tadcxq %[low], %[w" k "]\n\tadoxq %[top], %[w" next "]\n\t"
#define POLYFORK_LIMB_LAST(offset, k) "mulxq " offset "(%[b]), %[low], %[top]\n\tadcxq %[low], %[w" k "]\n\t"
#define POLYFORK_LIMB_ROW(steps, ...)                                                        \
  asm("xorl %k[low], %k[low]\n\tadoxq %[old], %[w0]\n\t" steps                               \
      "movl $0, %k[low]\n\tadcxq %[low], %[top]\n\tadoxq %[low], %[top]"                     \
      : [top] "=&r"(top), [low] "=&r"(low), __VA_ARGS__                                      \
      : [b] "r"(b), [old] "rm"(old), "d"(factor), "m"(*reinterpret_cast<const Limbs<n>*>(b)) \
      : "cc")

template <std::size_t n>
using Limbs = mp_limb_t[n];

#define POLYFORK_W(k) [w##k] "+&r"(w[k])
/// (window, returned limb) = window + old + factor b, for b of n limbs.
template <std::size_t n>
[[gnu::always_inline]] static inline mp_limb_t add_row(mp_limb_t* w, mp_limb_t old, mp_limb_t factor,
                                                       const mp_limb_t* b) {
  mp_limb_t top, low;
  if constexpr (n == 1) {
    POLYFORK_LIMB_ROW(POLYFORK_LIMB_LAST("0", "0"), POLYFORK_W(0));
  } else if constexpr (n == 2) {
    POLYFORK_LIMB_ROW(POLYFORK_LIMB_STEP("0", "0", "1") POLYFORK_LIMB_LAST("8", "1"), POLYFORK_W(0), POLYFORK_W(1));
  } else if constexpr (n == 3) {
    POLYFORK_LIMB_ROW(POLYFORK_LIMB_STEP("0", "0", "1") POLYFORK_LIMB_STEP("8", "1", "2") POLYFORK_LIMB_LAST("16", "2"),
                      POLYFORK_W(0), POLYFORK_W(1), POLYFORK_W(2));
  } else if constexpr (n == 4) {
    POLYFORK_LIMB_ROW(POLYFORK_LIMB_STEP("0", "0", "1") POLYFORK_LIMB_STEP("8", "1", "2")
                          POLYFORK_LIMB_STEP("16", "2", "3") POLYFORK_LIMB_LAST("24", "3"),
                      POLYFORK_W(0), POLYFORK_W(1), POLYFORK_W(2), POLYFORK_W(3));
  } else if constexpr (n == 5) {
    POLYFORK_LIMB_ROW(POLYFORK_LIMB_STEP("0", "0", "1") POLYFORK_LIMB_STEP("8", "1", "2") POLYFORK_LIMB_STEP(
                          "16", "2", "3") POLYFORK_LIMB_STEP("24", "3", "4") POLYFORK_LIMB_LAST("32", "4"),
                      POLYFORK_W(0), POLYFORK_W(1), POLYFORK_W(2), POLYFORK_W(3), POLYFORK_W(4));
  } else if constexpr (n == 6) {
    POLYFORK_LIMB_ROW(POLYFORK_LIMB_STEP("0", "0", "1") POLYFORK_LIMB_STEP("8", "1", "2")
                          POLYFORK_LIMB_STEP("16", "2", "3") POLYFORK_LIMB_STEP("24", "3", "4")
                              POLYFORK_LIMB_STEP("32", "4", "5") POLYFORK_LIMB_LAST("40", "5"),
                      POLYFORK_W(0), POLYFORK_W(1), POLYFORK_W(2), POLYFORK_W(3), POLYFORK_W(4), POLYFORK_W(5));
  } else if constexpr (n == 7) {
    POLYFORK_LIMB_ROW(
        POLYFORK_LIMB_STEP("0", "0", "1") POLYFORK_LIMB_STEP("8", "1", "2") POLYFORK_LIMB_STEP("16", "2", "3")
            POLYFORK_LIMB_STEP("24", "3", "4") POLYFORK_LIMB_STEP("32", "4", "5") POLYFORK_LIMB_STEP("40", "5", "6")
                POLYFORK_LIMB_LAST("48", "6"),
        POLYFORK_W(0), POLYFORK_W(1), POLYFORK_W(2), POLYFORK_W(3), POLYFORK_W(4), POLYFORK_W(5), POLYFORK_W(6));
  } else {
    static_assert(n == most_window);
    POLYFORK_LIMB_ROW(POLYFORK_LIMB_STEP("0", "0", "1") POLYFORK_LIMB_STEP("8", "1", "2")
                          POLYFORK_LIMB_STEP("16", "2", "3") POLYFORK_LIMB_STEP("24", "3", "4")
                              POLYFORK_LIMB_STEP("32", "4", "5") POLYFORK_LIMB_STEP("40", "5", "6")
                                  POLYFORK_LIMB_STEP("48", "6", "7") POLYFORK_LIMB_LAST("56", "7"),
                      POLYFORK_W(0), POLYFORK_W(1), POLYFORK_W(2), POLYFORK_W(3), POLYFORK_W(4), POLYFORK_W(5),
                      POLYFORK_W(6), POLYFORK_W(7));
  }
  return top;
}

/// The window from the lowest limb of a to the highest: a b, and with `adds` a b more than out[0 .. na) says, of which
/// out[0 .. na) takes the low limbs and the window the others.
template <std::size_t n, bool adds>
[[gnu::always_inline]] static inline void move_window(mp_limb_t* w, mp_limb_t* out, const mp_limb_t* a, std::size_t na,
                                                      const mp_limb_t* b) {
  for (std::size_t i = 0; i < na; ++i) {
    const mp_limb_t top = add_row<n>(w, adds ? out[i] : 0, a[i], b);
    out[i] = w[0];
#pragma GCC unroll 8
    for (std::size_t k = 1; k < n; ++k) w[k - 1] = w[k];
    w[n - 1] = top;
  }
}

/// out[0 .. na + n) = a b, and with `adds` a b more than out[0 .. na) says.
template <std::size_t n, bool adds>
static void multiply_window(mp_limb_t* out, const mp_limb_t* a, std::size_t na, const mp_limb_t* b) {
  mp_limb_t w[n] = {};
  move_window<n, adds>(w, out, a, na, b);
#pragma GCC unroll 8
  for (std::size_t k = 0; k < n; ++k) out[na + k] = w[k];
}

/// out[0 .. na + n) += a b; returns the carry.
template <std::size_t n>
static mp_limb_t add_product(mp_limb_t* out, const mp_limb_t* a, std::size_t na, const mp_limb_t* b) {
  mp_limb_t w[n] = {};
  move_window<n, true>(w, out, a, na, b);
  unsigned char carry = 0;
#pragma GCC unroll 8
  for (std::size_t k = 0; k < n; ++k) {
    unsigned long long sum;
    carry = _addcarry_u64(carry, out[na + k], w[k], &sum);
    out[na + k] = sum;
  }
  return carry;
}

/// The product with b of nb limbs, in equal parts, the last ones of which have one limb more where they are not.
template <std::size_t nb>
static void multiply(mp_limb_t* out, const mp_limb_t* a, std::size_t na, const mp_limb_t* b) {
  constexpr std::size_t parts = (nb + most_window - 1) / most_window;
  constexpr std::size_t part = nb / parts;
  constexpr std::size_t longer = nb % parts;
  constexpr std::size_t first_longer = (parts - longer) * part;
  multiply_window<part, false>(out, a, na, b);
  for (std::size_t at = part; at < first_longer; at += part) multiply_window<part, true>(out + at, a, na, b + at);
  if constexpr (longer != 0)
    for (std::size_t at = first_longer; at < nb; at += part + 1)
      multiply_window<part + 1, true>(out + at, a, na, b + at);
}

static constexpr LimbKernels limb_products_adx =
    []<std::size_t... nb, std::size_t... n>(std::index_sequence<nb...>, std::index_sequence<n...>) {
  return LimbKernels{{nullptr, multiply<nb + 1>...}, {nullptr, add_product<n + 1>...}};
}
(std::make_index_sequence<most_kernel_limbs>(), std::make_index_sequence<most_kernel_sum_limbs>());
static_assert(most_kernel_sum_limbs <= most_window);

}  // namespace kernels::avx2

const LimbKernels* limb_kernels_of(Isa isa) noexcept {
  constexpr unsigned bmi2 = 1U << 8;
  constexpr unsigned adx = 1U << 19;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  const bool is_known = __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0;
  const bool has_chains = is_known && (ebx & bmi2) != 0 && (ebx & adx) != 0;
  return isa >= Isa::avx2 && has_chains ? &kernels::avx2::limb_products_adx : nullptr;
}

#undef POLYFORK_W
#undef POLYFORK_LIMB_ROW
#undef POLYFORK_LIMB_LAST
#undef POLYFORK_LIMB_STEP

#else

const LimbKernels* limb_kernels_of(Isa) noexcept { return nullptr; }

#endif

const LimbKernels* const limb_kernels = limb_kernels_of(detected_isa());

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
