// Square-free polynomials that values show to be so, and values at integer points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "back_ends.hpp"
#include "multi_generators.hpp"
#include "poly/multi_factor/integer_values.hpp"
#include "poly/multi_factor/square_free_image.hpp"

namespace polyfork::test {
namespace {

using detail::is_square_free_at_a_point;

MultiPolyZ in_four(std::string_view text) { return parse_poly<MultiPolyZ>(text, test_variables(4)); }
const ExecutionContext& one_thread() {
  static const ExecutionContext ctx = ExecutionContext().with_threads(1);
  return ctx;
}

TEST(SquareFreeImage, Examples) {
  for (const char* text : {"7", "x", "x*y*z", "12*(x + y)", "(x - y)*(x + y)*(z - t)", "x^2*y + z", "4*x^2 - 4*y^2"})
    EXPECT_TRUE(is_square_free_at_a_point(in_four(text), one_thread())) << text;
  // Squares in some of the variables only, as contents, as monomials, of sums that have every variable.
  for (const char* text : {"x^2", "x*y^2", "(x + 1)^2*(y + z)", "(y + z)^2*(x*t + 1)", "(x + y + z + t)^2",
                           "(x*y - z)^2*(x + t)", "(x^2 + 1)^3*y", "(t - 1)^2*(x*y + z)"})
    EXPECT_FALSE(is_square_free_at_a_point(in_four(text), one_thread())) << text;
  // The coefficients vanish modulo the prime; the degrees are too high for lists.
  EXPECT_FALSE(is_square_free_at_a_point(in_four("4611686018427387847*x^3 + y"), one_thread()));
  EXPECT_FALSE(is_square_free_at_a_point(in_four("x^2000000000000 + y"), one_thread()));
  EXPECT_FALSE(is_square_free_at_a_point(reduce(in_four("x + y"), PrimeField(101)), one_thread()));
  EXPECT_TRUE(is_square_free_at_a_point(reduce(in_four("x^2 + y"), PrimeField(2147483647)), one_thread()));
}

TEST(SquareFreeImageProperty, NoRepeatedFactorIsOverlooked) {
  Random r(461);
  std::size_t proved = 0;
  for (int round = 0; round < 300; ++round) {
    const Variables v = test_variables(1 + r.below(4));
    const MultiShape shape{1 + r.below(5), 1 + r.below(3), 9};
    MultiPolyZ f = nonzero_multi(r, Integers{}, v, shape);
    for (std::uint64_t k = r.below(3); k-- > 0;)
      f = mul(f, pow(nonzero_multi(r, Integers{}, v, shape), 1 + r.below(3) / 2));
    const auto repeated = [](const auto& g) {
      const auto factors = square_free_decomposition(g).factors;
      return std::any_of(factors.begin(), factors.end(), [](const auto& part) { return part.multiplicity > 1; });
    };
    const bool found = is_square_free_at_a_point(f, one_thread());
    proved += found;
    EXPECT_EQ(found, !repeated(f)) << f;  // random values are unlucky once in 2^55
    const MultiPolyZp g = reduce(f, PrimeField(2147483647));
    EXPECT_EQ(is_square_free_at_a_point(g, one_thread()), !repeated(g)) << g;
  }
  EXPECT_GT(proved, 100U);
}

TEST(SquareFreeImageThreads, ValuesDoNotDependOnThreads) {
  Random r(462);
  const Variables v = test_variables(3);
  const MultiPolyZ f = nonzero_multi(r, Integers{}, v, {20000, 60, 1000});
  const std::vector<std::size_t> sequence{1, 2, 0};
  const std::vector<Integer> point{Integer(-3), Integer(5)};
  const IntegerVector expected = detail::value_in_main_variable(f, sequence, point, one_thread());
  for (const ExecutionContext& ctx : contexts()) {
    EXPECT_TRUE(is_square_free_at_a_point(f, ctx));
    EXPECT_EQ(detail::value_in_main_variable(f, sequence, point, ctx), expected);
  }
  // Against the definition, coefficient by coefficient.
  const MultiPolyZ small = parse_poly<MultiPolyZ>("y^2*x*z - 7*y*x^2 + 3*z^2 + y^2", v);
  const IntegerVector values = detail::value_in_main_variable(small, sequence, point, one_thread());
  EXPECT_EQ(values, (IntegerVector{27, -175, -14}));
  EXPECT_EQ(detail::value_at_point(parse_poly<MultiPolyZ>("x*z - 2*x^2", v), sequence, point), Integer(-65));
}

}  // namespace
}  // namespace polyfork::test
