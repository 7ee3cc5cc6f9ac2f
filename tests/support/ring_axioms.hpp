// The laws that a ring must obey, as a typed test suite. A ring joins by a sampler and one line:
//
//   struct MyRingSampler {
//     using ring_type = MyRing;
//     static MyRing ring();                                        // the ring value under test
//     static MyRing::element sample(IntegerGenerator& generator);  // biased: zero, one, units, zero divisors, ...
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(MyRing, RingAxiomsProperty, ::testing::Types<MyRingSampler>);
//
// Which laws are tested follows from the ring's category; the gcd's from GcdDomain, the inverse's from Field.
#pragma once

#include <cstdint>
#include <optional>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/ring.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {

template <class Sampler>
class RingAxiomsProperty : public ::testing::Test {
 public:
  using R = typename Sampler::ring_type;
  using E = typename R::element;
  static_assert(Ring<R>);
  /// A sampler of costly elements names fewer: `static constexpr int rounds = ...;`.
  static constexpr int rounds = [] {
    if constexpr (requires { Sampler::rounds; }) return Sampler::rounds;
    return 200;
  }();

  E sample() { return Sampler::sample(generator); }
  /// Nonzero, or one where the sampler gives nothing else (it should).
  E nonzero() {
    for (int i = 0; i < 100; ++i)
      if (E a = sample(); !ring.is_zero(a)) return a;
    return ring.one();
  }
  ::testing::AssertionResult same(const E& a, const E& b) const {
    if (ring.equal(a, b)) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << ring.to_string(a) << " is not " << ring.to_string(b);
  }
  /// b divides a, where division by zero divides zero only.
  bool divides(const E& b, const E& a) const {
    return ring.is_zero(b) ? ring.is_zero(a) : ring.try_divide(a, b).has_value();
  }

  R ring = Sampler::ring();
  IntegerGenerator generator{0xa210};
};

TYPED_TEST_SUITE_P(RingAxiomsProperty);

TYPED_TEST_P(RingAxiomsProperty, AdditionIsAnAbelianGroup) {
  const auto& r = this->ring;
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->sample(), b = this->sample(), c = this->sample();
    EXPECT_TRUE(this->same(r.add(a, b), r.add(b, a)));
    EXPECT_TRUE(this->same(r.add(r.add(a, b), c), r.add(a, r.add(b, c))));
    EXPECT_TRUE(this->same(r.add(a, r.zero()), a));
    EXPECT_TRUE(r.is_zero(r.add(a, r.neg(a))));
    EXPECT_TRUE(this->same(r.sub(a, b), r.add(a, r.neg(b))));
    EXPECT_TRUE(r.is_zero(r.sub(a, a)));
    EXPECT_TRUE(this->same(r.neg(r.neg(a)), a));
  }
}

TYPED_TEST_P(RingAxiomsProperty, MultiplicationIsACommutativeMonoid) {
  const auto& r = this->ring;
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->sample(), b = this->sample(), c = this->sample();
    EXPECT_TRUE(this->same(r.mul(a, b), r.mul(b, a)));
    EXPECT_TRUE(this->same(r.mul(r.mul(a, b), c), r.mul(a, r.mul(b, c))));
    EXPECT_TRUE(this->same(r.mul(a, r.one()), a));
    EXPECT_TRUE(r.is_zero(r.mul(a, r.zero())));
    EXPECT_TRUE(this->same(r.mul(r.neg(a), b), r.neg(r.mul(a, b))));
  }
}

TYPED_TEST_P(RingAxiomsProperty, MultiplicationDistributes) {
  const auto& r = this->ring;
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->sample(), b = this->sample(), c = this->sample();
    EXPECT_TRUE(this->same(r.mul(a, r.add(b, c)), r.add(r.mul(a, b), r.mul(a, c))));
    EXPECT_TRUE(this->same(r.mul(a, r.sub(b, c)), r.sub(r.mul(a, b), r.mul(a, c))));
  }
}

TYPED_TEST_P(RingAxiomsProperty, ZeroAndOneAreRecognised) {
  const auto& r = this->ring;
  EXPECT_TRUE(r.is_zero(r.zero()));
  EXPECT_FALSE(r.is_zero(r.one()));
  EXPECT_TRUE(r.is_one(r.one()));
  EXPECT_FALSE(r.is_one(r.zero()));
  EXPECT_TRUE(r == this->ring);
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->sample();
    EXPECT_EQ(r.is_zero(a), r.equal(a, r.zero()));
    EXPECT_EQ(r.is_one(a), r.equal(a, r.one()));
    EXPECT_FALSE(r.to_string(a).empty());
  }
}

TYPED_TEST_P(RingAxiomsProperty, IntegersMapHomomorphically) {
  const auto& r = this->ring;
  EXPECT_TRUE(r.is_zero(r.from_integer(Integer(0).view())));
  EXPECT_TRUE(r.is_one(r.from_integer(Integer(1).view())));
  if constexpr (requires { r.from_integer(5); }) {
    EXPECT_TRUE(this->same(r.from_integer(-5), r.from_integer(Integer(-5))));
    EXPECT_TRUE(this->same(r.from_integer(~std::uint64_t{0}), r.from_integer(Integer(~std::uint64_t{0}))));
  }
  for (int i = 0; i < this->rounds; ++i) {
    const Integer m = this->generator.draw(3), n = this->generator.draw(3);
    const auto a = r.from_integer(m.view()), b = r.from_integer(n.view());
    EXPECT_TRUE(this->same(r.from_integer((m + n).view()), r.add(a, b)));
    EXPECT_TRUE(this->same(r.from_integer((m - n).view()), r.sub(a, b)));
    EXPECT_TRUE(this->same(r.from_integer((m * n).view()), r.mul(a, b)));
    EXPECT_TRUE(this->same(r.from_integer((-m).view()), r.neg(a)));
  }
}

TYPED_TEST_P(RingAxiomsProperty, CharacteristicIsTheOrderOfOne) {
  const auto& r = this->ring;
  const Integer characteristic = r.characteristic();
  EXPECT_GE(characteristic.sign(), 0);
  EXPECT_TRUE(r.is_zero(r.from_integer(characteristic.view())));
  // No smaller multiple of one vanishes; enough to try some.
  for (int n = 1; n < 100 && (characteristic.is_zero() || characteristic > n); ++n)
    EXPECT_FALSE(r.is_zero(r.from_integer(Integer(n).view())));
  for (int i = 0; i < this->rounds; ++i)
    EXPECT_TRUE(r.is_zero(r.mul(r.from_integer(characteristic.view()), this->sample())));
}

TYPED_TEST_P(RingAxiomsProperty, DivisionUndoesMultiplication) {
  using Tested = typename TypeParam::ring_type;
  const auto& r = this->ring;
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->sample(), b = this->nonzero();
    if (const auto q = r.try_divide(a, b)) {
      EXPECT_TRUE(this->same(r.mul(*q, b), a));
    }
    if constexpr (IntegralDomain<Tested>) {
      EXPECT_EQ(r.is_zero(r.mul(a, b)), r.is_zero(a));
      const auto q = r.try_divide(r.mul(a, b), b);
      ASSERT_TRUE(q.has_value());
      EXPECT_TRUE(this->same(*q, a));
    }
  }
  EXPECT_THROW((void)r.try_divide(r.one(), r.zero()), DomainError);
}

TYPED_TEST_P(RingAxiomsProperty, PowersAddExponents) {
  const auto& r = this->ring;
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->sample();
    const std::uint64_t m = this->generator.random().below(8), n = this->generator.random().below(8);
    EXPECT_TRUE(this->same(pow(r, a, m + n), r.mul(pow(r, a, m), pow(r, a, n))));
    EXPECT_TRUE(r.is_one(pow(r, a, 0)));
  }
}

TYPED_TEST_P(RingAxiomsProperty, GcdIsTheGreatestCommonDivisor) {
  using Tested = typename TypeParam::ring_type;
  if constexpr (GcdDomain<Tested>) {
    const auto& r = this->ring;
    EXPECT_TRUE(r.is_zero(r.gcd(r.zero(), r.zero())));
    for (int i = 0; i < this->rounds; ++i) {
      const auto a = this->sample(), b = this->sample(), c = this->nonzero();
      const auto g = r.gcd(a, b);
      EXPECT_TRUE(this->same(g, r.gcd(b, a)));
      EXPECT_TRUE(this->divides(g, a));
      EXPECT_TRUE(this->divides(g, b));
      EXPECT_TRUE(this->same(r.gcd(g, g), g)) << "not normalised";
      EXPECT_TRUE(this->same(r.gcd(a, r.zero()), r.gcd(a, a)));
      // Every common divisor divides it: c divides both products.
      const auto h = r.gcd(r.mul(a, c), r.mul(b, c));
      EXPECT_TRUE(this->divides(c, h));
      // gcd(ca, cb) = c gcd(a, b) up to a unit.
      EXPECT_TRUE(this->divides(r.mul(g, c), h) && this->divides(h, r.mul(g, c)));
      EXPECT_TRUE(this->same(r.gcd(r.gcd(a, b), c), r.gcd(a, r.gcd(b, c))));
    }
  } else {
    GTEST_SKIP() << "no gcd domain";
  }
}

TYPED_TEST_P(RingAxiomsProperty, InverseOfEveryNonzeroElement) {
  using Tested = typename TypeParam::ring_type;
  if constexpr (Field<Tested>) {
    const auto& r = this->ring;
    for (int i = 0; i < this->rounds; ++i) {
      const auto a = this->nonzero(), b = this->sample();
      EXPECT_TRUE(r.is_one(r.mul(a, r.inverse(a))));
      EXPECT_TRUE(this->same(r.inverse(r.inverse(a)), a));
      const auto q = r.try_divide(b, a);
      ASSERT_TRUE(q.has_value());
      EXPECT_TRUE(this->same(*q, r.mul(b, r.inverse(a))));
    }
    EXPECT_THROW((void)r.inverse(r.zero()), DomainError);
  } else {
    GTEST_SKIP() << "no field";
  }
}

REGISTER_TYPED_TEST_SUITE_P(RingAxiomsProperty, AdditionIsAnAbelianGroup, MultiplicationIsACommutativeMonoid,
                            MultiplicationDistributes, ZeroAndOneAreRecognised, IntegersMapHomomorphically,
                            CharacteristicIsTheOrderOfOne, DivisionUndoesMultiplication, PowersAddExponents,
                            GcdIsTheGreatestCommonDivisor, InverseOfEveryNonzeroElement);

}  // namespace polyfork::test
