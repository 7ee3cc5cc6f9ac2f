// DenseMultiPoly<PrimeField>: construction, names, arithmetic by its definition on maps of exponents, errors.
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>

#include <map>

#include <gtest/gtest.h>

#include <polyfork/poly/multivariate/dense_multi_plan.hpp>
#include <polyfork/poly/text/io.hpp>

#include "back_ends.hpp"
#include "dense_multi_reference.hpp"

namespace polyfork::test {
namespace {

TEST(DenseMulti, ConstructionKeepsWhatTheDegreesNeed) {
  const PrimeField f(101);
  const DDMMP a(f, {"x", "y"}, {3, 4}, {1, 0, 2, 0, 0, 5, 0, 0, 0, 0, 0, 0});  // 1 + 2 y^2 + 5 x y
  EXPECT_EQ(a.lengths(), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(a.coefficients(), (ResidueVector{1, 0, 2, 0, 5, 0}));
  EXPECT_EQ(a.degree(0), 1);
  EXPECT_EQ(a.degree(1), 2);
  EXPECT_EQ(a.total_degree(), 2);
  EXPECT_EQ(a.term_count(), 3U);
  EXPECT_EQ(to_string(a), "5*x*y + 2*y^2 + 1");
  EXPECT_EQ(a.coefficient(std::vector<std::size_t>{1, 1}), 5U);
  EXPECT_EQ(a.coefficient(std::vector<std::size_t>{7, 1}), 0U);
  EXPECT_EQ(a.variable_index("y"), 1U);
  EXPECT_EQ(to_string(a.renamed({"u", "v"})), "5*u*v + 2*v^2 + 1");
  const DDMMP zero(f, {"x", "y"}, {2, 2}, ResidueVector(4));
  EXPECT_TRUE(zero.is_zero());
  EXPECT_EQ(zero, DDMMP(f, {"x", "y"}));
  EXPECT_EQ(to_string(zero), "0");
  EXPECT_EQ(zero.total_degree(), -1);
  EXPECT_EQ(DDMMP(f, {"x", "y"}, {0, 3}, {}), zero);
  EXPECT_TRUE(DDMMP::constant(f, {"x"}, 1).is_one());
  EXPECT_EQ(DDMMP::generator(f, {"x", "y"}, 0) * DDMMP::generator(f, {"x", "y"}, 1) * 5U + DDMMP::constant(f, {}, 1) +
                DDMMP::monomial(f, {"x", "y"}, 2, std::vector<std::size_t>{0, 2}),
            a);
}

TEST(DenseMulti, WithoutVariables) {
  const PrimeField f(7);
  const DDMMP three = DDMMP::constant(f, {}, 3);
  EXPECT_EQ(three * three, DDMMP::constant(f, {}, 2));
  EXPECT_EQ(three + three, DDMMP::constant(f, {}, 6));
  EXPECT_TRUE((three - three).is_zero());
  EXPECT_EQ(evaluate(three, std::span<const std::uint64_t>{}), 3U);
  EXPECT_EQ(to_string(three), "3");
  for (const auto algorithm : {DenseMultiMulAlgorithm::plain, DenseMultiMulAlgorithm::kronecker})
    EXPECT_EQ(mul_with(algorithm, three, three), DDMMP::constant(f, {}, 2));
  const DDMMP xy(f, {"x", "y"}, {2, 2}, {0, 1, 1, 0});
  EXPECT_EQ(three * xy, xy * 3U);
  EXPECT_EQ((three - xy) + xy, three);
  EXPECT_EQ((xy * three).variables(), xy.variables());
}

TEST(DenseMultiProperty, ArithmeticByItsDefinition) {
  Random r(301);
  for (const std::uint64_t p : dense_multi_moduli()) {
    const PrimeField f(p);
    for (int round = 0; round < 12; ++round) {
      const std::size_t variables = 1 + r.below(4);
      const DDMMP a = random_dense_multi(r, f, variables, 6);
      const DDMMP b = random_dense_multi(r, f, variables, 6);
      const TermMap ta = terms_of(a);
      const TermMap tb = terms_of(b);
      expect_tight(a);
      expect_terms(a + b, added(ta, tb, 1, f));
      expect_terms(a - b, added(ta, tb, p - 1, f));
      expect_terms(-a, added({}, ta, p - 1, f));
      expect_terms(a - a, {});
      const std::uint64_t c = r.below(p);
      expect_terms(a * c, added({}, ta, c, f));
      expect_terms(a * b, multiplied(ta, tb, f));
      const std::size_t k = r.below(variables);
      for (const std::size_t order : {0, 1, 2, 7}) expect_terms(derivative(a, k, order), derived(ta, k, order, f));
      std::vector<std::uint64_t> point(variables);
      for (auto& x : point) x = r.below(p);
      EXPECT_EQ(evaluate(a, point), value_at(ta, point, f));
      DDMMP step = a;
      for (std::size_t j = variables; j-- > 0;) step = evaluate(step, j, point[j]);
      EXPECT_EQ(step, DDMMP::constant(f, a.variables(), value_at(ta, point, f)));
      const DDMMP part = evaluate(a, k, point[k]);
      expect_tight(part);
      EXPECT_LE(part.degree(k), 0);
      EXPECT_EQ(evaluate(part, point), evaluate(a, point));
    }
  }
}

TEST(DenseMultiProperty, RingLaws) {
  Random r(302);
  for (const std::uint64_t p : dense_multi_moduli()) {
    const PrimeField f(p);
    const DDMMP a = random_dense_multi(r, f, 3, 5);
    const DDMMP b = random_dense_multi(r, f, 3, 5);
    const DDMMP c = random_dense_multi(r, f, 3, 5);
    EXPECT_EQ((a + b) * c, a * c + b * c);
    EXPECT_EQ((a * b) * c, a * (b * c));
    EXPECT_EQ(a * b, b * a);
    EXPECT_EQ(derivative(a * b, 1), derivative(a, 1) * b + a * derivative(b, 1));
    EXPECT_EQ((a + b) * (a - b), a * a - b * b);
  }
}

TEST(DenseMultiProperty, CoefficientsInAVariable) {
  Random r(303);
  const PrimeField f(65537);
  for (int round = 0; round < 20; ++round) {
    const DDMMP a = random_dense_multi(r, f, 3, 5) + DDMMP::constant(f, {}, 1);
    if (a.is_zero()) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::vector<DDMMP> parts = coefficients_in(a, k);
      ASSERT_EQ(parts.size(), a.lengths()[k]);
      EXPECT_EQ(from_coefficients_in(parts, k), a);
      DDMMP sum(f, a.variables());
      for (std::size_t j = parts.size(); j-- > 0;) {
        expect_tight(parts[j]);
        sum = sum * DDMMP::generator(f, a.variables(), k) + parts[j];
      }
      EXPECT_EQ(sum, a);
    }
  }
  const PolyZp u = PolyZp(f, {1, 2, 3}).with_variable("y");
  const DDMMP in_y = from_univariate(u, {"x", "y"}, 1);
  EXPECT_EQ(to_string(in_y), "3*y^2 + 2*y + 1");
  EXPECT_EQ(to_univariate(in_y, 1), u);
  EXPECT_TRUE(to_univariate(DDMMP(f, {"x"}), 0).is_zero());
  EXPECT_TRUE(from_univariate(PolyZp(f), {"x", "y"}, 0).is_zero());
}

TEST(DenseMulti, Errors) {
  const PrimeField f(101);
  const PrimeField other(103);
  const DDMMP xy(f, {"x", "y"}, {2, 2}, {1, 1, 1, 1});
  const std::vector<std::uint64_t> one{1};
  EXPECT_THROW(DDMMP(f, {"x", "x"}), DomainError);
  EXPECT_THROW(DDMMP(f, {"x", ""}), DomainError);
  EXPECT_THROW(DDMMP(f, {"x"}, {2, 2}, ResidueVector(4)), DomainError);
  EXPECT_THROW(DDMMP(f, {"x", "y"}, {2, 2}, ResidueVector(5)), DomainError);
  EXPECT_THROW(xy + DDMMP(other, {"x", "y"}), ModulusMismatch);
  EXPECT_THROW(xy * DDMMP::constant(other, {}, 1), ModulusMismatch);
  EXPECT_THROW(xy + xy.renamed({"x", "z"}), DomainError);
  EXPECT_THROW(xy * xy.renamed({"y", "x"}), DomainError);
  EXPECT_THROW(mul_with(DenseMultiMulAlgorithm::plain, xy, xy.renamed({"x", "z"})), DomainError);
  EXPECT_THROW((void)xy.variable_index("z"), DomainError);
  EXPECT_THROW((void)xy.coefficient(std::vector<std::size_t>{1}), DomainError);
  EXPECT_THROW((void)xy.renamed({"x"}), DomainError);
  EXPECT_THROW(DDMMP::generator(f, {"x"}, 1), DomainError);
  EXPECT_THROW(derivative(xy, 2), DomainError);
  EXPECT_THROW(evaluate(xy, 2, 1), DomainError);
  EXPECT_THROW(evaluate(xy, one), DomainError);
  EXPECT_THROW(coefficients_in(xy, 2), DomainError);
  EXPECT_THROW(from_coefficients_in({}, 0), DomainError);
  EXPECT_THROW(from_coefficients_in(std::vector<DDMMP>{xy}, 0), DomainError);
  EXPECT_THROW(to_univariate(xy, 0), DomainError);
}

TEST(DenseMulti, SizesAreRefusedBeforeTheyAreAllocated) {
  const PrimeField f(101);
  const std::vector<std::string> names{"x", "y", "z"};
  const std::vector<std::size_t> huge{std::size_t{1} << 40, std::size_t{1} << 40, 1};
  EXPECT_THROW(DDMMP::monomial(f, names, 1, huge), DomainError);
  EXPECT_THROW(DDMMP::monomial(f, names, 1, std::vector<std::size_t>{SIZE_MAX, 1, 1}), DomainError);
  EXPECT_THROW(DDMMP(f, names, huge, {}), DomainError);
  const ExecutionContext small = ExecutionContext().with_memory_limit(std::size_t{1} << 20);
  const std::vector<std::size_t> large{100, 100, 100};
  EXPECT_THROW(DDMMP::monomial(f, names, 1, large, small), MemoryLimit);
  const DDMMP x = DDMMP::monomial(f, names, 1, std::vector<std::size_t>{60000, 0, 0});
  const DDMMP y = DDMMP::monomial(f, names, 1, std::vector<std::size_t>{0, 60000, 0});
  EXPECT_THROW(add(x, y, small), MemoryLimit);
  EXPECT_THROW(mul(x, y, small), MemoryLimit);
  EXPECT_THROW(mul_with(DenseMultiMulAlgorithm::kronecker, x, y, small), MemoryLimit);
  EXPECT_EQ(small.memory().used(), 0U);
}

TEST(ThreadsDenseMulti, SameResults) {
  Random r(304);
  const PrimeField f((std::uint64_t{1} << 63) - 25);
  const DDMMP a = random_box(r, f, {40, 30, 50});
  const DDMMP b = random_box(r, f, {50, 30, 20});
  const std::vector<std::uint64_t> point{3, 5, 7};
  const ExecutionContext one = ExecutionContext().with_threads(1);
  const DDMMP sum = add(a, b, one);
  const DDMMP slope = derivative(a, 1, 2, one);
  const DDMMP part = evaluate(a, 0, 3, one);
  const std::uint64_t value = evaluate(a, point, one);
  for (const ExecutionContext& ctx : contexts()) {
    EXPECT_EQ(add(a, b, ctx), sum);
    EXPECT_EQ(sub(sum, b, ctx), a);
    EXPECT_EQ(scale(a, 2, ctx), add(a, a, ctx));
    EXPECT_EQ(derivative(a, 1, 2, ctx), slope);
    EXPECT_EQ(evaluate(a, 0, 3, ctx), part);
    EXPECT_EQ(evaluate(a, point, ctx), value);
  }
}

}  // namespace
}  // namespace polyfork::test
