// Products of short arrays of limbs. A product over Z of a few coefficients, a multiple by a number, a value of a
// polynomial are made of products of 1 to 32 limbs by as many, of which GMP's general function spends a good part on
// the choice of an algorithm, and on some processors on carries.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <gmp.h>

#include <polyfork/core/cpu.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Limbs of the shorter operand up to which the functions below are at least as fast as GMP's, and of a square's.
inline constexpr std::size_t most_kernel_limbs = 32;
inline constexpr std::size_t most_kernel_square_limbs = 8;

/// [nb]: out[0 .. na + nb) = a b for na limbs of a, na >= 1, and nb of b; out overlaps neither operand.
using LimbProductFn = void (*)(mp_limb_t* out, const mp_limb_t* a, std::size_t na, const mp_limb_t* b);
using LimbProducts = std::array<LimbProductFn, most_kernel_limbs + 1>;

/// The schoolbook in O(na nb) by two chains of carries, where the processor has them (x86-64 with MULX, ADCX and ADOX)
/// and the instruction set is not below AVX2; else null.
const LimbProducts* limb_kernels_of(Isa isa) noexcept;

/// Those of this processor. Null as well until this has been found out, at the start of the process.
extern const LimbProducts* const limb_kernels;

/// out[0 .. na + nb) = a b, na, nb >= 1; out overlaps neither operand. Returns the highest limb, which may be 0.
inline mp_limb_t mul_short_limbs(mp_limb_t* out, const mp_limb_t* a, std::size_t na, const mp_limb_t* b,
                                 std::size_t nb) noexcept {
  if (na < nb) {
    std::swap(a, b);
    std::swap(na, nb);
  }
  if (nb == 1) return out[na] = mpn_mul_1(out, a, static_cast<mp_size_t>(na), b[0]);
  if (nb > most_kernel_limbs || limb_kernels == nullptr)
    return mpn_mul(out, a, static_cast<mp_size_t>(na), b, static_cast<mp_size_t>(nb));
  (*limb_kernels)[nb](out, a, na, b);
  return out[na + nb - 1];
}

/// out[0 .. 2 n) = a^2, n >= 1; out does not overlap a.
inline void sqr_short_limbs(mp_limb_t* out, const mp_limb_t* a, std::size_t n) noexcept {
  if (n == 1 || n > most_kernel_square_limbs || limb_kernels == nullptr)
    mpn_sqr(out, a, static_cast<mp_size_t>(n));
  else
    (*limb_kernels)[n](out, a, n, a);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
