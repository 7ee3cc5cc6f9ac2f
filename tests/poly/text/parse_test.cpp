#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/text/parse.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "algebra_generators.hpp"
#include "ring_samplers.hpp"

namespace polyfork {
namespace {

using namespace literals;
using MultiPolyQi = SparseMultiPoly<GaussianRationals>;

const Variables xyz({"x", "y", "z"});

template <class P>
std::string normal(std::string_view text) {
  return to_string(parse_poly<P>(text));
}

TEST(ParseMulti, Grammar) {
  EXPECT_EQ(normal<MultiPolyQ>("3*x^2*y - z + 1/2"), "3*x^2*y - z + 1/2");
  EXPECT_EQ(normal<MultiPolyQ>("  - -x*y # a comment\n + x * y/3 ;"), "4/3*x*y");
  EXPECT_EQ(normal<MultiPolyQ>("(x + y)^2"), "x^2 + 2*x*y + y^2");
  EXPECT_EQ(normal<MultiPolyQ>("(x + y)*(x - y)*2/3"), "2/3*x^2 - 2/3*y^2");
  EXPECT_EQ(normal<MultiPolyQ>("-x^2*-y**3"), "x^2*y^3");
  EXPECT_EQ(normal<MultiPolyQ>("x*y*x*2*y^(2)"), "2*x^2*y^3");
  EXPECT_EQ(normal<MultiPolyQ>("2^10*x/2^3"), "128*x");
  EXPECT_EQ(normal<MultiPolyQ>("x/(1/2 - 2/3)"), "-6*x");
  EXPECT_EQ(normal<MultiPolyQ>("x - x"), "0");
  EXPECT_EQ(normal<MultiPolyQ>("((x - x)*y + 0)^0"), "1");
  EXPECT_EQ(normal<MultiPolyQ>("0*x^5 + (y-y)*x"), "0");
  EXPECT_EQ(normal<MultiPolyQ>("((((7))))"), "7");
  EXPECT_EQ(normal<MultiPolyQ>("((x + y - y)^3)^2"), "x^6");
  EXPECT_EQ(normal<MultiPolyQ>("alpha_1*beta2^20"), "alpha_1*beta2^20");
  EXPECT_EQ(normal<MultiPolyZ>("4*x/2 + 6/3*y"), "2*x + 2*y");
  EXPECT_EQ(normal<MultiPolyZ>("(4*x + 2*y)/2"), "2*x + y");
  EXPECT_EQ(normal<MultiPolyZ>("x^9223372036854775807"), "x^9223372036854775807");
}

TEST(ParseMulti, VariablesInOrderOfAppearanceOrGiven) {
  EXPECT_EQ(parse_poly<MultiPolyQ>("b*a + c").variables(), Variables({"b", "a", "c"}));
  EXPECT_EQ(parse_poly<MultiPolyQ>("5").variables(), Variables());
  const auto f = parse_poly<MultiPolyQ>("z*x", xyz);
  EXPECT_EQ(f.variables(), xyz);
  EXPECT_EQ(f, MultiPolyQ::generator(xyz, "x") * MultiPolyQ::generator(xyz, "z"));
  const Variables graded({"x", "y"}, MonomialOrder::graded_reverse_lex);
  EXPECT_EQ(to_string(parse_poly<MultiPolyZ>("x + y^2", graded)), "y^2 + x");
  // a name that cancels or has the exponent zero is a variable all the same
  EXPECT_EQ(parse_poly<MultiPolyQ>("a - a + b^0").variables(), Variables({"a", "b"}));
}

TEST(ParseMulti, GaussianRationals) {
  const auto f = parse_poly<MultiPolyQi>("(1/2 + 3*i)*x*y - i*x + I^2");
  EXPECT_EQ(f.variables(), Variables({"x", "y"}));
  EXPECT_EQ(f.coefficient_of({1, 1}), GaussianRational(Rational("1/2"), 3));
  EXPECT_EQ(f.coefficient_of({1, 0}), -GaussianRational::i());
  EXPECT_EQ(f.constant_term(), GaussianRational(-1));
  EXPECT_EQ(parse_poly<MultiPolyQi>("(x + i)*(x - i)"), parse_poly<MultiPolyQi>("x^2 + 1"));
  EXPECT_EQ(parse_poly<MultiPolyQi>("x/(1+i)"), parse_poly<MultiPolyQi>("x*(1-i)/2"));
  // As they are written, alone in parentheses, and with signs before and inside.
  for (const char* text : {"x + (-i)", "x + (i)", "x^2 + (-1-i)*x + (2*i)", "(-i)*x*y + (1/2-i)"})
    EXPECT_EQ(normal<MultiPolyQi>(text), text);
  for (const char* text : {"x - (i)", "x + ((-i))", "x + (+(-(i)))", "-((i)) + (x)", "x + (-i)^5"})
    EXPECT_EQ(normal<MultiPolyQi>(text), "x + (-i)") << text;
  EXPECT_EQ(to_string(parse_poly<DensePoly<GaussianRationals>>("(-i)*x^2 + (-(1-i))")), "(-i)*x^2 + (-1+i)");
  EXPECT_EQ(to_string(parse_poly<SparsePoly<GaussianRationals>>("(-i)*x^2 + (-(1-i))")), "(-i)*x^2 + (-1+i)");
  EXPECT_THROW(parse_poly<MultiPolyQi>("i*x", Variables({"x", "i"})), DomainError);
  // over Q it is a name like any other
  EXPECT_EQ(parse_poly<MultiPolyQ>("i*x").variables(), Variables({"i", "x"}));
}

TEST(ParseMulti, ResidueFields) {
  using MultiPolyBig = SparseMultiPoly<BigPrimeField>;
  EXPECT_EQ(to_string(parse_poly<MultiPolyZp>("10*x/3 - y", PrimeField(7))), "x + 6*y");
  EXPECT_EQ(to_string(parse_poly<MultiPolyZp>("(x + y)^7", PrimeField(7))), "x^7 + y^7");
  EXPECT_EQ(to_string(parse_poly<MultiPolyZp>("3^1000000000000*x", PrimeField(7))), "4*x");
  const BigPrimeField big((Integer(1) << 127) - Integer(1));
  EXPECT_EQ(to_string(parse_poly<MultiPolyBig>("-x", big)), "170141183460469231731687303715884105726*x");
  EXPECT_THROW(parse_poly<MultiPolyZp>("x/14", PrimeField(7)), ParseError);
}

TEST(ParseMulti, NestedRings) {
  const PolynomialRing<Rationals> q_t({}, "t");
  using Over = SparseMultiPoly<PolynomialRing<Rationals>>;
  const auto f = parse_poly<Over>("(t^2 + 1)*y + t*x*y - t/2", q_t);
  EXPECT_EQ(f.variables(), Variables({"y", "x"}));
  EXPECT_EQ(f.coefficient_of({1, 0}), parse_poly("t^2 + 1"));
  EXPECT_EQ(f.coefficient_of({1, 1}), parse_poly("t"));
  EXPECT_EQ(f.constant_term(), parse_poly("-t/2"));
  EXPECT_EQ(parse_poly<Over>("(t^2 - 1)/(t + 1)*x", q_t), parse_poly<Over>("(t - 1)*x", q_t));
  EXPECT_THROW(parse_poly<Over>("x/t", q_t), ParseError);
  EXPECT_THROW(parse_poly<Over>("x*t", Variables({"x", "t"}), q_t), DomainError);

  const RationalFunctions<Rationals> field(q_t);
  using OverField = SparseMultiPoly<RationalFunctions<Rationals>>;
  const auto g = parse_poly<OverField>("x/(t - 1) + (t + 1)/(t^2 - 1)*y", field);
  EXPECT_EQ(to_string(g), "(1/(t - 1))*x + (1/(t - 1))*y");

  const PolynomialRing<PolynomialRing<GaussianRationals>> tower(PolynomialRing<GaussianRationals>({}, "s"), "t");
  EXPECT_EQ(parse_element(tower, "(s + i*t)*(s - i*t)"), parse_element(tower, "s^2 + t^2"));
  EXPECT_EQ(parse_element(GaussianRationals(), "(1 + i)^4"), GaussianRational(-4));
  EXPECT_EQ(parse_element(field, "(t^2 - 1)/(2*t + 2)"), parse_element(field, "t/2 - 1/2"));
  EXPECT_THROW(parse_element(Rationals(), "x"), ParseError);
}

TEST(ParseMulti, DenseTypes) {
  EXPECT_EQ(parse_poly<PolyZ>("3*y^2 - 1"), parse_poly_z("3*y^2 - 1"));
  EXPECT_EQ(parse_poly<PolyQ>("3*y^2 - 1/2"), parse_poly("3*y^2 - 1/2"));
  EXPECT_EQ(parse_poly<PolyZ>("5", Variables({"y"})).variable(), "y");
  EXPECT_THROW(parse_poly<PolyZ>("x + 1", Variables({"y"})), ParseError);
  EXPECT_THROW(parse_poly<PolyZ>("x + 1", xyz), DomainError);
  EXPECT_EQ(to_string(parse_poly<PolyZp>("(t + 1)^5 + 1/2", PrimeField(5))), "t^5 + 4");
  EXPECT_EQ(parse_poly<PolyZp>("3", PrimeField(5)).variable(), "x");
  EXPECT_THROW(parse_poly<PolyZp>("x*y", PrimeField(5)), ParseError);
  const auto d = parse_poly<DDMMP>("x^2*y + 3*y^3 - 1", PrimeField(5));
  EXPECT_EQ(to_string(d), "x^2*y + 3*y^3 + 4");
  EXPECT_EQ(parse_poly<DDMMP>("0", Variables({"x", "y"}), PrimeField(5)).variables().size(), 2U);
  EXPECT_EQ(parse_poly<DDMMP>(to_string(d), Variables({"x", "y"}), PrimeField(5)), d);
}

TEST(ParseMulti, Literals) {
  const PolyZ f = "3*x^2 - 1"_poly;
  const PolyQ g = "3*x^2 - 1"_poly;
  const MultiPolyQ h = "x*y/2 - (x + y)^2"_poly;
  EXPECT_EQ(f, parse_poly_z("3*x^2 - 1"));
  EXPECT_EQ(g, parse_poly("3*x^2 - 1"));
  EXPECT_EQ(h, parse_poly<MultiPolyQ>("-x^2 - 3/2*x*y - y^2"));
  const PolyZp p = "x^3 + 9"_poly.over(PrimeField(7));
  EXPECT_EQ(to_string(p), "x^3 + 2");
  const MultiPolyZ in = "z"_poly.in(xyz);
  EXPECT_EQ(in.variables(), xyz);
  EXPECT_EQ("x*z"_poly.in(xyz).over(PrimeField(3)).as<MultiPolyZp>().ring(), PrimeField(3));
  EXPECT_EQ(f * "x"_poly, parse_poly_z("3*x^3 - x"));
  EXPECT_TRUE("x - 1"_poly.as<PolyZ>() == parse_poly_z("x - 1"));
}

struct Fault {
  const char* text;
  std::size_t line;
  std::size_t column;
  const char* reason;  // a part of it
};

template <class P>
void expect_fault(const Fault& fault, const typename P::ring_type& ring, const Variables& variables) {
  try {
    parse_poly<P>(fault.text, variables, ring);
    ADD_FAILURE() << fault.text << " was read";
  } catch (const ParseError& e) {
    EXPECT_EQ(e.line(), fault.line) << fault.text << ": " << e.what();
    EXPECT_EQ(e.column(), fault.column) << fault.text << ": " << e.what();
    EXPECT_NE(e.reason().find(fault.reason), std::string::npos) << fault.text << ": " << e.what();
  }
}

TEST(ParseMulti, ErrorsHavePositions) {
  for (const Fault& fault : std::vector<Fault>{{"", 1, 1, "empty"},
                                               {"x + w", 1, 5, "unknown name 'w'; the variables are x, y, z"},
                                               {"x*y +\n  2*q^3", 2, 5, "unknown name 'q'"},
                                               {"x +", 1, 4, "expected a number, a variable or '('"},
                                               {"3x", 1, 2, "products are written with '*'"},
                                               {"x*(y+1", 1, 7, "expected ')'"},
                                               {"x*y)", 1, 4, "expected an operator"},
                                               {"x^y", 1, 3, "nonnegative integer"},
                                               {"x^-1", 1, 3, "negative exponent (only numbers have them)"},
                                               {"x^2^3", 1, 4, "a power of a power"},
                                               {"x/y", 1, 2, "not constant"},
                                               {"x/(y-y)", 1, 2, "division by zero"},
                                               {"x/0", 1, 2, "division by zero"},
                                               {"x^1.5", 1, 4, "whole numbers"},
                                               {"x, y", 1, 2, "second polynomial"},
                                               {"x = y", 1, 3, "equation"},
                                               {"x^9223372036854775808", 1, 3, "too large"},
                                               {"y*x^9223372036854775807*x", 1, 24, "exponent overflow"},
                                               {"(x^5000000000000000000)^2", 1, 24, "exponent overflow"},
                                               {"(x + y)*(x^9223372036854775807 + 1)", 1, 8, "exponent overflow"},
                                               {"2^10000000000000", 1, 2, "too large"},
                                               {"(x + y)^100000000000000", 1, 8, "too large"}})
    expect_fault<MultiPolyQ>(fault, {}, xyz);
  expect_fault<MultiPolyZ>({"x/2", 1, 2, "not exact"}, {}, xyz);
  expect_fault<MultiPolyZ>({"y + (x + 2*y)/2", 1, 14, "not exact"}, {}, xyz);
  expect_fault<PolyZp>({"x + y*x", 1, 5, "unknown name"}, PrimeField(5), Variables({"x"}));
}

TEST(ParseMulti, NestingAndSizeAreLimited) {
  const auto nested = [](int depth) { return std::string(depth, '(') + "x" + std::string(depth, ')'); };
  EXPECT_EQ(normal<MultiPolyQ>(nested(200)), "x");
  EXPECT_THROW(normal<MultiPolyQ>(nested(201)), ParseError);
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(std::size_t{1} << 20);
  EXPECT_THROW(parse_poly<MultiPolyZ>("(x + y + z + 1)^500", narrow), MemoryLimit);
  EXPECT_THROW(parse_poly<MultiPolyZ>("7^100000000*x", narrow), MemoryLimit);
  EXPECT_THROW(parse_poly<PolyZp>("x^1000000000", PrimeField(7), narrow), MemoryLimit);
  EXPECT_THROW(parse_poly<DDMMP>("x^100000*y^100000", PrimeField(7), narrow), MemoryLimit);
  std::string many = "x";
  for (int i = 0; i < 100000; ++i) many += "+x*y";
  EXPECT_THROW(parse_poly<MultiPolyZ>(many, narrow), MemoryLimit);
}

/// Sums and powers in parentheses against the arithmetic itself.
TEST(ParseMultiProperty, ExpressionsAreEvaluated) {
  test::IntegerGenerator g(71);
  const auto draw = [&] {
    std::vector<MultiPolyQ::Term> terms;
    for (int i = 0; i < 5; ++i)
      terms.push_back({{g.random().below(4), g.random().below(3), g.random().below(5)}, g.rational(1)});
    return MultiPolyQ::from_terms(xyz, terms);
  };
  for (int i = 0; i < 20; ++i) {
    const MultiPolyQ a = draw();
    const MultiPolyQ b = draw();
    const MultiPolyQ c = draw();
    const std::string text = "(" + to_string(a) + ")*(" + to_string(b) + ")^2 - 3*(" + to_string(c) + ")/7*x";
    EXPECT_EQ(parse_poly<MultiPolyQ>(text, xyz), a * b * b - c * MultiPolyQ::generator(xyz, "x") * Rational("3/7"));
  }
}

template <class Sampler>
class ParseRoundTripProperty : public testing::Test {};

using Samplers = testing::Types<test::IntegersSampler, test::RationalsSampler, test::GaussianRationalsSampler,
                                test::PrimeFieldSampler<11>>;
TYPED_TEST_SUITE(ParseRoundTripProperty, Samplers);

/// Every polynomial that is written is read back.
TYPED_TEST(ParseRoundTripProperty, SparseDenseAndElements) {
  using R = typename TypeParam::ring_type;
  test::IntegerGenerator g(72);
  const R ring = TypeParam::ring();
  for (int i = 0; i < 20; ++i) {
    std::vector<typename SparseMultiPoly<R>::Term> terms;
    for (int k = 0; k < i % 7; ++k)
      terms.push_back({{g.random().below(4), g.random().below(3), g.random().below(100)}, TypeParam::sample(g)});
    for (const Variables& v : {xyz, xyz.with_order(MonomialOrder::graded_reverse_lex)}) {
      const auto f = SparseMultiPoly<R>::from_terms(ring, v, terms);
      EXPECT_EQ(parse_poly<SparseMultiPoly<R>>(to_string(f), v, ring), f) << to_string(f);
    }
    std::vector<typename R::element> c;
    for (int k = 0; k < i % 6; ++k) c.push_back(TypeParam::sample(g));
    const auto d = DensePoly<R>::from_elements(ring, c);
    EXPECT_EQ(parse_poly<DensePoly<R>>(to_string(d), ring), d) << to_string(d);
    const auto element = TypeParam::sample(g);
    EXPECT_TRUE(ring.equal(parse_element(ring, ring.to_string(element)), element)) << ring.to_string(element);
  }
}

/// The same over towers and fields of fractions, whose elements are written with parentheses.
template <class R, class Sample>
void expect_towers_read_back(const R& ring, const Sample& sample) {
  for (int i = 0; i < 10; ++i) {
    std::vector<typename SparseMultiPoly<R>::Term> terms;
    for (std::uint64_t k = 0; k < 4; ++k) terms.push_back({{k, 5 - k}, sample()});
    const Variables v({"u", "v"});
    const auto f = SparseMultiPoly<R>::from_terms(ring, v, terms);
    EXPECT_EQ(parse_poly<SparseMultiPoly<R>>(to_string(f), v, ring), f) << to_string(f);
    const auto d = DensePoly<R>::from_elements(ring, {sample(), sample(), sample()}).with_variable("u");
    EXPECT_EQ(parse_poly<DensePoly<R>>(to_string(d), ring), d) << to_string(d);
  }
}

TEST(ParseMultiProperty, TowersReadBack) {
  test::IntegerGenerator g(73);
  const PolynomialRing<GaussianRationals> qi_t({}, "t");
  expect_towers_read_back(qi_t, [&] {
    return qi_t.from_elements({test::GaussianRationalsSampler::sample(g), test::GaussianRationalsSampler::sample(g)});
  });
  const PolynomialRing<Rationals> q_t({}, "t");
  const RationalFunctions<Rationals> functions(q_t);
  const auto polynomial = [&] { return q_t.from_elements({g.rational(1), g.rational(1), g.rational(1)}); };
  expect_towers_read_back(functions, [&] {
    auto denominator = polynomial();
    if (denominator.is_zero()) denominator = q_t.one();
    return functions.fraction(polynomial(), denominator);
  });
  const BigPrimeField big((Integer(1) << 127) - Integer(1));
  expect_towers_read_back(big, [&] { return big.from_integer(g.draw(2)); });
}

}  // namespace
}  // namespace polyfork
