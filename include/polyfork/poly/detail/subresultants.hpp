// The subresultants of two polynomials over any integral domain, by one remainder sequence with exact divisions.
//
// The domain is given as operations on coefficients: elements of a ring, or polynomials in further variables. The next
// member is the pseudo-remainder of the last two divided by what is known to divide it; over a gap of degrees the regular
// member comes from the defective one by Lazard's powers. Cost: O(deg a deg b) products and exact divisions of coefficients
// that grow up to the size of subresultants. Preconditions: no zero divisors.
// Literature: docs/bibliography.md, [ducos00]; Collins, JACM 1967; Brown, Traub, JACM 1971.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork::inline v1 {
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

  /// visit(j, S_j) for the subresultants that are not zero, by descending index j: S_j as a polynomial, whose degree may be
  /// lower than j. The first one is S_(deg b) = lc(b)^(deg a - deg b - 1) b. Precondition: deg a >= deg b >= 1.
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
      // S_(e-1) = (-1)^(d-e+1) prem(previous, next) / (lc(previous) s^(d-e))
      Poly r = pseudo_remainder(previous, next);
      const E divisor = domain_.product(previous.back(), power(s, d - e));
      for (E& c : r) {
        ctx_.poll();
        c = domain_.quotient(c, divisor);
      }
      if ((d - e) % 2 == 0) negate(r);
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

  /// lead^(d-1) c / s^(d-1) for every coefficient c, by steps that are exact (Lazard): from the subresultant of defective
  /// index to the regular one. Precondition: d >= 2.
  Poly lazard_power(Poly c, const E& lead, const E& s, std::size_t d) const {
    E x = lead;  // lead^(d-1) / s^(d-2)
    for (std::size_t i = 2; i < d; ++i) x = domain_.quotient(domain_.product(x, lead), s);
    for (E& e : c) e = domain_.quotient(domain_.product(e, x), s);
    return c;
  }

  const Coefficients& domain_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace polyfork::inline v1
