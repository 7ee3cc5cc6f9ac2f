// Pseudo-division, powers, composition and change of form of sparse univariate polynomials.
//
// Pseudo-division goes row by row as the dense one, r = lc(b) r - lc(r) x^k b, on whole sparse polynomials; with a
// monic divisor it is the division by the heap. The multiplier of the full form is brought in at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

/// Lazy, with the number of steps that multiplied. Precondition: b not zero.
template <Ring R>
std::pair<SparsePolyPseudoDivision<R>, std::uint64_t> lazy_pseudo_division(const SparsePoly<R>& a,
                                                                           const SparsePoly<R>& b,
                                                                           const ExecutionContext& ctx) {
  const R& ring = a.ring();
  const SparsePoly<R>& named = SparsePoly<R>::check(a, b);
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  if (b.is_monic()) {
    SparsePolyDivision<R> qr = div_rem(a, b, ctx);
    return {{std::move(qr.quotient), std::move(qr.remainder), ring.one()}, 0};
  }
  if constexpr (IntegralDomain<R>)
    require_terms(least_quotient_terms(a.packed_terms().exponents, b.packed_terms().exponents),
                  sizeof(typename R::element), ctx);
  const auto lead = b.leading_coefficient();
  SparsePolyPseudoDivision<R> result{SparsePoly<R>(ring).with_variable(named.variable()), a, ring.one()};
  result.remainder.set_variable(named.variable());
  std::uint64_t steps = 0;
  while (!result.remainder.is_zero() && result.remainder.degree() >= b.degree()) {
    ctx.poll();
    const auto top = result.remainder.leading_coefficient();
    const auto k = static_cast<std::uint64_t>(result.remainder.degree() - b.degree());
    const auto step = SparsePoly<R>::monomial(ring, top, k).with_variable(named.variable());
    result.quotient = add(scale(result.quotient, lead, ctx), step, ctx);
    const auto next = sub(scale(result.remainder, lead, ctx), shift_left(scale(b, top, ctx), k, ctx), ctx);
    result.remainder = SparsePoly<R>(next).with_variable(named.variable());
    result.multiplier = ring.mul(result.multiplier, lead);
    ++steps;
  }
  return {std::move(result), steps};
}

}  // namespace detail::sup

template <Ring R>
SparsePolyPseudoDivision<R> lazy_pseudo_div_rem(const SparsePoly<R>& a, const SparsePoly<R>& b,
                                                const ExecutionContext& ctx) {
  return detail::sup::lazy_pseudo_division(a, b, ctx).first;
}

template <Ring R>
SparsePolyPseudoDivision<R> pseudo_div_rem(const SparsePoly<R>& a, const SparsePoly<R>& b,
                                           const ExecutionContext& ctx) {
  const std::uint64_t all = a.degree() < b.degree() ? 0 : static_cast<std::uint64_t>(a.degree() - b.degree()) + 1;
  if (!b.is_zero()) detail::sup::check_power(a.ring(), b.leading_coefficient(), all);
  auto [result, steps] = detail::sup::lazy_pseudo_division(a, b, ctx);
  if (all == 0 || b.is_monic()) return std::move(result);
  const std::uint64_t missing = all - steps;
  const auto factor = detail::sup::bounded_power(a.ring(), b.leading_coefficient(), missing, ctx);
  result.quotient = scale(result.quotient, factor, ctx);
  result.remainder = scale(result.remainder, factor, ctx);
  result.multiplier = a.ring().mul(result.multiplier, factor);
  return std::move(result);
}

template <Ring R>
SparsePoly<R> pow(const SparsePoly<R>& a, std::uint64_t exponent, const ExecutionContext& ctx) {
  const R& ring = a.ring();
  if (!a.is_zero()) detail::sup::multiply_exponents(a.packed_terms().exponents.front(), exponent);
  if (a.term_count() == 1)
    return SparsePoly<R>::monomial(ring, detail::sup::bounded_power(ring, a.leading_coefficient(), exponent, ctx),
                                   a.low_degree() * exponent)
        .with_variable(a.variable());
  // A root of multiplicity m that is not zero needs m + 1 terms, in characteristic 0.
  if constexpr (IntegralDomain<R>)
    if (a.term_count() > 1 && ring.characteristic().is_zero())
      detail::sup::require_terms(exponent < UINT64_MAX ? exponent + 1 : exponent,
                                 sizeof(std::uint64_t) + sizeof(typename R::element), ctx);
  SparsePoly<R> result = SparsePoly<R>::constant(ring, ring.one()).with_variable(a.variable());
  SparsePoly<R> power = a;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = mul(result, power, ctx);
    if (exponent > 1) power = mul(power, power, ctx);
  }
  return result;
}

template <Ring R>
SparsePoly<R> compose(const SparsePoly<R>& a, const SparsePoly<R>& b, const ExecutionContext& ctx) {
  const R& ring = a.ring();
  if (!(ring == b.ring())) throw ModulusMismatch("polynomials over different rings");
  SparsePoly<R> value = SparsePoly<R>(ring).with_variable(b.variable());
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    const SparsePoly<R> c = SparsePoly<R>::constant(ring, a.packed_terms()[i]).with_variable(b.variable());
    const std::uint64_t gap =
        a.packed_terms().exponents[i] - (i + 1 == a.term_count() ? 0 : a.packed_terms().exponents[i + 1]);
    value = mul(add(value, c, ctx), pow(b, gap, ctx), ctx);
  }
  return value;
}

template <GcdDomain R>
SparsePoly<R> primitive_part(const SparsePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) return a;
  const typename R::element c = content(a, ctx);
  if (a.ring().is_one(c)) return a;
  return a.mapped([&](std::uint64_t, const auto& e) { return *a.ring().try_divide(e, c); }, ctx);
}

template <Field R>
SparsePoly<R> make_monic(const SparsePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) throw DomainError("the zero polynomial has no monic associate");
  return a.is_monic() ? a : scale(a, a.ring().inverse(a.leading_coefficient()), ctx);
}

template <Ring R>
DensePoly<R> to_dense(const SparsePoly<R>& a, const ExecutionContext& ctx) {
  const std::uint64_t length = static_cast<std::uint64_t>(a.degree()) + 1;
  if (length >= std::uint64_t{1} << 31) throw MemoryLimit(SIZE_MAX, ctx.memory().used(), ctx.memory().limit());
  const MemoryReservation reservation(ctx.memory(), static_cast<std::size_t>(length) * sizeof(typename R::element));
  return detail::within_memory(ctx, [&] {
    auto list = detail::sup::dense_list(a.ring(), a.packed_terms(), 0, 1);
    return DensePoly<R>(a.ring(), std::move(list)).with_variable(a.variable());
  });
}

template <Ring R>
std::variant<DensePoly<R>, SparsePoly<R>> by_density(SparsePoly<R> a, const ExecutionContext& ctx) {
  if (prefer_sparse(a.term_count(), static_cast<std::uint64_t>(a.degree()) + 1)) return a;
  return to_dense(a, ctx);
}

template <Ring R>
std::variant<DensePoly<R>, SparsePoly<R>> by_density(DensePoly<R> a, const ExecutionContext& ctx) {
  std::size_t terms = 0;
  for (std::size_t i = 0; i < a.length(); ++i) terms += a.ring().is_zero(a.coefficient(i)) ? 0 : 1;
  if (prefer_sparse(terms, a.length())) return to_sparse(a, ctx);
  return a;
}

}  // namespace v1
}  // namespace polyfork
