// Conversions between dense and sparse polynomials in several variables.
#include <polyfork/poly/multivariate/convert_multi.hpp>

#include <gtest/gtest.h>

#include <tuple>
#include <variant>

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
        EXPECT_EQ(s.term_count(), a.term_count());
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
  const MultiPolyZp x = MultiPolyZp::generator(f, xy, "x");
  const MultiPolyZp y = MultiPolyZp::generator(f, xy, "y");
  EXPECT_DOUBLE_EQ(density(x * y + x), 0.5);
  EXPECT_DOUBLE_EQ(density(MultiPolyZp(f, xy)), 0);
  const MultiPolyZp wide = MultiPolyZp::monomial(f, xy, 1, {1ULL << 40, 1ULL << 40});
  EXPECT_THROW(to_dense(wide), DomainError);
  const MultiPolyZp large = MultiPolyZp::monomial(f, xy, 1, {1ULL << 20, 1ULL << 10});
  EXPECT_THROW(to_dense(large, ExecutionContext().with_memory_limit(1 << 20)), MemoryLimit);
  EXPECT_TRUE(to_dense(MultiPolyZp(f, xy)).is_zero());
  const MultiPolyZ z = MultiPolyZ::generator(xy, "x") * 202 + MultiPolyZ::constant(xy, -1);
  EXPECT_EQ(to_string(reduce(z, f)), "100");
}

/// The cut-off of one variable: at most one place in eight filled, and more than 64 places.
TEST(ConvertMulti, FormByDensity) {
  const PrimeField f(101);
  const Variables xy = test_variables(2, MonomialOrder::graded_lex);
  const auto filled = [&](std::uint64_t columns, std::size_t terms) {  // degrees 9 and columns - 1
    std::vector<MultiPolyZp::Term> list{{{9, columns - 1}, 1}};
    for (std::uint64_t i = 0; list.size() < terms; ++i) list.push_back({{i / columns, i % columns}, 2});
    return MultiPolyZp::from_terms(f, xy, list);
  };
  for (const auto& [columns, terms, sparse] :
       {std::tuple(8, 10, true), std::tuple(8, 11, false), std::tuple(6, 2, false), std::tuple(7, 8, true)}) {
    const MultiPolyZp a = filled(columns, terms);
    EXPECT_EQ(prefer_sparse(a), sparse) << columns << ' ' << terms;
    const auto kept = by_density(a);
    ASSERT_EQ(std::holds_alternative<MultiPolyZp>(kept), sparse);
    const DDMMP d = to_dense(a);
    EXPECT_EQ(prefer_sparse(d), sparse);
    const auto turned = by_density(d, MonomialOrder::graded_lex);
    ASSERT_EQ(std::holds_alternative<MultiPolyZp>(turned), sparse);
    if (sparse) {
      EXPECT_EQ(std::get<MultiPolyZp>(kept), a);
      EXPECT_EQ(std::get<MultiPolyZp>(turned), a);
    } else {
      EXPECT_EQ(std::get<DDMMP>(kept), d);
      EXPECT_EQ(std::get<DDMMP>(turned), d);
    }
  }
  EXPECT_FALSE(prefer_sparse(MultiPolyZp(f, xy)));
  EXPECT_TRUE(prefer_sparse(MultiPolyZp::monomial(f, xy, 1, {1ULL << 61, 1ULL << 61})));  // no array is so large
}

}  // namespace
}  // namespace polyfork::test
