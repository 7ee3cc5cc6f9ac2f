// One product of long natural numbers by GMP, charged by the cost model.
#pragma once

#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>

#include "poly/limb_rows.hpp"
#include "poly/mul_cost.hpp"

namespace polyfork::inline v1::detail {

/// product = a b, every limb written; product has at least |a| + |b| limbs and overlaps neither. The same span twice
/// is squared.
inline void mul_integers(std::span<mp_limb_t> product, std::span<const mp_limb_t> a, std::span<const mp_limb_t> b,
                         const ExecutionContext& ctx) {
  std::size_t na = strip(a.data(), a.size());
  std::size_t nb = strip(b.data(), b.size());
  const mp_limb_t* pa = a.data();
  const mp_limb_t* pb = b.data();
  std::size_t written = na + nb;
  ctx.poll();
  if (na == 0 || nb == 0) {
    written = 0;
  } else if (pa == pb) {
    mpn_sqr(product.data(), pa, static_cast<mp_size_t>(na));
  } else if (na >= nb) {
    mpn_mul(product.data(), pa, static_cast<mp_size_t>(na), pb, static_cast<mp_size_t>(nb));
  } else {
    mpn_mul(product.data(), pb, static_cast<mp_size_t>(nb), pa, static_cast<mp_size_t>(na));
  }
  std::fill(product.begin() + static_cast<std::ptrdiff_t>(written), product.end(), mp_limb_t{0});
  ctx.charge(static_cast<std::uint64_t>(gmp_mul_units(na, nb)));
  ctx.poll();
}

}  // namespace polyfork::inline v1::detail
