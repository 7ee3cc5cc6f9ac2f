// Quotient rings, number fields and finite fields: laws, conversions, polynomials over them.
#include <set>
#include <string>

#include <polyfork/poly/extensions/number_field.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "ring_axioms.hpp"
#include "tower_samplers.hpp"

namespace polyfork::test {
namespace {

/// Elements of at most as many coefficients as the degree over the ring of another sampler.
template <class Ring, class Base>
typename Ring::element sample_of(const Ring& ring, IntegerGenerator& g) {
  std::vector<typename Base::ring_type::element> c;
  for (std::uint64_t n = g.random().below(ring.degree() + 1); n != 0; --n) c.push_back(Base::sample(g));
  return ring.from_elements(std::move(c));
}

struct NumberFieldSampler {
  using ring_type = NumberField;
  static constexpr int rounds = 40;
  static NumberField ring() { return NumberField(parse_poly<PolyQ>("2*a^3 - a - 3")); }
  static NumberField::element sample(IntegerGenerator& g) { return sample_of<NumberField, SmallRationals>(ring(), g); }
};

template <std::uint64_t P, std::size_t Degree>
struct FiniteFieldSampler {
  using ring_type = FiniteField;
  static constexpr int rounds = 60;
  static const FiniteField& ring() {
    static const FiniteField field(PrimeField{P}, Degree);
    return field;
  }
  static FiniteField::element sample(IntegerGenerator& g) {
    return sample_of<FiniteField, PrimeFieldSampler<P>>(ring(), g);
  }
};

struct BigFiniteFieldSampler {
  using ring_type = BigFiniteField;
  static constexpr int rounds = 30;
  static const BigFiniteField& ring() {
    static const BigFiniteField field(BigPrimeField(sub(pow(Integer(2), 127), Integer(1))), 3);
    return field;
  }
  static BigFiniteField::element sample(IntegerGenerator& g) {
    return ring().element_at(floor_div_rem(g.draw(7), ring().size()).second);
  }
};

/// Z[x]/(x^2 - 1), with zero divisors.
struct IntegerQuotientSampler {
  using ring_type = QuotientRing<Integers>;
  static constexpr int rounds = 60;
  static ring_type ring() { return ring_type(parse_poly<PolyZ>("x^2 - 1")); }
  static ring_type::element sample(IntegerGenerator& g) { return sample_of<ring_type, SmallIntegers>(ring(), g); }
};

/// Q[x]/(x^2 (x - 1)).
struct RationalQuotientSampler {
  using ring_type = QuotientRing<Rationals>;
  static constexpr int rounds = 60;
  static ring_type ring() { return ring_type(parse_poly<PolyQ>("x^3 - x^2")); }
  static ring_type::element sample(IntegerGenerator& g) { return sample_of<ring_type, SmallRationals>(ring(), g); }
};

using Extensions = ::testing::Types<NumberFieldSampler, FiniteFieldSampler<2, 8>, FiniteFieldSampler<7, 3>,
                                    FiniteFieldSampler<9223372036854775783, 2>, BigFiniteFieldSampler,
                                    IntegerQuotientSampler, RationalQuotientSampler>;
INSTANTIATE_TYPED_TEST_SUITE_P(Extension, RingAxiomsProperty, Extensions);

TEST(NumberField, ElementsAndTexts) {
  const NumberField field(parse_poly<PolyQ>("a^2 - 2"));
  const auto a = field.generator();
  EXPECT_EQ(field.to_string(field.inverse(field.add(a, field.one()))), "a - 1");
  EXPECT_EQ(field.norm(field.add(a, field.one())), Rational(-1));
  EXPECT_EQ(field.trace(field.add(a, field.one())), Rational(2));
  EXPECT_EQ(parse_element(field, "(a + 1)^4"), parse_element(field, "17 + 12*a"));
  EXPECT_THROW(NumberField(parse_poly<PolyQ>("x^2 - 4")), DomainError);
  EXPECT_THROW(NumberField(parse_poly<PolyQ>("7")), DomainError);
}

TEST(NumberField, PolynomialsOverIt) {
  const NumberField field(parse_poly<PolyQ>("a^2 - 2"));
  using P = DensePoly<NumberField>;
  const P f = parse_poly<P>("x^2 - 2", field);
  const P g = parse_poly<P>("(x - a)*(x + 3)", field);
  EXPECT_EQ(to_string(gcd(f, g)), "x + (-a)");
  EXPECT_EQ(evaluate(f, field.generator()), field.zero());
  EXPECT_EQ(convert(field, Rationals{}, Rational(1, 2)), parse_element(field, "1/2"));
}

TEST(FiniteField, ElementsAreNumbered) {
  const FiniteField field(PrimeField(3), 3);
  EXPECT_EQ(field.size(), Integer(27));
  EXPECT_THROW((void)field.element_at(27), DomainError);
  EXPECT_THROW((void)field.element_at(-1), DomainError);
  std::set<std::string> all;
  for (int n = 0; n < 27; ++n) {
    const auto a = field.element_at(n);
    all.insert(field.to_string(a));
    EXPECT_EQ(pow(field, a, 27), a);
    // Conjugates: norm and trace lie in the prime field.
    const auto b = field.frobenius(a);
    const auto c = field.frobenius(b);
    EXPECT_EQ(field.mul(a, field.mul(b, c)), field.constant(field.norm(a)));
    EXPECT_EQ(field.add(a, field.add(b, c)), field.constant(field.trace(a)));
  }
  EXPECT_EQ(all.size(), 27U);
  EXPECT_THROW(FiniteField(parse_poly<PolyZp>("x^2 - 1", PrimeField(7))), DomainError);
  EXPECT_EQ(convert(field, PrimeField(3), 2), field.from_integer(Integer(2)));
  EXPECT_THROW(convert(field, PrimeField(5), 2), DomainError);
}

TEST(BigFiniteField, ConjugatesNormsAndTexts) {
  const BigPrimeField base(sub(pow(Integer(2), 127), Integer(1)));
  const BigFiniteField field(base, 2, "i");
  EXPECT_EQ(field.size(), pow(base.modulus(), 2));
  EXPECT_THROW((void)field.element_at(field.size()), DomainError);
  EXPECT_THROW((void)field.element_at(-1), DomainError);
  for (const Integer& n : {Integer(0), Integer(1), Integer(12345), base.modulus(), sub(field.size(), Integer(1))}) {
    const auto a = field.element_at(n);
    EXPECT_EQ(add(mul(a.coefficient(1), base.modulus()), a.coefficient(0)), n);
    const auto b = field.frobenius(a);
    EXPECT_EQ(field.frobenius(b), a);
    EXPECT_EQ(field.mul(a, b), field.constant(field.norm(a)));
    EXPECT_EQ(field.add(a, b), field.constant(field.trace(a)));
    EXPECT_EQ(parse_element(field, field.to_string(a)), a);
  }
  EXPECT_EQ(field.from_integer(-1), field.constant(sub(base.modulus(), Integer(1))));
  EXPECT_EQ(convert(field, base, Integer(7)), field.from_integer(7));
  EXPECT_THROW(convert(field, BigPrimeField(7), Integer(2)), DomainError);
  EXPECT_THROW(BigFiniteField(parse_poly<DensePoly<BigPrimeField>>("x^2 - 1", base)), DomainError);
  EXPECT_THROW(BigFiniteField(base, 0), DomainError);
  // As points of interpolation, and with polynomials over it.
  using P = DensePoly<BigFiniteField>;
  const P f = parse_poly<P>("(x - i)^2*(x + 3)", field);
  EXPECT_EQ(gcd(f, derivative(f)), parse_poly<P>("x - i", field));
  EXPECT_EQ(evaluate(f, field.generator()), field.zero());
}

TEST(QuotientRing, ModuliThatAreRefused) {
  EXPECT_THROW(QuotientRing<Integers>(parse_poly<PolyZ>("2*x^2 - 1")), DomainError);
  EXPECT_THROW(QuotientRing<Integers>(parse_poly<PolyZ>("3")), DomainError);
  const QuotientRing<Integers> ring(parse_poly<PolyZ>("-x^2 + 1"));
  EXPECT_EQ(to_string(ring.modulus()), "x^2 - 1");
  EXPECT_THROW(ring.require_element(parse_poly<PolyZ>("x^2")), DomainError);
  EXPECT_THROW(ring.require_element(parse_poly<PolyZ>("y")), DomainError);
}

}  // namespace
}  // namespace polyfork::test
