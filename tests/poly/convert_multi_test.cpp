// Conversions between dense and sparse polynomials in several variables.
#include <polyfork/poly/convert_multi.hpp>

#include <gtest/gtest.h>

#include "dense_multi_reference.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

TEST(ConvertMultiProperty, ThereAndBack) {
  Random r(461);
  for (const std::uint64_t p : dense_multi_moduli()) {
    const PrimeField f(p);
    for (int round = 0; round < 10; ++round) {
      const DDMMP a = random_dense_multi(r, f, 1 + r.below(4), 5);
      const DDMMP b = random_dense_multi(r, f, a.variables().size(), 5);
      for (const MonomialOrder order :
           {MonomialOrder::lex, MonomialOrder::graded_lex, MonomialOrder::graded_reverse_lex}) {
        const MultiPolyZp s = to_sparse(a, order);
        EXPECT_EQ(s.term_count(), a.terms());
        EXPECT_EQ(to_dense(s), a);
        EXPECT_EQ(to_dense(s * to_sparse(b, order)), a * b);
        EXPECT_EQ(to_dense(s + to_sparse(b, order)), a + b);
      }
      EXPECT_EQ(to_string(to_sparse(a)), to_string(a));
    }
  }
}

TEST(ConvertMulti, SizesAndDensity) {
  const PrimeField f(101);
  const Variables xy = test_variables(2);
  const MultiPolyZp x = MultiPolyZp::variable(f, xy, "x");
  const MultiPolyZp y = MultiPolyZp::variable(f, xy, "y");
  EXPECT_DOUBLE_EQ(density(x * y + x), 0.5);
  EXPECT_DOUBLE_EQ(density(MultiPolyZp(f, xy)), 0);
  const MultiPolyZp wide = MultiPolyZp::monomial(f, xy, 1, {1ULL << 40, 1ULL << 40});
  EXPECT_THROW(to_dense(wide), DomainError);
  const MultiPolyZp large = MultiPolyZp::monomial(f, xy, 1, {1ULL << 20, 1ULL << 10});
  EXPECT_THROW(to_dense(large, ExecutionContext().with_memory_limit(1 << 20)), MemoryLimit);
  EXPECT_TRUE(to_dense(MultiPolyZp(f, xy)).is_zero());
  const MultiPolyZ z = MultiPolyZ::variable(xy, "x") * 202 + MultiPolyZ::constant(xy, -1);
  EXPECT_EQ(to_string(reduce(z, f)), "100");
}

}  // namespace
}  // namespace polyfork::test
