// The subresultants of two polynomials in a main variable that have few terms there, over any integral domain.
//
// Ducos' algorithm as in poly/gcd/detail/subresultants.hpp, on lists of terms: a step costs what the terms of the
// operands ask for, so that x^10000 + y is two terms, and the power over a gap of degrees is found by squaring. Cost:
// as there, at most. Preconditions: no zero divisors. Literature: docs/reference/bibliography.md, [ducos00].
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/detail/main_list.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class Coefficients>
class MainSubresultants {
 public:
  using E = typename Coefficients::value;
  using List = MainList<E>;

  MainSubresultants(const Coefficients& domain, const ExecutionContext& ctx)
      : domain_(domain), lists_(domain), ctx_(ctx) {}

  /// visit(j, S_j) for the subresultants that are not zero, by descending index j: S_j as a polynomial, whose degree
  /// may be lower than j. The first one is S_(deg b) = lc(b)^(deg a - deg b - 1) b. Precondition: deg a >= deg b >= 1.
  template <class Visit>
  void run(const List& a, const List& b, const Visit& visit) const {
    const std::uint64_t delta = main_degree(a) - main_degree(b);
    visit(main_degree(b), delta < 2 ? b : lists_.scaled(b, domain_.power(lead(b), delta - 1)));
    below_first(a, b, visit);
  }

  /// S_0, the resultant. Precondition as above.
  E resultant(const List& a, const List& b) const {
    std::optional<E> last;
    below_first(a, b, [&](std::uint64_t index, const List& s) {
      if (index == 0) last = s.front().coefficient;
    });
    return last ? *std::move(last) : domain_.zero();
  }

 private:
  static const E& lead(const List& a) { return a.front().coefficient; }

  /// Visits the subresultants after S_(deg b).
  template <class Visit>
  void below_first(const List& a, const List& b, const Visit& visit) const {
    const std::uint64_t delta = main_degree(a) - main_degree(b);
    // S_(deg b - 1) = (-1)^(delta+1) prem(a, b)
    List next = pseudo_remainder(a, b);
    if (next.empty()) return;
    if (delta % 2 == 0) next = lists_.negated(std::move(next));
    List previous = b;
    E s = domain_.power(lead(b), delta);  // the principal coefficient of S_(deg b)
    for (;;) {
      ctx_.poll();
      const std::uint64_t d = main_degree(previous);  // next is S_(d-1)
      const std::uint64_t e = main_degree(next);
      visit(d - 1, next);
      List lower = d - e > 1 ? lazard_power(next, s, d - e) : next;
      if (d - e > 1) visit(e, lower);
      if (e == 0) return;
      List r = lower_member(previous, next, lower, s);
      if (r.empty()) return;
      s = lead(lower);
      previous = std::move(lower);
      next = std::move(r);
    }
  }

  /// lc(b)^(deg a - deg b + 1) a mod b. Preconditions: deg a >= deg b >= 1.
  List pseudo_remainder(List a, const List& b) const {
    const std::uint64_t degree = main_degree(b);
    std::uint64_t missing = main_degree(a) - degree + 1;
    const List tail(b.begin() + 1, b.end());
    while (!a.empty() && main_degree(a) >= degree) {
      ctx_.poll();
      ctx_.charge(a.size() + b.size());
      const std::uint64_t shift = main_degree(a) - degree;
      const E top = domain_.negated(lead(a));
      a.erase(a.begin());
      a = lists_.combined(a, lead(b), tail, top, shift);
      --missing;
    }
    return missing == 0 || a.empty() ? a : lists_.scaled(std::move(a), domain_.power(lead(b), missing));
  }

  /// lead^(d-1) c / s^(d-1) for every coefficient c, lead the first one, by steps that are exact (Lazard): from the
  /// subresultant of defective index to the regular one. Precondition: d >= 2.
  List lazard_power(const List& c, const E& s, std::uint64_t d) const {
    E x = lead(c);  // lead^k / s^(k-1), k the upper bits of d - 1
    for (int bit = static_cast<int>(std::bit_width(d - 1)) - 1; bit-- > 0;) {
      ctx_.poll();
      x = domain_.quotient(domain_.product(x, x), s);
      if ((d - 1) >> bit & 1) x = domain_.quotient(domain_.product(x, lead(c)), s);
    }
    return lists_.divided(lists_.scaled(c, x), s);
  }

  /// S_(e-1) from a = S_d or a multiple of it, b = S_(d-1) of degree e >= 1, c = S_e, and the principal coefficient s
  /// of S_d: what the pseudo-remainder of a by b over lc(a) s^(d-e) is, without the long intermediate coefficients
  /// (Ducos).
  List lower_member(const List& a, const List& b, const List& c, const E& s) const {
    const std::uint64_t d = main_degree(a);
    const std::uint64_t e = main_degree(b);
    const List tail(b.begin() + 1, b.end());
    List h = lists_.negated(List(c.begin() + 1, c.end()));  // lc(c) x^j modulo b, for j = e first
    const E* const middle = main_coefficient(a, e);
    List sum = middle == nullptr ? lists_.scaled(lists_.below(a, e), lead(c))
                                 : lists_.combined(lists_.below(a, e), lead(c), h, *middle);
    for (std::uint64_t j = e + 1; j < d; ++j) {
      ctx_.poll();
      ctx_.charge(h.size() + tail.size());
      std::optional<E> top = taken_top(h, e - 1);
      h = lists_.shifted(std::move(h), 1);
      if (top) h = lists_.sum(h, lists_.negated(lists_.divided(lists_.scaled(tail, *top), lead(b))));
      if (const E* const factor = main_coefficient(a, j)) sum = lists_.plus_multiple(sum, h, *factor);
    }
    const std::optional<E> top = taken_top(h, e - 1);
    List r = lists_.sum(lists_.divided(std::move(sum), lead(a)), lists_.shifted(std::move(h), 1));
    r = top ? lists_.combined(r, lead(b), tail, domain_.negated(*top)) : lists_.scaled(std::move(r), lead(b));
    r = lists_.divided(std::move(r), s);
    return (d - e) % 2 == 0 ? lists_.negated(std::move(r)) : r;
  }

  /// Takes the coefficient of x^degree, the highest there may be, out of a list.
  static std::optional<E> taken_top(List& h, std::uint64_t degree) {
    if (h.empty() || main_degree(h) != degree) return std::nullopt;
    std::optional<E> top = std::move(h.front().coefficient);
    h.erase(h.begin());
    return top;
  }

  const Coefficients& domain_;
  MainArithmetic<Coefficients> lists_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
