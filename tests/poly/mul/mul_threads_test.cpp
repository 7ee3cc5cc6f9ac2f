// Products, sums and values do not depend on the back end or the number of threads.
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include <gtest/gtest.h>

#include "back_ends.hpp"
#include "integer_generators.hpp"
#include "plan_budgets.hpp"
#include "poly/mul/mul_candidates.hpp"

namespace polyfork::test {
namespace {

const std::vector<MulAlgorithm> algorithms = integer_algorithms();
constexpr MulAlgorithm modular_algorithms[] = {MulAlgorithm::classical, MulAlgorithm::karatsuba,
                                               MulAlgorithm::kronecker, MulAlgorithm::transform, MulAlgorithm::pieces};

Tuning fine_grain() {
  MulTuning t;
  t.classical_length = 2;
  t.karatsuba_base = 2;
  t.word_classical_length = 2;
  t.word_karatsuba_base = 2;
  t.parallel_min_limb_products = 500;
  t.transform_leaf_log = 3;
  return Tuning().set(t);
}

TEST(ThreadsMul, SameProducts) {
  IntegerGenerator g(71);
  const IntegerVector a = g.vector(150, 4);
  const IntegerVector b = g.vector(201, 3);
  const IntegerVector one = g.vector(130, 1);
  const IntegerVector ab = mul_with(MulAlgorithm::classical, a, b, ExecutionContext().with_threads(1));
  const IntegerVector square = mul_with(MulAlgorithm::classical, one, one, ExecutionContext().with_threads(1));
  for (const ExecutionContext& plain : contexts()) {
    const ExecutionContext ctx = plain.with_tuning(fine_grain());
    for (const MulAlgorithm algorithm : algorithms) {
      EXPECT_EQ(mul_with(algorithm, a, b, ctx), ab) << mul_algorithm_name(algorithm);
      EXPECT_EQ(mul_with(algorithm, one, one, ctx), square) << mul_algorithm_name(algorithm);
    }
    EXPECT_EQ(mul(a, b, ctx), ab);
  }
}

TEST(ThreadsMul, SameProductsOfResidues) {
  Random r(72);
  const PrimeField f(9223372036854775783U);
  ResidueVector a(300);
  ResidueVector b(211);
  for (auto& x : a) x = r.below(f.modulus());
  for (auto& x : b) x = r.below(f.modulus());
  const ResidueVector ab = mul_with(MulAlgorithm::classical, f, a, b, ExecutionContext().with_threads(1));
  for (const ExecutionContext& plain : contexts())
    for (const MulAlgorithm algorithm : modular_algorithms)
      EXPECT_EQ(mul_with(algorithm, f, a, b, plain.with_tuning(fine_grain())), ab) << mul_algorithm_name(algorithm);
}

TEST(ThreadsDense, SameSumsAndValues) {
  IntegerGenerator g(73);
  const PolyZ a(g.vector(5000, 10));
  const PolyZ b(g.vector(4000, 12));
  const Integer x = g.nonzero(4);
  const PolyZ sum = add(a, b, ExecutionContext().with_threads(1));
  const Integer value = evaluate(a, x, ExecutionContext().with_threads(1));
  for (const ExecutionContext& ctx : contexts()) {
    EXPECT_EQ(add(a, b, ctx), sum);
    EXPECT_EQ(sub(sum, b, ctx), a);
    EXPECT_EQ(scale(a, x, ctx), mul(a, PolyZ{x}, ctx));
    EXPECT_EQ(evaluate(a, x, ctx), value);
  }
}

}  // namespace
}  // namespace polyfork::test
