// convert: the maps between rings are homomorphisms, agree with the conversions of polynomials by name, and say so
// where a value has no image.
#include <polyfork/poly/towers/ring_conversions.hpp>

#include <gtest/gtest.h>

#include <polyfork/poly/text/io.hpp>

#include "algebra_generators.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

using Zx = PolynomialRing<Integers>;
using Qx = PolynomialRing<Rationals>;
using Qix = PolynomialRing<GaussianRationals>;

/// Sums and products of samples go where they should.
template <class From, class To>
void expect_homomorphism(const To& to) {
  const auto from = From::ring();
  IntegerGenerator g(0xc0);
  EXPECT_TRUE(to.is_one(convert(to, from, from.one())));
  for (int i = 0; i < 20; ++i) {
    const auto a = From::sample(g), b = From::sample(g);
    const auto x = convert(to, from, a), y = convert(to, from, b);
    EXPECT_TRUE(to.equal(convert(to, from, from.add(a, b)), to.add(x, y)));
    EXPECT_TRUE(to.equal(convert(to, from, from.mul(a, b)), to.mul(x, y)));
  }
}

TEST(RingConversionsProperty, Homomorphisms) {
  const BigPrimeField big((Integer(1) << 127) - Integer(1));
  const Zx zx({}, "t");
  const Qx qx({}, "t");
  const PrimeField large(9223372036854775783U);
  expect_homomorphism<IntegersSampler>(Rationals());
  expect_homomorphism<IntegersSampler>(GaussianRationals());
  expect_homomorphism<IntegersSampler>(big);
  expect_homomorphism<IntegersSampler>(PrimeField(7));
  expect_homomorphism<IntegersSampler>(RationalFunctions<Rationals>(qx));
  expect_homomorphism<RationalsSampler>(GaussianRationals());
  expect_homomorphism<RationalsSampler>(FractionField<Integers>());
  expect_homomorphism<RationalsSampler>(RationalFunctions<Integers>(zx));
  expect_homomorphism<RationalsSampler>(Qix());
  expect_homomorphism<FractionFieldSampler<IntegersSampler>>(Rationals());
  expect_homomorphism<GaussianRationalsSampler>(RationalFunctions<GaussianRationals>(Qix()));
  expect_homomorphism<PrimeFieldSampler<7>>(BigPrimeField(7));
  expect_homomorphism<LargePrime>(PolynomialRing<PrimeField>(large));
  expect_homomorphism<PolynomialRingSampler<IntegersSampler>>(qx);
  expect_homomorphism<PolynomialRingSampler<IntegersSampler>>(PolynomialRing<BigPrimeField>(big, "t"));
  expect_homomorphism<PolynomialRingSampler<IntegersSampler>>(PolynomialRing<Zx>(zx, "y"));
  expect_homomorphism<PolynomialRingSampler<RationalsSampler>>(Qix({}, "t"));
  expect_homomorphism<PolynomialRingSampler<RationalsSampler>>(RationalFunctions<Rationals>(qx));
  expect_homomorphism<PolynomialRingSampler<RationalsSampler>>(RationalFunctions<Integers>(zx));
  expect_homomorphism<FractionFieldSampler<PolynomialRingSampler<RationalsSampler, 3>>>(
      RationalFunctions<Integers>(zx));
  expect_homomorphism<FractionFieldSampler<PolynomialRingSampler<IntegersSampler, 3>>>(
      RationalFunctions<Rationals>(qx));
}

TEST(RingConversions, ValuesWithoutImage) {
  const Rationals q;
  const GaussianRationals qi;
  const Qx qx({}, "x");
  const Qx qy({}, "y");
  const RationalFunctions<Rationals> rx(qx);
  EXPECT_THROW((void)convert(Integers(), q, Rational(1, 2)), DomainError);
  EXPECT_EQ(convert(Integers(), q, Rational(-6, 2)), -3);
  EXPECT_THROW((void)convert(PrimeField(7), q, Rational(1, 7)), DomainError);
  EXPECT_EQ(convert(PrimeField(7), q, Rational(1, 3)), 5U);
  EXPECT_THROW((void)convert(q, qi, GaussianRational::i()), DomainError);
  EXPECT_THROW((void)convert(PrimeField(5), qi, GaussianRational::i()), DomainError);
  EXPECT_EQ(convert(PrimeField(5), qi, GaussianRational(7)), 2U);
  EXPECT_THROW((void)convert(PrimeField(5), PrimeField(7), 1), DomainError);
  EXPECT_THROW((void)convert(BigPrimeField(5), PrimeField(7), 1), DomainError);
  EXPECT_THROW((void)convert(q, qx, qx.generator()), DomainError);
  EXPECT_EQ(convert(q, qx, qx.constant(Rational(2, 3))), Rational(2, 3));
  EXPECT_THROW((void)convert(qy, qx, qx.generator()), DomainError);
  EXPECT_EQ(convert(qy, qx, qx.one()), qy.one());
  EXPECT_THROW((void)convert(qx, rx, rx.inverse(rx.embed(qx.generator()))), DomainError);
  EXPECT_EQ(convert(qx, rx, rx.embed(qx.generator())), qx.generator());
  EXPECT_THROW((void)convert(Zx(), qx, scale(qx.generator(), Rational(1, 2))), DomainError);
}

/// Variables of a tower are found wherever they lie, and constants of any height are those of the fields, too.
TEST(RingConversions, TowersOfTheSameVariables) {
  const FractionField<Integers> fz;
  const Zx zt({}, "t");
  const Qx qt({}, "t");
  const Qx qu({}, "u");
  const PolynomialRing<Qx> qtu(qt, "u");
  const PolynomialRing<Qx> qut(qu, "t");
  const FractionField<PolynomialRing<Zx>> fztu(PolynomialRing<Zx>(zt, "u"));
  const RationalFunctions<Integers> zu(Zx({}, "u"));
  const auto t = qt.generator();
  const auto u = qtu.generator();
  EXPECT_EQ(convert(qt, qtu, qtu.constant(t)), t);
  EXPECT_EQ(convert(zt, qtu, qtu.constant(t)), zt.generator());
  EXPECT_EQ(convert(qut, qtu, u), qut.constant(qu.generator()));
  EXPECT_EQ(convert(qut, qtu, qtu.constant(t)), qut.generator());
  const auto tu = qtu.mul(u, qtu.constant(t));
  EXPECT_EQ(convert(qut, qtu, tu), qut.mul(qut.generator(), qut.constant(qu.generator())));
  EXPECT_EQ(convert(qtu, qut, convert(qut, qtu, tu)), tu);
  EXPECT_THROW((void)convert(qt, qtu, tu), DomainError);
  EXPECT_THROW((void)convert(qu, qtu, tu), DomainError);
  const Rational half(1, 2);
  EXPECT_EQ(fz.to_string(convert(fz, qt, qt.constant(half))), "1/2");
  EXPECT_EQ(zu.to_string(convert(zu, qtu, qtu.constant(qt.constant(half)))), "1/2");
  EXPECT_EQ(convert(qtu, fztu, convert(fztu, qtu, qtu.mul(tu, qtu.constant(qt.constant(half))))),
            qtu.mul(tu, qtu.constant(qt.constant(half))));
  EXPECT_THROW((void)convert(fz, qt, t), DomainError);
}

TEST(RingConversions, LiftsAreSymmetric) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{7}, std::uint64_t{9223372036854775783U}}) {
    const PrimeField field(p);
    const BigPrimeField same{Integer(p)};
    for (const std::uint64_t a : {std::uint64_t{0}, std::uint64_t{1}, p / 2, p / 2 + 1, p - 1}) {
      if (a >= p) continue;
      const Integer n = convert(Integers(), field, a);
      EXPECT_EQ(n, convert(Integers(), same, Integer(a)));
      EXPECT_TRUE((n << 1) <= Integer(p) && (n << 1) > -Integer(p));
      EXPECT_EQ(convert(field, Integers(), n), a);
      EXPECT_EQ(convert(field, same, convert(same, field, a)), a);
    }
  }
}

TEST(RingConversionsProperty, PolynomialsAgreeWithTheNamedConversions) {
  IntegerGenerator g(0xc1);
  const PrimeField field(10007);
  const BigPrimeField big((Integer(1) << 127) - Integer(1));
  for (int i = 0; i < 20; ++i) {
    const PolyZ f = random_z(g, 1 + g.random().below(80)).with_variable("u");
    EXPECT_EQ(convert(Rationals(), f), to_rational(f));
    EXPECT_EQ(convert(Integers(), to_rational(f)), f);
    EXPECT_EQ(convert(field, f), reduce(f, field));
    EXPECT_EQ(convert(field, to_rational(f)), reduce(f, field));
    EXPECT_EQ(convert(Integers(), reduce(f, field)), lift(reduce(f, field)));
    EXPECT_EQ(convert(Integers(), convert(Rationals(), convert(GaussianRationals(), f))), f);
    const auto image = convert(big, f);
    ASSERT_EQ(image.variable(), "u");
    for (std::size_t k = 0; k < f.length(); ++k) EXPECT_EQ(image.coefficient(k), big.from_integer(f.coefficient(k)));
  }
  EXPECT_THROW((void)convert(Integers(), PolyQ{Rational(1, 2)}), DomainError);
  EXPECT_THROW((void)convert(PrimeField(2), PolyQ{Rational(1, 2)}), DomainError);
}

/// A ring of one's own joins by a specialisation.
struct Clock {
  using category = commutative_ring_tag;
  using element = int;
  using vector_type = std::vector<int>;
  int zero() const { return 0; }
  int one() const { return 1; }
  int from_integer(IntegerView n) const { return static_cast<int>(n.mod(12)); }
  int add(int a, int b) const { return (a + b) % 12; }
  int sub(int a, int b) const { return (a + 12 - b) % 12; }
  int mul(int a, int b) const { return a * b % 12; }
  int neg(int a) const { return (12 - a) % 12; }
  bool is_zero(int a) const { return a == 0; }
  bool is_one(int a) const { return a == 1; }
  bool equal(int a, int b) const { return a == b; }
  std::optional<int> try_divide(int a, int b) const {
    if (b == 0) throw DomainError("division by zero");
    if (b * b % 12 == 1) return a * b % 12;  // the units 1, 5, 7, 11 are their own inverses
    return std::nullopt;
  }
  Integer characteristic() const { return 12; }
  std::string to_string(int a) const { return std::to_string(a); }
  friend bool operator==(Clock, Clock) { return true; }
};

}  // namespace
}  // namespace polyfork::test

template <>
struct polyfork::RingConversion<polyfork::test::Clock, polyfork::PrimeField> {
  static std::uint64_t apply(const PrimeField& to, const test::Clock&, int a) {
    if (to.modulus() != 2 && to.modulus() != 3) throw DomainError("only 2 and 3 divide 12");
    return static_cast<std::uint64_t>(a) % to.modulus();
  }
};

namespace polyfork::test {
namespace {

TEST(RingConversions, RingsOfOnesOwn) {
  static_assert(convertible_v<Integers, Clock> && convertible_v<Clock, PrimeField>);
  static_assert(!convertible_v<Clock, Integers> && !convertible_v<PrimeField, Rationals>);
  static_assert(convertible_v<PolynomialRing<Clock>, PolynomialRing<PrimeField>>);
  EXPECT_TRUE(Clock() == Clock());
  EXPECT_EQ(convert(Clock(), Integers(), Integer(-1)), 11);
  EXPECT_EQ(convert(Clock(), Rationals(), Rational(1, 5)), 5);
  EXPECT_THROW((void)convert(Clock(), Rationals(), Rational(1, 3)), DomainError);
  EXPECT_EQ(convert(PrimeField(3), Clock(), 11), 2U);
  EXPECT_EQ(to_string(convert(PrimeField(3), DensePoly<Clock>{1, 5, 3, 10})), "x^3 + 2*x + 1");
}

}  // namespace
}  // namespace polyfork::test
