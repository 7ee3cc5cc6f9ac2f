// One product of long natural numbers: by one call to GMP, charged by the cost model, or by transforms of the limbs.
//
// GMP's calls are serial and cannot be cancelled; no plan has one on more than 2^17 limbs.
#include "poly/mul/mul_integer.hpp"

#include <algorithm>

#include <polyfork/core/cpu.hpp>

#include "fft/limb_convolution.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Operand = std::span<const mp_limb_t>;

void by_gmp(mp_limb_t* product, Operand a, Operand b, const ExecutionContext& ctx) {
  if (a.data() == b.data() && a.size() == b.size())
    sqr_short_limbs(product, a.data(), a.size());
  else
    mul_short_limbs(product, a.data(), a.size(), b.data(), b.size());
  ctx.charge(static_cast<std::uint64_t>(gmp_mul_units(a.size(), b.size())));
}

}  // namespace

void mul_integers(const MulPlan& plan, std::span<mp_limb_t> product, Operand a, Operand b,
                  const ExecutionContext& ctx) {
  a = a.first(strip(a.data(), a.size()));
  b = b.first(strip(b.data(), b.size()));
  const auto& transforms = plan.as<TransformParameters>();
  std::size_t written = a.size() + b.size();
  ctx.poll();
  if (a.empty() || b.empty())
    written = 0;
  else if (transforms.primes == 0)
    by_gmp(product.data(), a, b, ctx);
  else
    multiply_limbs(plan_limb_convolution(a.size(), b.size(), plan.threads, active_isa(), {transforms.leaf_log}), a, b,
                   product.first(written), ctx);
  std::fill(product.begin() + static_cast<std::ptrdiff_t>(written), product.end(), mp_limb_t{0});
  ctx.poll();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
