// Factorization over a prime field in terms of arithmetic modulo polynomials: for primes of any length.
//
// Distinct degrees by baby and giant steps as in factor_zp_distinct.cpp. Equal degrees d (Cantor, Zassenhaus, Math.
// Comp. 36, 1981): the trace T = a + a^p + ... + a^(p^(d-1)) of a random a is a random element of the prime field
// modulo each factor, so gcd(f, (T + s)^((p-1)/2) - 1) splits off about half of the factors; for p = 2 gcd(f, T) does.
// Factors are irreducible since all irreducible factors of a polynomial of degree d out of the first step have degree
// d, and a factor is final when it has this degree.
#pragma once

#include <bit>
#include <cmath>
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
    Poly frobenius;  ///< x^p modulo the product, or 0 where nothing needs it
  };

  FieldFactorizer(const R& ring, const ExecutionContext& ctx)
      : ring_(ring), ctx_(ctx), p_(ring.characteristic()), random_(0x706f6c79) {}

  /// Products of the irreducible factors of one degree. With `first_only` the search ends at the first one found.
  /// Precondition: f monic, not constant; square-free unless `first_only`.
  std::vector<EqualDegrees> distinct_degrees(Poly f, bool first_only = false) const {
    std::vector<EqualDegrees> parts;
    const std::size_t l = std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(degree(f) / 3.0)));
    const FieldQuotient<R> modulo(f, ctx_);
    const Poly x = modulo.reduce(Poly::identity(ring_).with_variable(f.variable()));
    std::vector<Poly> baby{x, modulo.power(x, p_)};
    Poly giant = baby[1];
    std::vector<FieldComposition<R>> maps;
    for (std::size_t lowest = 1; 2 * lowest <= degree(f); lowest += l) {
      if (lowest == 1 && l > 1) {
        const FieldComposition<R> next(modulo, baby[1], l - 1);
        while (baby.size() <= l) baby.push_back(next(baby.back()));
        giant = baby[l];
      } else if (lowest > 1) {
        if (maps.empty()) maps.emplace_back(modulo, baby[l], degree(f) / (3 * l) + 1);
        giant = maps[0](giant);
      }
      const FieldQuotient<R> rest(f, ctx_);
      Poly product = rest.reduce(sub(giant, baby[0], ctx_));
      for (std::size_t i = 1; i < l; ++i) product = rest.times(product, rest.reduce(sub(giant, baby[i], ctx_)));
      Poly g = gcd(f, product, ctx_);
      if (g.is_constant()) continue;
      if (first_only) return {{std::move(g), lowest, Poly(ring_)}};
      f = exact_div(f, g, ctx_);
      for (std::size_t i = l; !g.is_constant(); --i) {
        Poly factors = i == 1 ? g : gcd(g, sub(giant, baby[i - 1], ctx_), ctx_);
        if (factors.is_constant()) continue;
        g = exact_div(g, factors, ctx_);
        const bool several = degree(factors) > lowest + l - i;
        Poly h = several ? rem(baby[1], factors, ctx_) : Poly(ring_);
        parts.push_back({std::move(factors), lowest + l - i, std::move(h)});
      }
    }
    if (!f.is_constant()) parts.push_back({f, degree(f), Poly(ring_)});
    return parts;
  }

  /// The factors, in any order.
  void equal_degrees(const EqualDegrees& part, std::vector<Poly>& out) {
    const std::size_t d = part.degree;
    if (degree(part.product) == d) return out.push_back(part.product);
    const FieldQuotient<R> modulo(part.product, ctx_);
    for (;;) {
      const Poly trace = d == 1 ? Poly::identity(ring_).with_variable(part.product.variable())
                                : trace_of(random_element(modulo), modulo, part.frobenius, d);
      if (split(modulo, part, trace, out)) return;
    }
  }

  std::vector<Poly> square_free_factors(const Poly& f) {
    std::vector<Poly> factors;
    for (const EqualDegrees& part : distinct_degrees(f)) equal_degrees(part, factors);
    return factors;
  }

  /// gcd(f, x^p - x) of a monic f that is not constant: the linear factors, each once.
  Poly linear_part(const Poly& f) const {
    if (degree(f) == 1) return f;
    const Poly x = Poly::identity(ring_).with_variable(f.variable());
    return gcd(f, sub(FieldQuotient<R>(f, ctx_).power(x, p_), x, ctx_), ctx_);
  }

 private:
  static std::size_t degree(const Poly& f) noexcept { return static_cast<std::size_t>(f.degree()); }

  Poly random_element(const FieldQuotient<R>& modulo) {
    std::vector<typename R::element> c;
    for (std::size_t i = 0; i < modulo.degree(); ++i) c.push_back(random_.element(ring_));
    return Poly::from_elements(ring_, std::move(c)).with_variable(modulo.modulus().variable());
  }

  /// By gcds with (T + s)^((p-1)/2) - 1, or T for p = 2; the pieces keep T. False when it has seemingly the same value
  /// modulo all factors.
  bool split(const FieldQuotient<R>& modulo, const EqualDegrees& part, const Poly& trace, std::vector<Poly>& out) {
    const Poly& f = part.product;
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Poly shifted = add(trace, Poly::constant(ring_, random_.element(ring_)), ctx_);
      const Poly separating =
          shifted.is_zero() || !p_.is_odd() ? shifted : sub(modulo.power(shifted, p_ >> 1), one(f), ctx_);
      const Poly g = gcd(f, separating, ctx_);
      if (g.is_constant() || g.length() == f.length()) continue;
      for (const Poly& piece : {g, exact_div(f, g, ctx_)}) {
        if (degree(piece) == part.degree) {
          out.push_back(piece);
          continue;
        }
        const EqualDegrees smaller{piece, part.degree, rem(part.frobenius, piece, ctx_)};
        if (!split(FieldQuotient<R>(piece, ctx_), smaller, rem(trace, piece, ctx_), out)) equal_degrees(smaller, out);
      }
      return true;
    }
    return false;
  }

  /// With h_k = x^(p^k) and t_k the sum of the first k conjugates of a: h_2k = h_k(h_k), t_2k = t_k + t_k(h_k).
  Poly trace_of(const Poly& a, const FieldQuotient<R>& modulo, const Poly& h, std::size_t d) const {
    const FieldComposition<R> once(modulo, h, 4);
    Poly hk = h;
    Poly sum = a;
    for (auto i = static_cast<std::size_t>(std::bit_width(d) - 1); i-- != 0;) {
      const FieldComposition<R> map(modulo, hk, 2);
      sum = add(sum, map(sum), ctx_);
      if (i != 0) hk = map(hk);
      if ((d >> i & 1) == 0) continue;
      sum = add(a, once(sum), ctx_);
      if (i != 0) hk = once(hk);
    }
    return sum;
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
