// Factorization over a prime field in terms of arithmetic modulo polynomials.
//
// Distinct degrees: the product of the irreducible factors of degree d is gcd(f, x^(p^d) - x) once those of lower
// degrees are gone. Equal degrees d (Cantor, Zassenhaus, Math. Comp. 36, 1981): the trace T = a + a^p + ... +
// a^(p^(d-1)) of a random a is a random element of the prime field modulo each factor, so gcd(f, T^((p-1)/2) - 1)
// splits off about half of the factors; for p = 2 gcd(f, T) does. Factors are irreducible since all irreducible factors
// of a polynomial of degree d out of the first step have degree d, and a factor is final when it has this degree.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor/factor_zp_quotient.hpp"
#include "poly/factor/factor_zp_random.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Ring R>
class FieldFactorizer {
 public:
  using Poly = DensePoly<R>;
  struct EqualDegrees {
    Poly product;
    std::size_t degree;
  };

  FieldFactorizer(const R& ring, const ExecutionContext& ctx)
      : ring_(ring), ctx_(ctx), p_(ring.characteristic()), random_(0x706f6c79) {}

  /// Products of the irreducible factors of one degree, ascending. Precondition: f monic, not constant, square-free.
  std::vector<EqualDegrees> distinct_degrees(Poly f) const {
    std::vector<EqualDegrees> parts;
    const Poly x = Poly::identity(ring_).with_variable(f.variable());
    Poly h = x;
    for (std::size_t d = 1; !f.is_constant(); ++d) {
      if (2 * d > degree(f)) {
        parts.push_back({f, degree(f)});
        break;
      }
      const FieldQuotient<R> modulo(f, ctx_);
      h = modulo.power(modulo.reduce(h), p_);
      Poly g = gcd(f, sub(h, x, ctx_), ctx_);
      if (g.is_constant()) continue;
      f = exact_div(f, g, ctx_);
      parts.push_back({std::move(g), d});
    }
    return parts;
  }

  /// The factors of a product of irreducible polynomials of one degree, in any order.
  void equal_degrees(const Poly& f, std::size_t d, std::vector<Poly>& out) {
    if (degree(f) == d) return out.push_back(f);
    const FieldQuotient<R> modulo(f, ctx_);
    for (;;) {
      const Poly g = gcd(f, separating_element(modulo, d), ctx_);
      if (g.is_constant() || g.length() == f.length()) continue;
      equal_degrees(g, d, out);
      return equal_degrees(exact_div(f, g, ctx_), d, out);
    }
  }

  std::vector<Poly> square_free_factors(const Poly& f) {
    std::vector<Poly> factors;
    for (const EqualDegrees& part : distinct_degrees(f)) equal_degrees(part.product, part.degree, factors);
    return factors;
  }

 private:
  static std::size_t degree(const Poly& f) noexcept { return static_cast<std::size_t>(f.degree()); }

  /// Zero modulo each of the factors of degree d with probability about 1/2.
  Poly separating_element(const FieldQuotient<R>& modulo, std::size_t d) {
    const Poly& f = modulo.modulus();
    std::vector<typename R::element> c;
    for (std::size_t i = 0; i < degree(f); ++i) c.push_back(random_.element(ring_));
    const Poly a = Poly::from_elements(ring_, std::move(c)).with_variable(f.variable());
    Poly conjugate = a;
    Poly trace = a;
    for (std::size_t i = 1; i < d && !a.is_zero(); ++i) {
      conjugate = modulo.power(conjugate, p_);
      trace = add(trace, conjugate, ctx_);
    }
    if (trace.is_zero() || !p_.is_odd()) return trace;
    if (p_ == 3) return sub(trace, one(f), ctx_);
    return sub(modulo.power(trace, p_ >> 1), one(f), ctx_);
  }
  Poly one(const Poly& f) const { return Poly::constant(ring_, ring_.one()).with_variable(f.variable()); }

  R ring_;
  const ExecutionContext& ctx_;
  Integer p_;
  FixedRandom random_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
