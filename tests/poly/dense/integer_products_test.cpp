// Low products, sums of products and prepared factors over Z against plain products.
#include <polyfork/poly/dense/integer_products.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>

#include "back_ends.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

PolyZ low(const PolyZ& f, std::size_t n) { return PolyZ(f.coefficients().slice(0, std::min(n, f.length()))); }

TEST(IntegerProducts, LowParts) {
  IntegerGenerator g(1);
  for (const std::size_t na : {0, 1, 5, 40, 100, 300})
    for (const std::size_t nb : {0, 1, 7, 64, 200}) {
      const PolyZ a(g.vector(na, 5));
      const PolyZ b(g.vector(nb, 3));
      for (const std::size_t n : {0, 1, 2, 33, 90, 150, 299, 600}) ASSERT_EQ(mullow(a, b, n), low(mul(a, b), n));
      ASSERT_EQ(mullow(a, a, na), low(mul(a, a), na));
    }
}

TEST(IntegerProducts, SumsOfProducts) {
  IntegerGenerator g(2);
  for (const std::size_t count : {0, 1, 2, 3, 9})
    for (const std::size_t n : {3, 40, 150}) {
      std::vector<PolyZ> a;
      std::vector<PolyZ> b;
      PolyZ expected;
      for (std::size_t i = 0; i < count; ++i) {
        a.emplace_back(g.vector(g.random().below(n) + n / 2, 4));
        b.emplace_back(g.vector(i == 1 ? 0 : g.random().below(n) + n / 2, 6));
        expected = add(expected, mul(a[i], b[i]));
      }
      for (const ExecutionContext& ctx : contexts()) ASSERT_EQ(dot(a, b, ctx), expected) << count << " " << n;
    }
  const std::vector<PolyZ> one(1);
  EXPECT_THROW(dot(one, {}), DomainError);
  const std::vector<PolyZ> x = {PolyZ{1, 1}, PolyZ{2, 1}};
  const std::vector<PolyZ> y = {PolyZ{1, 1}, PolyZ{2, 1}.with_variable("y")};
  EXPECT_THROW(dot(x, y), DomainError);
}

TEST(IntegerProducts, PreparedFactors) {
  IntegerGenerator g(3);
  for (const std::size_t n : {1, 10, 130}) {
    const PolyZ b(g.vector(n, 4));
    const PreparedIntegerFactor prepared(b, 200, 300);
    for (const std::size_t na : {0, 1, 50, 200}) {
      const PolyZ a(g.vector(na, 4));
      ASSERT_EQ(mul(a, prepared), mul(a, b));
    }
    EXPECT_EQ(prepared.factor(), b);
    EXPECT_THROW(mul(PolyZ::monomial(Integers{}, 1, 200), prepared), DomainError);
    EXPECT_THROW(mul(PolyZ{Integer(1) << 300}, prepared), DomainError);
  }
  EXPECT_TRUE(mul(PolyZ{1, 2}, PreparedIntegerFactor(PolyZ(), 5, 5)).is_zero());
  const ExecutionContext small = ExecutionContext().with_memory_limit(10000);
  EXPECT_THROW(PreparedIntegerFactor(PolyZ(g.vector(2000, 4)), 2000, 1000, small), MemoryLimit);
}

TEST(IntegerProducts, ManyFactors) {
  IntegerGenerator g(4);
  std::vector<PolyZ> factors;
  PolyZ expected{1};
  EXPECT_EQ(product(std::span<const PolyZ>(factors)), expected);
  for (int i = 0; i < 40; ++i) {
    factors.emplace_back(g.vector(1 + g.random().below(i == 20 ? 90 : 6), 1));
    if (factors.back().is_zero()) factors.back() = PolyZ{3, 1};
    expected = mul(expected, factors.back());
    ASSERT_EQ(product(std::span<const PolyZ>(factors)), expected) << i;
  }
}

}  // namespace
}  // namespace polyfork::test
