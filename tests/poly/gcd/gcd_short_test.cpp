// Gcds of short polynomials in words against those by the modular algorithm, which any tuning asks for.
#include "poly/gcd/gcd_short.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/tuning.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

using detail::gcd_short;

PolyZ draw(IntegerGenerator& g, std::size_t length, unsigned bits) {
  std::vector<Integer> c;
  for (std::size_t i = 0; i < length; ++i) {
    Integer x = g.random().below(4) == 0 ? Integer(0) : g.uniform(bits);
    c.push_back(g.random().below(2) == 0 ? x : -x);
  }
  if (!c.empty() && c.back().is_zero()) c.back() = 1;
  return PolyZ(IntegerVector{std::span<const Integer>(c)});
}

const ExecutionContext& modular() {
  static const ExecutionContext ctx = ExecutionContext().with_tuning(Tuning::parse("poly.shift.horner_length=21"));
  return ctx;
}

TEST(GcdShortProperty, EqualsTheModularGcd) {
  IntegerGenerator g(501);
  int done = 0;
  for (int round = 0; round < 20000; ++round) {
    const unsigned bits = 1 + static_cast<unsigned>(g.random().below(34));
    const PolyZ common = draw(g, 1 + g.random().below(6), 1 + static_cast<unsigned>(g.random().below(20)));
    const PolyZ a = common * draw(g, 1 + g.random().below(8), bits);
    const PolyZ b = common * draw(g, 1 + g.random().below(8), bits);
    const PolyZ expected = gcd(a, b, modular());
    ASSERT_EQ(gcd(a, b), expected) << a << ", " << b;
    IntegerVector out;
    if (gcd_short(out, a.coefficients(), b.coefficients(), ExecutionContext())) {
      ++done;
      ASSERT_EQ(PolyZ(out), expected);
    }
    ASSERT_FALSE(gcd_short(out, a.coefficients(), b.coefficients(), modular()));
  }
  EXPECT_GT(done, 15000);
}

/// Coefficients of two limbs, with and without contents, around 64 and 126 bits.
TEST(GcdShortProperty, PairsEqualTheModularGcd) {
  IntegerGenerator g(502);
  int done = 0;
  int refused = 0;
  for (int round = 0; round < 10000; ++round) {
    const unsigned bits = 20 + static_cast<unsigned>(g.random().below(80));
    const PolyZ common = draw(g, 1 + g.random().below(4), 1 + static_cast<unsigned>(g.random().below(34)));
    const PolyZ a = common * draw(g, 1 + g.random().below(14), bits);
    const PolyZ b = common * draw(g, 1 + g.random().below(5), bits);
    const PolyZ f = round % 3 == 0 ? scale(a, g.draw(1)) : a;
    const PolyZ h = round % 5 == 0 ? scale(b, Integer(1) << g.random().below(40)) : b;
    const PolyZ expected = gcd(f, h, modular());
    ASSERT_EQ(gcd(f, h), expected) << f << ", " << h;
    if (f.is_zero() || h.is_zero()) continue;
    IntegerVector out = f.coefficients();
    const bool found = gcd_short(out, out, h.coefficients(), ExecutionContext());
    if (found) {
      ASSERT_EQ(PolyZ(out), expected) << f << ", " << h;
    }
    ++(found ? done : refused);
  }
  EXPECT_GT(done, 4000);
  EXPECT_GT(refused, 100);
}

TEST(GcdShort, PairsAtTheEdges) {
  IntegerGenerator g(503);
  for (int round = 0; round < 5000; ++round) {
    const auto poly = [&](std::size_t length) {
      std::vector<Integer> c;
      for (std::size_t i = 0; i < length; ++i) c.push_back(g.edge());
      if (c.back().is_zero()) c.back() = Integer(1) << 63;
      return PolyZ(IntegerVector{std::span<const Integer>(c)});
    };
    const PolyZ a = poly(1 + g.random().below(5));
    const PolyZ b = poly(1 + g.random().below(5));
    ASSERT_EQ(gcd(a, b), gcd(a, b, modular())) << a << ", " << b;
    ASSERT_EQ(gcd(mul(a, b), a), gcd(mul(a, b), a, modular())) << a << ", " << b;
  }
}

TEST(GcdShort, Edges) {
  const auto z = [](const char* text) { return parse_poly_z(text); };
  EXPECT_EQ(gcd(z("6*x-4"), z("-9*x+6")), z("3*x-2"));
  EXPECT_EQ(gcd(z("-x"), z("-x^2")), z("x"));
  EXPECT_EQ(gcd(z("12"), z("18*x+6")), z("6"));
  EXPECT_EQ(gcd(z("2*x^2+2"), z("4*x^2+4")), z("2*x^2+2"));
  // The prime divides a leading coefficient, or the difference of two roots.
  EXPECT_EQ(gcd(z("2305843009213693951*x+1"), z("2305843009213693951*x+1")), z("2305843009213693951*x+1"));
  EXPECT_EQ(gcd(z("x-1"), z("x-2305843009213693952")), z("1"));
  EXPECT_EQ(gcd(z("4611686018427387903*x+1"), z("x")), z("1"));
  EXPECT_EQ(gcd(z("4611686018427387904*x+1"), z("x")), z("1"));
  EXPECT_EQ(gcd(z("9223372036854775808*x"), z("4611686018427387904*x")), z("4611686018427387904*x"));
}

}  // namespace
}  // namespace polyfork::test
