// Text of elements and polynomials over any ring: printed and read back, and errors at their places.
#include <polyfork/poly/text/parse.hpp>

#include <string>

#include <gtest/gtest.h>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>

#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

template <class Sampler>
class ParseProperty : public ::testing::Test {};
// The other rings: parse_test.cpp.
using Samplers =
    ::testing::Types<GaussianRationalsSampler, Mersenne127,
                     PolynomialRingSampler<FractionFieldSampler<PolynomialRingSampler<IntegersSampler, 3>>, 3, 'y'>>;
TYPED_TEST_SUITE(ParseProperty, Samplers);

TYPED_TEST(ParseProperty, WhatIsPrintedIsReadBack) {
  using R = typename TypeParam::ring_type;
  const R ring = TypeParam::ring();
  IntegerGenerator g(0x9a5e);
  for (int i = 0; i < 30; ++i) {
    const auto a = TypeParam::sample(g), b = TypeParam::sample(g);
    EXPECT_TRUE(ring.equal(parse_element(ring, ring.to_string(a)), a)) << ring.to_string(a);
    const SparsePoly<R> f(ring, {{std::uint64_t{1} << 62, a}, {17, b}, {0, ring.neg(a)}, {1, ring.one()}});
    EXPECT_EQ(parse_sparse(ring, to_string(f)), f) << to_string(f);
  }
}

TEST(Parse, ReadsExpressions) {
  const RationalFunctions<GaussianRationals> field(PolynomialRing<GaussianRationals>({}, "t"));
  EXPECT_EQ(field.to_string(parse_element(field, "-(t^2 + 1) / (t - i) # x^2 + 1 splits\n * 1/2")),
            "-1/2*t + (-1/2*i)");
  EXPECT_EQ(parse_element(Integers(), " - 2 ** 3 * -(4 - 5) "), -8);
  EXPECT_EQ(parse_element(PrimeField(7), "1/3 + 10^100"), PrimeField(7).add(5, 4));
  EXPECT_EQ(to_string(parse_sparse(Rationals(), "(y + 1)*(y - 1) + 2*y^9223372036854775807/4", "y")),
            "1/2*y^9223372036854775807 + y^2 - 1");
  EXPECT_EQ(parse_dense(Integers(), "(x + 1)^5 - x^5"), parse_poly_z("(x + 1)^5 - x^5"));
  std::string sum = "0";
  for (int k = 1; k <= 20000; ++k) sum += " - " + std::to_string(k) + "*x^" + std::to_string(k * 1000);
  EXPECT_EQ(parse_sparse(Integers(), sum).term_count(), 20000U);
}

template <class F>
std::string error_of(const F& f) {
  try {
    (void)f();
  } catch (const ParseError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Parse, ErrorsHavePlaces) {
  const auto z = [](std::string_view text) { return error_of([&] { return parse_sparse(Integers(), text); }); };
  EXPECT_EQ(z("x +\n 3*y"), "2:4: unknown name 'y'; the variable is x");
  EXPECT_EQ(z("x/2"), "1:2: the division is not exact in the ring of coefficients");
  EXPECT_EQ(z("1/(x - x)"), "1:2: division by zero");
  EXPECT_EQ(z("x^9223372036854775807*x"), "1:22: exponent overflow");
  for (const char* const text :
       {"", "x +", "(x", "x)", "2x", "x^-1", "x^x", "x^2^3", "x^9223372036854775808", "3.5", "*x"})
    EXPECT_NE(z(text), "no error") << text;
  EXPECT_NE(z(std::string(1000, '(') + "x" + std::string(1000, ')')), "no error");
  const PolynomialRing<Rationals> ring({}, "t");
  EXPECT_EQ(error_of([&] { return parse_element(ring, "(t^1000000)^1000000"); }), "1:12: the power is too large");
  EXPECT_EQ(error_of([&] { return parse_element(ring, "1/t"); }),
            "1:2: the division is not exact in the ring of coefficients");
  EXPECT_EQ(error_of([] { return parse_element(Integers(), "2^4000000000000"); }), "1:2: the power is too large");
  EXPECT_THROW((void)parse_dense(Integers(), "x^4000000000000"), ParseError);
}

}  // namespace
}  // namespace polyfork::test
