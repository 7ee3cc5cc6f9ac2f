// Greatest common divisor and square-free decomposition of sparse univariate polynomials.
//
// With a = x^i A(x^s), b = x^j B(x^s): gcd(a, b) = x^min(i,j) G(x^s) for G = gcd(A, B), since A and B are prime to x
// and gcds over a field, hence primitive gcds, commute with x -> x^s. Likewise A(x^s) = prod A_k(x^s)^k with A_k(x^s)
// square-free when s is not zero in the ring; over Z/p a factor p^v of s gives p^v-th powers.
// Lists that do not fit are treated as they are: monic Euclid over fields (over finite prime fields the remainder of a
// sparse dividend by a dense divisor by powers of x), subresultants otherwise; powers of sparse polynomials by their
// roots, Yun's algorithm unless a prime shows that nothing is repeated.
// Literature: Davenport, Carette, The sparsity challenges, SYNASC 2009 (what can be hoped for); Yun, SYMSAC 1976.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/sparse/detail/sparse_power_root.inl>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

/// F of x^low F(x^step), and back.
template <Ring R>
DensePoly<R> deflated(const SparsePoly<R>& a, std::uint64_t low, std::uint64_t step) {
  return DensePoly<R>(a.ring(), dense_list(a.ring(), a.packed_terms(), low, step)).with_variable(a.variable());
}
template <Ring R>
SparsePoly<R> inflated(const DensePoly<R>& f, std::uint64_t low, std::uint64_t step, const ExecutionContext& ctx) {
  return SparsePoly<R>::make(sparse_list(f.ring(), f.coefficients(), low, step, ctx),
                             SparsePoly<R>(f.ring()).with_variable(f.variable()));
}

/// F(x) and F(x^step) in sparse form.
template <Ring R>
SparsePoly<R> make_step(const SparsePoly<R>& a, const SparseShape& shape, std::uint64_t step,
                        const ExecutionContext& ctx) {
  ctx.poll();
  SparseList<R> terms = a.packed_terms();
  for (std::uint64_t& e : terms.exponents) e = step == 0 ? 0 : (e - shape.low) / step;
  return SparsePoly<R>::make(std::move(terms), a);
}
template <Ring R>
SparsePoly<R> with_step(const SparsePoly<R>& a, std::uint64_t step, const ExecutionContext& ctx) {
  ctx.poll();
  SparseList<R> terms = a.packed_terms();
  for (std::uint64_t& e : terms.exponents) e = multiply_exponents(e, step);
  return SparsePoly<R>::make(std::move(terms), a);
}

/// The associate whose leading coefficient is its own gcd with zero. Precondition: a not zero.
template <GcdDomain R>
SparsePoly<R> unit_normal(const SparsePoly<R>& a, const ExecutionContext& ctx) {
  const R& ring = a.ring();
  const auto lead = a.leading_coefficient();
  const auto unit = *ring.try_divide(lead, ring.gcd(lead, ring.zero()));
  if (ring.is_one(unit)) return a;
  return a.mapped([&](std::uint64_t, const auto& c) { return *ring.try_divide(c, unit); }, ctx);
}

/// a mod b over a finite field: sum of c x^e mod b, powers by squaring. b monic, its list within reach.
template <Field R>
SparsePoly<R> rem_by_powers(const SparsePoly<R>& a, const SparsePoly<R>& b, const ExecutionContext& ctx) {
  const R& ring = a.ring();
  const DensePoly<R> modulus = to_dense(b, ctx);
  const DensePoly<R> x = DensePoly<R>::generator(ring).with_variable(b.variable());
  const auto power = [&](std::uint64_t exponent) {
    DensePoly<R> result = rem(DensePoly<R>::constant(ring, ring.one()).with_variable(b.variable()), modulus, ctx);
    for (std::uint64_t bit = std::uint64_t{1} << 62; bit != 0; bit >>= 1) {
      if (!result.is_constant() || exponent >= bit) result = rem(mul(result, result, ctx), modulus, ctx);
      if (exponent & bit) result = rem(mul(result, x, ctx), modulus, ctx);
    }
    return result;
  };
  DensePoly<R> value = DensePoly<R>(ring).with_variable(b.variable());
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    ctx.poll();
    const auto& e = a.packed_terms().exponents;
    value = add(value, DensePoly<R>::constant(ring, a.packed_terms()[i]), ctx);
    value = rem(mul(value, power(e[i] - (i + 1 == e.size() ? 0 : e[i + 1])), ctx), modulus, ctx);
  }
  return to_sparse(value, ctx).with_variable(b.variable());
}

}  // namespace detail::sup
}  // namespace v1
}  // namespace polyfork

#include <polyfork/poly/sparse/detail/sparse_gcd_image.inl>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

/// The gcd of F(x^step) from one prime, over Z and Q where lists are much longer than there are terms.
template <GcdDomain R>
std::optional<SparsePoly<R>> gcd_by_image(const SparsePoly<R>& a, const SparsePoly<R>& b, const ExecutionContext& ctx) {
  constexpr std::int64_t long_degree = std::int64_t{1} << 16;
  constexpr std::int64_t few_terms = 16;
  const std::int64_t degree = std::max(a.degree(), b.degree());
  if (degree < long_degree || degree / few_terms < static_cast<std::int64_t>(a.term_count() + b.term_count()))
    return std::nullopt;
  if constexpr (std::same_as<R, Rationals>) {
    const auto g = primitive_gcd_by_image(numerator_polynomial(a), numerator_polynomial(b), ctx);
    if (g) return to_rational(to_sparse(*g, ctx)).with_variable(a.variable());
  } else if constexpr (std::same_as<R, Integers>) {
    const auto g = primitive_gcd_by_image(a, b, ctx);
    if (g) return scale(to_sparse(*g, ctx), gcd(content(a, ctx), content(b, ctx)), ctx).with_variable(a.variable());
  }
  return std::nullopt;
}

/// Monic Euclid. Precondition: not both zero.
template <Field R>
SparsePoly<R> sparse_euclid(SparsePoly<R> a, SparsePoly<R> b, const ExecutionContext& ctx) {
  if (a.degree() < b.degree()) std::swap(a, b);
  while (!b.is_zero()) {
    b = make_monic(b, ctx);
    const auto length = static_cast<std::uint64_t>(b.degree()) + 1;
    const bool powers = is_prime_field_v<R> && !a.ring().characteristic().is_zero() &&
                        dense_within_reach(length, ctx.memory().available()) &&
                        static_cast<std::uint64_t>(a.degree()) / 64 > length * a.term_count();
    SparsePoly<R> r = powers ? rem_by_powers(a, b, ctx) : rem(a, b, ctx);
    a = std::exchange(b, std::move(r));
  }
  return make_monic(a, ctx);
}

/// The gcd of primitive polynomials by pseudo-remainders made primitive again. Precondition: not both zero.
template <GcdDomain R>
SparsePoly<R> sparse_primitive_gcd(SparsePoly<R> a, SparsePoly<R> b, const ExecutionContext& ctx) {
  if (a.degree() < b.degree()) std::swap(a, b);
  while (!b.is_zero()) {
    SparsePoly<R> r = primitive_part(lazy_pseudo_div_rem(a, b, ctx).remainder, ctx);
    a = std::exchange(b, std::move(r));
  }
  return unit_normal(primitive_part(a, ctx), ctx);
}

template <GcdDomain R>
SparsePoly<R> sparse_gcd(const SparsePoly<R>& a, const SparsePoly<R>& b, const ExecutionContext& ctx) {
  if constexpr (Field<R>) {
    return sparse_euclid(a, b, ctx);
  } else {
    const auto common = a.ring().gcd(content(a, ctx), content(b, ctx));
    return scale(sparse_primitive_gcd(primitive_part(a, ctx), primitive_part(b, ctx), ctx), common, ctx);
  }
}

/// As integers, the power of p in s. p = 0 or above s: 1.
inline std::uint64_t power_in(std::uint64_t s, const Integer& p) {
  if (p.is_zero() || p > Integer(s)) return 1;
  const auto q = static_cast<std::uint64_t>(p.to_int64());
  std::uint64_t power = 1;
  for (; s % q == 0; s /= q) power *= q;
  return power;
}

/// Yun's algorithm on sparse polynomials, characteristic zero or above the degree.
template <GcdDomain R>
void sparse_yun(const SparsePoly<R>& a, std::vector<SparsePolySquareFreeFactor<R>>& out, const ExecutionContext& ctx) {
  const SparsePoly<R> slope = derivative(a, 1, ctx);
  const SparsePoly<R> repeated = gcd(a, slope, ctx);
  SparsePoly<R> b = exact_div(a, repeated, ctx);
  SparsePoly<R> c = exact_div(slope, repeated, ctx);
  for (std::uint64_t multiplicity = 1; !b.is_constant(); ++multiplicity) {
    const SparsePoly<R> d = sub(c, derivative(b, 1, ctx), ctx);
    SparsePoly<R> factor = gcd(b, d, ctx);
    b = exact_div(b, factor, ctx);
    c = exact_div(d, factor, ctx);
    if (!factor.is_constant()) out.push_back({std::move(factor), multiplicity});
  }
}

/// A factor, its multiplicity, joined to one of equal multiplicity.
template <GcdDomain R>
void join_factor(std::vector<SparsePolySquareFreeFactor<R>>& factors, SparsePoly<R> factor, std::uint64_t multiplicity,
                 const ExecutionContext& ctx) {
  for (auto& f : factors) {
    if (f.multiplicity != multiplicity) continue;
    f.factor = mul(f.factor, factor, ctx);
    return;
  }
  const auto after =
      std::find_if(factors.begin(), factors.end(), [&](const auto& f) { return f.multiplicity > multiplicity; });
  factors.insert(after, {std::move(factor), multiplicity});
}

/// Lists so many times as long as there are terms may be powers of few terms.
inline constexpr std::uint64_t terms_are_few = 16;

template <GcdDomain R>
SparsePoly<R> primitive_or_monic(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  if constexpr (Field<R>)
    return make_monic(f, ctx);
  else
    return primitive_part(f, ctx);
}

/// The factors prime to x of a = x^low F(x^step).
template <GcdDomain R>
std::vector<SparsePolySquareFreeFactor<R>> factors_prime_to_x(const SparsePoly<R>& a, const SparseShape& shape,
                                                              const ExecutionContext& ctx) {
  std::vector<SparsePolySquareFreeFactor<R>> factors;
  if (shape.terms == 1) return factors;
  const Integer p = a.ring().characteristic();
  std::uint64_t repeated = power_in(shape.step, p);  // F(x^(s p^v)) = F(x^s)^(p^v) over Z/p
  const std::uint64_t step = shape.step / repeated;
  if (repeated != 1 && !is_prime_field_v<R>)
    throw DomainError("square-free decomposition: the characteristic is positive and at most the degree");
  const std::uint64_t length = shape.length(shape.step);
  const bool separable = p.is_zero() || p > Integer(length);
  const bool within_reach = dense_within_reach(length, ctx.memory().available());
  if (!within_reach && !separable) throw MemoryLimit(SIZE_MAX, ctx.memory().used(), ctx.memory().limit());
  if (separable && length / terms_are_few > shape.terms) {
    auto [root, exponent] = highest_root(primitive_or_monic(make_step(a, shape, shape.step, ctx), ctx), ctx);
    if (exponent != 1) {
      const SparseShape inner = sparse_shape(root.packed_terms().exponents);
      for (auto& g : factors_prime_to_x(root, inner, ctx))
        factors.push_back({with_step(g.factor, step, ctx),
                           multiply_exponents(g.multiplicity, multiply_exponents(repeated, exponent))});
      return factors;
    }
  }
  if (within_reach) {
    const auto dense = square_free_decomposition(deflated(a, shape.low, shape.step), ctx);
    for (const auto& f : dense.factors)
      factors.push_back({inflated(f.factor, 0, step, ctx), multiply_exponents(f.multiplicity, repeated)});
    return factors;
  }
  SparsePoly<R> f = primitive_or_monic(make_step(a, shape, shape.step, ctx), ctx);
  std::vector<SparsePolySquareFreeFactor<R>> found;
  if (is_square_free_by_a_prime(f, ctx))
    found.push_back({std::move(f), 1});
  else
    sparse_yun(f, found, ctx);
  for (auto& g : found)
    factors.push_back({with_step(g.factor, step, ctx), multiply_exponents(g.multiplicity, repeated)});
  return factors;
}

}  // namespace detail::sup

template <GcdDomain R>
SparsePoly<R> gcd(const SparsePoly<R>& a, const SparsePoly<R>& b, const ExecutionContext& ctx) {
  const SparsePoly<R>& named = SparsePoly<R>::check(a, b);
  if (a.is_zero() && b.is_zero()) return SparsePoly<R>(a.ring()).with_variable(named.variable());
  const detail::sup::SparseShape sa = detail::sup::sparse_shape(a.packed_terms().exponents);
  const detail::sup::SparseShape sb = detail::sup::sparse_shape(b.packed_terms().exponents);
  const std::uint64_t step = std::gcd(sa.step, sb.step);
  const std::uint64_t low = a.is_zero() ? sb.low : b.is_zero() ? sa.low : std::min(sa.low, sb.low);
  if (!a.is_zero() && !b.is_zero()) {
    const auto g = detail::sup::gcd_by_image(detail::sup::make_step(a, sa, step, ctx),
                                             detail::sup::make_step(b, sb, step, ctx), ctx);
    if (g) return shift_left(detail::sup::with_step(*g, step, ctx), low, ctx).with_variable(named.variable());
  }
  if (detail::sup::dense_within_reach(std::max(sa.length(step), sb.length(step)), ctx.memory().available())) {
    const DensePoly<R> g = gcd(detail::sup::deflated(a, sa.low, step), detail::sup::deflated(b, sb.low, step), ctx);
    return detail::sup::inflated(g, low, step, ctx).with_variable(named.variable());
  }
  const SparsePoly<R> f = detail::sup::make_step(a, sa, step, ctx);
  const SparsePoly<R> g = detail::sup::make_step(b, sb, step, ctx);
  return shift_left(detail::sup::with_step(detail::sup::sparse_gcd(f, g, ctx), step, ctx), low, ctx)
      .with_variable(named.variable());
}

template <GcdDomain R>
SparsePolySquareFreeDecomposition<R> square_free_decomposition(const SparsePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) throw DomainError("the zero polynomial has no square-free decomposition");
  const R& ring = a.ring();
  SparsePolySquareFreeDecomposition<R> result{a.leading_coefficient(), {}};
  if (a.is_constant()) return result;
  const detail::sup::SparseShape shape = detail::sup::sparse_shape(a.packed_terms().exponents);
  result.factors = detail::sup::factors_prime_to_x(a, shape, ctx);
  if (shape.low != 0)
    detail::sup::join_factor(result.factors, SparsePoly<R>::generator(ring).with_variable(a.variable()), shape.low,
                             ctx);
  typename R::element lead = ring.one();
  for (const auto& f : result.factors)
    if (!f.factor.is_monic())
      lead = ring.mul(lead, detail::sup::bounded_power(ring, f.factor.leading_coefficient(), f.multiplicity, ctx));
  if (!ring.is_one(lead)) result.unit = *ring.try_divide(result.unit, lead);
  return result;
}

template <GcdDomain R>
bool is_square_free(const SparsePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) return false;
  if (a.is_constant()) return true;
  const detail::sup::SparseShape shape = detail::sup::sparse_shape(a.packed_terms().exponents);
  if (shape.low >= 2) return false;
  const std::uint64_t length = shape.length(shape.step);
  if (!detail::sup::dense_within_reach(length, ctx.memory().available())) {
    const auto d = square_free_decomposition(a, ctx);
    return std::all_of(d.factors.begin(), d.factors.end(), [](const auto& f) { return f.multiplicity == 1; });
  }
  if (shape.terms > 1 && detail::sup::power_in(shape.step, a.ring().characteristic()) != 1) {
    if constexpr (is_prime_field_v<R>)
      return false;  // a p-th power times x^low
    else
      throw DomainError("square-free test: the characteristic is positive and at most the degree");
  }
  return is_square_free(detail::sup::deflated(a, shape.low, shape.step), ctx);
}

}  // namespace v1
}  // namespace polyfork
