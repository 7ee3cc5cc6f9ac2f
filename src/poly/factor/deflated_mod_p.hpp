// Dense polynomials in a power of x over Z/pZ: the polynomial in x is factored, and its factors are inflated.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "core/limits.hpp"
#include "poly/factor/factor_zp_order.hpp"
#include "poly/factor/inflated_mod_p.hpp"
#include "poly/factor/power_roots.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f = x^low F(x^step) with F(0) not zero and the largest step; step 1 for a single term.
struct DeflatedShape {
  std::size_t low = 0;
  std::size_t step = 1;
};

/// Precondition: f not zero. O(1) unless most coefficients are zero.
template <Field R>
DeflatedShape deflated_shape(const DensePoly<R>& f, const ExecutionContext& ctx) {
  const auto is_zero = [&](std::size_t i) {
    if (i % 4096 == 4095) ctx.poll();
    return f.ring().is_zero(f.coefficient(i));
  };
  DeflatedShape shape{0, 0};
  while (is_zero(shape.low)) ++shape.low;
  for (std::size_t i = shape.low + 1; i < f.length() && shape.step != 1; ++i)
    if (!is_zero(i)) shape.step = std::gcd(shape.step, i - shape.low);
  if (shape.step == 0) shape.step = 1;
  return shape;
}

/// Whether f is factored by F. On words distinct degrees are as fast up to about this length.
template <Field R>
bool is_factored_deflated(const DensePoly<R>& f, const DeflatedShape& shape) {
  constexpr std::size_t longest_direct = std::same_as<R, PrimeField> ? 32 : 0;
  return shape.step > 1 && f.length() > longest_direct;
}

/// F.
template <Field R>
DensePoly<R> deflated_mod_p(const DensePoly<R>& f, const DeflatedShape& shape, const ExecutionContext& ctx) {
  return within_memory(ctx, [&] {
    std::vector<typename R::element> c;
    c.reserve((f.length() - shape.low - 1) / shape.step + 1);
    for (std::size_t i = shape.low; i < f.length(); i += shape.step) c.push_back(f.coefficient(i));
    return DensePoly<R>::from_elements(f.ring(), std::move(c)).with_variable(f.variable());
  });
}

/// factor(f) for a step greater than 1.
template <Field R>
Factorization<R> factor_deflated(const DensePoly<R>& f, const DeflatedShape& shape, const ExecutionContext& ctx) {
  const MemoryReservation held(ctx.memory(), saturating_mul(2 * f.length(), sizeof(typename R::element)));
  Factorization<R> result{f.leading_coefficient(), {}};
  if (shape.low != 0)
    result.factors.push_back({DensePoly<R>::generator(f.ring()).with_variable(f.variable()), shape.low});
  const StepModP step = split_step(shape.step, f.ring().characteristic());
  const InflatedModP<R> inflated(f.ring(), ctx);
  for (const auto& [h, multiplicity] : factor(deflated_mod_p(f, shape, ctx), ctx).factors)
    inflated.run(h, step.t, [&, m = multiplicity * step.power](const DensePoly<R>& g, std::uint64_t s) {
      result.factors.push_back({s == 1 ? g : inflated_mod_p(g, s, ctx), m});
    });
  sort_canonically(result.factors);
  return result;
}

/// is_irreducible(f) for a step greater than 1.
template <Field R>
bool is_irreducible_deflated(const DensePoly<R>& f, const DeflatedShape& shape, const ExecutionContext& ctx) {
  if (shape.low != 0) return false;
  const StepModP step = split_step(shape.step, f.ring().characteristic());
  if (step.power != 1) return false;
  const DensePoly<R> h = make_monic(deflated_mod_p(f, shape, ctx), ctx);
  return is_irreducible(h, ctx) && InflatedModP<R>(f.ring(), ctx).stays_irreducible(h, step.t);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
