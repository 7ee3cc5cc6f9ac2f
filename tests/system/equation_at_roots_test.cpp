// Equations at the points of a representation: against sums of products of powers, and under caps.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/representation.hpp>

#include "system/proofs/equation_at_roots.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using detail::IntegerEquation;

class EquationSampler {
 public:
  explicit EquationSampler(std::uint64_t seed) : words_(seed) {}

  std::uint64_t below(std::uint64_t n) { return words_() % n; }
  Integer number() { return Integer(static_cast<std::int64_t>(below(2001)) - 1000); }
  Integer positive() { return Integer(static_cast<std::int64_t>(1 + below(40) * below(2))); }
  PolyZ polynomial() {
    std::vector<Integer> coefficients(below(6));
    for (Integer& c : coefficients) c = number();
    return PolyZ(IntegerVector(std::span<const Integer>(coefficients)));
  }
  IntegerEquation equation(std::size_t variables, std::size_t terms, std::uint64_t most) {
    IntegerEquation f;
    for (std::size_t i = 0; i < terms; ++i) {
      std::vector<std::uint64_t> e(variables);
      for (std::uint64_t& k : e) k = below(2) * below(most + 1);
      if (std::find(f.exponents.begin(), f.exponents.end(), e) != f.exponents.end()) continue;
      f.degree = std::max(f.degree, std::reduce(e.begin(), e.end()));
      f.exponents.push_back(std::move(e));
      f.coefficients.push_back(number());
    }
    return f;
  }
  UnivariateRepresentation representation(std::size_t variables) {
    UnivariateRepresentation r;
    for (std::size_t v = 0; v < variables; ++v) {
      r.numerators.push_back(polynomial());
      r.denominators.push_back(positive());
    }
    return r;
  }

 private:
  std::mt19937_64 words_;
};

PolyZ power_of(const PolyZ& a, std::uint64_t exponent) {
  PolyZ result = PolyZ::constant(Integers{}, Integer(1));
  for (; exponent != 0; --exponent) result = mul(result, a);
  return result;
}

PolyZ by_terms(const IntegerEquation& f, const UnivariateRepresentation& r, const PolyZ& slope) {
  const std::size_t variables = r.numerators.size();
  std::vector<std::uint64_t> most(variables, 0);
  std::uint64_t degree = 0;
  for (const auto& e : f.exponents) {
    for (std::size_t v = 0; v < variables; ++v) most[v] = std::max(most[v], e[v]);
    degree = std::max(degree, std::reduce(e.begin(), e.end()));
  }
  PolyZ sum;
  for (std::size_t i = 0; i < f.exponents.size(); ++i) {
    const auto& e = f.exponents[i];
    PolyZ term = PolyZ::constant(Integers{}, f.coefficients[i]);
    for (std::size_t v = 0; v < variables; ++v)
      term = scale(mul(term, power_of(r.numerators[v], e[v])), pow(r.denominators[v], most[v] - e[v]));
    sum = add(sum, mul(term, power_of(slope, degree - std::reduce(e.begin(), e.end()))));
  }
  return sum;
}

TEST(EquationAtRootsProperty, IsTheSumOfProductsOfPowers) {
  EquationSampler random(20);
  for (int i = 0; i < 300; ++i) {
    const std::size_t variables = 1 + random.below(4);
    const IntegerEquation f = random.equation(variables, 1 + random.below(9), 1 + random.below(6));
    const UnivariateRepresentation r = random.representation(variables);
    const PolyZ slope = random.polynomial();
    const ExecutionContext ctx;
    {
      const detail::HeldPolynomial value = detail::equation_at_roots(f, r, slope, ctx);
      EXPECT_EQ(value.value, by_terms(f, r, slope)) << i;
      EXPECT_GE(ctx.memory().used(), value.value.coefficients().bytes());
    }
    EXPECT_EQ(ctx.memory().used() - ctx.plan_cache().size(), 0U);
  }
}

/// Powers of 12,000 bits: the sum takes half a megabyte, and is refused before it is made where there are fewer.
TEST(EquationAtRoots, KeepsTheCap) {
  IntegerEquation f;
  f.exponents = {{301, 300}, {0, 1}};
  f.coefficients = {Integer(1), Integer(-3)};
  f.degree = 601;
  UnivariateRepresentation r;
  r.numerators = {PolyZ{(std::int64_t{1} << 40) + 1, -3}, PolyZ{7}};
  r.denominators = {Integer(3), Integer(1)};
  for (const std::size_t cap : {20'000, 200'000, 100'000'000}) {
    const auto ctx = ExecutionContext().with_memory_limit(cap);
    bool refused = false;
    try {
      detail::equation_at_roots(f, r, PolyZ{5}, ctx);
    } catch (const MemoryLimit&) {
      refused = true;
    }
    EXPECT_EQ(refused, cap < 1'000'000) << cap;
    EXPECT_LE(ctx.memory().peak(), cap);
  }
}

}  // namespace
}  // namespace polyfork::test
