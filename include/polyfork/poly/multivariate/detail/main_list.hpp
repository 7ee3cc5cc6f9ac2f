// Polynomials in one main variable as lists of their terms, coefficients in any integral domain.
//
// A list costs what its terms do, not its degree. The domain is given as operations on coefficients:
//   value, one(), zero(), is_zero(a), is_one(a), size(a), negated(a), sum(a, b), product(a, b), power(a, k),
//   quotient(a, b) for b | a, dot(pairs), the sum of products of pairs of pointers to coefficients, none of them zero,
//   expect_quotient(), called before intermediate values are larger than the result and a quotient follows,
//   expect_products(n), called when some n products of terms are still to be made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class E>
struct MainTerm {
  std::uint64_t exponent;
  E coefficient;
};

/// Descending exponents, no coefficient is zero; empty for zero.
template <class E>
using MainList = std::vector<MainTerm<E>>;

/// The degree. Precondition: not zero.
template <class E>
std::uint64_t main_degree(const MainList<E>& a) {
  return a.front().exponent;
}

/// The coefficient of x^e, null where it is zero.
template <class E>
const E* main_coefficient(const MainList<E>& a, std::uint64_t e) {
  const auto at = std::lower_bound(a.begin(), a.end(), e,
                                   [](const MainTerm<E>& t, std::uint64_t degree) { return t.exponent > degree; });
  return at != a.end() && at->exponent == e ? &at->coefficient : nullptr;
}

/// Arithmetic of such lists.
template <class Coefficients>
class MainArithmetic {
 public:
  using E = typename Coefficients::value;
  using List = MainList<E>;
  using Pair = std::pair<const E*, const E*>;

  explicit MainArithmetic(const Coefficients& domain) : domain_(domain) {}

  List scaled(List a, const E& factor) const {
    if (!domain_.is_one(factor))
      for (MainTerm<E>& t : a) t.coefficient = domain_.product(t.coefficient, factor);
    return a;
  }
  /// Every coefficient over a divisor of all of them.
  List divided(List a, const E& divisor) const {
    if (!domain_.is_one(divisor))
      for (MainTerm<E>& t : a) t.coefficient = domain_.quotient(t.coefficient, divisor);
    return a;
  }
  List negated(List a) const {
    for (MainTerm<E>& t : a) t.coefficient = domain_.negated(t.coefficient);
    return a;
  }
  /// Without the terms of degree e and more.
  static List below(const List& a, std::uint64_t e) {
    return List(std::find_if(a.begin(), a.end(), [e](const MainTerm<E>& t) { return t.exponent < e; }), a.end());
  }
  /// x^k a.
  static List shifted(List a, std::uint64_t k) {
    for (MainTerm<E>& t : a) t.exponent += k;
    return a;
  }

  /// f a + g x^k b.
  List combined(const List& a, const E& f, const List& b, const E& g, std::uint64_t k = 0) const {
    return merged(
        a, b, k, [&](const E& x) { return domain_.product(x, f); }, [&](const E& y) { return domain_.product(y, g); },
        [&](const E& x, const E& y) {
          const Pair pairs[] = {{&x, &f}, {&y, &g}};
          return domain_.dot(pairs);
        });
  }
  /// a + f b.
  List plus_multiple(const List& a, const List& b, const E& f) const {
    return merged(
        a, b, 0, [](const E& x) { return x; }, [&](const E& y) { return domain_.product(y, f); },
        [&](const E& x, const E& y) { return domain_.sum(x, domain_.product(y, f)); });
  }
  List sum(const List& a, const List& b) const {
    return merged(
        a, b, 0, [](const E& x) { return x; }, [](const E& y) { return y; },
        [&](const E& x, const E& y) { return domain_.sum(x, y); });
  }

 private:
  /// The terms of a and x^k b: from one of them by `left` or `right`, where they meet by `both`.
  template <class Left, class Right, class Both>
  List merged(const List& a, const List& b, std::uint64_t k, const Left& left, const Right& right,
              const Both& both) const {
    List r;
    r.reserve(a.size() + b.size());
    auto at = b.begin();
    for (const MainTerm<E>& t : a) {
      for (; at != b.end() && at->exponent + k > t.exponent; ++at)
        r.push_back({at->exponent + k, right(at->coefficient)});
      if (at == b.end() || at->exponent + k < t.exponent) {
        r.push_back({t.exponent, left(t.coefficient)});
        continue;
      }
      E value = both(t.coefficient, at->coefficient);
      if (!domain_.is_zero(value)) r.push_back({t.exponent, std::move(value)});
      ++at;
    }
    for (; at != b.end(); ++at) r.push_back({at->exponent + k, right(at->coefficient)});
    return r;
  }

  const Coefficients& domain_;
};

/// The greatest common divisor of the exponents; 0 for constants.
template <class E>
std::uint64_t main_step(const MainList<E>& a, std::uint64_t step) {
  for (const MainTerm<E>& t : a) step = std::gcd(step, t.exponent);
  return step;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
