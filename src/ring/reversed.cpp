// The coefficients of x^n f(1/x), in stripes as narrow as they allow.
#include "ring/reversed.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <polyfork/core/parallel.hpp>

#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

IntegerVector reversed(const IntegerVector& v, const ExecutionContext& ctx) {
  constexpr std::size_t stripe = IntegerVector::stripe_rows;
  constexpr std::size_t limbs_of_a_task = std::size_t{1} << 14;
  const std::size_t n = v.size();
  std::vector<std::uint32_t> strides((n + stripe - 1) / stripe, 0);
  std::size_t total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t limbs = v[n - 1 - i].limbs().size();
    strides[i / stripe] = std::max(strides[i / stripe], static_cast<std::uint32_t>(limbs));
    total += limbs;
  }
  IntegerVector result = unwritten_integers(n, strides);
  const std::size_t grain = limbs_of_a_task / (total / std::max<std::size_t>(n, 1) + 1) + 1;
  parallel_for(ctx, n, grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) {
      const IntegerView a = v[n - 1 - i];
      mp_limb_t* const row = result.row(i);
      std::fill(std::copy(a.limbs().begin(), a.limbs().end(), row), row + strides[i / stripe], 0);
      result.set_signed_size(i, a.signed_size());
    }
  });
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
