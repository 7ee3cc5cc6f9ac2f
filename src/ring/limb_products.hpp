// Products of short arrays of limbs. A product over Z of a few coefficients, a multiple by a number, a value of a
// polynomial are made of products of 1 to 32 limbs by as many, of which GMP's general function spends a good part on
// the choice of an algorithm, and on some processors on carries.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <gmp.h>

#include <polyfork/core/cpu.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Limbs of the shorter operand up to which the functions below are at least as fast as GMP's: of products, of squares
/// and of products that are added.
inline constexpr std::size_t most_kernel_limbs = 32;
inline constexpr std::size_t most_kernel_square_limbs = 8;
inline constexpr std::size_t most_kernel_sum_limbs = 8;

/// The schoolbook in O(na nb) by two chains of carries, for na >= 1 limbs of a and nb of b; out overlaps neither.
struct LimbKernels {
  using Product = void (*)(mp_limb_t* out, const mp_limb_t* a, std::size_t na, const mp_limb_t* b);
  using Sum = mp_limb_t (*)(mp_limb_t* out, const mp_limb_t* a, std::size_t na, const mp_limb_t* b);

  std::array<Product, most_kernel_limbs + 1> products;  ///< [nb]: out[0 .. na + nb) = a b
  std::array<Sum, most_kernel_sum_limbs + 1> sums;      ///< [nb]: out[0 .. na + nb) += a b; returns the carry
};

/// Null where the processor has no such chains (x86-64 with MULX, ADCX and ADOX) or the instruction set is below AVX2.
const LimbKernels* limb_kernels_of(Isa isa) noexcept;

/// The kernels of this processor; null as well until it has been looked at, at the start of the process.
extern const LimbKernels* const limb_kernels;

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
  limb_kernels->products[nb](out, a, na, b);
  return out[na + nb - 1];
}

/// sum[0 .. na + nb) += a b and returns the carry, if this processor has a kernel for that; else does nothing and
/// returns no number. The sum overlaps neither operand; na, nb >= 1.
inline std::optional<mp_limb_t> add_short_product(mp_limb_t* sum, const mp_limb_t* a, std::size_t na,
                                                  const mp_limb_t* b, std::size_t nb) noexcept {
  if (na < nb) {
    std::swap(a, b);
    std::swap(na, nb);
  }
  if (nb > most_kernel_sum_limbs || limb_kernels == nullptr) return std::nullopt;
  return limb_kernels->sums[nb](sum, a, na, b);
}

/// out[0 .. 2 n) = a^2, n >= 1; out does not overlap a.
inline void sqr_short_limbs(mp_limb_t* out, const mp_limb_t* a, std::size_t n) noexcept {
  if (n == 1 || n > most_kernel_square_limbs || limb_kernels == nullptr)
    mpn_sqr(out, a, static_cast<mp_size_t>(n));
  else
    limb_kernels->products[n](out, a, n, a);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
