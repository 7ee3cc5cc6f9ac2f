// Multiplication and division of coefficient i by c^i.
#include "poly/shift/shift_scaling.hpp"

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

IntegerVector scaled_by_powers(const IntegerVector& f, const Integer& s, const ExecutionContext& ctx) {
  IntegerVectorBuilder out;
  const std::size_t limbs = limbs_for_bits(saturating_add(f.max_bits(ctx), saturating_mul(f.size(), s.bit_length())));
  require_list(f.size(), saturating_mul(limbs, sizeof(mp_limb_t) / 2), ctx);
  const MemoryReservation reservation(ctx.memory(), saturating_mul(saturating_mul(f.size(), limbs), sizeof(mp_limb_t)));
  Integer power = 1;
  for (std::size_t i = 0; i < f.size(); ++i) {
    ctx.poll();
    out.push_back(mul(f[i], power));
    if (i + 1 < f.size()) power *= s;
  }
  return out.finish();
}

IntegerVector unscaled_by_powers(const IntegerVector& f, const Integer& s, const ExecutionContext& ctx) {
  IntegerVectorBuilder out;
  const MemoryReservation reservation(ctx.memory(), f.bytes());
  Integer power = 1;
  for (std::size_t i = 0; i < f.size(); ++i) {
    ctx.poll();
    out.push_back(exact_div(f[i], power));
    if (i + 1 < f.size()) power *= s;
  }
  return out.finish();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
