// What is explained of factorizations in one variable, beside what they do.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "factor_z_shapes.hpp"

namespace polyfork::test {
namespace {

PlanDescription explained(std::string_view text) { return explain_factor(parse_poly<PolyZ>(text)); }
PlanDescription explained(std::string_view text, std::uint64_t p) {
  return explain_factor(reduce(parse_poly<PolyZ>(text), PrimeField(p)));
}

/// The algorithms from the root down the first children.
std::vector<std::string> chain(const PlanDescription& plan) {
  std::vector<std::string> names{plan.algorithm};
  for (const PlanDescription* p = &plan; !p->children.empty();) {
    p = &p->children.front();
    names.push_back(p->algorithm);
  }
  return names;
}

std::string parameter(const PlanDescription& plan, std::string_view name) {
  for (const auto& [key, value] : plan.parameters)
    if (key == name) return value;
  return {};
}

using Names = std::vector<std::string>;

TEST(ExplainFactor, StructureOverZ) {
  EXPECT_THROW(explain_factor(PolyZ{}), DomainError);
  EXPECT_EQ(chain(explained("7")), Names{"none"});
  EXPECT_EQ(chain(explained("6*x + 4")), Names{"linear"});
  EXPECT_EQ(chain(explained("x")), Names{"variable"});
  EXPECT_EQ(chain(explained("x^3 - 2*x")), (Names{"variable", "deflate", "linear"}));
  EXPECT_EQ(chain(explained("x^2 + x - 5")), Names{"quadratic"});
  EXPECT_EQ(chain(explained("x^24 - 1")), (Names{"deflate", "linear"}));
  EXPECT_EQ(chain(explained("x^300 - x^100 - 2", 7)), (Names{"inflate", "distinct_degrees", "equal_degrees"}));
  EXPECT_EQ(chain(explained("x^300 - 3", 7)), (Names{"inflate", "linear"}));
  const PlanDescription deflated = explained("x^24 - 1");
  EXPECT_EQ(parameter(deflated, "power"), "24");
  ASSERT_EQ(deflated.children.size(), 2U);
  EXPECT_EQ(deflated.children[1].algorithm, "inflate");
  EXPECT_EQ(parameter(deflated.children[1], "primes"), "2,3");
  EXPECT_EQ(parameter(explained("x^35 - 3").children[1], "primes"), "5,7");
  EXPECT_EQ(chain(explained("x^5 + 6*x^2 + 2*x + 2")), Names{"eisenstein"});
  EXPECT_EQ(chain(explained("x^4 + x^3 + x^2 + x + 1")), Names{"cyclotomic"});
  EXPECT_EQ(chain(explained("(x^4 + x^3 + x^2 + x + 1)*(x^2 - x - 1)")), (Names{"cyclotomic", "quadratic"}));
  const PlanDescription powers = explained("(x - 1)^2*(x^2 + x - 1)^3*(x + 5)");
  EXPECT_EQ(powers.algorithm, "square_free");
  EXPECT_EQ(powers.children.size(), 3U);
}

TEST(ExplainFactor, LiftingIsThatOfTheFactorization) {
  const PlanDescription few = explained("(x^3 + x + 11)*(x^4 - x^2 + 7*x + 13)");
  EXPECT_EQ(chain(few), (Names{"hensel", "subsets"}));
  EXPECT_EQ(parameter(few, "degree"), "7");
  const PlanDescription some = explain_factor(swinnerton_dyer(6) + PolyZ{0, 1});
  EXPECT_EQ(chain(some), (Names{"hensel", "subsets"}));
  EXPECT_EQ(parameter(some, "prime"), "1039");
  EXPECT_EQ(parameter(some, "local_factors"), "4");
  // In a power of x, of which the eighth and sixteenth part are factored first.
  EXPECT_EQ(chain(explain_factor(swinnerton_dyer(6))), (Names{"deflate", "hensel", "knapsack"}));
  // The reverse has the smaller leading coefficient.
  EXPECT_EQ(parameter(explained("(9*x^3 + x + 1)*(9*x^4 - x^2 + 7*x + 1)"), "reversed"), "yes");
}

TEST(ExplainFactor, SaysIrreducibleOfWhatIs) {
  const PolyZ by_patterns = swinnerton_dyer(6) + PolyZ{0, 3};
  EXPECT_EQ(chain(explain_factor(by_patterns)), Names{"degree_patterns"});
  EXPECT_TRUE(is_irreducible(by_patterns));
  for (const std::string text : {"x^5 + 6*x^2 + 2*x + 2", "2*x^5 + 2*x^3 + 6*x + 1", "x^7 - 5*x + 10"}) {
    EXPECT_EQ(chain(explained(text)), Names{"eisenstein"}) << text;
    EXPECT_TRUE(is_irreducible(parse_poly<PolyZ>(text))) << text;
  }
  // Where the plan does not say so, recombination does.
  EXPECT_TRUE(is_irreducible(swinnerton_dyer(6) + PolyZ{0, 1}));
}

TEST(ExplainFactor, ModuloAPrime) {
  EXPECT_THROW(explain_factor(PolyZp(PrimeField(7))), DomainError);
  EXPECT_EQ(chain(explained("3", 7)), Names{"none"});
  EXPECT_EQ(chain(explained("x + 3", 7)), Names{"linear"});
  // Short enough for columns, and the other long enough for transforms, under every instruction set.
  const PlanDescription plan = explained("x^48 + x + 3", 2147483647);
  EXPECT_EQ(chain(plan), (Names{"distinct_degrees", "equal_degrees"}));
  EXPECT_EQ(parameter(plan, "baby_steps"), "4");
  EXPECT_EQ(parameter(plan, "products"), "columns");
  EXPECT_EQ(parameter(explained("x^5000 + x + 3", 2147483647), "products"), "transforms");
  const PlanDescription powers = explained("(x + 1)^7*(x + 2)^3", 7);
  EXPECT_EQ(powers.algorithm, "square_free");
  ASSERT_EQ(powers.children.size(), 2U);
  EXPECT_EQ(parameter(powers.children[1], "multiplicity"), "7");
}

TEST(FactorZ, ProgressIsReported) {
  std::vector<std::string> stages;
  const auto ctx = ExecutionContext().with_progress([&](std::string_view stage, double fraction) {
    EXPECT_TRUE(fraction >= 0 && fraction <= 1);
    stages.emplace_back(stage);
  });
  IntegerGenerator g(128);
  PolyZ f{1};
  for (int i = 0; i < 8; ++i) f = f * random_bits(g, 40, 1500);
  (void)factor(f, ctx);
  for (const std::string stage : {"degrees modulo primes", "lifting", "recombination"})
    EXPECT_NE(std::find(stages.begin(), stages.end(), stage), stages.end()) << stage;
}

}  // namespace
}  // namespace polyfork::test
