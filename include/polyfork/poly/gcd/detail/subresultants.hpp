// The subresultants of two polynomials over any integral domain, by one remainder sequence with exact divisions.
//
// The domain is given as operations on coefficients: elements of a ring, or polynomials in further variables. Ducos'
// algorithm: the next member comes from the last two by products of two coefficients that are divided at once, where a
// pseudo-remainder would have products of three; over a gap of degrees the regular member comes from the defective
// one by Lazard's powers. Cost: O(deg a deg b) products and exact divisions of coefficients that grow up to the size of
// subresultants. Preconditions: no zero divisors.
// Literature: docs/reference/bibliography.md, [ducos00]; Collins, JACM 1967; Brown, Traub, JACM 1971.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Elements of a ring as coefficients.
template <IntegralDomain R>
class RingCoefficients {
 public:
  using value = typename R::element;

  explicit RingCoefficients(const R& ring) : ring_(ring) {}
  value one() const { return ring_.one(); }
  bool is_zero(const value& a) const { return ring_.is_zero(a); }
  value negated(const value& a) const { return ring_.neg(a); }
  value sum(const value& a, const value& b) const { return ring_.add(a, b); }
  value difference(const value& a, const value& b) const { return ring_.sub(a, b); }
  value product(const value& a, const value& b) const { return ring_.mul(a, b); }
  /// Precondition: b divides a.
  value quotient(const value& a, const value& b) const {
    std::optional<value> q = ring_.try_divide(a, b);
    if (!q) throw DomainError("the division is not exact");
    return std::move(*q);
  }

 private:
  const R& ring_;
};

/// Coefficients in ascending degree, the last one not zero; empty for zero.
template <class Coefficients>
class SubresultantSequence {
 public:
  using E = typename Coefficients::value;
  using Poly = std::vector<E>;

  SubresultantSequence(const Coefficients& domain, const ExecutionContext& ctx) : domain_(domain), ctx_(ctx) {}

  /// visit(j, S_j) for the subresultants that are not zero, by descending index j: S_j as a polynomial, whose degree
  /// may be lower than j. The first one is S_(deg b) = lc(b)^(deg a - deg b - 1) b. Precondition: deg a >= deg b >= 1.
  template <class Visit>
  void run(const Poly& a, const Poly& b, const Visit& visit) const {
    const std::size_t delta = a.size() - b.size();
    E s = power(b.back(), delta);  // the principal coefficient of S_(deg b)
    visit(b.size() - 1, delta < 2 ? b : scaled(b, power(b.back(), delta - 1)));
    // S_(deg b - 1) = (-1)^(delta+1) prem(a, b)
    Poly next = pseudo_remainder(a, b);
    if (delta % 2 == 0) negate(next);
    Poly previous = b;
    while (!next.empty()) {
      ctx_.poll();
      const std::size_t d = previous.size() - 1;  // next is S_(d-1)
      const std::size_t e = next.size() - 1;
      visit(d - 1, next);
      Poly lower = d - e > 1 ? lazard_power(next, next.back(), s, d - e) : next;
      if (d - e > 1) visit(e, lower);
      if (e == 0) break;
      Poly r = lower_member(previous, next, lower, s);
      s = lower.back();
      previous = std::move(lower);
      next = std::move(r);
    }
  }

  /// The resultant. Precondition as above.
  E resultant(const Poly& a, const Poly& b) const {
    std::optional<E> last;
    run(a, b, [&](std::size_t index, const Poly& s) {
      if (index == 0) last = s.front();
    });
    return last ? std::move(*last) : domain_.difference(domain_.one(), domain_.one());
  }

  E power(E base, std::size_t exponent) const {
    E result = domain_.one();
    for (; exponent != 0; exponent >>= 1) {
      if (exponent & 1) result = domain_.product(result, base);
      if (exponent > 1) base = domain_.product(base, base);
    }
    return result;
  }

 private:
  Poly scaled(Poly a, const E& factor) const {
    for (E& c : a) c = domain_.product(c, factor);
    return a;
  }
  void negate(Poly& a) const {
    for (E& c : a) c = domain_.negated(c);
  }

  /// lc(b)^(deg a - deg b + 1) a mod b. Preconditions: deg a >= deg b >= 0.
  Poly pseudo_remainder(Poly a, const Poly& b) const {
    std::size_t steps = a.size() - b.size() + 1;
    const E& lead = b.back();
    while (a.size() >= b.size()) {
      ctx_.poll();
      ctx_.charge(a.size() + b.size());
      const E top = std::move(a.back());
      const std::size_t shift = a.size() - b.size();
      a.pop_back();
      for (E& c : a) c = domain_.product(c, lead);
      for (std::size_t i = 0; i + 1 < b.size(); ++i)
        a[shift + i] = domain_.difference(a[shift + i], domain_.product(top, b[i]));
      while (!a.empty() && domain_.is_zero(a.back())) a.pop_back();
      --steps;
    }
    return steps == 0 ? std::move(a) : scaled(std::move(a), power(lead, steps));
  }

  /// lead^(d-1) c / s^(d-1) for every coefficient c, by steps that are exact (Lazard): from the subresultant of
  /// defective index to the regular one. Precondition: d >= 2.
  Poly lazard_power(Poly c, const E& lead, const E& s, std::size_t d) const {
    E x = lead;  // lead^(d-1) / s^(d-2)
    for (std::size_t i = 2; i < d; ++i) x = domain_.quotient(domain_.product(x, lead), s);
    for (E& e : c) e = domain_.quotient(domain_.product(e, x), s);
    return c;
  }

  /// S_(e-1) from a = S_d or a multiple of it, b = S_(d-1) of degree e >= 1, c = S_e, and the principal coefficient s
  /// of S_d: what the pseudo-remainder of a by b over lc(a) s^(d-e) is, without the long intermediate coefficients
  /// (Ducos).
  Poly lower_member(const Poly& a, const Poly& b, const Poly& c, const E& s) const {
    const std::size_t d = a.size() - 1;
    const std::size_t e = b.size() - 1;
    ctx_.charge((d - e + 3) * e);
    Poly h;  // lc(c) x^j modulo b, for j = e first
    Poly sum;
    for (std::size_t i = 0; i < e; ++i) {
      h.push_back(domain_.negated(c[i]));
      sum.push_back(domain_.sum(domain_.product(a[i], c.back()), domain_.product(a[e], h[i])));
    }
    for (std::size_t j = e + 1; j < d; ++j) {
      ctx_.poll();
      const E top = h.back();
      for (std::size_t i = e; i-- > 0;) {
        const E reduced = domain_.quotient(domain_.product(top, b[i]), b.back());
        h[i] = i == 0 ? domain_.negated(reduced) : domain_.difference(h[i - 1], reduced);
        sum[i] = domain_.sum(sum[i], domain_.product(a[j], h[i]));
      }
    }
    Poly r;
    for (std::size_t i = 0; i < e; ++i) {
      ctx_.poll();
      E rest = domain_.quotient(sum[i], a.back());
      if (i != 0) rest = domain_.sum(rest, h[i - 1]);
      const E shifted = domain_.product(h.back(), b[i]);
      r.push_back(domain_.quotient(domain_.difference(domain_.product(b.back(), rest), shifted), s));
    }
    while (!r.empty() && domain_.is_zero(r.back())) r.pop_back();
    if ((d - e) % 2 == 0) negate(r);
    return r;
  }

  const Coefficients& domain_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
