// Numbers of Q(i): text, norms, division; their flat vector.
#include <polyfork/ring/gaussian_rationals.hpp>

#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

TEST(GaussianRational, TextIsWhatOneWrites) {
  const auto text = [](const Rational& re, const Rational& im) { return GaussianRational(re, im).to_string(); };
  EXPECT_EQ(text(0, 0), "0");
  EXPECT_EQ(text(Rational(-3, 4), 0), "-3/4");
  EXPECT_EQ(text(0, 1), "i");
  EXPECT_EQ(text(0, -1), "-i");
  EXPECT_EQ(text(1, -1), "1-i");
  EXPECT_EQ(text(Rational(1, 2), 3), "1/2+3*i");
  EXPECT_EQ(text(-1, Rational(-2, 3)), "-1-2/3*i");
  std::ostringstream out;
  out << GaussianRational(0, Rational(5, 7));
  EXPECT_EQ(out.str(), "5/7*i");
}

TEST(GaussianRational, SmallIdentities) {
  const auto i = GaussianRational::i();
  EXPECT_EQ(i * i, GaussianRational(-1));
  EXPECT_EQ(pow(i, 7), -i);
  EXPECT_EQ(pow(GaussianRational(1, 1), 8), GaussianRational(16));
  EXPECT_EQ(GaussianRational(5) / GaussianRational(2, 1), GaussianRational(2, -1));
  EXPECT_THROW((void)GaussianRational().inverse(), DomainError);
  EXPECT_THROW((void)(i / GaussianRational()), DomainError);
}

TEST(GaussianRationalProperty, NormsAndConjugatesAreMultiplicative) {
  IntegerGenerator g(0x6a11);
  for (int k = 0; k < 200; ++k) {
    const auto a = GaussianRationalsSampler::sample(g), b = GaussianRationalsSampler::sample(g);
    EXPECT_EQ((a * b).norm(), a.norm() * b.norm());
    EXPECT_EQ((a * b).conjugate(), a.conjugate() * b.conjugate());
    EXPECT_EQ((a + b).conjugate(), a.conjugate() + b.conjugate());
    EXPECT_EQ(a * a.conjugate(), GaussianRational(a.norm()));
  }
}

TEST(GaussianRationalVector, HoldsWhatItWasGiven) {
  IntegerGenerator g(0x6a12);
  for (const std::size_t n : {0, 1, 2, 63, 64, 65, 200}) {
    std::vector<GaussianRational> values;
    for (std::size_t k = 0; k < n; ++k) values.push_back(GaussianRationalsSampler::sample(g));
    GaussianRationalVector v{std::span<const GaussianRational>(values)};
    ASSERT_EQ(v.size(), n);
    for (std::size_t k = 0; k < n; ++k) {
      EXPECT_EQ(v[k], values[k]);
      EXPECT_EQ(v.is_zero(k), values[k].is_zero());
    }
    EXPECT_EQ(v, GaussianRationalVector(v.parts()));
    v.truncate(n / 2);
    ASSERT_EQ(v.size(), n / 2);
    for (std::size_t k = 0; k < n / 2; ++k) EXPECT_EQ(v[k], values[k]);
  }
  EXPECT_THROW(GaussianRationalVector(RationalVector(IntegerVector{1})), DomainError);
}

}  // namespace
}  // namespace polyfork::test
