// perturb and shift_roots: what makes hard instances of easy ones.
#include <algorithm>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/families/families.hpp>

#include "core/limits.hpp"
#include "poly/rows/stripes.hpp"
#include "poly/shift/shift_scaling.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {

PolyZ perturb(const PolyZ& f, std::size_t k, const ExecutionContext& ctx) {
  if (f.degree() < 1) throw DomainError("perturb needs a polynomial of positive degree");
  const IntegerVector& c = f.coefficients();
  const std::size_t changed = c.size() - 2;
  detail::check_limbs(detail::saturating_add(k, c.max_bits(ctx) + 1) / 64 + 1);
  const auto bits_of = [&](std::size_t stripe) {
    const std::size_t bits = detail::stripe_bits(c, stripe);
    if (stripe == changed / IntegerVector::stripe_rows) return std::max<std::size_t>(bits, 1) + k + 1;
    return bits == 0 ? 0 : bits + k;
  };
  const auto fill = [&](std::size_t i, mp_limb_t* row) {
    ctx.poll();
    Integer value(c[i]);
    value <<= k;
    if (i == changed) value -= 1;
    const IntegerView view = value;
    std::copy(view.limbs().begin(), view.limbs().end(), row);
    return view.signed_size();
  };
  return PolyZ(detail::fill_stripes(c.size(), bits_of, fill, ctx)).with_variable(f.variable());
}

PolyZ shift_roots(const PolyZ& f, const Rational& shift, const ExecutionContext& ctx) {
  if (f.is_constant()) return f;
  return PolyZ::make(detail::shifted_by_rational(f.coefficients(), -shift, ctx), f);
}

}  // namespace v1
}  // namespace polyfork
