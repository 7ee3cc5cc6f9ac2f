// Resultants of polynomials in a main variable that have few terms there, over any integral domain: what comes out
// first.
//
//   Res(x^k A, B) = B(0)^k Res(A, B),   Res(A, x^k B) = ((-1)^deg(A) A(0))^k Res(A, B),
//   Res(A(x^s), B(x^s)) = Res(A, B)^s,
//   Res(a_1 x^n + a_0, b_1 x^m + b_0) = a_1^m b_0^n - (-1)^(n+m) b_1^n a_0^m for coprime n and m,
// and for b = c x^m + d, where x^m = -d/c at its zeros, with q = deg(a) div m and r = c^q a modulo b,
//   Res(a, b) = (-1)^(deg(a) m) c^(deg(a) mod m - deg(r)) Res(b, r).
// What is left goes to `core`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/detail/main_bezout.hpp>
#include <polyfork/poly/multivariate/detail/main_list.hpp>
#include <polyfork/poly/multivariate/detail/main_subresultants.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// core(a, b), deg a >= deg b >= 2: the resultant of two lists that are not zero at x = 0. Where that is a determinant,
/// up to Coefficients::most_determinant_degree, it serves for binomials, too, that would need a division.
template <class Coefficients, class Core>
class MainResultant {
 public:
  using E = typename Coefficients::value;
  using List = MainList<E>;
  using Pair = std::pair<const E*, const E*>;

  MainResultant(const Coefficients& domain, const Core& core, const ExecutionContext& ctx)
      : domain_(domain), lists_(domain), core_(core), ctx_(ctx) {}

  /// Neither is zero.
  E run(List a, List b) const {
    ctx_.poll();
    const std::uint64_t n = main_degree(a);
    const std::uint64_t m = main_degree(b);
    if (n == 0) return domain_.power(a.front().coefficient, m);
    if (m == 0) return domain_.power(b.front().coefficient, n);
    const std::uint64_t low_a = a.back().exponent;
    const std::uint64_t low_b = b.back().exponent;
    if (low_a != 0 && low_b != 0) return domain_.zero();
    if (low_a != 0) {
      const E factor = domain_.power(b.back().coefficient, low_a);
      return domain_.product(run(lowered(std::move(a), low_a), std::move(b)), factor);
    }
    if (low_b != 0) {
      const E factor = domain_.power(a.back().coefficient, low_b);
      return with_sign(n % 2 != 0 && low_b % 2 != 0,
                       domain_.product(run(std::move(a), lowered(std::move(b), low_b)), factor));
    }
    const std::uint64_t step = main_step(b, main_step(a, 0));
    if (step > 1) return domain_.power(run(deflated(std::move(a), step), deflated(std::move(b), step)), step);
    if (n < m || (n == m && a.size() < b.size())) return with_sign(n % 2 != 0 && m % 2 != 0, of_ordered(b, a));
    return of_ordered(a, b);
  }

 private:
  E with_sign(bool negative, E value) const { return negative ? domain_.negated(value) : value; }
  static List lowered(List a, std::uint64_t k) {
    for (MainTerm<E>& t : a) t.exponent -= k;
    return a;
  }
  static List deflated(List a, std::uint64_t step) {
    for (MainTerm<E>& t : a) t.exponent /= step;
    return a;
  }

  E of_ordered(const List& a, const List& b) const {
    if (b.size() > 2) return core_(a, b);
    return a.size() == 2 ? of_binomials(a, b) : by_binomial(a, b);
  }

  /// The resultant of two binomials of coprime degrees.
  E of_binomials(const List& a, const List& b) const {
    const std::uint64_t n = main_degree(a);
    const std::uint64_t m = main_degree(b);
    const E f[] = {domain_.power(a[0].coefficient, m), domain_.power(b[0].coefficient, n)};
    E g[] = {domain_.power(b[1].coefficient, n), domain_.power(a[1].coefficient, m)};
    if ((n + m) % 2 == 0) g[1] = domain_.negated(g[1]);
    const Pair pairs[] = {{&f[0], &g[0]}, {&f[1], &g[1]}};
    return domain_.dot(pairs);
  }

  E by_binomial(const List& a, const List& b) const {
    const std::uint64_t n = main_degree(a);
    const std::uint64_t m = main_degree(b);
    const E& c = b[0].coefficient;
    List r = remainder_by_binomial(a, b);
    if (r.empty()) return domain_.zero();
    const std::uint64_t left = n % m;
    const std::uint64_t degree = main_degree(r);
    if (degree > left) {
      if (n <= Coefficients::most_determinant_degree) return core_(a, b);
      domain_.expect_quotient();
    }
    E value = with_sign(n % 2 != 0 && m % 2 != 0, run(b, std::move(r)));
    if (left > degree) return domain_.product(value, domain_.power(c, left - degree));
    return left == degree || domain_.is_zero(value) ? value : domain_.quotient(value, domain_.power(c, degree - left));
  }

  /// c^(deg(a) div m) a modulo c x^m + d: for each degree modulo m Horner's rule in (-d) / c.
  List remainder_by_binomial(const List& a, const List& b) const {
    const std::uint64_t m = main_degree(b);
    const std::uint64_t whole = main_degree(a) / m;
    const E& c = b[0].coefficient;
    const E minus_d = domain_.negated(b[1].coefficient);
    std::vector<std::pair<std::uint64_t, std::size_t>> order;  // degree modulo m, term
    for (std::size_t i = 0; i < a.size(); ++i) order.emplace_back(a[i].exponent % m, i);
    std::stable_sort(order.begin(), order.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
    List r;
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      const std::uint64_t residue = order[begin].first;
      while (end < order.size() && order[end].first == residue) ++end;
      std::uint64_t q = a[order[begin].second].exponent / m;
      // sum a_(i m + residue) (-d)^(i - q) c^(whole - i) over the terms met
      std::uint64_t power = whole - q;
      E c_power = domain_.power(c, power);
      E sum = domain_.product(a[order[begin].second].coefficient, c_power);
      for (std::size_t i = begin + 1; i < end; ++i) {
        ctx_.poll();
        const MainTerm<E>& t = a[order[i].second];
        const std::uint64_t gap = q - t.exponent / m;
        q -= gap;
        c_power = domain_.product(c_power, domain_.power(c, gap));
        const E d_power = domain_.power(minus_d, gap);
        if (domain_.is_zero(sum)) {
          sum = domain_.product(t.coefficient, c_power);
          continue;
        }
        const Pair pairs[] = {{&sum, &d_power}, {&t.coefficient, &c_power}};
        sum = domain_.dot(pairs);
      }
      if (domain_.is_zero(sum)) continue;
      r.push_back({residue, domain_.product(sum, domain_.power(minus_d, q))});
    }
    return r;
  }

  const Coefficients& domain_;
  MainArithmetic<Coefficients> lists_;
  const Core& core_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
