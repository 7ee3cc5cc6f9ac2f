// Factorization over a prime field in terms of arithmetic modulo polynomials: for primes of any length.
//
// Distinct degrees by baby and giant steps as in factor_zp_distinct.cpp. Equal degrees d (Cantor, Zassenhaus, Math.
// Comp. 36, 1981): the trace T = a + a^p + ... + a^(p^(d-1)) of a random a is a random element of the prime field
// modulo each factor, so gcd(f, (T + s)^((p-1)/2) - 1) splits off about half of the factors; for p = 2 gcd(f, T) does.
// x^p is computed once for each polynomial whose degrees are asked for; traces come from it by modular composition, and
// for d = 1 the trace is x itself, whose powers are cheap. Factors are irreducible since all irreducible factors of a
// polynomial of degree d out of the first step have degree d, and a factor is final when it has this degree.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor/factor_progress.hpp"
#include "poly/factor/factor_zp_quotient.hpp"
#include "poly/factor/factor_zp_random.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class FieldFactorizer {
 public:
  using Poly = FieldQuotient::Poly;
  using Element = FieldQuotient::Element;
  struct EqualDegrees {
    Poly product;
    std::size_t degree;
    Poly frobenius;  ///< x^p modulo the product, or 0 where nothing needs it
  };

  FieldFactorizer(const BigPrimeField& field, const ExecutionContext& ctx, FactorProgress* progress = nullptr)
      : field_(field), ctx_(ctx), p_(field.characteristic()), random_(0x706f6c79), progress_(progress) {}

  /// Products of the irreducible factors of one degree. With `first_only` the search ends at the first one found.
  /// Precondition: f monic, not constant; square-free unless `first_only`.
  std::vector<EqualDegrees> distinct_degrees(Poly f, bool first_only = false) const {
    std::vector<EqualDegrees> parts;
    const std::size_t whole = degree(f);
    const std::size_t l = std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(degree(f) / 3.0)));
    const FieldQuotient modulo(f, ctx_);
    const MemoryReservation held(ctx_.memory(), (l + 4) * bytes_of_element(modulo));
    std::vector<Element> baby{modulo.element(identity(f)), modulo.power_of_linear(0, p_)};
    Element giant = baby[1];
    std::optional<FieldComposition> giant_step;
    std::optional<FieldQuotient> rest;  // modulo what is left of f, once that is smaller
    for (std::size_t lowest = 1; 2 * lowest <= degree(f); lowest += l) {
      if (progress_ != nullptr) progress_->part(2.0 * double(lowest) / double(degree(f)), whole);
      if (lowest == 1 && l > 1) {
        const FieldComposition next(modulo, baby[1], l - 1);
        while (baby.size() <= l) baby.push_back(next(baby.back()));
        giant = baby[l];
      } else if (lowest > 1) {
        if (!giant_step) giant_step.emplace(modulo, baby[l], degree(f) / (3 * l) + 1);
        giant = (*giant_step)(giant);
      }
      const auto difference = [&](std::size_t i) {
        Element d = giant;
        modulo.ring().subtract(d, baby[i]);
        return rest ? rest->element(modulo.polynomial(d)) : d;
      };
      Element product = difference(0);
      for (std::size_t i = 1; i < l; ++i) product = (rest ? *rest : modulo).times(product, difference(i));
      Poly g = gcd(f, (rest ? *rest : modulo).polynomial(product), ctx_);
      if (g.is_constant()) continue;
      if (first_only) return {{std::move(g), lowest, Poly(field_)}};
      f = exact_div(f, g, ctx_);
      rest.reset();
      if (2 * (lowest + l) <= degree(f)) rest.emplace(f, ctx_);
      for (std::size_t i = l; !g.is_constant(); --i) {
        Poly factors = g;
        if (i != 1) {
          Element d = giant;
          modulo.ring().subtract(d, baby[i - 1]);
          factors = gcd(g, modulo.polynomial(d), ctx_);
        }
        if (factors.is_constant()) continue;
        g = exact_div(g, factors, ctx_);
        const std::size_t d = lowest + l - i;
        const bool traced = degree(factors) > d && d > 1;
        Poly h = traced ? rem(modulo.polynomial(baby[1]), factors, ctx_) : Poly(field_);
        parts.push_back({std::move(factors), d, std::move(h)});
      }
    }
    if (!f.is_constant()) parts.push_back({f, degree(f), Poly(field_)});
    return parts;
  }

  /// The factors, in any order.
  void equal_degrees(const EqualDegrees& part, std::vector<Poly>& out) {
    const std::size_t d = part.degree;
    if (degree(part.product) == d) return push_back(out, part.product);
    const FieldQuotient modulo(part.product, ctx_);
    for (;;) {
      ctx_.poll();
      const Poly trace =
          d == 1 ? identity(part.product)
                 : modulo.polynomial(trace_of(random_element(modulo), modulo, modulo.element(part.frobenius), d));
      if (split(modulo, part, trace, out)) return;
    }
  }

  /// gcd(f, x^p - x) of a monic f that is not constant: the linear factors, each once.
  Poly linear_part(const Poly& f) const {
    if (degree(f) == 1) return f;
    const FieldQuotient modulo(f, ctx_);
    return gcd(f, sub(modulo.polynomial(modulo.power_of_linear(0, p_)), identity(f), ctx_), ctx_);
  }

 private:
  void push_back(std::vector<Poly>& out, const Poly& factor) const {
    out.push_back(factor);
    if (progress_ != nullptr) progress_->done(degree(factor));
  }
  static std::size_t degree(const Poly& f) noexcept { return static_cast<std::size_t>(f.degree()); }
  static std::size_t bytes_of_element(const FieldQuotient& modulo) noexcept {
    return modulo.degree() * modulo.ring().limbs() * sizeof(mp_limb_t);
  }
  Poly identity(const Poly& f) const { return Poly::generator(field_).with_variable(f.variable()); }

  Element random_element(const FieldQuotient& modulo) {
    std::vector<Integer> c;
    for (std::size_t i = 0; i < modulo.degree(); ++i) c.push_back(random_.element(field_));
    return modulo.element(Poly::from_elements(field_, std::move(c)).with_variable(modulo.modulus().variable()));
  }

  /// (T + s)^((p-1)/2) - 1, or T + s for p = 2.
  Poly separating(const FieldQuotient& modulo, const Poly& trace, std::size_t d) {
    const Integer s = random_.element(field_);
    Poly shifted = add(trace, Poly::constant(field_, s), ctx_);
    if (shifted.is_zero() || !p_.is_odd()) return shifted;
    const Integer half = p_ >> 1;
    Element power = d == 1 ? modulo.power_of_linear(s, half) : modulo.power(modulo.element(shifted), half);
    modulo.ring().subtract(power, modulo.constant(1));
    return modulo.polynomial(power);
  }

  /// By gcds with what separates; the pieces keep T. False when that has seemingly the same value modulo all factors.
  bool split(const FieldQuotient& modulo, const EqualDegrees& part, const Poly& trace, std::vector<Poly>& out) {
    const Poly& f = part.product;
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Poly g = gcd(f, separating(modulo, trace, part.degree), ctx_);
      if (g.is_constant() || g.length() == f.length()) continue;
      for (const Poly& piece : {g, exact_div(f, g, ctx_)}) {
        if (degree(piece) == part.degree) {
          push_back(out, piece);
          continue;
        }
        const EqualDegrees smaller{piece, part.degree, rem(part.frobenius, piece, ctx_)};
        if (!split(FieldQuotient(piece, ctx_), smaller, rem(trace, piece, ctx_), out)) equal_degrees(smaller, out);
      }
      return true;
    }
    return false;
  }

  /// With h_k = x^(p^k) and t_k the sum of the first k conjugates of a: h_2k = h_k(h_k), t_2k = t_k + t_k(h_k).
  Element trace_of(const Element& a, const FieldQuotient& modulo, const Element& h, std::size_t d) const {
    const FieldComposition once(modulo, h, static_cast<std::size_t>(std::popcount(d)) * 2);
    const ResidueRing& ring = modulo.ring();
    const auto plus = [&](Element x, const Element& y) {
      ring.add(x, y);
      return x;
    };
    Element hk = h;
    Element sum = a;
    for (auto i = static_cast<std::size_t>(std::bit_width(d) - 1), top = i; i-- != 0;) {
      std::optional<FieldComposition> own;  // of h_k, where that is not h
      const FieldComposition& map = i + 1 == top ? once : own.emplace(modulo, hk, 2);
      sum = plus(map(sum), sum);
      if (i != 0) hk = map(hk);
      if ((d >> i & 1) == 0) continue;
      sum = plus(once(sum), a);
      if (i != 0) hk = once(hk);
    }
    return sum;
  }

  BigPrimeField field_;
  const ExecutionContext& ctx_;
  Integer p_;
  FixedRandom random_;
  FactorProgress* progress_;  // of the whole call, where it reports any
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
