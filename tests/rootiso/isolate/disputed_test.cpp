// Inputs on which published isolators have disagreed about the number of real roots, or of the same kind where the
// exact polynomial is in no paper: every count here comes from theory or from the exact engine.
#include <gtest/gtest.h>

#include <span>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "random.hpp"
#include "root_generators.hpp"
#include "root_shapes.hpp"

namespace polyfork {
namespace {

std::vector<RootInterval> roots_of(const PolyZ& f, IsolationMethod method = IsolationMethod::local) {
  IsolationOptions options;
  options.method = method;
  return isolate_real_roots(f, options).roots;
}

std::size_t agreed_count(const PolyZ& f) {
  const auto roots = roots_of(f);
  EXPECT_EQ(roots, roots_of(f, IsolationMethod::vca));
  return roots.size();
}

PolyZ power(const PolyZ& f, std::size_t n) {
  PolyZ result = PolyZ::constant(Integer(1));
  for (std::size_t i = 0; i < n; ++i) result = mul(result, f);
  return result;
}

/// The product of (a_i x - b_i).
PolyZ with_roots(const std::vector<std::pair<Integer, Integer>>& lines) {
  PolyZ f = PolyZ::constant(Integer(1));
  for (const auto& [a, b] : lines) f = mul(f, PolyZ{-b, a});
  return f;
}

PolyZ plus(const PolyZ& f, std::size_t shift, std::int64_t constant) {
  return f * PolyZ::constant(Integer(1) << shift) + PolyZ::constant(Integer(constant));
}

TEST(Disputed, Chebyshev181) {
  const PolyZ t = make_family(Family::chebyshev, 181);
  EXPECT_EQ(agreed_count(t), 181U);
  // in no power of x and without the root 0: T_181((3 x - 1) / 3)
  EXPECT_EQ(roots_of(numerator_polynomial(compose(to_rational(t), parse_poly("x - 1/3")))).size(), 181U);
}

TEST(Disputed, GeometricSpread) {
  // geom4_80: (x - 4)(x - 4^2) ... (x - 4^80), whose coefficients have up to 6481 bits
  std::vector<std::pair<Integer, Integer>> lines;
  for (std::size_t i = 1; i <= 80; ++i) lines.emplace_back(1, Integer(1) << (2 * i));
  const PolyZ f = with_roots(lines);
  ASSERT_EQ(f.coefficient(0).bit_length(), 6481U);
  const auto roots = roots_of(f);
  ASSERT_EQ(roots.size(), 80U);
  for (std::size_t i = 0; i < 80; ++i) EXPECT_EQ(roots[i].lower, Rational(lines[i].second));
  // Without rational roots: f is large at the arithmetic means of neighbouring roots, so that 2^k f + 1 has 80 roots,
  // too.
  for (const std::size_t k : {0U, 1U, 200U})
    for (const int by : {1, -1}) EXPECT_EQ(roots_of(plus(f, k, by)).size(), 80U);
  for (auto& [a, b] : lines) std::swap(a, b);
  agreed_count(plus(with_roots(lines), 0, 4));
}

TEST(Disputed, MultipleRoots) {
  // Like mult2, mult3 and mult4: rational and irrational roots of high multiplicity, near to each other.
  const PolyZ f = mul(mul(power(PolyZ{-1, 1}, 20), power(PolyZ{-1001, 1000}, 15)),
                      mul(power(PolyZ{-2, 0, 1}, 4), power(PolyZ{1, -3, 0, 1}, 3)));
  const auto roots = roots_of(f);
  EXPECT_EQ(roots, roots_of(f, IsolationMethod::vca));
  std::vector<std::uint64_t> multiplicities;
  for (const RootInterval& r : roots) multiplicities.push_back(r.multiplicity);
  // -1.88, -1.41, 0.35, 1, 1.001, 1.41, 1.53
  EXPECT_EQ(multiplicities, (std::vector<std::uint64_t>{3, 4, 3, 20, 15, 4, 3}));
  // A small constant makes simple roots of multiple ones.
  for (const int by : {1, -1})
    for (const std::size_t k : {0U, 40U, 400U}) agreed_count(plus(f, k, by));
  agreed_count(plus(power(PolyZ{-10, 9, 1}, 20), 60, -1));
}

TEST(Disputed, LargeCoefficients) {
  // of the kind of lar2: two roots or one, depending on the last of very long coefficients
  const PolyZ pair = plus(power(parse_poly_z("10^60*x - 10^30 - 1"), 2), 0, -1);
  EXPECT_EQ(agreed_count(mul(pair, parse_poly_z("x^2 + 10^200"))), 2U);
  EXPECT_EQ(agreed_count(plus(mul(pair, parse_poly_z("x^2 + 10^200")), 0, -1)), 2U);
  EXPECT_EQ(agreed_count(parse_poly_z("x^20 + 10^100*x^14 - 10^300*x^5 + 10^5*x - 10^200")), 2U);
  EXPECT_EQ(agreed_count(parse_poly_z("10^300*x^19 - 10^10*x^10 + 10^150*x^3 + 1")), 1U);
  // quartics whose middle roots all but meet
  for (const int by : {-1, 1}) {
    EXPECT_EQ(agreed_count(plus(power(PolyZ{-2, 0, 1}, 2), 100, by)), by < 0 ? 4U : 0U);
    EXPECT_EQ(agreed_count(plus(mul(power(PolyZ{-1, 3}, 2), PolyZ{1, 1, 1}), 100, by)), by < 0 ? 2U : 0U);
  }
}

TEST(Disputed, Mignotte) {
  const Integer a = (Integer(1) << 32) - Integer(5);
  // by theory: the exact engine takes minutes to get 2064 levels down
  EXPECT_EQ(roots_of(test::mignotte_polynomial(129, a)).size(), 3U);
  EXPECT_EQ(roots_of(test::mignotte_polynomial(128, a)).size(), 4U);
  // the irrational kind: x^129 - (a x^2 - 1)^2
  std::vector<Integer> c(130);
  c[129] = 1;
  c[4] = -a * a;
  c[2] = Integer(2) * a;
  c[0] = -1;
  EXPECT_EQ(roots_of(PolyZ(IntegerVector{std::span<const Integer>(c)})).size(), 3U);
  agreed_count(test::mignotte_polynomial(31, Integer(1021)));
  agreed_count(test::nested_clusters(21, Integer(29), 10, 2));
  agreed_count(test::nested_clusters(10, Integer(29), 20, 3));
}

TEST(Disputed, Recursions) {
  // of the kind of chrmc343, doubled in degree by recursion: most of the zeros crowd along a curve
  PolyZ p{1, 1};
  PolyZ q{-1, 2};
  const PolyZ x{0, 1};
  while (p.degree() < 100) {
    const PolyZ next = mul(x, mul(p, p)) + mul(q, q);
    q = p;
    p = next;
    agreed_count(p);
    agreed_count(mul(p, q) - PolyZ::constant(Integer(1)));
  }
  // Mandelbrot's
  p = PolyZ{1};
  while (p.degree() < 200) {
    p = mul(x, mul(p, p)) + PolyZ::constant(Integer(1));
    agreed_count(p);
  }
}

TEST(Disputed, ClustersAroundRandomPlaces) {
  // of the kind of gauss_sqrtn: sqrt(n) clusters of sqrt(n) roots
  test::Random random(641);
  for (const std::size_t size : {6U, 8U, 10U, 12U}) {
    const PolyZ g = test::draw_dense(random, size, 30);
    for (const int by : {1, -1}) agreed_count(plus(power(g, size), 30, by));
  }
}

TEST(Disputed, NoRoots) {
  EXPECT_EQ(roots_of(make_family(Family::exp, 400)).size(), 0U);
  EXPECT_EQ(roots_of(make_family(Family::exp, 401)).size(), 1U);
}

}  // namespace
}  // namespace polyfork
