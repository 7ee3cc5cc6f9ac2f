// Names of variables: what every type takes, and that texts of polynomials over rings with names have one meaning.
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <polyfork/poly/dense_multi_poly.hpp>
#include <polyfork/poly/dense_poly.hpp>
#include <polyfork/poly/detail/to_string.hpp>
#include <polyfork/poly/fraction_field.hpp>
#include <polyfork/poly/parse.hpp>
#include <polyfork/poly/polynomial_ring.hpp>
#include <polyfork/poly/sparse_multi_poly.hpp>
#include <polyfork/poly/sparse_poly.hpp>
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
    SparsePoly<Integers> g = SparsePoly<Integers>::identity();
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
    EXPECT_THROW(DensePoly<Zts>::identity(zts).with_variable(name), DomainError);
    EXPECT_THROW(SparsePoly<Zts>::identity(zts).with_variable(name), DomainError);
    EXPECT_THROW(DensePoly<FractionField<Zts>>(field).set_variable(name), DomainError);
    EXPECT_THROW(SparseMultiPoly<Zts>(zts, Variables({"x", name})), DomainError);
    EXPECT_THROW(SparseMultiPoly<Zts>::variable(zts, Variables({name}), name), DomainError);
    EXPECT_THROW(parse_dense(zts, "1", name), DomainError);
    EXPECT_THROW(parse_poly<SparseMultiPoly<Zts>>("1", Variables({name}), zts), DomainError);
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

// A ring that knows names of its own only by what it reads.
struct RingWithNames : Integers {
  std::optional<Integer> named_element(std::string_view name) const {
    if (name == "x" || name == "two") return Integer(2);
    return std::nullopt;
  }
};

TEST(VariableNames, ThoseOfAnOwnRingAreKnownByWhatItReads) {
  EXPECT_EQ(DensePoly<RingWithNames>().variable(), "y");
  EXPECT_THROW(DensePoly<RingWithNames>().set_variable("two"), DomainError);
}

}  // namespace
