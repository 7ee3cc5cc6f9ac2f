// Resultants, discriminants and chains of subresultants of sparse polynomials in several variables over any integral
// domain.
//
// What Z, Q and Z/pZ may do by images (src/poly/multivariate/multi_resultant.cpp) is done here by determinants and
// subresultants alone, with sparse polynomials in the other variables as coefficients. Two polynomials in which no
// other variable occurs go to the univariate resultant. One thread, but for the products inside. Literature:
// docs/reference/bibliography.md, [ducos00].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/gcd/detail/resultant_generic.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/detail/charged_multi.hpp>
#include <polyfork/poly/multivariate/detail/main_resultant.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Sparse polynomials in equal variables as coefficients of lists (main_list.hpp).
template <IntegralDomain R>
class GenericMultiCoefficients {
 public:
  using value = ChargedMulti<R>;
  using Pair = std::pair<const value*, const value*>;
  static constexpr std::uint64_t most_determinant_degree = 5;  // of the higher one: products, no divisions

  GenericMultiCoefficients(const SparseMultiPoly<R>& like, const ExecutionContext& ctx)
      : one_(like.constant_like(like.ring().one()), ctx), ctx_(ctx) {}
  const value& one() const { return one_; }
  value zero() const { return charged(one_.poly().constant_like(one_.poly().ring().zero())); }
  bool is_zero(const value& a) const { return a.poly().is_zero(); }
  bool is_one(const value& a) const { return a.poly().is_one(); }
  std::size_t size(const value& a) const { return a.poly().term_count(); }
  value negated(const value& a) const { return charged(neg(a.poly())); }
  value sum(const value& a, const value& b) const { return charged(add(a.poly(), b.poly(), ctx_)); }
  value product(const value& a, const value& b) const { return charged(mul(a.poly(), b.poly(), ctx_)); }
  value power(const value& a, std::uint64_t k) const { return charged(pow(a.poly(), k, ctx_)); }
  value quotient(const value& a, const value& b) const { return charged(exact_div(a.poly(), b.poly(), ctx_)); }
  void expect_quotient() const noexcept {}
  void expect_products(double) const noexcept {}
  value dot(std::span<const Pair> pairs) const {
    SparseMultiPoly<R> sum = mul(pairs[0].first->poly(), pairs[0].second->poly(), ctx_);
    for (std::size_t i = 1; i < pairs.size(); ++i)
      sum = add(sum, mul(pairs[i].first->poly(), pairs[i].second->poly(), ctx_), ctx_);
    return charged(std::move(sum));
  }

 private:
  value charged(SparseMultiPoly<R> a) const { return value(std::move(a), ctx_); }

  value one_;
  const ExecutionContext& ctx_;
};

template <IntegralDomain R>
class GenericMultiResultant {
 public:
  using P = SparseMultiPoly<R>;
  using Coefficients = GenericMultiCoefficients<R>;
  using List = MainList<ChargedMulti<R>>;

  explicit GenericMultiResultant(const ExecutionContext& ctx) : ctx_(ctx) {}

  P resultant(const P& first, const P& second, std::string_view variable) const {
    const typename P::Operands o(first, second);
    const P a = P::make(first.ring(), o.variables, o.a());
    const P b = P::make(first.ring(), o.variables, o.b());
    const std::size_t main = o.variables.index(variable);
    if (a.is_zero() || b.is_zero()) return P(a.ring(), a.variables());
    const std::uint64_t degree_a = degree_of(a, main);
    const std::uint64_t degree_b = degree_of(b, main);
    if (degree_a != 0 && degree_b != 0) check_degree(std::max(degree_a, degree_b));
    if (degree_a == 0) return pow(a, degree_b, ctx_);
    if (degree_b == 0) return pow(b, degree_a, ctx_);
    const bool swapped = degree_a < degree_b;
    const P r = of_ordered(swapped ? b : a, swapped ? a : b, main);
    return swapped && degree_a % 2 != 0 && degree_b % 2 != 0 ? neg(r) : r;
  }

  P discriminant(const P& a, std::string_view variable) const {
    const std::size_t main = a.variables().index(variable);
    const std::uint64_t n = degree_of(a, main);
    if (n == 0) throw DomainError("a discriminant needs a polynomial that contains " + std::string(variable));
    if (n == 1) return a.constant_like(a.ring().one());
    P slope = derivative(a, variable, 1, ctx_);
    if (slope.is_zero()) return slope;
    const P r = resultant(a, slope, variable);
    const P lead = leading_coefficient_in(a, variable, ctx_);
    // with the rows of a' as of degree n - 1, which it does not have where the characteristic divides n
    const std::uint64_t m = degree_of(slope, main);
    const P d = m + 1 == n ? exact_div(r, lead, ctx_) : mul(r, pow(lead, n - 2 - m, ctx_), ctx_);
    return n % 4 == 2 || n % 4 == 3 ? neg(d) : d;
  }

  /// visit(j, S_j), by descending j.
  template <class Visit>
  void chain(const P& first, const P& second, std::string_view variable, const Visit& visit) const {
    const Variables& variables = P::check(first, second);
    const std::size_t main = variables.index(variable);
    const std::uint64_t degree_a = first.is_constant() ? 0 : degree_of(first, main);
    const std::uint64_t degree_b = second.is_constant() ? 0 : degree_of(second, main);
    if (degree_a == 0 || degree_b == 0)
      throw DomainError("a chain of subresultants needs two polynomials that contain " + std::string(variable));
    check_degree(std::max(degree_a, degree_b));
    const bool swapped = degree_a < degree_b;
    const Coefficients domain(first, ctx_);
    MainSubresultants<Coefficients>(domain, ctx_)
        .run(main_list(swapped ? second : first, main), main_list(swapped ? first : second, main),
             [&](std::uint64_t index, const List& s) {
               visit(static_cast<std::size_t>(index), from_main_list(s, main, first));
             });
  }

  /// Both contain the main variable, a in at least the degree of b.
  P of_ordered(const P& a, const P& b, std::size_t main) const {
    if (only(a, main) && only(b, main))
      return a.constant_like(GenericResultant<R>(a.ring(), ctx_).run(elements(a, main), elements(b, main)));
    if constexpr (FractionRing<R>) {
      return on_numerators(a, b, main);
    } else {
      const Coefficients domain(a, ctx_);
      const auto core = [&](const List& f, const List& g) {
        return main_degree(f) <= Coefficients::most_determinant_degree
                   ? BezoutResultant<Coefficients>(domain, ctx_).run(f, g)
                   : MainSubresultants<Coefficients>(domain, ctx_).resultant(f, g);
      };
      return MainResultant(domain, core, ctx_).run(main_list(a, main), main_list(b, main)).take();
    }
  }

 private:
  static constexpr std::uint64_t most_degree = std::uint64_t{1} << 28;

  static void check_degree(std::uint64_t degree) {
    if (degree >= most_degree) throw DomainError("resultants need degrees below 2^28 in their variable");
  }
  static std::uint64_t degree_of(const P& a, std::size_t v) {
    return a.is_zero() ? 0 : static_cast<std::uint64_t>(a.degree(v));
  }

  /// Fractions are reduced once, at the end.
  P on_numerators(const P& a, const P& b, std::size_t main) const requires FractionRing<R> {
    using D = typename R::base_ring;
    const D& domain = a.ring().base();
    const auto denominator_a = common_denominator(a);
    const auto denominator_b = common_denominator(b);
    const SparseMultiPoly<D> r =
        GenericMultiResultant<D>(ctx_).of_ordered(numerators(a, denominator_a), numerators(b, denominator_b), main);
    const auto denominator = domain.mul(polyfork::pow(domain, denominator_a, degree_of(b, main)),
                                        polyfork::pow(domain, denominator_b, degree_of(a, main)));
    typename P::Collector collector(a.ring(), a.variables());
    for (std::size_t i = 0; i < r.term_count(); ++i)
      collector.push_back(r.exponents(i), a.ring().fraction(r.coefficient(i), denominator));
    return std::move(collector).finish(ctx_);
  }
  static auto common_denominator(const P& a) requires FractionRing<R> {
    auto denominator = a.ring().base().one();
    for (std::size_t i = 0; i < a.term_count(); ++i)
      denominator = common_multiple(a.ring().base(), denominator, a.coefficient(i).denominator);
    return denominator;
  }
  template <class E>
  auto numerators(const P& a, const E& denominator) const requires FractionRing<R> {
    typename SparseMultiPoly<typename R::base_ring>::Collector collector(a.ring().base(), a.variables());
    for (std::size_t i = 0; i < a.term_count(); ++i)
      collector.push_back(a.exponents(i), over_denominator(a.ring(), a.coefficient(i), denominator));
    return std::move(collector).finish(ctx_);
  }

  /// No other variable occurs.
  static bool only(const P& a, std::size_t main) {
    const typename P::Exponents degrees = a.degrees();
    for (std::size_t v = 0; v < degrees.size(); ++v)
      if (v != main && degrees[v] != 0) return false;
    return true;
  }

  std::vector<typename R::element> elements(const P& a, std::size_t main) const {
    const auto length = static_cast<std::size_t>(a.degree(main)) + 1;
    const MemoryReservation fits(ctx_.memory(), length * sizeof(typename R::element));
    std::vector<typename R::element> list(length, a.ring().zero());
    for (std::size_t i = 0; i < a.term_count(); ++i) list[a.exponent(i, main)] = a.coefficient(i);
    return list;
  }

  /// The coefficients in the main variable, in the variables of a.
  List main_list(const P& a, std::size_t main) const {
    List list;
    for (auto& part : recursive_view(a, a.variables().name(main), ctx_).parts)
      list.push_back({part.degree, ChargedMulti<R>(part.coefficient.with_variables(a.variables(), ctx_), ctx_)});
    return list;
  }

  P from_main_list(const List& list, std::size_t main, const P& like) const {
    typename P::Collector collector(like.ring(), like.variables());
    for (const auto& [exponent, coefficient] : list) {
      ctx_.poll();
      const P& part = coefficient.poly();
      for (std::size_t i = 0; i < part.term_count(); ++i) {
        typename P::Exponents e = part.exponents(i);
        e[main] = exponent;
        collector.push_back(e, part.coefficient(i));
      }
    }
    return std::move(collector).finish(ctx_);
  }

  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
