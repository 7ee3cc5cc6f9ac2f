// Resultants, discriminants and chains of subresultants of sparse polynomials in several variables over any integral
// domain.
//
// What Z, Q and Z/pZ may do by images (src/poly/multivariate/multi_resultant.cpp) is done here by the subresultant
// sequence alone, with sparse polynomials in the other variables as coefficients. Two polynomials in which no other
// variable occurs go to the univariate resultant. One thread, but for the products inside. Literature:
// docs/reference/bibliography.md, [ducos00].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/gcd/detail/resultant_generic.hpp>
#include <polyfork/poly/gcd/detail/subresultants.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Sparse polynomials in equal variables as coefficients.
template <IntegralDomain R>
class GenericMultiCoefficients {
 public:
  using value = SparseMultiPoly<R>;

  GenericMultiCoefficients(value one, const ExecutionContext& ctx) : one_(std::move(one)), ctx_(ctx) {}
  value one() const { return one_; }
  bool is_zero(const value& a) const { return a.is_zero(); }
  value negated(const value& a) const { return neg(a); }
  value sum(const value& a, const value& b) const { return add(a, b, ctx_); }
  value difference(const value& a, const value& b) const { return sub(a, b, ctx_); }
  value product(const value& a, const value& b) const { return mul(a, b, ctx_); }
  value quotient(const value& a, const value& b) const { return exact_div(a, b, ctx_); }

 private:
  value one_;
  const ExecutionContext& ctx_;
};

template <IntegralDomain R>
class GenericMultiResultant {
 public:
  using P = SparseMultiPoly<R>;
  using Sequence = SubresultantSequence<GenericMultiCoefficients<R>>;

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
    const GenericMultiCoefficients<R> domain(first.constant_like(first.ring().one()), ctx_);
    Sequence(domain, ctx_)
        .run(main_list(swapped ? second : first, main), main_list(swapped ? first : second, main),
             [&](std::size_t index, const std::vector<P>& s) { visit(index, from_main_list(s, main, first)); });
  }

  /// Both contain the main variable, a in at least the degree of b.
  P of_ordered(const P& a, const P& b, std::size_t main) const {
    if (only(a, main) && only(b, main))
      return a.constant_like(GenericResultant<R>(a.ring(), ctx_).run(elements(a, main), elements(b, main)));
    if constexpr (FractionRing<R>) {
      return on_numerators(a, b, main);
    } else {
      const GenericMultiCoefficients<R> domain(a.constant_like(a.ring().one()), ctx_);
      return Sequence(domain, ctx_).resultant(main_list(a, main), main_list(b, main));
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

  /// Coefficients in the main variable, ascending, in the variables of a. Throws MemoryLimit when their list does not
  /// fit.
  std::vector<P> main_list(const P& a, std::size_t main) const {
    const auto length = static_cast<std::size_t>(a.degree(main)) + 1;
    const MemoryReservation fits(ctx_.memory(), length * sizeof(P));
    std::vector<P> list(length, P(a.ring(), a.variables()));
    for (auto& part : recursive_view(a, a.variables().name(main), ctx_).parts)
      list[part.degree] = part.coefficient.with_variables(a.variables(), ctx_);
    return list;
  }

  P from_main_list(const std::vector<P>& list, std::size_t main, const P& like) const {
    typename P::Collector collector(like.ring(), like.variables());
    for (std::size_t k = list.size(); k-- != 0;) {
      ctx_.poll();
      for (std::size_t i = 0; i < list[k].term_count(); ++i) {
        typename P::Exponents e = list[k].exponents(i);
        e[main] = k;
        collector.push_back(e, list[k].coefficient(i));
      }
    }
    return std::move(collector).finish(ctx_);
  }

  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
