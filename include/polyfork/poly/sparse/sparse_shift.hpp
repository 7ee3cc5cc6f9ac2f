// Taylor shifts f(x + c) and affine substitutions f(a x + b) of sparse univariate polynomials.
//
// Over rings of characteristic zero hardly a coefficient of f(x + c) is zero: the shift is that of the dense form, and
// where this form, or the result, does not fit, MemoryLimit is thrown before anything is allocated. Over Z/p
// (x + c)^e is the product of (x^(p^i) + c)^(e_i) over the digits e_i of e to base p, which has few terms where the
// digits are small: x^(p^k) costs two terms, whatever its degree (Lucas, 1878).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/sparse/detail/sparse_dense.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

namespace polyfork {
inline namespace v1 {

/// f(x + c). The contracts of dense polynomials.
POLYFORK_EXPORT SparsePoly<Integers> taylor_shift(const SparsePoly<Integers>& f, const Integer& c,
                                                  const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparsePoly<Rationals> taylor_shift(const SparsePoly<Rationals>& f, const Rational& c,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
/// By digits of the exponents where that gives fewer terms than the dense form has coefficients. c is canonical.
POLYFORK_EXPORT SparsePoly<PrimeField> taylor_shift(const SparsePoly<PrimeField>& f, std::uint64_t c,
                                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// q^n f(x - p/q), n = deg f: the roots moved by p/q. For 2^k f - x^(n-1), the other change of families.hpp, sparse
/// sums serve.
POLYFORK_EXPORT SparsePoly<Integers> shift_roots(const SparsePoly<Integers>& f, const Rational& shift,
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());

/// f(a x + b). For b = 0 coefficient by coefficient, with as many terms as f has.
POLYFORK_EXPORT SparsePoly<Integers> affine(const SparsePoly<Integers>& f, const Integer& a, const Integer& b,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparsePoly<Rationals> affine(const SparsePoly<Rationals>& f, const Rational& a, const Rational& b,
                                             const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparsePoly<PrimeField> affine(const SparsePoly<PrimeField>& f, std::uint64_t a, std::uint64_t b,
                                              const ExecutionContext& ctx = ExecutionContext::default_context());

namespace detail::sup {

/// f(a x).
template <Ring R>
SparsePoly<R> with_scaled_variable(const SparsePoly<R>& f, const typename R::element& a, const ExecutionContext& ctx) {
  const R& ring = f.ring();
  if (ring.is_one(a)) return f;
  const std::size_t n = f.term_count();
  const std::vector<std::uint64_t>& exponents = f.packed_terms().exponents;
  const MemoryReservation reservation(ctx.memory(), n * sizeof(typename R::element));
  std::vector<typename R::element> scaled(n, ring.zero());
  typename R::element power = ring.one();
  for (std::size_t i = n; i-- != 0;) {
    ctx.poll();
    const std::uint64_t gap = exponents[i] - (i + 1 == n ? 0 : exponents[i + 1]);
    power = ring.mul(power, bounded_power(ring, a, gap, ctx));
    scaled[i] = ring.mul(f.packed_terms()[i], power);
  }
  SparseListBuilder<R> out(ring, ctx);
  for (std::size_t i = 0; i < n; ++i) out.push_back(exponents[i], std::move(scaled[i]));
  return SparsePoly<R>::make(out.finish(), f);
}

/// The cases of f(a x + b) that need no shift, else otherwise().
template <Ring R, class F>
SparsePoly<R> affine_or(const SparsePoly<R>& f, const typename R::element& a, const typename R::element& b,
                        const F& otherwise, const ExecutionContext& ctx) {
  const R& ring = f.ring();
  if (ring.is_zero(a)) return SparsePoly<R>::constant(ring, evaluate(f, b, ctx)).with_variable(f.variable());
  if (ring.is_zero(b) || f.is_constant()) return with_scaled_variable(f, a, ctx);
  return otherwise();
}

}  // namespace detail::sup

/// Over any other ring: by the composition of the dense forms.
template <Ring R>
SparsePoly<R> affine(const SparsePoly<R>& f, const typename R::element& a, const typename R::element& b,
                     const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::sup::affine_or(
      f, a, b,
      [&] {
        const detail::sup::DenseForm<R> form(f, 0, 1, ctx);
        return detail::sup::within_memory(
            ctx, [&] { return detail::sup::sparse_form(affine(form.poly(), a, b, ctx), 0, 1, ctx); });
      },
      ctx);
}
template <Ring R>
SparsePoly<R> taylor_shift(const SparsePoly<R>& f, const typename R::element& c,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return f.ring().is_zero(c) ? f : affine(f, f.ring().one(), c, ctx);
}

}  // namespace v1
}  // namespace polyfork
