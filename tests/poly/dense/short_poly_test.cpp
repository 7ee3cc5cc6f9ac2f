// A hundred thousand short polynomials: every operation and its form into a result, operands at the limits of words.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/many_values.hpp>

#include "naive_poly.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

/// 0, +-1, neighbours of powers of two at the limits of words and half-words, random words.
Integer edge(Random& random) {
  Integer x;
  switch (random.below(8)) {
    case 0:
      return {};
    case 1:
      x = 1;
      break;
    case 2:
      x = Integer(random.below(1000));
      break;
    case 3:
      x = (Integer(1) << (31 + random.below(2))) - Integer(random.below(2));
      break;
    case 4:
      x = (Integer(1) << (61 + random.below(4))) - Integer(random.below(2));
      break;
    case 5:
      x = (Integer(1) << (126 + random.below(3))) - Integer(random.below(2));
      break;
    case 6:
      x = Integer(random());
      break;
    default:
      x = Integer(random() >> random.below(64));
  }
  return random.below(2) == 0 ? x : -x;
}

NaivePoly draw(Random& random) {
  static const std::size_t lengths[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11};
  NaivePoly c(lengths[random.below(11)]);
  const bool words = random.below(2) == 0;
  for (Integer& x : c) x = words ? Integer(random() >> (1 + random.below(63))) : edge(random);
  while (!c.empty() && c.back().is_zero()) c.pop_back();
  return c;
}

PolyZ poly(const NaivePoly& c) { return PolyZ(IntegerVector(std::span<const Integer>(c))); }
NaivePoly naive(const PolyZ& a) { return to_naive(a.coefficients()); }

constexpr int rounds = 100'000;

TEST(ShortPolyProperty, SumsAgreeWithTheReference) {
  Random random(950);
  PolyZ out;
  for (int i = 0; i < rounds; ++i) {
    const NaivePoly x = draw(random);
    const NaivePoly y = draw(random);
    const PolyZ a = poly(x);
    const PolyZ b = poly(y);
    const bool minus = i % 2 == 1;
    const NaivePoly expected = naive_normalised(naive_add(x, y, minus));
    minus ? sub_into(out, a, b) : add_into(out, a, b);
    ASSERT_EQ(naive(out), expected) << i;
    ASSERT_EQ(minus ? sub(a, b) : add(a, b), out) << i;
    PolyZ left = a;  // results that are operands
    minus ? sub_into(left, left, b) : add_into(left, left, b);
    ASSERT_EQ(left, out) << i;
    PolyZ right = b;
    minus ? sub_into(right, a, right) : add_into(right, a, right);
    ASSERT_EQ(right, out) << i;
    PolyZ both = a;
    minus ? sub_into(both, both, both) : add_into(both, both, both);
    ASSERT_EQ(naive(both), naive_normalised(naive_add(x, x, minus))) << i;
    ASSERT_EQ(a == b, x == y);
  }
}

TEST(ShortPolyProperty, ProductsAgreeWithTheReference) {
  Random random(951);
  PolyZ out;
  for (int i = 0; i < rounds / 2; ++i) {
    const NaivePoly x = draw(random);
    const NaivePoly y = draw(random);
    const PolyZ a = poly(x);
    const PolyZ b = poly(y);
    mul_into(out, a, b);
    ASSERT_EQ(naive(out), naive_mul(x, y)) << i;
    ASSERT_EQ(mul(a, b), out) << i;
    PolyZ left = a;
    mul_into(left, left, b);
    ASSERT_EQ(left, out) << i;
    PolyZ square = a;
    mul_into(square, square, square);
    ASSERT_EQ(square, mul(a, PolyZ(a))) << i;
  }
}

/// Operands of one length, words and rows of several limbs as long as each other, also beginning with the same limbs.
TEST(ShortPolyProperty, RowsThatAreAlike) {
  Random random(0x510a);
  PolyZ out;
  for (int i = 0; i < rounds; ++i) {
    const std::size_t n = 1 + random.below(9);
    const std::size_t limbs = random.below(3) == 0 ? 1 : 1 + random.below(i % 16 == 0 ? 18 : 5);
    const std::size_t bits = 64 * limbs - (random.below(2) == 0 ? 0 : random.below(40));
    const Integer most = (Integer(1) << bits) - Integer(1);
    const auto element = [&](const Integer& like) -> Integer {
      Integer x;
      switch (random.below(9)) {
        case 0:
          return Integer(static_cast<int>(random.below(3)) - 1);
        case 1:
          x = most;
          break;
        case 2:
          x = Integer(1) << (bits - 1);
          break;
        case 3:
          return -like;
        case 4:
          return abs(like).bit_length() < bits ? like + Integer(1) : -like;
        default:
          for (std::size_t k = 0; k < limbs; ++k) x = (x << 64) + Integer(random());
          x >>= 64 * limbs - bits;
      }
      return random.below(2) == 0 ? x : -x;
    };
    NaivePoly x(n);
    NaivePoly y(n);
    for (std::size_t k = 0; k < n; ++k) x[k] = element(Integer(7)), y[k] = element(x[k]);
    if (x.back().is_zero()) x.back() = most;
    if (y.back().is_zero()) y.back() = -most;
    const PolyZ a = poly(x);
    const PolyZ b = poly(y);
    for (const bool minus : {false, true}) {
      const NaivePoly expected = naive_normalised(naive_add(x, y, minus));
      for (int again = 0; again < 2; ++again) {  // the second time with rows of the right length
        minus ? sub_into(out, a, b) : add_into(out, a, b);
        ASSERT_EQ(naive(out), expected) << i;
      }
      PolyZ left = a;
      minus ? sub_into(left, left, b) : add_into(left, left, b);
      ASSERT_EQ(left, out) << i;
      PolyZ right = b;
      minus ? sub_into(right, a, right) : add_into(right, a, right);
      ASSERT_EQ(right, out) << i;
    }
    const NaivePoly product = naive_mul(x, y);
    for (int again = 0; again < 2; ++again) {
      mul_into(out, a, b);
      ASSERT_EQ(naive(out), product) << i;
    }
    PolyZ left = a;
    mul_into(left, left, b);
    ASSERT_EQ(left, out) << i;
    PolyZ right = b;
    mul_into(right, a, right);
    ASSERT_EQ(right, out) << i;
    PolyZ square = a;
    mul_into(square, square, square);
    ASSERT_EQ(naive(square), naive_mul(x, x)) << i;
  }
}

/// The largest coefficients of so many bits, of one sign and of both, around the lengths from which sums are no words.
TEST(ShortPolyProperty, ProductsOfTheLargestWords) {
  Random random(0x5109);
  for (std::size_t bits = 26; bits <= 33; ++bits)
    for (std::size_t n = 1; n <= 64; n += 1 + n / 9)
      for (const std::size_t m : {std::size_t{1}, n / 2 + 1, n})
        for (const bool mixed : {false, true}) {
          const auto largest = [&](std::size_t length, std::size_t b) {
            NaivePoly c(length);
            for (Integer& x : c) {
              x = (Integer(1) << b) - Integer(1);
              if (mixed && random.below(2) == 0) x = -x;
              if (mixed && random.below(4) == 0) x = Integer(random.below(1000) + 1);
            }
            return c;
          };
          const NaivePoly a = largest(n, bits);
          const NaivePoly b = largest(m, 60 - bits);
          EXPECT_EQ(naive(mul(poly(a), poly(b))), naive_mul(a, b)) << bits << " " << n << " " << m;
          const NaivePoly c = largest(m, bits);
          EXPECT_EQ(naive(mul(poly(a), poly(c))), naive_mul(a, c)) << bits << " " << n << " " << m;
        }
}

TEST(ShortPolyProperty, MultiplesSlopesAndValuesAgreeWithTheReference) {
  Random random(952);
  PolyZ out;
  Integer value;
  for (int i = 0; i < rounds; ++i) {
    const NaivePoly x = draw(random);
    const PolyZ a = poly(x);
    const Integer factor = edge(random);
    NaivePoly expected = x;
    for (Integer& c : expected) c *= factor;
    if (factor.is_zero()) expected.clear();
    scale_into(out, a, factor);
    ASSERT_EQ(naive(out), expected) << i;
    PolyZ own = a;
    scale_into(own, own, factor);
    ASSERT_EQ(own, out) << i;
    evaluate_into(value, a, factor);
    ASSERT_EQ(value, naive_evaluate(x, factor)) << i;
    value = factor;
    evaluate_into(value, a, value);
    ASSERT_EQ(value, evaluate(a, factor)) << i;
    derivative_into(out, a);
    NaivePoly slope;
    for (std::size_t k = 1; k < x.size(); ++k) slope.push_back(x[k] * Integer(k));
    ASSERT_EQ(naive(out), slope) << i;
    own = a;
    derivative_into(own, own);
    ASSERT_EQ(own, out) << i;
    neg_into(own, a);
    ASSERT_EQ(own, -a) << i;
  }
}

TEST(ShortPolyProperty, RationalsAndResidues) {
  Random random(953);
  const PrimeField fields[] = {PrimeField(2), PrimeField(1'000'003), PrimeField((std::uint64_t{1} << 63) - 25)};
  PolyQ out;
  for (int i = 0; i < rounds / 5; ++i) {
    const NaivePoly x = draw(random);
    const NaivePoly y = draw(random);
    const PolyQ a(RationalVector(poly(x).coefficients(), Integer(1 + random.below(6))));
    const PolyQ b(RationalVector(poly(y).coefficients(), Integer(1 + random.below(6))));
    PolyQ own = a;
    add_into(out, a, b);
    add_into(own, own, b);
    ASSERT_EQ(own, out) << i;
    sub_into(own, own, b);
    ASSERT_EQ(own, a) << i;
    mul_into(out, a, b);
    mul_into(own, own, b);
    ASSERT_EQ(own, out) << i;
    const Rational at(Integer(random.below(9)) - Integer(4), Integer(1 + random.below(5)));
    ASSERT_EQ(evaluate(out, at), evaluate(a, at) * evaluate(b, at)) << i;
    scale_into(own, a, at);
    ASSERT_EQ(own, mul(a, PolyQ::constant(at))) << i;
    if (!at.is_zero()) {
      scale_into(own, own, at.inverse());
      ASSERT_EQ(own, a) << i;
    }

    const PrimeField& field = fields[i % 3];
    const auto residue = [&](const NaivePoly& c) {
      ResidueVector words;
      for (const Integer& e : c) words.push_back(e.view().mod(field.modulus()));
      return PolyZp(field, std::move(words));
    };
    const PolyZp u = residue(x);
    const PolyZp v = residue(y);
    PolyZp w(field);
    mul_into(w, u, v);
    ASSERT_EQ(w, residue(naive_mul(x, y))) << i;
    add_into(w, u, v);
    ASSERT_EQ(w, residue(naive_add(x, y))) << i;
    PolyZp z = u;
    sub_into(z, z, v);
    ASSERT_EQ(z, residue(naive_add(x, y, true))) << i;
    z = v;
    sub_into(z, u, z);
    ASSERT_EQ(z, residue(naive_add(x, y, true))) << i;
  }
}

TEST(ShortPoly, LongAndShortOperandsMeet) {
  Random random(954);
  for (const std::size_t n : {60, 63, 64, 65, 128, 200})
    for (const std::size_t m : {1, 5, 64, 65}) {
      NaivePoly x(n, Integer(7));
      NaivePoly y(m, Integer(-3));
      for (Integer& c : x) c = edge(random);
      x.back() = 1;
      const PolyZ a = poly(x);
      const PolyZ b = poly(y);
      for (PolyZ out : {PolyZ(), a, b, PolyZ{1}}) {
        add_into(out, a, b);
        EXPECT_EQ(naive(out), naive_normalised(naive_add(x, y)));
        mul_into(out, a, b);
        EXPECT_EQ(naive(out), naive_normalised(naive_mul(x, y)));
        sub_into(out, b, a);
        EXPECT_EQ(naive(out), naive_normalised(naive_add(y, x, true)));
      }
      PolyZ own = a;
      for (int i = 0; i < 70; ++i) add_into(own, own, own);  // rows become too short
      EXPECT_EQ(own, scale(a, Integer(1) << 70));
    }
}

TEST(ShortPoly, ManyValues) {
  const PolyZ f{1, -3, 0, 2};
  std::vector<Integer> points;
  for (int i = -50; i < 50; ++i) points.emplace_back(i);
  const std::vector<Integer> values = evaluate_many(f, points, ExecutionContext().with_threads(3));
  ASSERT_EQ(values.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(values[i], evaluate(f, points[i]));
  const PolyQ g{Rational(1, 2), Rational(3), Rational(-5, 7)};
  const std::vector<Rational> at{Rational(1, 3), Rational(0), Rational(-7, 2)};
  const std::vector<Rational> fractions = evaluate_many(g, at);
  for (std::size_t i = 0; i < at.size(); ++i) EXPECT_EQ(fractions[i], evaluate(g, at[i]));
}

}  // namespace
}  // namespace polyfork::test
