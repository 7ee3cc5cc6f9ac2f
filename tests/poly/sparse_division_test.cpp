// Division, powers, evaluation, substitution, derivatives, contents and the recursive view of sparse polynomials.
#include <polyfork/poly/sparse_division.hpp>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/polynomial_ring.hpp>
#include <polyfork/poly/sparse_evaluation.hpp>
#include <polyfork/poly/sparse_power.hpp>
#include <polyfork/poly/sparse_recursive.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "cancellation.hpp"
#include "naive_sparse.hpp"

namespace polyfork::test {
namespace {

using Z = MultiPolyZ;
using Q = MultiPolyQ;
using P = MultiPolyZp;

template <class R>
R ring_of_test() {
  return R{};
}
template <>
PrimeField ring_of_test<PrimeField>() {
  return PrimeField(10007);
}
Integer some_element(const Integers&, IntegerGenerator& g) { return g.draw(g.random().below(5) == 0 ? 3 : 1); }
Rational some_element(const Rationals&, IntegerGenerator& g) { return g.rational(1); }
std::uint64_t some_element(const PrimeField& f, IntegerGenerator& g) { return g.random().next() % f.modulus(); }

template <class R>
class SparseAlgebraProperty : public ::testing::Test {
 public:
  R ring = ring_of_test<R>();
  IntegerGenerator g{920};
  SparseMultiPoly<R> draw(const Variables& v, std::size_t terms, std::uint64_t bound) {
    return random_sparse(ring, v, terms, bound, g, [&](IntegerGenerator& x) { return some_element(ring, x); });
  }
  SparseMultiPoly<R> nonzero(const Variables& v, std::size_t terms, std::uint64_t bound) {
    SparseMultiPoly<R> p = draw(v, terms, bound);
    while (p.is_zero()) p = draw(v, terms, bound);
    return p;
  }
};
using AlgebraTypes = ::testing::Types<Integers, Rationals, PrimeField>;
TYPED_TEST_SUITE(SparseAlgebraProperty, AlgebraTypes);

TYPED_TEST(SparseAlgebraProperty, ExactDivisionUndoesProducts) {
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    for (const std::uint64_t bound : {1ULL, 5ULL, 1ULL << 13, 1ULL << 21, 1ULL << 40}) {
      const auto a = this->draw(v, 1 + this->g.random().below(15), bound);
      const auto b = this->nonzero(v, 1 + this->g.random().below(15), bound);
      EXPECT_EQ(exact_div(a * b, b), a);
      const auto c = a * b + this->nonzero(v, 1, bound);
      const auto q = try_exact_div(c, b);
      EXPECT_TRUE(!q || *q * b == c);
      EXPECT_EQ(exact_div(b, b), SparseMultiPoly<TypeParam>::constant(this->ring, v, this->ring.one()));
    }
  }
}

/// Whether the exponents of d are at most those of e.
bool divides(const Exponents& d, const Exponents& e) {
  for (std::size_t i = 0; i < d.size(); ++i)
    if (d[i] > e[i]) return false;
  return true;
}

TYPED_TEST(SparseAlgebraProperty, DivisionBySeveral) {
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    for (int round = 0; round < 12; ++round) {
      const auto a = this->draw(v, 20, 7);
      std::vector<SparseMultiPoly<TypeParam>> divisors;
      for (std::size_t k = 0; k < 1 + this->g.random().below(3); ++k)
        divisors.push_back(this->nonzero(v, 1 + this->g.random().below(4), 4));
      const auto [quotients, remainder] = div_rem(a, divisors);
      ASSERT_EQ(quotients.size(), divisors.size());
      auto sum = remainder;
      for (std::size_t k = 0; k < divisors.size(); ++k) sum += quotients[k] * divisors[k];
      EXPECT_EQ(sum, a);
      for (const auto& d : divisors) {
        for (std::size_t i = 0; i < remainder.term_count(); ++i) {
          if (!divides(d.exponents(0), remainder.exponents(i))) continue;
          EXPECT_FALSE(this->ring.try_divide(remainder.coefficient(i), d.coefficient(0)).has_value());
        }
      }
    }
  }
}

TYPED_TEST(SparseAlgebraProperty, PseudoDivision) {
  for (const Variables& v : all_orders({"x", "y"})) {
    for (int round = 0; round < 10; ++round) {
      const auto a = this->draw(v, 8, 6);
      const auto b = this->nonzero(v, 4, 4);
      for (const char* x : {"x", "y"}) {
        const auto [q, r, m] = pseudo_div_rem(a, b, x);
        EXPECT_EQ(m * a, q * b + r);
        EXPECT_LT(r.degree(x), std::max<std::int64_t>(b.degree(x), 1));
        const auto steps = std::max<std::int64_t>(0, a.degree(x) - b.degree(x) + 1);
        EXPECT_EQ(m, pow(leading_coefficient_in(b, x), static_cast<std::uint64_t>(steps)));
      }
    }
  }
}

TYPED_TEST(SparseAlgebraProperty, EvaluationIsAHomomorphism) {
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    const auto a = this->draw(v, 12, 6);
    const auto b = this->draw(v, 12, 6);
    std::vector<typename TypeParam::element> point;
    point.reserve(3);
    for (int i = 0; i < 3; ++i) point.push_back(some_element(this->ring, this->g));
    EXPECT_EQ(evaluate(a * b, point), this->ring.mul(evaluate(a, point), evaluate(b, point)));
    EXPECT_EQ(evaluate(a + b, point), this->ring.add(evaluate(a, point), evaluate(b, point)));
    const auto partial = evaluate_at(evaluate_at(evaluate_at(a, "y", point[1]), "x", point[0]), "z", point[2]);
    EXPECT_TRUE(partial.is_constant());
    EXPECT_EQ(partial.constant_term(), evaluate(a, point));
  }
}

TYPED_TEST(SparseAlgebraProperty, SubstitutionComposes) {
  using S = SparseMultiPoly<TypeParam>;
  for (const Variables& v : all_orders({"x", "y"})) {
    const Variables w({"s", "t"}, MonomialOrder::graded_lex);
    const auto a = this->draw(v, 7, 4);
    const auto b = this->draw(v, 7, 4);
    const auto p = this->draw(w, 4, 3) + S::variable(this->ring, w, "s");
    const auto q = this->draw(w, 4, 3) + S::variable(this->ring, w, "t");
    const auto put = [&](const S& f) { return substitute(f, {{"x", p}, {"y", q}}); };
    EXPECT_EQ(put(a * b), put(a) * put(b));
    EXPECT_EQ(put(a + b), put(a) + put(b));
    const auto x = S::variable(this->ring, v, "x");
    const auto y = S::variable(this->ring, v, "y");
    EXPECT_EQ(substitute(substitute(a, {{"x", y}, {"y", x}}), {{"x", y}, {"y", x}}), a);
    EXPECT_EQ(substitute(a, {{"x", x}}), a);
  }
}

TYPED_TEST(SparseAlgebraProperty, DerivativesAndPowers) {
  for (const Variables& v : all_orders({"x", "y"})) {
    const auto a = this->draw(v, 9, 6);
    const auto b = this->draw(v, 9, 6);
    EXPECT_EQ(derivative(a * b, "x"), derivative(a, "x") * b + a * derivative(b, "x"));
    EXPECT_EQ(derivative(derivative(a, "x"), "y"), derivative(derivative(a, "y"), "x"));
    EXPECT_EQ(derivative(a, "x", 3), derivative(derivative(derivative(a, "x"), "x"), "x"));
    auto power = a.constant_like(this->ring.one());
    for (std::uint64_t k = 0; k < 6; ++k) {
      EXPECT_EQ(pow(a, k), power);
      power *= a;
    }
  }
}

TYPED_TEST(SparseAlgebraProperty, RecursiveViewAndContent) {
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    const auto a = this->nonzero(v, 25, 4);
    const auto view = recursive_view(a, "y");
    EXPECT_EQ(from_recursive(view), a);
    auto sum = SparseMultiPoly<TypeParam>(this->ring, v);
    for (std::size_t i = 0; i < view.parts.size(); ++i) {
      EXPECT_EQ(view.parts[i].coefficient.variables(), v.without("y"));
      EXPECT_TRUE(i == 0 || view.parts[i].degree < view.parts[i - 1].degree);
      EXPECT_EQ(view.parts[i].coefficient.with_variables(v), coefficient_in(a, "y", view.parts[i].degree));
    }
    EXPECT_EQ(leading_coefficient_in(a, "y"), view.parts.front().coefficient.with_variables(v));
    EXPECT_EQ(primitive_part(a) * content(a), a);
  }
}

template <class F>
std::string error_text(const F& f) {
  try {
    f();
  } catch (const DomainError& e) {
    return e.what();
  }
  return "";
}

TEST(SparseDivision, Examples) {
  const Variables v({"x", "y"});
  const Q x = Q::variable(v, "x");
  const Q y = Q::variable(v, "y");
  // Cox, Little, O'Shea, section 2.3, example 2.
  const auto [q, r] = div_rem(x * x * y + x * y * y + y * y, {x * y - Rational(1), y * y - Rational(1)});
  EXPECT_EQ(to_string(q[0]), "x + y");
  EXPECT_EQ(to_string(q[1]), "1");
  EXPECT_EQ(to_string(r), "x + y + 1");
  EXPECT_EQ(to_string(exact_div(x * x - y * y, Rational(2) * x + Rational(2) * y)), "1/2*x - 1/2*y");
  // Over Z leading coefficients must divide.
  const Z a = Z::variable(v, "x");
  const auto [qz, rz] = div_rem(Integer(5) * a * a + Integer(4) * a, Integer(2) * a);
  EXPECT_EQ(to_string(qz), "2");
  EXPECT_EQ(to_string(rz), "5*x^2");
  EXPECT_EQ(to_string(primitive_part(Integer(-4) * a + Integer(6))), "-2*x + 3");
  EXPECT_EQ(content(Integer(-4) * a + Integer(6)), 2);
  EXPECT_EQ(to_string(exact_div_scalar(Integer(4) * a, Integer(2))), "2*x");
}

TEST(SparseDivision, QuotientsWiderThanTheDividend) {
  // In lex, x = y^e: dividing x^7 by x - y^e makes y^(7 e).
  const Variables v({"x", "y"});
  const Z x = Z::variable(v, "x");
  for (const std::uint64_t e : {3ULL, 1ULL << 20, 1ULL << 40, 1ULL << 59}) {
    const auto [q, r] = div_rem(pow(x, 7), x - Z::monomial({}, v, 1, {0, e}));
    EXPECT_EQ(q.term_count(), 7U);
    EXPECT_EQ(r, Z::monomial({}, v, 1, {0, 7 * e}));
  }
  const Z huge = x - Z::monomial({}, v, 1, {0, std::uint64_t{1} << 61});
  EXPECT_NE(error_text([&] { div_rem(pow(x, 7), huge); }).find("exponent overflow"), std::string::npos);
}

/// div_rem never divides in a box: the reference.
TEST(SparseDivisionProperty, BoxesAgreeWithTheHeap) {
  IntegerGenerator g(921);
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    for (const unsigned bits : {2U, 30U, 50U, 61U, 62U, 63U, 70U}) {
      const auto element = [&](IntegerGenerator& x) { return x.uniform(bits) - x.uniform(bits); };
      const auto nonzero = [&] {
        Z p = random_sparse(Integers{}, v, 40, 4, g, element);
        while (p.is_zero()) p = random_sparse(Integers{}, v, 40, 4, g, element);
        return p;
      };
      const Z d = nonzero();
      const Z q = nonzero();
      const auto check = [&](const Z& a) {
        const auto [quotient, remainder] = div_rem(a, d);
        const auto exact = try_exact_div(a, d);
        ASSERT_EQ(exact.has_value(), remainder.is_zero());
        if (exact) {
          EXPECT_EQ(*exact, quotient);
        }
      };
      const Z a = d * q;
      check(a);
      check(a + Integer(1));
      check(a + Z::variable(v, "y"));
      check(a - Z::monomial(Integers{}, v, a.leading_coefficient(), a.exponents(0)));
      const std::size_t middle = a.term_count() / 2;
      check(a + Z::monomial(Integers{}, v, d.leading_coefficient(), a.exponents(middle)));
      check(a * Z::variable(v, "x") + a);
      check(q);
    }
  }
}

TEST(SparseDivision, Errors) {
  const Variables v({"x", "y"});
  const Z x = Z::variable(v, "x");
  const Z y = Z::variable(v, "y");
  EXPECT_THROW(exact_div(x, Z(v)), DomainError);
  EXPECT_THROW(try_exact_div(x, Z()), DomainError);
  EXPECT_THROW(div_rem(x, Z(v)), DomainError);
  EXPECT_THROW(div_rem(x, std::vector<Z>{}), DomainError);
  EXPECT_THROW(div_rem(x, {y, Z(v)}), DomainError);
  EXPECT_THROW(pseudo_div_rem(x, Z(v), "x"), DomainError);
  EXPECT_THROW(pseudo_div_rem(x, y, "z"), DomainError);
  EXPECT_THROW(exact_div(x, y), DomainError);
  EXPECT_THROW(x / (x + y), DomainError);
  EXPECT_THROW(exact_div_scalar(x, Integer(0)), DomainError);
  EXPECT_THROW(exact_div_scalar(x, Integer(2)), DomainError);
  EXPECT_THROW(exact_div(x, Z::variable(Variables({"x"}), "x")), DomainError);
  EXPECT_THROW(div_rem(x, {y, Z::variable(Variables({"z"}), "z")}), DomainError);
  EXPECT_THROW(exact_div(P::variable(PrimeField(7), v, "x"), P::variable(PrimeField(11), v, "x")), ModulusMismatch);
  EXPECT_THROW(evaluate(x, {1}), DomainError);
  EXPECT_THROW(evaluate_at(x, "z", Integer(1)), DomainError);
  EXPECT_THROW(evaluate(pow(x, std::uint64_t{1} << 60), {3, 1}), MemoryLimit);
  EXPECT_EQ(evaluate(pow(x, std::uint64_t{1} << 60), {-1, 1}), 1);
  EXPECT_THROW(substitute(x, {{"w", y}}), DomainError);
  EXPECT_THROW(substitute(x, {{"x", y}, {"x", y}}), DomainError);
  EXPECT_THROW(substitute(x + y, {{"x", Z::variable(Variables({"s"}), "s")}}), DomainError);
  EXPECT_THROW(substitute(x, {{"x", Z::variable(Variables({"s"}), "s")}, {"y", x}}), DomainError);
  EXPECT_THROW(derivative(x, "z"), DomainError);
  EXPECT_THROW(recursive_view(x, "z"), DomainError);
  EXPECT_THROW(pow(Z::monomial({}, v, 1, {std::uint64_t{1} << 62, 0}), 2), DomainError);
}

TEST(SparseDivision, ConstantsOfOtherVariables) {
  const Variables v({"x", "y"});
  const Z x = Z::variable(v, "x");
  const Z two = Z::constant(Variables({"q"}), 2);
  EXPECT_EQ(exact_div(Integer(4) * x, two), Integer(2) * x);
  EXPECT_EQ(exact_div(two, two), Z::constant(v, 1));
  EXPECT_EQ(div_rem(two, x).second, two);
  EXPECT_EQ(div_rem(two, x).first, Z());
  EXPECT_EQ(exact_div(Z(), x), Z());
}

TEST(SparseDivision, CanBeStopped) {
  const Variables v({"x", "y", "z"});
  const Z base = Z::variable(v, "x") + Z::variable(v, "y") + Z::variable(v, "z") + Integer(1);
  const Z f = pow(base, 60);
  const Z g = pow(base, 30);
  expect_cancelled(
      "exact division", [&](const ExecutionContext& ctx) { (void)try_exact_div(f, g, ctx); },
      std::chrono::milliseconds(2));
}

TEST(SparsePower, ChoosesTheCheaperWay) {
  EXPECT_TRUE(detail::factor_by_factor(5, {1, 1, 1, 1}, 20));
  EXPECT_FALSE(detail::factor_by_factor(200, {200}, 16));
  EXPECT_FALSE(detail::factor_by_factor(2, {1}, std::uint64_t{1} << 40));
  const Variables v({"x"});
  EXPECT_EQ(pow(Z::variable(v, "x"), std::uint64_t{1} << 50).degree("x"), std::int64_t{1} << 50);
  EXPECT_EQ(to_string(pow(Z(v), 0)), "1");
  EXPECT_TRUE(pow(Z(v), 5).is_zero());
}

/// Quotients and remainders may have far more terms than the operands: their growth is charged.
TEST(SparseDivision, LongQuotientsAreCharged) {
  const Variables xy({"x", "y"});
  const MultiPolyZ a = MultiPolyZ::monomial(Integers{}, xy, Integer(1), {std::uint64_t{1} << 32, 0});
  const MultiPolyZ b = MultiPolyZ::variable(xy, "x") - MultiPolyZ::variable(xy, "y");
  EXPECT_THROW(div_rem(a, b, ExecutionContext().with_memory_limit(1 << 20)), MemoryLimit);
}

template <class R>
void expect_division_over(const R& ring) {
  using S = SparseMultiPoly<R>;
  const Variables xy({"x", "y"});
  const S x = S::variable(ring, xy, "x");
  const S y = S::variable(ring, xy, "y");
  const S three = S::constant(ring, xy, ring.from_integer(Integer(3)));
  const S q = x * x + x * y * y + three;
  const S b = x * y - y + three;
  EXPECT_EQ(exact_div(q * b, b), q);
  const auto [quotient, remainder] = div_rem(q * b + y, b);
  EXPECT_EQ(quotient, q);
  EXPECT_EQ(remainder, y);
}

/// Vectors whose entries are views, and vectors of elements.
TEST(SparseDivision, OverOtherRings) {
  expect_division_over(BigPrimeField::trusted((Integer(1) << 127) - Integer(1)));
  expect_division_over(GaussianRationals{});
  expect_division_over(PolynomialRing<Integers>({}, "t"));
}

/// One coefficient of a high derivative is a factorial.
TEST(SparseEvaluation, HighDerivativesCanBeStopped) {
  const Variables x({"x"});
  const MultiPolyZ a = MultiPolyZ::monomial(Integers{}, x, Integer(1), {std::uint64_t{1} << 62});
  EXPECT_THROW((void)derivative(a, "x", std::uint64_t{1} << 61), MemoryLimit);
  expect_cancelled(
      "a derivative", [&](const ExecutionContext& ctx) { (void)derivative(a, "x", std::uint64_t{1} << 28, ctx); },
      std::chrono::milliseconds(10));
}

}  // namespace
}  // namespace polyfork::test
