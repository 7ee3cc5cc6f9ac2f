// Values at powers of two: every term is added where it begins.
//
// Terms of either sign have a sum of their own, so that nothing is borrowed from limbs above; carries end where an
// earlier term ended, or a limb or two above. Limbs above the terms that were added are zero. The time is proportional
// to the limbs of the coefficients and of the value, whatever the degree.
#include "poly/dense/shifted_sum.hpp"

#include <algorithm>
#include <cstdint>

#include <gmp.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

void carry_into(mp_limb_t* limb) noexcept {
  while (++*limb == 0) ++limb;
}

/// to += x 2^bits; the limbs of `to` end the carry. scratch: a limb more than x has.
void add_at(mp_limb_t* to, IntegerView x, std::size_t bits, mp_limb_t* scratch) noexcept {
  const auto n = static_cast<mp_size_t>(x.limbs().size());
  mp_limb_t* const place = to + bits / 64;
  const auto shift = static_cast<unsigned>(bits % 64);
  if (shift == 0) {
    if (mpn_add_n(place, place, x.limbs().data(), n) != 0) carry_into(place + n);
    return;
  }
  scratch[n] = mpn_lshift(scratch, x.limbs().data(), n, shift);
  if (mpn_add_n(place, place, scratch, n + 1) != 0) carry_into(place + n + 1);
}

}  // namespace

void sum_of_shifted(Integer& value, const IntegerVector& a, std::size_t shift, int sign, bool reversed,
                    const ExecutionContext& ctx) {
  const std::size_t n = a.size();
  if (n == 0) {
    value = Integer();
    return;
  }
  const std::size_t most = a.max_limbs(ctx);
  // Each partial sum is below n 2^(64 most + shift (n - 1)), which two limbs more than the longest term's hold.
  const std::size_t limbs = saturating_add(saturating_add(saturating_mul(shift, n - 1) / 64, most), 4);
  const std::size_t bytes = saturating_mul(2 * sizeof(mp_limb_t), saturating_add(limbs, most));
  if (limbs > largest_power_bits / 64) throw MemoryLimit(bytes, ctx.memory().used(), ctx.memory().limit());
  const MemoryReservation reservation = reserve_unless_short(ctx, bytes);
  Workspace::Frame frame;
  mp_limb_t* const sums[2] = {frame.allocate<mp_limb_t>(limbs).data(), frame.allocate<mp_limb_t>(limbs).data()};
  mp_limb_t* const scratch = frame.allocate<mp_limb_t>(most + 1).data();
  for (mp_limb_t* const sum : sums) std::fill_n(sum, limbs, mp_limb_t{0});
  constexpr std::size_t poll_limbs = std::size_t{1} << 16;
  std::size_t added = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = reversed ? n - 1 - k : k;
    const IntegerView x = a[i];
    if (x.is_zero()) continue;
    const bool negative = (x.sign() < 0) != (sign < 0 && i % 2 != 0);
    add_at(sums[negative ? 1 : 0], x, shift * k, scratch);
    added += x.limbs().size() + 4;
    if (added >= poll_limbs) {
      ctx.poll();
      ctx.charge(added);
      added = 0;
    }
  }
  ctx.charge(added + limbs);
  const std::size_t positive = strip(sums[0], limbs);
  const std::size_t negative = strip(sums[1], limbs);
  const std::int32_t size = add_rows(sums[0], IntegerView(sums[0], signed_size(positive, false)),
                                     IntegerView(sums[1], signed_size(negative, true)));
  value = IntegerView(sums[0], size);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
