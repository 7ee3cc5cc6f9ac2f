// Certificates: made, written, read back and verified.
#include <polyfork/rootiso/certificate.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

#include "random.hpp"
#include "root_generators.hpp"

namespace polyfork {
namespace {

CertifiedIsolation certified(const PolyZ& f, const IsolationOptions& options = {}) {
  return isolate_with_certificate(f, options);
}

/// The isolation is the usual one, and its certificate survives its text and is verified.
void expect_round_trip(const PolyZ& f, const IsolationOptions& options = {}) {
  SCOPED_TRACE(f.length() < 60 ? format_poly(f) : "degree " + std::to_string(f.degree()));
  const CertifiedIsolation c = certified(f, options);
  EXPECT_EQ(c.result.roots, isolate_real_roots(f, options).roots);
  const IsolationCertificate read = parse_certificate(to_text(c.certificate));
  EXPECT_EQ(read, c.certificate);
  const VerificationResult verified = verify_certificate(read);
  EXPECT_TRUE(verified.ok) << verified.reason << "\n" << to_text(c.certificate).substr(0, 3000);
  EXPECT_EQ(verified.roots, c.certificate.roots.size());
}

TEST(CertificateProperty, RandomPolynomials) {
  test::Random random(701);
  for (int round = 0; round < 3000; ++round) {
    expect_round_trip(test::draw_polynomial_with_roots(random, 2000));
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(CertificateProperty, EveryTinyPolynomial) {
  for (int code = 0; code < 5 * 5 * 5 * 5 * 5; ++code) {
    std::vector<Integer> c;
    for (int rest = code; c.size() < 5; rest /= 5) c.emplace_back(rest % 5 - 2);
    const PolyZ f(IntegerVector{std::span<const Integer>(c)});
    if (f.is_zero()) continue;
    expect_round_trip(f);
    if (HasFailure()) FAIL() << "code " << code;
  }
}

TEST(CertificateProperty, Families) {
  for (const Family family : {Family::chebyshev, Family::laguerre, Family::hermite, Family::legendre, Family::mignotte,
                              Family::exp, Family::wilkinson, Family::random})
    for (const std::size_t degree : {3U, 5U, 17U, 64U, 65U, 66U, 90U, 200U}) {
      const PolyZ f = make_family(family, degree);
      expect_round_trip(f);
      // disturbed: complex roots near the real axis
      std::vector<Integer> a = f.elements();
      for (Integer& x : a) x <<= 20;
      a[a.size() / 2] += 1;
      expect_round_trip(PolyZ(IntegerVector(std::span<const Integer>(a))));
    }
}

TEST(CertificateProperty, FarRootsAreProvedAsInverses) {
  test::Random random(702);
  std::size_t inverse = 0;
  std::size_t roots = 0;
  for (int round = 0; round < 60; ++round) {
    const PolyZ f = test::draw_dense(random, 65 + random.below(60), 1 + static_cast<unsigned>(random.below(90)));
    expect_round_trip(f);
    if (HasFailure()) FAIL() << "round " << round;
    const IsolationCertificate c = certified(f).certificate;
    for (const CertifiedHalfLine* half : {&c.positive, &c.negative})
      for (const CertifiedAnnulus& a : half->annuli)
        if (a.inverse) {
          ++inverse;
          roots += static_cast<std::size_t>(std::count(a.partition.begin(), a.partition.end(), 'M'));
        }
  }
  EXPECT_GT(inverse, 60U);
  EXPECT_GT(roots, 60U);
}

// The polynomial is not written twice where its only factor is itself, or its opposite.
TEST(Certificate, APolynomialThatIsItsOwnFactor) {
  const PolyZ f = make_family(Family::random, 41);
  for (const PolyZ& g : {f, -f, f * PolyZ{0, 0, 1}, -f * PolyZ{0, 1}}) {
    EXPECT_TRUE(certified(g).certificate.factors.empty());
    expect_round_trip(g);
  }
  EXPECT_EQ(certified(f * PolyZ{6}).certificate.factors.size(), 1U);
  EXPECT_EQ(certified(f * f).certificate.factors.size(), 1U);
}

TEST(Certificate, WidthAndInterval) {
  IsolationOptions options;
  options.width = Rational("1/100000");
  options.interval = std::pair(Rational(0), Rational(3));
  const PolyZ f = parse_poly_z("x^2*(x^4-10*x^2+1)*(x^5-x+3)^2*(3*x-1)^3*(x^2+1)");
  expect_round_trip(f, options);
  const CertifiedIsolation c = certified(f, options);
  EXPECT_EQ(c.certificate.roots.size(), 7U);
  EXPECT_LT(c.result.roots.size(), c.certificate.roots.size());
  for (const RootInterval& r : c.certificate.roots) EXPECT_LE(r.width(), *options.width);
}

TEST(Certificate, LinesMayEndAsOnOtherSystems) {
  const std::string text = to_text(certified(parse_poly_z("(x^2-2)*(3*x-1)^2")).certificate);
  std::string other;
  for (const char c : text) {
    if (c == '\n') other += '\r';
    other += c;
  }
  EXPECT_EQ(to_text(parse_certificate(other)), text);
}

TEST(Certificate, TextsAreCharged) {
  IsolationCertificate c;
  c.polynomial = PolyZ(IntegerVector{-2, 0, 1});
  c.positive.variations = false;
  c.positive.annuli.resize(2000, CertifiedAnnulus{7, std::string(100, 'S'), false, std::nullopt});
  const std::size_t size = to_text(c).size();
  EXPECT_THROW(to_text(c, ExecutionContext().with_memory_limit(size)), MemoryLimit);
  const ExecutionContext roomy = ExecutionContext().with_memory_limit(8 * size);
  EXPECT_EQ(to_text(c, roomy).size(), size);
  EXPECT_EQ(roomy.memory().used(), 0U);
}

}  // namespace
}  // namespace polyfork
