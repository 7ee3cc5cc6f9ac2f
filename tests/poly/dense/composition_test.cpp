// Powers and composition against evaluation and repeated products.
#include <polyfork/poly/dense/composition.hpp>

#include <gtest/gtest.h>

#include <limits>

#include "algebra_generators.hpp"

namespace polyfork::test {
namespace {

template <Ring R>
DensePoly<R> horner(const DensePoly<R>& a, const DensePoly<R>& b) {
  DensePoly<R> r(a.ring());
  for (std::size_t i = a.length(); i-- != 0;) r = r * b + DensePoly<R>::constant(a.ring(), a.coefficient(i));
  return r;
}

TEST(Composition, SmallCases) {
  EXPECT_EQ(compose(PolyZ{1, 2, 3}, PolyZ{0, 1}), (PolyZ{1, 2, 3}));
  EXPECT_EQ(compose(PolyZ{0, 0, 1}, PolyZ{1, 1}), (PolyZ{1, 2, 1}));
  EXPECT_EQ(compose(PolyZ{1, 2, 3}, PolyZ{2}), PolyZ{17});
  EXPECT_EQ(compose(PolyZ{1, 2, 3}, PolyZ{}), PolyZ{1});
  EXPECT_EQ(compose(PolyZ{5}, PolyZ{1, 1}), PolyZ{5});
  EXPECT_TRUE(compose(PolyZ{}, PolyZ{1, 1}).is_zero());
  EXPECT_EQ(compose(PolyZ{0, 1}, PolyZ{1, 1}.with_variable("t")).variable(), "t");
  EXPECT_EQ(compose(PolyZ{0, 1}.with_variable("t"), PolyZ{1, 1}), (PolyZ{1, 1}));
  EXPECT_THROW(compose(PolyZp(PrimeField(5), {1, 1}), PolyZp(PrimeField(7), {1, 1})), ModulusMismatch);
}

/// Powers modulo words are multiplied in the memory of the result.
TEST(Powers, IntoResultsModuloWords) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{7}, std::uint64_t{9223372036854775783}}) {
    const PrimeField field(p);
    const PolyZp a = PolyZp(field, {1, p - 1, 0, 1}).with_variable("t");
    PolyZp out(field, {1});
    PolyZp power = PolyZp(field, {1}).with_variable("t");
    for (std::uint64_t e = 0; e < 40; ++e, power = power * a) {
      pow_into(out, a, e);
      ASSERT_EQ(out, power) << e;
      ASSERT_EQ(out.variable(), "t");
      ASSERT_EQ(pow(a, e), power) << e;
      PolyZp own = a;
      pow_into(own, own, e);
      ASSERT_EQ(own, power) << e;
    }
    pow_into(out, PolyZp(field), 3);
    EXPECT_TRUE(out.is_zero());
    pow_into(out, PolyZp(field, {p - 1}), 3);
    EXPECT_EQ(out, PolyZp(field, {p - 1}));
  }
}

TEST(Composition, PowerSmallCases) {
  EXPECT_TRUE(pow(PolyZ{}, 0).is_one());
  EXPECT_TRUE(pow(PolyZ{}, 5).is_zero());
  EXPECT_EQ(pow(PolyZ{-2}, 5), PolyZ{-32});
  EXPECT_TRUE(pow(PolyZ{1, 1}, 0).is_one());
  EXPECT_EQ(pow(PolyZ{1, 1}, 3), (PolyZ{1, 3, 3, 1}));
  EXPECT_EQ(pow(PolyZ{1, 1}.with_variable("t"), 2).variable(), "t");
  EXPECT_THROW(pow(PolyZ{1, 0, 1}, std::numeric_limits<std::uint64_t>::max() / 2), DomainError);
}

TEST(CompositionProperty, PowersAreProducts) {
  IntegerGenerator g(30);
  const PolyZ a = random_z(g, 5);
  PolyZ power{1};
  for (std::uint64_t e = 0; e < 18; ++e, power *= a) EXPECT_EQ(pow(a, e), power);
}

TEST(CompositionProperty, EqualsHorner) {
  IntegerGenerator g(31);
  for (const std::size_t n : {1, 2, 3, 4, 5, 8, 9, 13, 33}) {
    for (const std::size_t m : {1, 2, 4, 7}) {
      const PolyZ a = random_z(g, n);
      const PolyZ b = random_z(g, m);
      const PolyZ c = compose(a, b);
      EXPECT_EQ(c, horner(a, b));
      const Integer x = g.draw(1);
      EXPECT_EQ(evaluate(c, x), evaluate(a, evaluate(b, x)));
      const PolyQ qa = random_q(g, n);
      const PolyQ qb = random_q(g, m);
      EXPECT_EQ(compose(qa, qb), horner(qa, qb));
      for (const std::uint64_t p : algebra_moduli()) {
        const PrimeField field(p);
        const PolyZp pa = random_zp(g, field, n);
        const PolyZp pb = random_zp(g, field, m);
        EXPECT_EQ(compose(pa, pb), horner(pa, pb));
      }
    }
  }
}

TEST(ThreadsCompositionProperty, CompositionIsTheSameForEveryThreadCount) {
  IntegerGenerator g(32);
  const PolyZ a = random_z(g, 40);
  const PolyZ b = random_z(g, 6);
  const PolyZ expected = compose(a, b, ExecutionContext().with_threads(1));
  for (const int threads : {2, 4}) EXPECT_EQ(compose(a, b, ExecutionContext().with_threads(threads)), expected);
}

TEST(Products, OfVectors) {
  const std::vector<PolyZ> factors = {PolyZ{1, 1}, PolyZ{2, 1}, PolyZ{-3, 0, 1}};
  EXPECT_EQ(product(factors), factors[0] * factors[1] * factors[2]);
  EXPECT_EQ(product(std::vector<PolyQ>{PolyQ{1, 2}, PolyQ{3, 4}}), (PolyQ{3, 10, 8}));
}

}  // namespace
}  // namespace polyfork::test
