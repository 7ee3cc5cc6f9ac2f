// Resultants, discriminants and chains of subresultants of univariate polynomials over any integral domain.
//
// Over prime fields by Euclid's algorithm, where coefficients do not grow; over fields of fractions on numerators over
// a common denominator, so that fractions are reduced once, not at every step; else by the subresultant remainder
// sequence.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/dense_generic.hpp>
#include <polyfork/poly/dense/detail/vector_gcd.hpp>
#include <polyfork/poly/gcd/detail/subresultants.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Fields of fractions: FractionField<D>.
template <class R>
concept FractionRing = Field<R> && requires(const R& r, const typename R::element& a) {
  typename R::base_ring;
  { r.base() } -> std::convertible_to<const typename R::base_ring&>;
  r.fraction(a.numerator, a.denominator);
};

/// A common multiple of two elements, neither zero.
template <GcdDomain D>
typename D::element common_multiple(const D& domain, const typename D::element& a, const typename D::element& b) {
  if (domain.is_one(b)) return a;
  return domain.mul(a, RingCoefficients<D>(domain).quotient(b, domain.gcd(a, b)));
}

/// a denominator, an element of the domain. Precondition: the denominator is a multiple of a's.
template <FractionRing R>
typename R::base_ring::element over_denominator(const R& ring, const typename R::element& a,
                                                const typename R::base_ring::element& denominator) {
  const typename R::base_ring& domain = ring.base();
  return domain.mul(a.numerator, RingCoefficients<typename R::base_ring>(domain).quotient(denominator, a.denominator));
}

/// On coefficients in ascending degree, normalised.
template <IntegralDomain R>
class GenericResultant {
 public:
  using E = typename R::element;
  using Poly = std::vector<E>;

  GenericResultant(const R& ring, const ExecutionContext& ctx) : ring_(ring), ctx_(ctx) {}

  E run(Poly a, Poly b) const {
    if (a.empty() || b.empty()) return ring_.zero();
    if constexpr (HasVectorAlgebra<R>)
      if (std::optional<E> r = VectorAlgebra<R>::resultant(ring_, a, b, ctx_)) return std::move(*r);
    return run_generic(std::move(a), std::move(b));
  }
  /// Without what the ring brings along. Precondition: not empty.
  E run_generic(Poly a, Poly b) const {
    const bool swapped = a.size() < b.size();
    const bool odd = a.size() % 2 == 0 && b.size() % 2 == 0;  // both degrees
    if (swapped) a.swap(b);
    E r = b.size() == 1 ? pow(ring_, b[0], a.size() - 1) : of_ordered(std::move(a), std::move(b));
    return swapped && odd ? ring_.neg(r) : r;
  }

 private:
  E of_ordered(Poly a, Poly b) const {
    if constexpr (FractionRing<R>) {
      return on_numerators(a, b);
    } else {
      if constexpr (Field<R> && is_prime_field_v<R>)
        if (!ring_.characteristic().is_zero()) return by_euclid(std::move(a), std::move(b));
      const RingCoefficients<R> domain(ring_);
      return SubresultantSequence<RingCoefficients<R>>(domain, ctx_).resultant(a, b);
    }
  }

  /// Homogeneous in the coefficients of each operand, of degree deg b in those of a.
  E on_numerators(const Poly& a, const Poly& b) const requires FractionRing<R> {
    using D = typename R::base_ring;
    const D& domain = ring_.base();
    std::vector<typename D::element> numerators[2];
    typename D::element denominators[2]{domain.one(), domain.one()};
    for (const std::size_t k : {0, 1}) {
      const Poly& f = k == 0 ? a : b;
      for (const E& c : f) denominators[k] = common_multiple(domain, denominators[k], c.denominator);
      for (const E& c : f) numerators[k].push_back(over_denominator(ring_, c, denominators[k]));
    }
    auto r = GenericResultant<D>(domain, ctx_).run(std::move(numerators[0]), std::move(numerators[1]));
    return ring_.fraction(std::move(r), domain.mul(pow(domain, denominators[0], b.size() - 1),
                                                   pow(domain, denominators[1], a.size() - 1)));
  }

  /// Res(a, b) = (-1)^(deg a deg b) lc(b)^(deg a - deg r) Res(b, r), r = a mod b.
  E by_euclid(Poly a, Poly b) const requires Field<R> {
    E result = ring_.one();
    while (b.size() > 1) {
      const E lead = b.back();
      const E inverse = ring_.inverse(lead);
      for (E& c : b) c = ring_.mul(c, inverse);
      const bool odd = a.size() % 2 == 0 && b.size() % 2 == 0;
      // with b monic: lc(b)^(deg a) comes out
      result = ring_.mul(result, pow(ring_, lead, a.size() - 1));
      if (odd) result = ring_.neg(result);
      reduce(a, b);
      if (a.empty()) return ring_.zero();
      a.swap(b);
    }
    return ring_.mul(result, pow(ring_, b[0], a.size() - 1));
  }

  /// a mod b, b monic.
  void reduce(Poly& a, const Poly& b) const {
    while (a.size() >= b.size()) {
      ctx_.poll();
      ctx_.charge(b.size());
      const E top = std::move(a.back());
      a.pop_back();
      const std::size_t shift = a.size() + 1 - b.size();
      for (std::size_t i = 0; i + 1 < b.size(); ++i) a[shift + i] = ring_.sub(a[shift + i], ring_.mul(top, b[i]));
      while (!a.empty() && ring_.is_zero(a.back())) a.pop_back();
    }
  }

  const R& ring_;
  const ExecutionContext& ctx_;
};

/// (-1)^(n (n - 1) / 2) times what Res(a, a') and lc(a) give when a' has degree m: with the rows of a' as of formal
/// degree n - 1 the resultant is lc(a)^(n - 1 - m) Res(a, a'), and one factor lc(a) comes off. Preconditions: a' not
/// zero, n >= 2.
template <IntegralDomain R>
typename R::element discriminant_from(const R& ring, const typename R::element& resultant,
                                      const typename R::element& lead, std::uint64_t n, std::uint64_t m) {
  typename R::element d = m + 1 == n ? RingCoefficients<R>(ring).quotient(resultant, lead)
                                     : ring.mul(resultant, pow(ring, lead, n - 2 - m));
  return n % 4 == 2 || n % 4 == 3 ? ring.neg(d) : d;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
