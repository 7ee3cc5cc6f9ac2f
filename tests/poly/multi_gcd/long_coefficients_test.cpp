// Gcds of few terms with very long coefficients: hundreds of primes, taken in blocks.
#include <gtest/gtest.h>

#include <cstddef>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "integer_generators.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

MultiPolyZ draw(IntegerGenerator& g, const Variables& v, std::size_t terms, std::uint64_t degree, std::size_t bits) {
  std::vector<MultiPolyZ::Term> list;
  for (std::size_t i = 0; i < terms; ++i) {
    std::vector<std::uint64_t> e(v.size());
    for (auto& x : e) x = g.random().below(degree + 1);
    const Integer c = g.uniform(bits) + Integer(1);
    list.push_back({std::move(e), g.random().below(2) == 0 ? c : -c});
  }
  return MultiPolyZ::from_terms(v, list);
}

/// Dense in two variables, sparse in five; the gcd or the cofactors are the longer ones.
TEST(MultiGcdLongCoefficients, PlantedDivisors) {
  IntegerGenerator g(1340);
  for (const std::size_t variables : {2, 3, 5})
    for (const auto& [bits_g, bits_a] :
         {std::pair<std::size_t, std::size_t>{12000, 12000}, {20000, 300}, {300, 20000}}) {
      const Variables v = test_variables(variables);
      const std::uint64_t degree = variables == 2 ? 3 : 4;
      const MultiPolyZ common = draw(g, v, 12, degree, bits_g);
      const MultiPolyZ a = draw(g, v, 12, degree, bits_a);
      const MultiPolyZ b = draw(g, v, 12, degree, bits_a);
      const MultiPolyZ fa = a * common;
      const MultiPolyZ fb = b * common;
      const MultiPolyZ expected = gcd(fa, fb, ExecutionContext().with_threads(1));
      // What is left has nothing in common: random polynomials.
      ASSERT_TRUE(exact_div(expected, common.leading_coefficient().sign() < 0 ? -common : common).is_one())
          << variables << " " << bits_g;
      ASSERT_EQ(gcd(fa, fb, ExecutionContext().with_threads(3)), expected);
    }
}

TEST(MultiGcdLongCoefficients, ObeyTheirCap) {
  IntegerGenerator g(1341);
  const Variables v = test_variables(4);
  const MultiPolyZ common = draw(g, v, 12, 4, 20000);
  const MultiPolyZ a = draw(g, v, 12, 4, 20000) * common;
  const MultiPolyZ b = draw(g, v, 12, 4, 20000) * common;
  const ExecutionContext free = ExecutionContext().with_threads(1).with_memory_limit(std::size_t{1} << 30);
  const MultiPolyZ expected = gcd(a, b, free);
  const std::size_t peak = free.memory().peak();
  EXPECT_EQ(free.memory().used(), free.plan_cache().bytes());
  const ExecutionContext narrow = ExecutionContext().with_threads(1).with_memory_limit(peak / 8);
  try {
    EXPECT_EQ(gcd(a, b, narrow), expected);
  } catch (const MemoryLimit&) {
  }
  EXPECT_LE(narrow.memory().peak(), peak / 8);
}

}  // namespace
}  // namespace polyfork::test
