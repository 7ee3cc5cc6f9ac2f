// Polynomials in a power of x over Z/pZ: the irreducible factors of h(x^t), for dense and for sparse polynomials.
//
// F(x^s), s = p^v t, is F(x^t)^(p^v). Let h be irreducible of degree d, a a root of it and N = p^d. Then h(x^t) is
// irreducible exactly when a is no q-th power in the field of N elements for every prime q that divides t and, where 4
// divides t, N = 1 mod 4. Where q divides N - 1, a is a q-th power if a^((N - 1) / q) = 1, which is a^((N - 1) / (p -
// 1)) = (-1)^d h(0) to the power (p - 1) / q if q divides p - 1; where q does not divide N - 1, every element is one.
//
// Then h(x^q) is factored; its degrees are known. Where q divides N - 1, all q-th roots of a are in the field: degree
// d. Else one is, a root of gcd(h(x^q), x^N - x); the others are its products with roots of unity, whose degree over
// the field is the order r of N modulo q: degree d r. Powers of x modulo h(x^q) are powers of y = x^q modulo h(y), of
// which inflation_steps.hpp has those wanted: x^e = x^(e mod q) y^floor(e / q).
//
// For N = 3 mod 4, h(x^2) is gone on with, whose roots are squares in their field. Each step that splits takes a prime
// of t out of at least one order, so that few are needed but for small factors. Source: Lidl, Niederreiter, Finite
// Fields, theorem 3.75.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "core/limits.hpp"
#include "poly/factor/field_power.hpp"
#include "poly/factor/inflation_steps.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// h(x^q), in the variable of h. Throws MemoryLimit where it does not fit.
template <Field R>
DensePoly<R> inflated_mod_p(const DensePoly<R>& h, std::uint64_t q, const ExecutionContext& ctx) {
  const std::uint64_t length = saturating_add(saturating_mul(h.length() - 1, q), 1);
  require_list(length, sizeof(typename R::element), ctx);
  return within_memory(ctx, [&] {
    std::vector<typename R::element> c(static_cast<std::size_t>(length), h.ring().zero());
    for (std::size_t i = 0; i < h.length(); ++i) c[i * q] = h.coefficient(i);
    return DensePoly<R>::from_elements(h.ring(), std::move(c)).with_variable(h.variable());
  });
}

template <Field R>
class InflatedModP {
 public:
  using P = DensePoly<R>;
  using E = typename R::element;

  InflatedModP(const R& field, const ExecutionContext& ctx)
      : field_(field), p_(field.characteristic()), steps_(field, ctx), ctx_(ctx) {}

  /// Whether h(x^t) is irreducible; h and t as for run.
  bool stays_irreducible(const P& h, std::uint64_t t) const {
    for (const std::uint64_t q : prime_factors(t))
      if (root_is_power(h, q)) return false;
    return !splits_by_fourth_roots(h, t);
  }

  /// Calls found(g, s) for every factor g(x^s) of h(x^t), for a monic irreducible h with h(0) not zero and t prime to
  /// p.
  template <class Found>
  void run(const P& h, std::uint64_t t, const Found& found) const {
    ctx_.poll();
    for (const std::uint64_t q : prime_factors(t)) {
      if (!root_is_power(h, q)) continue;
      for (const P& g : factors_of_inflated(h, q)) run(g, t / q, found);
      return;
    }
    if (splits_by_fourth_roots(h, t)) return run(inflated_mod_p(h, 2, ctx_), t / 2, found);
    found(h, t);
  }

 private:
  static std::size_t degree(const P& h) noexcept { return static_cast<std::size_t>(h.degree()); }

  bool splits_by_fourth_roots(const P& h, std::uint64_t t) const {
    return t % 4 == 0 && p_.view().mod(4) == 3 && h.degree() % 2 == 1;
  }

  /// p^d modulo q.
  std::uint64_t order_modulo(std::uint64_t q, std::uint64_t d) const {
    return q == 2 ? p_.view().mod(2) : PrimeField::trusted(q).word_modulus().pow(p_.view().mod(q), d);
  }

  bool root_is_power(const P& h, std::uint64_t q) const {
    if (p_.view().mod(q) == 1) {
      const E norm = degree(h) % 2 == 0 ? h.coefficient(0) : field_.neg(h.coefficient(0));
      return field_.is_one(power(norm, exact_div(sub(p_, Integer(1)), Integer(q))));
    }
    return order_modulo(q, degree(h)) != 1 || steps_.power_of_root(h, q, degree(h)).is_one();
  }

  /// The factors of h(x^q) where the root of h is a q-th power.
  std::vector<P> factors_of_inflated(const P& h, std::uint64_t q) const {
    const std::size_t d = degree(h);
    P f = inflated_mod_p(h, q, ctx_);
    const MemoryReservation held(ctx_.memory(), saturating_mul(3 * f.length(), sizeof(E)));
    P frobenius = in_power(steps_.power_of_root(h, q, 1), q, p_.view().mod(q));
    const std::uint64_t order = order_modulo(q, d);
    if (order == 1) return steps_.equal_degrees(f, d, frobenius);
    // x^N - x, divided by x.
    const P difference = sub(in_power(steps_.power_of_root(h, q, d), q, order - 1), constant_one(h), ctx_);
    P g = gcd(f, difference, ctx_);
    f = exact_div(f, g, ctx_);
    frobenius = rem(frobenius, f, ctx_);
    std::vector<P> factors = steps_.equal_degrees(f, d * order_of(order, q), frobenius);
    factors.push_back(std::move(g));
    return factors;
  }

  P constant_one(const P& like) const { return P::constant(field_, field_.one()).with_variable(like.variable()); }
  /// x^low g(x^q).
  P in_power(const P& g, std::uint64_t q, std::uint64_t low) const {
    return shift_left(inflated_mod_p(g, q, ctx_), static_cast<std::size_t>(low), ctx_);
  }

  /// The order of a modulo the prime q.
  static std::uint64_t order_of(std::uint64_t a, std::uint64_t q) {
    const PrimeField units = PrimeField::trusted(q);
    std::uint64_t order = q - 1;
    for (const std::uint64_t r : prime_factors(order))
      while (order % r == 0 && units.word_modulus().pow(a, order / r) == 1) order /= r;
    return order;
  }

  E power(const E& base, const Integer& e) const { return field_power(field_, base, e); }

  R field_;
  Integer p_;
  InflationSteps<R> steps_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
