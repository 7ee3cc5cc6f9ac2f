// Coordinates through univariate representations whose evaluation loses many bits.
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/system/representation.hpp>

#include "system/points/coordinates.hpp"

namespace polyfork::test {
namespace {

using detail::Coordinate;
using detail::CoordinateFinder;

/// f(t) = 0, x = t = (t f' - n f) / f', y = 2 t - 1, with numerators of degrees below that of f.
UnivariateRepresentation representation_of(const PolyZ& f) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  UnivariateRepresentation r;
  r.variables = Variables({"x", "y"});
  r.degree = static_cast<std::size_t>(f.degree());
  r.form = {1, 0};
  r.polynomial = f;
  const PolyZ slope = derivative(f, 1, ctx);
  const PolyZ x = sub(mul(PolyZ::generator(), slope, ctx), scale(f, Integer(f.degree()), ctx), ctx);
  r.numerators = {x, sub(scale(x, Integer(2), ctx), slope, ctx)};
  r.denominators = {Integer(1), Integer(1)};
  return r;
}

/// Two roots of Mignotte's polynomial are so close that f' has about 400 leading zeros between them.
TEST(Coordinates, OfRootsInClusters) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  const auto f = parse_poly<PolyZ>("x^16 - 2*(1099511627776*x - 1)^2");
  CoordinateFinder finder(representation_of(f), 64, ctx);
  ASSERT_EQ(finder.size(), 4U);
  for (const std::int64_t bits : {192, 2000}) {
    ASSERT_TRUE(finder.refine(bits, bits / 2, ctx));
    for (std::size_t i = 0; i < finder.size(); ++i) {
      const Coordinate& x = finder.coordinates(i)[0];
      const Coordinate& y = finder.coordinates(i)[1];
      ASSERT_FALSE(x.exact || y.exact);
      EXPECT_TRUE(x.interval.narrower_than(bits));
      EXPECT_TRUE(y.interval.narrower_than(bits));
      const auto value = [](const Integer& a, std::int64_t scale) { return Rational::dyadic(a, -scale); };
      EXPECT_LE(value(x.interval.lower, x.interval.scale) * Rational(2) - Rational(1),
                value(y.interval.upper, y.interval.scale));
      EXPECT_GE(value(x.interval.upper, x.interval.scale) * Rational(2) - Rational(1),
                value(y.interval.lower, y.interval.scale));
    }
  }
}

/// One root alone is refined from where it was found.
TEST(Coordinates, OfOneRoot) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  CoordinateFinder finder(representation_of(parse_poly<PolyZ>("(x^3 - 2)*(3*x - 1)")), 64, ctx);
  ASSERT_EQ(finder.size(), 2U);
  ASSERT_TRUE(finder.refine(4000, 1000, ctx));
  EXPECT_TRUE(finder.coordinates(0)[1].exact);
  EXPECT_EQ(finder.coordinates(0)[1].value, Rational(-1, 3));
  EXPECT_TRUE(finder.coordinates(1)[1].interval.narrower_than(4000));
}

}  // namespace
}  // namespace polyfork::test
