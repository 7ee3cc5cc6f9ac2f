// Names of variables: what every type takes, and that texts of polynomials over rings with names have one meaning.
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/dense/to_string.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/convert_variables.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace {

using namespace polyfork;

using Zt = PolynomialRing<Integers>;
using Zts = PolynomialRing<Zt>;

const char* const no_names[] = {"", "2x", "x+1", "a b", "x^2", "\xc3\xa9", " x", "x ", "-x", "x*y", "x(1)"};
const char* const names[] = {"x", "t1", "_", "Long_Name_2", "X"};

TEST(VariableNames, WhatIsNoNameIsRefusedByEveryType) {
  const PrimeField field(101);
  for (const std::string name : no_names) {
    PolyZ f{1, 2};
    EXPECT_THROW(f.set_variable(name), DomainError) << name;
    EXPECT_THROW(f.with_variable(name), DomainError) << name;
    EXPECT_EQ(f, (PolyZ{1, 2}));
    SparsePoly<Integers> g = SparsePoly<Integers>::generator();
    EXPECT_THROW(g.set_variable(name), DomainError) << name;
    EXPECT_THROW(g.with_variable(name), DomainError) << name;
    EXPECT_EQ(g.variable(), "x");
    EXPECT_THROW(Zt(Integers(), name), DomainError) << name;
    EXPECT_THROW(Variables({name}), DomainError) << name;
    EXPECT_THROW(DDMMP(field, {name}), DomainError) << name;
    EXPECT_THROW(DDMMP(field, {"y"}).with_variables({name}), DomainError) << name;
    EXPECT_THROW(parse_dense(Integers(), "1", name), DomainError) << name;
  }
}

TEST(VariableNames, NamesAreTaken) {
  for (const std::string name : names) {
    const PolyZ f = PolyZ{1, 2}.with_variable(name);
    EXPECT_EQ(parse_poly<PolyZ>(to_string(f)), f);
    EXPECT_EQ(Zt(Integers(), name).variable(), name);
    EXPECT_EQ(DDMMP(PrimeField(7), {name}).variables()[0], name);
  }
}

TEST(VariableNames, ThoseOfCoefficientsAreRefused) {
  const Zt zt(Integers(), "t");
  const Zts zts(zt, "s");
  const FractionField<Zts> field(zts);
  EXPECT_THROW(Zts(zt, "t"), DomainError);
  EXPECT_THROW(PolynomialRing<GaussianRationals>(GaussianRationals(), "i"), DomainError);
  for (const std::string name : {"t", "s"}) {
    EXPECT_THROW(DensePoly<Zts>::generator(zts).with_variable(name), DomainError);
    EXPECT_THROW(SparsePoly<Zts>::generator(zts).with_variable(name), DomainError);
    EXPECT_THROW(DensePoly<FractionField<Zts>>(field).set_variable(name), DomainError);
    EXPECT_THROW(SparseMultiPoly<Zts>(zts, Variables({"x", name})), DomainError);
    EXPECT_THROW(SparseMultiPoly<Zts>::generator(zts, Variables({name}), name), DomainError);
    EXPECT_THROW(parse_dense(zts, "1", name), DomainError);
    for (const std::string text : {"1", "t + 1", "(s + t)^2", "0"}) {
      EXPECT_THROW(parse_poly<SparseMultiPoly<Zts>>(text, Variables({name}), zts), DomainError);
      EXPECT_THROW(parse_dense(zts, text, name), DomainError);
      EXPECT_THROW(parse_sparse(zts, text, name), DomainError);
    }
  }
  for (const std::string name : {"i", "I"}) {
    EXPECT_THROW(DensePoly<GaussianRationals>().set_variable(name), DomainError);
    EXPECT_THROW(SparsePoly<GaussianRationals>().set_variable(name), DomainError);
    EXPECT_THROW(SparseMultiPoly<GaussianRationals>(Variables({name})), DomainError);
  }
}

TEST(VariableNames, TheOneByDefaultIsFree) {
  const Zt zx;
  EXPECT_EQ(zx.variable(), "x");
  EXPECT_EQ(DensePoly<Zt>().variable(), "y");
  EXPECT_EQ(SparsePoly<Zt>().variable(), "y");
  EXPECT_EQ(Zts().variable(), "y");
  EXPECT_EQ(DensePoly<Zts>().variable(), "z");
  EXPECT_EQ(DensePoly<FractionField<Zts>>().variable(), "z");
  EXPECT_EQ(DensePoly<Zt>(Zt(Integers(), "t")).variable(), "x");
  EXPECT_EQ(DensePoly<GaussianRationals>().variable(), "x");
  // Eight levels: beyond the letters.
  auto level = [](auto ring) { return PolynomialRing<decltype(ring)>(ring); };
  const auto w = level(level(level(level(level(level(Zt()))))));
  EXPECT_EQ(w.variable(), "w");
  EXPECT_EQ(level(w).variable(), "x1");
}

TEST(VariableNames, TextsOfTowersReadBack) {
  const Zts ring;  // Z[x][y]
  const auto x = ring.constant(ring.base().generator());
  const auto y = ring.generator();
  const DensePoly<Zts> f(ring, {ring.add(x, y), ring.mul(x, y), ring.one()});
  EXPECT_EQ(parse_poly<DensePoly<Zts>>(to_string(f), ring), f);
  const auto constant = DensePoly<Zts>::constant(ring, ring.add(x, y));
  EXPECT_EQ(parse_poly<DensePoly<Zts>>(to_string(constant), ring), constant);
}

// Where the name of a constant does not matter, it does not stand in the way either.
TEST(VariableNames, ConstantsGoIntoRingsThatUseTheirNames) {
  const Zt zx;
  EXPECT_EQ(convert(zx, PolyZ::constant(5)), DensePoly<Zt>::constant(zx, zx.from_integer(Integer(5))));
  EXPECT_TRUE(convert(zx, PolyZ()).is_zero());
  EXPECT_EQ(convert(zx, SparsePoly<Integers>::constant(5)).variable(), "y");
  EXPECT_EQ(to_string(convert(zx, MultiPolyZ::constant(Variables({"x", "z"}), 5))), "5");
  EXPECT_THROW(convert(zx, PolyZ{0, 1}), DomainError);
  EXPECT_THROW(convert(zx, SparsePoly<Integers>::generator()), DomainError);
  EXPECT_THROW(convert(zx, MultiPolyZ::generator(Variables({"x", "z"}), "z")), DomainError);
  const Zt zt(Integers(), "t");
  const auto one = SparseMultiPoly<Zt>::constant(zt, Variables({"x"}), zt.one());
  EXPECT_EQ(to_univariate(one, "t").variable(), "x");
}

// What is no element of the ring would be printed as something else.
TEST(VariableNames, CoefficientsAreElementsOfTheRing) {
  const Zt zt(Integers(), "t");
  const PolyZ in_x{1, 2};
  DensePoly<Zt> f = DensePoly<Zt>::generator(zt);
  EXPECT_THROW(DensePoly<Zt>(zt, {in_x}), DomainError);
  EXPECT_THROW(DensePoly<Zt>::monomial(zt, in_x, 3), DomainError);
  EXPECT_THROW(f.set_coefficient(1, in_x), DomainError);
  EXPECT_THROW(scale(f, in_x), DomainError);
  EXPECT_THROW(SparsePoly<Zt>::constant(zt, in_x), DomainError);
  EXPECT_THROW(scale(SparsePoly<Zt>::generator(zt), in_x), DomainError);
  const Variables v({"y"});
  EXPECT_THROW(SparseMultiPoly<Zt>::constant(zt, v, in_x), DomainError);
  EXPECT_THROW(scale(SparseMultiPoly<Zt>::generator(zt, v, "y"), in_x), DomainError);
  EXPECT_THROW(FractionField<Zt>(zt).fraction(in_x, zt.one()), DomainError);
  EXPECT_NO_THROW(DensePoly<Zt>(zt, {PolyZ{7}}));
  using Ft = PolynomialRing<PrimeField>;
  const Ft seven(PrimeField(7), "t");
  const Ft eleven(PrimeField(11), "t");
  EXPECT_THROW(DensePoly<Ft>(seven, {eleven.generator()}), ModulusMismatch);
}

TEST(VariableNames, WhatWasMovedFromHasOne) {
  PolyZ f{1, 1};
  const PolyZ g = std::move(f);
  EXPECT_EQ(g.length(), 2U);
  f = pow(f, 0);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(parse_poly<PolyZ>(to_string(f)), f);
  Zt ring(Integers(), "t");
  const Zt other = std::move(ring);
  EXPECT_EQ(other.variable(), "t");
  EXPECT_TRUE(ring.is_one(ring.one()));  // NOLINT(bugprone-use-after-move)
}

// A ring that knows names of its own only by what it reads.
struct RingWithNames : Integers {
  std::optional<Integer> named_element(std::string_view name) const {
    if (name == "x" || name == "two") return Integer(2);
    return std::nullopt;
  }
};

// One for which every word is an element.
struct RingOfWords : Integers {
  bool uses_name(std::string_view) const { return true; }
};

TEST(VariableNames, ThoseOfAnOwnRingAreKnownByWhatItReads) {
  EXPECT_EQ(DensePoly<RingWithNames>().variable(), "y");
  EXPECT_THROW(DensePoly<RingWithNames>().set_variable("two"), DomainError);
  EXPECT_THROW(DensePoly<RingOfWords>(), DomainError);
}

}  // namespace
