// Writing, and reading back what was written.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <vector>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

using namespace polyfork;

namespace {

constexpr PolyFormat formats[] = {PolyFormat::infix, PolyFormat::coeffs, PolyFormat::flint,
                                  PolyFormat::ntl,   PolyFormat::msolve, PolyFormat::mpsolve};

PolyQ random_rational(std::size_t degree, std::size_t bits, std::uint64_t seed) {
  std::mt19937_64 next(seed);
  std::vector<Rational> c;
  const PolyZ numerators = make_family(Family::random, degree, {bits, seed});
  for (std::size_t i = 0; i <= degree; ++i)
    c.push_back(next() % 4 == 0 ? Rational(0) : Rational(numerators.coefficient(i), Integer(next() % 1000 + 1)));
  c.back() = Rational(1, 3);
  return PolyQ::from_elements(Rationals{}, std::move(c));
}

TEST(IoFormat, Golden) {
  const PolyQ f = parse_poly("3*x^4 - x^2 + 1/2*x - 1");
  EXPECT_EQ(format_poly(f), "3*x^4 - x^2 + 1/2*x - 1");
  EXPECT_EQ(format_poly(f, PolyFormat::automatic), "3*x^4 - x^2 + 1/2*x - 1");
  EXPECT_EQ(format_poly(f, PolyFormat::coeffs), "-1\n1/2\n-1\n0\n3\n");
  EXPECT_EQ(format_poly(f, PolyFormat::flint), "5  -1 1/2 -1 0 3");
  EXPECT_EQ(format_poly(f, PolyFormat::msolve), "x\n0\n3*x^4-x^2+1/2*x-1\n");
  EXPECT_EQ(format_poly(f, PolyFormat::mpsolve),
            "Monomial;\nDegree=4;\nRational;\nReal;\nDense;\n\n-1\n1/2\n-1\n0\n3\n");
  EXPECT_THROW(format_poly(f, PolyFormat::ntl), DomainError);
  EXPECT_EQ(format_poly(parse_poly_z("[1 -1 0 5]"), PolyFormat::ntl), "[1 -1 0 5]");
  EXPECT_EQ(format_poly(parse_poly("[1 -1 0 5]"), PolyFormat::ntl), "[1 -1 0 5]");
  EXPECT_EQ(format_poly(parse_poly_z("-t + 1")), "-t + 1");
}

TEST(IoFormat, Zero) {
  EXPECT_EQ(format_poly(PolyZ()), "0");
  EXPECT_EQ(format_poly(PolyQ(), PolyFormat::flint), "0");
  EXPECT_EQ(format_poly(PolyZ(), PolyFormat::ntl), "[]");
  for (const PolyFormat format : formats) EXPECT_TRUE(parse_poly(format_poly(PolyZ(), format), format).is_zero());
}

TEST(IoFormat, Streams) {
  std::ostringstream out;
  out << parse_poly_z("x^2 - 1") << "; " << parse_poly("x/2") << "; " << PolyZp(PrimeField(7), {3, 0, 1});
  EXPECT_EQ(out.str(), "x^2 - 1; 1/2*x; x^2 + 3");
}

TEST(IoProperty, RoundTrips) {
  for (const std::size_t degree : {0U, 1U, 2U, 63U, 64U, 65U, 300U}) {
    for (const std::size_t bits : {1U, 30U, 64U, 200U, 3000U}) {
      const PolyZ f = make_family(Family::random, degree, {bits, degree + bits});
      const PolyQ g = random_rational(degree, bits, degree * bits);
      for (const PolyFormat format : formats) {
        SCOPED_TRACE(std::string(poly_format_name(format)) + " " + std::to_string(degree) + " " + std::to_string(bits));
        EXPECT_EQ(parse_poly_z(format_poly(f, format), format), f);
        EXPECT_EQ(parse_poly_z(format_poly(f, format)), f);
        if (format == PolyFormat::ntl) continue;
        EXPECT_EQ(parse_poly(format_poly(g, format), format), g);
        EXPECT_EQ(parse_poly(format_poly(g, format)), g);
      }
    }
  }
}

TEST(IoProperty, TextAgreesWithTheGenericWriter) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const PolyQ f = random_rational(seed * 3, 5, seed);
    EXPECT_EQ(format_poly(f), to_string(f));
  }
}

TEST(IoProperty, AnyOrderOfMonomials) {
  std::mt19937_64 next(5);
  const PolyZ f = make_family(Family::random, 200, {40, 3});
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i <= 200; ++i) order.push_back(i);
  std::shuffle(order.begin(), order.end(), next);
  std::string text;
  for (const std::size_t i : order) text += "+ " + f.coefficient(i).to_string() + "*x^" + std::to_string(i) + "\n";
  EXPECT_EQ(parse_poly_z(text), f);
  EXPECT_EQ(parse_poly_z(text + " - (" + text + ")"), PolyZ());
  EXPECT_EQ(parse_poly_z(text + text), f * Integer(2));
}

TEST(ThreadsIo, SameForEveryThreadCount) {
  const auto serial = ExecutionContext().with_threads(1);
  const PolyZ f = make_family(Family::random, 2000, {800, 1});
  const PolyQ g = random_rational(2000, 100, 2);
  for (const PolyFormat format : formats) {
    const std::string text = format_poly(f, format, serial);
    const std::string fractions = format == PolyFormat::ntl ? "0" : format_poly(g, format, serial);
    for (const int threads : {1, 2, 4}) {
      const auto ctx = ExecutionContext().with_threads(threads);
      EXPECT_EQ(format_poly(f, format, ctx), text);
      EXPECT_EQ(parse_poly_z(text, format, ctx), f);
      if (format == PolyFormat::ntl) continue;
      EXPECT_EQ(format_poly(g, format, ctx), fractions);
      EXPECT_EQ(parse_poly(fractions, format, ctx), g);
    }
  }
}

}  // namespace
