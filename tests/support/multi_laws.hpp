// Identities between sparse polynomials in several variables over any ring, as a typed test suite over the samplers of
// ring_samplers.hpp: the naive reference, axioms, divisions, values, substitution, derivatives, the recursive view,
// gcds. Which ones are tested follows from the ring's category. The checks are members of MultiLaws<R>, compiled once
// for samplers of the same type of ring. Where a sampler names its rounds, elements are costly and polynomials are
// small.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multi_products/multi_products.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

#include "naive_sparse.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {

template <class R>
class MultiLaws {
 public:
  using P = SparseMultiPoly<R>;
  using E = typename R::element;
  using Sample = std::function<E(IntegerGenerator&)>;

  MultiLaws(R r, Sample s, bool is_costly, std::optional<R> other_ring)
      : ring(std::move(r)), other(std::move(other_ring)), costly(is_costly), sample(std::move(s)) {}

  /// At most so many terms, four where elements are costly, exponents below the bound.
  P draw(const Variables& v, std::size_t terms, std::uint64_t bound) {
    return random_sparse(ring, v, costly ? std::min<std::size_t>(terms, 4) : terms, bound, g, sample);
  }
  P nonzero(const Variables& v, std::size_t terms, std::uint64_t bound) {
    for (int i = 0; i < 100; ++i)
      if (P p = draw(v, terms, bound); !p.is_zero()) return p;
    return P::constant(ring, v, ring.one());
  }
  /// So many times, fewer where elements are costly.
  std::size_t rounds(std::size_t n) const { return costly ? (n + 2) / 3 : n; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(g.random().below(n)); }
  E nonzero_element() {
    for (int i = 0; i < 100; ++i)
      if (E e = sample(g); !ring.is_zero(e)) return e;
    return ring.one();
  }
  P constant(const Variables& v, const E& e) const { return P::constant(ring, v, e); }
  P one(const Variables& v) const { return constant(v, ring.one()); }

  void equals_the_reference() {
    for (const std::size_t n : {1, 2, 3, 5, 9}) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < n; ++i) names.push_back("x" + std::to_string(i));
      for (const Variables& v : all_orders(names)) {
        for (const std::uint64_t bound : {2ULL, 7ULL, 300ULL, 1ULL << 20, 1ULL << 40, 1ULL << 55}) {
          const P a = draw(v, below(12), bound);
          const P b = draw(v, below(12), below(2) != 0 ? bound : 3);
          const auto na = to_naive(a);
          const auto nb = to_naive(b);
          EXPECT_EQ(to_naive(a + b), naive_add(ring, na, nb));
          EXPECT_EQ(to_naive(a * b), naive_mul(ring, na, nb));
          EXPECT_EQ(a - b, a + (-b));
          EXPECT_EQ(from_naive(ring, v, na), a);
        }
      }
    }
  }

  void axioms() {
    for (const Variables& v : all_orders({"x", "y", "z"})) {
      for (std::size_t round = rounds(8); round != 0; --round) {
        const P a = draw(v, 1 + below(20), 6), b = draw(v, below(20), 6), c = draw(v, below(20), 1 << 14);
        EXPECT_EQ((a + b) + c, a + (b + c));
        EXPECT_EQ(a + b, b + a);
        EXPECT_EQ((a * b) * c, a * (b * c));
        EXPECT_EQ(a * b, b * a);
        EXPECT_EQ(a * (b + c), a * b + a * c);
        EXPECT_TRUE((a - a).is_zero());
        EXPECT_EQ(a * one(v), a);
        const std::vector<P> left{a, b, c}, right{c, a, b};
        EXPECT_EQ(product(std::span<const P>(left)), a * b * c);
        EXPECT_EQ(dot(std::span<const P>(left), std::span<const P>(right)), a * c + b * a + c * b);
        EXPECT_TRUE(one(v).is_one() && one(v).is_monic() && (-one(v)).is_negative_one());
      }
    }
  }

  void elements_as_operands() {
    const Variables v({"x", "y"}, MonomialOrder::graded_lex);
    for (std::size_t round = rounds(20); round != 0; --round) {
      const P a = draw(v, 9, 5);
      const E e = sample(g);
      EXPECT_EQ(a * e, a * constant(v, e));
      EXPECT_EQ(e * a, a * e);
      EXPECT_EQ(a + e, a + constant(v, e));
      EXPECT_EQ(e - a, -(a - e));
      P b = a;
      EXPECT_EQ(b += e, a + e);
      EXPECT_EQ(b -= e, a);
      EXPECT_EQ(b *= e, a * e);
      EXPECT_EQ(a.mapped([&](const E& c) { return ring.mul(c, e); }), a * e);
      const Exponents at{below(5), below(5)};
      b = a;
      b.set_coefficient(at, e);
      EXPECT_TRUE(ring.equal(b[at], e));
      b.set_coefficient(at, a[at]);
      EXPECT_EQ(b, a);
      if constexpr (IntegralDomain<R>) {
        const E d = nonzero_element();
        EXPECT_EQ((a * d) / d, a);
        b = a * d;
        EXPECT_EQ(b /= d, a);
        EXPECT_THROW((void)(a / ring.zero()), DomainError);
      }
      if constexpr (Field<R>) {
        const P m = nonzero(v, 5, 4);
        EXPECT_TRUE(make_monic(m).is_monic());
        EXPECT_EQ(make_monic(m) * m.leading_coefficient(), m);
        EXPECT_THROW((void)make_monic(m - m), DomainError);
      }
    }
  }

  void exact_division() requires IntegralDomain<R> {
    for (const Variables& v : all_orders({"x", "y", "z"})) {
      for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 5ULL, 9ULL, 1ULL << 13, 1ULL << 21, 1ULL << 40}) {
        const P a = draw(v, 1 + below(15), bound);
        const P b = nonzero(v, 1 + below(15), bound);
        EXPECT_EQ(exact_div(a * b, b), a);
        const P c = a * b + nonzero(v, 1, bound);
        const auto q = try_exact_div(c, b);
        EXPECT_TRUE(!q || *q * b == c);
        EXPECT_EQ(exact_div(b, b), one(v));
      }
    }
  }

  /// Whether the exponents of d are at most those of e.
  static bool monomial_divides(const Exponents& d, const Exponents& e) {
    for (std::size_t i = 0; i < d.size(); ++i)
      if (d[i] > e[i]) return false;
    return true;
  }

  void division_by_several() {
    for (const Variables& v : all_orders({"x", "y", "z"})) {
      for (std::size_t round = rounds(12); round != 0; --round) {
        const P a = draw(v, 20, 7);
        std::vector<P> divisors;
        for (std::size_t k = 0; k < 1 + below(3); ++k) divisors.push_back(nonzero(v, 1 + below(4), 4));
        const auto [quotients, remainder] = div_rem(a, divisors);
        ASSERT_EQ(quotients.size(), divisors.size());
        P sum = remainder;
        for (std::size_t k = 0; k < divisors.size(); ++k) sum += quotients[k] * divisors[k];
        EXPECT_EQ(sum, a);
        EXPECT_EQ(rem(a, divisors), remainder);
        EXPECT_EQ(rem(a, divisors[0]), div_rem(a, divisors[0]).remainder);
        for (const P& d : divisors) {
          for (std::size_t i = 0; i < remainder.term_count(); ++i) {
            if (!monomial_divides(d.exponents(0), remainder.exponents(i))) continue;
            EXPECT_FALSE(ring.try_divide(remainder.coefficient(i), d.coefficient(0)).has_value());
          }
        }
      }
    }
  }

  void pseudo_division() {
    const std::uint64_t bound = costly ? 3 : 6;
    for (const Variables& v : all_orders({"x", "y"})) {
      for (std::size_t round = rounds(10); round != 0; --round) {
        const P a = draw(v, 8, bound);
        const P b = nonzero(v, costly ? 2 : 4, std::min<std::uint64_t>(bound, 4));
        for (const char* x : {"x", "y"}) {
          const P lead = leading_coefficient_in(b, x);
          const auto steps = static_cast<std::uint64_t>(std::max<std::int64_t>(0, a.degree(x) - b.degree(x) + 1));
          const auto full = pseudo_div_rem(a, b, x);
          EXPECT_EQ(full.multiplier * a, full.quotient * b + full.remainder);
          EXPECT_EQ(full.multiplier, pow(lead, steps));
          const auto lazy = lazy_pseudo_div_rem(a, b, x);
          EXPECT_EQ(lazy.multiplier * a, lazy.quotient * b + lazy.remainder);
          EXPECT_LT(full.remainder.degree(x), std::max<std::int64_t>(b.degree(x), 1));
          EXPECT_LT(lazy.remainder.degree(x), std::max<std::int64_t>(b.degree(x), 1));
          if constexpr (!IntegralDomain<R>) continue;
          std::uint64_t e = 0;
          while (e <= steps && !(pow(lead, e) == lazy.multiplier)) ++e;
          ASSERT_LE(e, steps) << "the multiplier is no power of the leading coefficient";
          EXPECT_EQ(lazy.remainder * pow(lead, steps - e), full.remainder);
          EXPECT_EQ(lazy.quotient * pow(lead, steps - e), full.quotient);
        }
      }
    }
  }

  void evaluation() {
    for (std::size_t round = rounds(6); round != 0; --round)
      for (const Variables& v : all_orders({"x", "y", "z"})) evaluation(v);
  }
  void evaluation(const Variables& v) {
    const P a = draw(v, 12, 6), b = draw(v, 12, 6);
    std::vector<E> point;
    point.reserve(3);
    for (int i = 0; i < 3; ++i) point.push_back(sample(g));
    EXPECT_TRUE(ring.equal(evaluate(a * b, point), ring.mul(evaluate(a, point), evaluate(b, point))));
    EXPECT_TRUE(ring.equal(evaluate(a + b, point), ring.add(evaluate(a, point), evaluate(b, point))));
    const P partial = evaluate_at(evaluate_at(evaluate_at(a, "y", point[1]), "x", point[0]), "z", point[2]);
    EXPECT_TRUE(partial.is_constant());
    EXPECT_TRUE(ring.equal(partial.constant_term(), evaluate(a, point)));
    EXPECT_EQ(substitute(a, {{"x", constant(v, point[0])}}), evaluate_at(a, "x", point[0]));
  }

  void substitution() {
    for (std::size_t round = rounds(6); round != 0; --round)
      for (const Variables& v : all_orders({"x", "y"})) substitution(v);
  }
  void substitution(const Variables& v) {
    const Variables w({"s", "r"}, MonomialOrder::graded_lex);
    const P a = draw(v, costly ? 3 : 7, costly ? 3 : 4), b = draw(v, costly ? 3 : 7, costly ? 3 : 4);
    const P p = draw(w, costly ? 2 : 4, 3) + P::generator(ring, w, "s");
    const P q = draw(w, costly ? 2 : 4, 3) + P::generator(ring, w, "r");
    const auto put = [&](const P& f) { return substitute(f, {{"x", p}, {"y", q}}); };
    EXPECT_EQ(put(a * b), put(a) * put(b));
    EXPECT_EQ(put(a + b), put(a) + put(b));
    const P x = P::generator(ring, v, "x"), y = P::generator(ring, v, "y");
    EXPECT_EQ(substitute(substitute(a, {{"x", y}, {"y", x}}), {{"x", y}, {"y", x}}), a);
    EXPECT_EQ(substitute(a, {{"x", x}}), a);
  }

  void derivatives_and_powers() {
    for (std::size_t round = rounds(6); round != 0; --round)
      for (const Variables& v : all_orders({"x", "y"})) derivatives_and_powers(v);
  }
  void derivatives_and_powers(const Variables& v) {
    const P a = draw(v, 9, 6), b = draw(v, 9, 6);
    EXPECT_EQ(derivative(a * b, "x"), derivative(a, "x") * b + a * derivative(b, "x"));
    EXPECT_EQ(derivative(derivative(a, "x"), "y"), derivative(derivative(a, "y"), "x"));
    EXPECT_EQ(derivative(a, "x", 3), derivative(derivative(derivative(a, "x"), "x"), "x"));
    P power = one(v);
    for (std::uint64_t k = 0; k < (costly ? 4 : 6); ++k) {
      EXPECT_EQ(pow(a, k), power);
      power *= a;
    }
  }

  void recursive_views() {
    for (std::size_t round = rounds(6); round != 0; --round)
      for (const Variables& v : all_orders({"x", "y", "z"})) recursive_view_in_y(v);
  }
  void recursive_view_in_y(const Variables& v) {
    const P a = nonzero(v, 25, 4);
    const auto view = recursive_view(a, "y");
    EXPECT_EQ(from_recursive(view), a);
    P sum(ring, v);
    for (std::size_t i = 0; i < view.parts.size(); ++i) {
      const auto& [degree, coefficient] = view.parts[i];
      EXPECT_EQ(coefficient.variables(), v.without("y"));
      EXPECT_TRUE(i == 0 || degree < view.parts[i - 1].degree);
      EXPECT_EQ(coefficient.with_variables(v), coefficient_in(a, "y", degree));
      sum += coefficient.with_variables(v) * pow(P::generator(ring, v, "y"), degree);
    }
    EXPECT_EQ(sum, a);
    EXPECT_EQ(leading_coefficient_in(a, "y"), view.parts.front().coefficient.with_variables(v));
  }

  bool divides(const P& b, const P& a) const { return b.is_zero() ? a.is_zero() : try_exact_div(a, b).has_value(); }

  void gcds() requires GcdDomain<R> {
    for (std::size_t round = rounds(30); round != 0; --round) {
      const std::vector<std::string> names =
          below(3) == 0 ? std::vector<std::string>{"x", "y", "z"} : std::vector<std::string>{"x", "y"};
      const Variables v(names, static_cast<MonomialOrder>(below(3)));
      const P a = draw(v, 3, 3), b = draw(v, 3, 3), c = nonzero(v, 2, 2);
      EXPECT_EQ(primitive_part(c) * content(c), c);
      const P common = gcd(a, b);
      EXPECT_TRUE(divides(common, a) && divides(common, b)) << a << " | " << b << " | " << common;
      EXPECT_EQ(gcd(b, a), common);
      EXPECT_EQ(gcd(common, common), common) << "not normalised";
      const P planted = gcd(a * c, b * c);
      EXPECT_TRUE(divides(common * c, planted) && divides(planted, common * c)) << a << " | " << b << " | " << c;
      EXPECT_EQ(content_in(c, "x") * primitive_part_in(c, "x"), c);
    }
    const Variables v({"x", "y"});
    EXPECT_TRUE(gcd(P(ring, v), P(ring, v)).is_zero());
  }

  void square_free_parts() requires GcdDomain<R> {
    const Variables v({"x", "y"}, MonomialOrder::graded_lex);
    const P x = P::generator(ring, v, "x"), y = P::generator(ring, v, "y");
    EXPECT_TRUE(is_square_free(x * y));
    EXPECT_TRUE(is_square_free(constant(v, nonzero_element())));
    EXPECT_FALSE(is_square_free(P(ring, v)));
    EXPECT_FALSE(is_square_free(x * y * y));
    for (std::size_t round = rounds(20); round != 0; --round) {
      const P a = nonzero(v, 3, 3), b = nonzero(v, 2, 2);
      const P f = a * b * b;
      const Integer p = ring.characteristic();
      const bool high = !p.is_zero() && p <= Integer(std::max(f.degree("x"), f.degree("y")));
      if (high && !is_prime_field_v<R>) continue;
      EXPECT_EQ(is_square_free(f), b.is_constant() && is_square_free(a)) << a << " | " << b;
      const auto parts = square_free_decomposition(f);
      P product = constant(v, parts.unit);
      for (const auto& [factor, multiplicity] : parts.factors) {
        EXPECT_TRUE(is_square_free(factor)) << factor;
        product *= pow(factor, multiplicity);
      }
      EXPECT_EQ(product, f);
    }
  }

  void errors() {
    const Variables v({"x", "y"});
    const P x = P::generator(ring, v, "x");
    const P zero(ring, v);
    EXPECT_THROW((void)(x + P::generator(ring, Variables({"x", "z"}), "x")), DomainError);
    EXPECT_THROW((void)(x * P::generator(ring, v.with_order(MonomialOrder::graded_lex), "x")), DomainError);
    EXPECT_THROW((void)P::generator(ring, v, "w"), DomainError);
    EXPECT_THROW((void)div_rem(x, zero), DomainError);
    EXPECT_THROW((void)try_exact_div(x, zero), DomainError);
    EXPECT_THROW((void)pseudo_div_rem(x, zero, "x"), DomainError);
    EXPECT_THROW((void)lazy_pseudo_div_rem(x, zero, "x"), DomainError);
    EXPECT_THROW((void)lazy_pseudo_div_rem(x, x, "w"), DomainError);
    EXPECT_THROW((void)zero.trailing_term(), DomainError);
    EXPECT_THROW((void)(x * P::monomial(ring, v, ring.one(), {(std::uint64_t{1} << 63) - 1, 0})), DomainError);
    if (!other) return;
    const P foreign = P::generator(*other, v, "x");
    EXPECT_THROW((void)(x + foreign), ModulusMismatch);
    EXPECT_THROW((void)(x * foreign), ModulusMismatch);
    EXPECT_THROW((void)div_rem(x, foreign), ModulusMismatch);
    EXPECT_THROW((void)lazy_pseudo_div_rem(x, foreign, "x"), ModulusMismatch);
    EXPECT_THROW((void)substitute(x, {{"x", foreign}}), ModulusMismatch);
    EXPECT_FALSE(x == foreign);
  }

  R ring;
  std::optional<R> other;
  bool costly;
  Sample sample;
  IntegerGenerator g{0x5a1d};
};

template <class Sampler>
class MultiLawsProperty : public ::testing::Test, public MultiLaws<typename Sampler::ring_type> {
 public:
  using R = typename Sampler::ring_type;
  MultiLawsProperty()
      : MultiLaws<R>(
            Sampler::ring(), [](IntegerGenerator& source) { return Sampler::sample(source); },
            requires { Sampler::rounds; }, foreign()) {}

 private:
  static std::optional<R> foreign() {
    if constexpr (requires { Sampler::other(); }) return Sampler::other();
    return std::nullopt;
  }
};

TYPED_TEST_SUITE_P(MultiLawsProperty);

TYPED_TEST_P(MultiLawsProperty, EqualsTheReferenceInEveryOrderAndWidth) { this->equals_the_reference(); }
TYPED_TEST_P(MultiLawsProperty, Axioms) { this->axioms(); }
TYPED_TEST_P(MultiLawsProperty, ElementsAsOperands) { this->elements_as_operands(); }
TYPED_TEST_P(MultiLawsProperty, ExactDivisionUndoesProducts) {
  if constexpr (IntegralDomain<typename TypeParam::ring_type>)
    this->exact_division();
  else
    GTEST_SKIP() << "no integral domain";
}
TYPED_TEST_P(MultiLawsProperty, DivisionBySeveral) { this->division_by_several(); }
TYPED_TEST_P(MultiLawsProperty, PseudoDivision) { this->pseudo_division(); }
TYPED_TEST_P(MultiLawsProperty, EvaluationIsAHomomorphism) { this->evaluation(); }
TYPED_TEST_P(MultiLawsProperty, SubstitutionComposes) { this->substitution(); }
TYPED_TEST_P(MultiLawsProperty, DerivativesAndPowers) { this->derivatives_and_powers(); }
TYPED_TEST_P(MultiLawsProperty, RecursiveView) { this->recursive_views(); }
TYPED_TEST_P(MultiLawsProperty, GcdAndContent) {
  if constexpr (GcdDomain<typename TypeParam::ring_type>)
    this->gcds();
  else
    GTEST_SKIP() << "no gcd domain";
}
TYPED_TEST_P(MultiLawsProperty, SquareFreeParts) {
  if constexpr (GcdDomain<typename TypeParam::ring_type>)
    this->square_free_parts();
  else
    GTEST_SKIP() << "no gcd domain";
}
TYPED_TEST_P(MultiLawsProperty, Errors) { this->errors(); }

REGISTER_TYPED_TEST_SUITE_P(MultiLawsProperty, EqualsTheReferenceInEveryOrderAndWidth, Axioms, ElementsAsOperands,
                            ExactDivisionUndoesProducts, DivisionBySeveral, PseudoDivision, EvaluationIsAHomomorphism,
                            SubstitutionComposes, DerivativesAndPowers, RecursiveView, GcdAndContent, SquareFreeParts,
                            Errors);

}  // namespace polyfork::test
