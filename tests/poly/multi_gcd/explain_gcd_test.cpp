// Plans of gcds in several variables: the steps that are described are those that the operands ask for.
#include <polyfork/poly/multivariate/explain_gcd.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "forced_isa.hpp"
#include "multi_generators.hpp"
#include "poly/multivariate/lane_kernels.hpp"

namespace polyfork::test {
namespace {

std::vector<std::string> steps(const PlanDescription& plan) {
  std::vector<std::string> names;
  for (const PlanDescription& step : plan.children) names.push_back(step.algorithm);
  return names;
}
using Steps = std::vector<std::string>;

MultiPolyZ poly(const std::string& text) { return parse_poly<MultiPolyZ>(text, Variables({"x", "y", "z"})); }
Steps steps_of(const std::string& a, const std::string& b) { return steps(explain_gcd(poly(a), poly(b))); }

TEST(ExplainGcd, StepsBeforeImages) {
  EXPECT_EQ(steps_of("0", "x*y"), (Steps{"operand"}));
  EXPECT_EQ(steps_of("x + y", "7"), (Steps{"contents", "constant"}));
  EXPECT_EQ(steps_of("x^2 - 1", "x^3 - 1"), (Steps{"univariate"}));
  EXPECT_EQ(steps_of("x^2 - y", "x^3 - z"), (Steps{"coefficients"}));
  EXPECT_EQ(steps_of("x^2 - y + 1", "x^3 + y^2 + 3"), (Steps{"coprime"}));
  EXPECT_EQ(steps_of("6*x^2*y + 6*x", "4*x*y^2 + 4"), (Steps{"contents", "coprime"}));
  EXPECT_EQ(steps_of("(x - y)*(x + 2*y + 1)", "x - y").front(), "division");
  EXPECT_EQ(steps_of("(x^2 - y^4 + 1)*(x^2 + 3)", "(x^2 - y^4 + 1)*(y^2 + 5)").front(), "deflation");
}

/// Dense and sparse operands over Z, by the same plans as the gcd.
TEST(ExplainGcd, Images) {
  const MultiPolyZ x = poly("x");
  const MultiPolyZ g = pow(poly("x + 2*y + 3*z + 1"), 4) + poly("x*y - 5");
  const MultiPolyZ a = g * (pow(poly("x - y + z + 2"), 4) + x);
  const MultiPolyZ b = g * (pow(poly("x + y - z - 3"), 4) - x);
  const PlanDescription dense = explain_gcd(a, b);
  {
    const ForcedIsa forced(Isa::scalar);
    EXPECT_EQ(steps(explain_gcd(a, b)), (Steps{"brown"}));
  }
  if (detail::lane_kernels(active_isa()) == nullptr) return;  // no vectors of points
  EXPECT_EQ(steps(dense), (Steps{"brown_vectors"}));
  EXPECT_EQ(dense.children[0].parameters.front().first, "primes");

  const MultiPolyZ h = poly("x^29*y^3 + 7*x^5*z^28 - y^27*z^4 + 3*x^2*y*z + 11");
  const MultiPolyZ c = h * poly("x^30 - 5*x^3*y^21*z + z^29 + y^5 - 2");
  const MultiPolyZ d = h * poly("y^30 + x^25*y^2*z^9 - 4*z^30 - x + 6");
  const PlanDescription sparse = explain_gcd(c, d);
  EXPECT_TRUE(sparse.children.back().algorithm == "powers" || sparse.children.back().algorithm == "zippel");
  EXPECT_EQ(steps(explain_gcd(to_rational(c), to_rational(d))), steps(sparse));
}

TEST(ExplainGcd, ModuloPrimes) {
  const MultiPolyZ g = pow(poly("x + 2*y + 3*z + 1"), 4) + poly("x*y - 5");
  const MultiPolyZ a = g * pow(poly("x - y + z + 2"), 3);
  const MultiPolyZ b = g * pow(poly("x + y - z - 3"), 3);
  for (const std::uint64_t p : {std::uint64_t{5}, std::uint64_t{1000003}}) {
    const PrimeField field(p);
    const PlanDescription plan = explain_gcd(reduce(a, field), reduce(b, field));
    ASSERT_FALSE(plan.children.empty());
    const auto& parameters = plan.children.back().parameters;
    const bool extension = !parameters.empty() && parameters.back().second == "of an extension";
    EXPECT_EQ(extension, p == 5) << p;
  }
}

}  // namespace
}  // namespace polyfork::test
