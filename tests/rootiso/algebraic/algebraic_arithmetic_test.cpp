// Arithmetic of algebraic numbers: known values, the laws of a field, and interval enclosures as an oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>

#include "algebra_generators.hpp"
#include "rootiso/algebraic/composed.hpp"
#include "rootiso/algebraic/select_root.hpp"

namespace polyfork {
namespace {

PolyZ parse(const char* text) { return parse_poly_z(text); }
AlgebraicReal root_of(const char* f, std::size_t i) { return real_roots(parse(f)).at(i).value; }

TEST(ComposedPolynomials, KnownValues) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  EXPECT_EQ(detail::composed_sum(parse("x^2-2"), parse("x^2-3"), ctx), parse("x^4 - 10*x^2 + 1"));
  EXPECT_EQ(detail::composed_product(parse("x^2-2"), parse("x^2-3"), ctx), parse("(x^2-6)^2"));
  EXPECT_EQ(detail::composed_sum(parse("2*x-1"), parse("3*x-1"), ctx), parse("6*x-5"));
  EXPECT_EQ(detail::composed_product(parse("2*x-1"), parse("3*x-1"), ctx), parse("6*x-1"));
  EXPECT_EQ(detail::composed_power(parse("x^2-x-1"), 10, ctx), parse("x^2 - 123*x + 1"));
  EXPECT_EQ(detail::composed_power(parse("2*x^2-1"), 3, ctx), parse("8*x^2-1"));
  // roots may be zero and repeated
  EXPECT_EQ(detail::composed_product(parse("x^2"), parse("x-7"), ctx), parse("x^2"));
  EXPECT_EQ(detail::composed_sum(parse("x^2"), parse("(x-7)^2"), ctx), parse("(x-7)^4"));
}

TEST(ComposedPolynomialsProperty, RationalRootsAreSummedAndMultiplied) {
  test::IntegerGenerator g(51);
  const ExecutionContext& ctx = ExecutionContext::default_context();
  for (int round = 0; round < 10; ++round) {
    std::vector<Rational> a(1 + static_cast<std::size_t>(round) % 4);
    std::vector<Rational> b(1 + static_cast<std::size_t>(round) % 3);
    for (Rational& x : a) x = g.rational(1);
    for (Rational& x : b) x = g.rational(1);
    const auto from_roots = [](const std::vector<Rational>& roots) {
      PolyZ f{1};
      for (const Rational& r : roots) f = mul(f, PolyZ{-r.numerator(), r.denominator()});
      return f;
    };
    std::vector<Rational> sums;
    std::vector<Rational> products;
    for (const Rational& x : a) {
      for (const Rational& y : b) {
        sums.push_back(x + y);
        products.push_back(x * y);
      }
    }
    const auto primitive = [](const PolyZ& f) { return primitive_part(f); };
    EXPECT_EQ(primitive(detail::composed_sum(from_roots(a), from_roots(b), ctx)), from_roots(sums));
    EXPECT_EQ(primitive(detail::composed_product(from_roots(a), from_roots(b), ctx)), from_roots(products));
  }
}

/// Grid points around x.
detail::Bounds around(const AlgebraicReal& x, std::size_t bits) {
  const auto level = static_cast<std::int64_t>(bits);
  const Integer below = (x * AlgebraicReal(Rational::dyadic(1, level))).floor();
  return {Rational::dyadic(below, -level), Rational::dyadic(below + Integer(1), -level)};
}

TEST(SelectConjugate, PowersOfAMinimalPolynomial) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  const AlgebraicReal r2 = sqrt(AlgebraicReal(2));
  // Products of conjugates that coincide: of the roots of x^2 + x + 1 and the cube roots of 2.
  const PolyZ cubes = detail::composed_product(parse("x^2 + x + 1"), parse("x^3 - 2"), ctx);
  EXPECT_EQ(cubes, parse("(x^3 - 2)^2"));
  const AlgebraicReal cube_root = root(AlgebraicReal(2), 3);
  const auto of_cube_root = [&](std::size_t bits) { return around(cube_root, bits); };
  const detail::SelectedRoot cube = detail::select_conjugate(cubes, of_cube_root, ctx);
  EXPECT_EQ(cube.polynomial, parse("x^3 - 2"));
  const auto of_r2 = [&](std::size_t bits) { return around(r2, bits); };
  EXPECT_EQ(detail::number_at(detail::select_conjugate(parse("-6*(x^2 - 2)^3"), of_r2, ctx)), r2);
  const auto of_half = [&](std::size_t bits) { return around(Rational("1/2"), bits); };
  EXPECT_EQ(detail::number_at(detail::select_conjugate(parse("(1 - 2*x)^4"), of_half, ctx)), Rational("1/2"));
}

/// Where degrees are coprime nothing is factored: the reference factors the composed polynomial.
TEST(SelectConjugateProperty, MinimalPolynomialsForCoprimeDegrees) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  test::IntegerGenerator g(54);
  std::size_t checked = 0;
  for (int round = 0; round < 60; ++round) {
    const std::size_t m = 2 + g.random().below(3);
    const std::size_t n = 2 + g.random().below(4);
    PolyZ f = test::random_bits(g, m + 1, 1 + g.random().below(5));
    PolyZ h = test::random_bits(g, n + 1, 1 + g.random().below(5));
    if (round % 3 == 0) h = PolyZ::monomial(Integer(1), n) - PolyZ{2 + static_cast<int>(g.random().below(5))};
    const auto x = real_roots(f);
    const auto y = real_roots(h);
    if (x.empty() || y.empty()) continue;
    const AlgebraicReal& a = x.back().value;
    const AlgebraicReal& b = y.back().value;
    if (std::gcd(a.degree(), b.degree()) != 1 || a.degree() == 1 || b.degree() == 1) continue;
    ++checked;
    const PolyZ fa = a.minimal_polynomial();
    const PolyZ fb = b.minimal_polynomial();
    const auto expect_selected = [&](const AlgebraicReal& result, const PolyZ& composed) {
      const auto enclosure = [&](std::size_t bits) { return around(result, bits); };
      const detail::SelectedRoot reference = detail::select_root(composed, enclosure, ctx);
      EXPECT_EQ(result.minimal_polynomial(), reference.polynomial);
      EXPECT_EQ(result, detail::number_at(reference));
      EXPECT_TRUE(is_irreducible(result.polynomial()));
    };
    expect_selected(a + b, detail::composed_sum(fa, fb, ctx));
    expect_selected(a * b, detail::composed_product(fa, fb, ctx));
    expect_selected(b - a, detail::composed_sum((-a).minimal_polynomial(), fb, ctx));
  }
  EXPECT_GE(checked, 10U);
}

TEST(AlgebraicArithmetic, KnownValues) {
  const AlgebraicReal r2 = sqrt(AlgebraicReal(2));
  const AlgebraicReal r3 = sqrt(AlgebraicReal(3));
  EXPECT_EQ(r2 + r3, root_of("x^4 - 10*x^2 + 1", 3));
  EXPECT_EQ(r2 - r3, root_of("x^4 - 10*x^2 + 1", 1));
  EXPECT_EQ(r2 * r3, sqrt(AlgebraicReal(6)));
  EXPECT_EQ(r2 * r2, 2);
  EXPECT_EQ(r2 * sqrt(AlgebraicReal(8)), 4);
  EXPECT_EQ(r2 - root_of("(x^2-2)*(x^3-7)", 1), 0);
  EXPECT_EQ(r2 / sqrt(AlgebraicReal(18)), Rational("1/3"));
  EXPECT_EQ((r2 + r3) * (r3 - r2), 1);
  EXPECT_EQ(r2 + r2, sqrt(AlgebraicReal(8)));
  EXPECT_EQ(r2 - r2, 0);
  EXPECT_EQ(r2 / r2, 1);
  EXPECT_EQ(inverse(r2), r2 / 2);
  EXPECT_EQ(r2 + 1 - r2, 1);
  EXPECT_EQ(Rational("1/2") * r2, inverse(r2));
  EXPECT_EQ(1 - r2, -(r2 - 1));
  EXPECT_EQ(abs(-r2), r2);
  EXPECT_EQ(r2 * 0, 0);
  const AlgebraicReal golden = (1 + sqrt(AlgebraicReal(5))) / 2;
  EXPECT_EQ(golden, root_of("x^2 - x - 1", 1));
  EXPECT_EQ(golden * golden, golden + 1);
  EXPECT_EQ(pow(golden, 10), (123 + 55 * sqrt(AlgebraicReal(5))) / 2);
  EXPECT_EQ(pow(r2, 0), 1);
  EXPECT_EQ(pow(r2, 7), 8 * r2);
  EXPECT_EQ(pow(-r2, 3), -2 * r2);
  EXPECT_EQ(pow(AlgebraicReal(Rational("2/3")), 3), Rational("8/27"));
  EXPECT_EQ(pow(r2, -3), r2 / 4);
  EXPECT_EQ(pow(AlgebraicReal(2), -1), Rational("1/2"));
  EXPECT_THROW(pow(AlgebraicReal(), -1), DomainError);
  EXPECT_EQ((PolyZ{-1, 0, 1}(r2)), 1);
  EXPECT_EQ((PolyQ{Rational("1/2"), 1}(r2)), r2 + Rational("1/2"));
  EXPECT_THROW(r2 / 0, DomainError);
  EXPECT_THROW(inverse(AlgebraicReal()), DomainError);
}

TEST(AlgebraicArithmetic, Roots) {
  EXPECT_EQ(sqrt(AlgebraicReal(9)), 3);
  EXPECT_EQ(sqrt(AlgebraicReal(Rational("4/9"))), Rational("2/3"));
  EXPECT_EQ(root(AlgebraicReal(-8), 3), -2);
  EXPECT_EQ(root(AlgebraicReal(5), 1), 5);
  EXPECT_EQ(root(AlgebraicReal(0), 6), 0);
  const AlgebraicReal r2 = sqrt(AlgebraicReal(2));
  EXPECT_EQ(sqrt(r2), root(AlgebraicReal(2), 4));
  EXPECT_EQ(pow(root(-r2, 3), 3), -r2);
  // nested radicals: sqrt(3 + 2 sqrt 2) = 1 + sqrt 2, sqrt(5 + 2 sqrt 6) = sqrt 2 + sqrt 3
  EXPECT_EQ(sqrt(3 + 2 * r2), 1 + r2);
  EXPECT_EQ(sqrt(5 + 2 * sqrt(AlgebraicReal(6))), r2 + sqrt(AlgebraicReal(3)));
  // Ramanujan: cbrt(cbrt(2) - 1) = cbrt(1/9) - cbrt(2/9) + cbrt(4/9)
  const auto cbrt = [](const AlgebraicReal& a) { return root(a, 3); };
  const AlgebraicReal left = cbrt(cbrt(AlgebraicReal(2)) - 1);
  const AlgebraicReal right = (1 - cbrt(AlgebraicReal(2)) + cbrt(AlgebraicReal(4))) / cbrt(AlgebraicReal(9));
  EXPECT_EQ(left, right);
  EXPECT_EQ(left.hash(), right.hash());
  EXPECT_THROW(sqrt(-r2), DomainError);
  EXPECT_THROW(sqrt(AlgebraicReal(-1)), DomainError);
  EXPECT_THROW(root(r2, 0), DomainError);
  EXPECT_THROW(root(r2, -2), DomainError);
  // huge and tiny
  EXPECT_EQ(sqrt(AlgebraicReal(pow(Integer(10), 2000))), pow(Integer(10), 1000));
  EXPECT_EQ(pow(sqrt(AlgebraicReal(pow(Rational("1/10"), 2001))), 2), pow(Rational("1/10"), 2001));
}

// Refused at once, with and without a limit of the context.
TEST(AlgebraicArithmetic, ImpossibleSizes) {
  const AlgebraicReal r2 = sqrt(AlgebraicReal(2)), third = Rational("1/3"), fifth = root(AlgebraicReal(3), 5);
#if defined(__SANITIZE_ADDRESS__)  // ends the process where operator new throws
  const ExecutionContext ctx = ExecutionContext().with_memory_limit(std::size_t{1} << 39);
#else
  const ExecutionContext ctx;
#endif
  for (const AlgebraicReal& a : {r2, third, fifth})
    for (const std::uint64_t n : {std::uint64_t{1} << 50, std::uint64_t{1} << 62, ~std::uint64_t{0}}) {
      EXPECT_THROW(pow(a, n, ctx), MemoryLimit);
      EXPECT_THROW(root(a, n, ctx), MemoryLimit);
      EXPECT_THROW(a.to_decimal(n, ctx), MemoryLimit);
    }
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(1 << 20);
  EXPECT_THROW(pow(r2, 1 << 28, narrow), MemoryLimit);
  EXPECT_THROW(r2.to_decimal(10000000, narrow), MemoryLimit);
}

TEST(AlgebraicArithmetic, TranslationsAndDilationsKeepTheDegree) {
  const AlgebraicReal a = root_of("3*x^5 - 7*x + 1", 1);
  EXPECT_EQ((a + Rational("5/3")).polynomial().degree(), 5);
  EXPECT_EQ((a * Rational("-7/4")).polynomial().degree(), 5);
  EXPECT_EQ(a + Rational("5/3") - Rational("5/3"), a);
  EXPECT_EQ(a * Rational("-7/4") / Rational("-7/4"), a);
  EXPECT_EQ(inverse(inverse(a)), a);
  EXPECT_EQ((a * Rational("-7/4")).hash(), (Rational("-7/4") * a).hash());
  EXPECT_EQ(inverse(inverse(a)).hash(), a.hash());
}

TEST(AlgebraicArithmeticProperty, LawsOfAField) {
  test::IntegerGenerator g(52);
  std::vector<AlgebraicReal> numbers{Rational("2/3"), sqrt(AlgebraicReal(2)), root_of("x^3-x-1", 0)};
  for (int i = 0; i < 2; ++i)
    for (const auto& r : real_roots(test::random_bits(g, 3, 4)))
      if (numbers.size() < 5) numbers.push_back(r.value);
  for (const AlgebraicReal& a : numbers) {
    EXPECT_EQ(a + -a, 0);
    if (a != 0) {
      EXPECT_EQ(a * inverse(a), 1);
    }
    for (const AlgebraicReal& b : numbers) {
      EXPECT_EQ(a + b, b + a);
      EXPECT_EQ(a * b, b * a);
      EXPECT_EQ((a + b) - b, a);
      EXPECT_EQ(a < b, (a - b).sign() < 0);
      if (b != 0) {
        EXPECT_EQ(a / b * b, a);
      }
      EXPECT_EQ((a + b).hash(), (b + a).hash());
    }
  }
  const AlgebraicReal& a = numbers[1];
  const AlgebraicReal& b = numbers[2];
  EXPECT_EQ((a + b) * a, a * a + a * b);
}

TEST(AlgebraicArithmeticProperty, ResultsLieInTheirEnclosures) {
  test::IntegerGenerator g(53);
  const Rational width = pow(Rational("1/2"), 300);
  for (int i = 0; i < 8; ++i) {
    const auto x = real_roots(test::random_bits(g, 4, 6));
    const auto y = real_roots(test::random_bits(g, 4, 6));
    if (x.empty() || y.empty()) continue;
    const AlgebraicReal& a = x.front().value;
    const AlgebraicReal& b = y.back().value;
    const RootInterval u = a.refine(width);
    const RootInterval v = b.refine(width);
    const AlgebraicReal sum = a + b;
    EXPECT_LE(u.lower + v.lower, sum);
    EXPECT_GE(u.upper + v.upper, sum);
    const AlgebraicReal product = a * b;
    const auto corners = {u.lower * v.lower, u.lower * v.upper, u.upper * v.lower, u.upper * v.upper};
    EXPECT_LE(std::min(corners), product);
    EXPECT_GE(std::max(corners), product);
  }
}

/// c = a o b: one root of its polynomial in its interval, which the enclosure from far finer operands meets.
void expect_result(const AlgebraicReal& c, const Rational& lower, const Rational& upper) {
  EXPECT_LE(lower, c);
  EXPECT_GE(upper, c);
  if (c.is_rational()) return;
  const RootInterval cell = c.interval();
  std::size_t inside = 0;
  for (const RootInterval& r : isolate_real_roots(c.polynomial()).roots) {
    const AlgebraicReal other(c.polynomial(), r);
    inside += cell.lower < other && other < cell.upper ? 1 : 0;
  }
  EXPECT_EQ(inside, 1U);
}

/// Sums and products of roots that are close together are close together as well, and told apart by refining operands,
/// which is far cheaper than a subdivision of the polynomial of the results.
TEST(AlgebraicArithmeticProperty, CloseRoots) {
  const Rational width = pow(Rational("1/2"), 900);
  for (const char* f : {"x^9 - 2*(1000*x-1)^2", "(x^2-2)*(10^30*x^2-2*10^30-1)*(x^3-3)",
                        "(x^2-2)*(10^30*x^2-2*10^30-1)*(10^40*x^2-2*10^40-1)*(10^40*x^4-x^3-4*10^40)"}) {
    const auto roots = real_roots(parse(f));
    for (std::size_t i = 0; i < std::min<std::size_t>(roots.size(), 4); ++i) {
      const AlgebraicReal& a = roots[i].value;
      const AlgebraicReal& b = roots[(i + 2) % roots.size()].value;
      const RootInterval u = a.refine(width);
      const RootInterval v = b.refine(width);
      expect_result(a + b, u.lower + v.lower, u.upper + v.upper);
      expect_result(a - b, u.lower - v.upper, u.upper - v.lower);
      const auto products = {u.lower * v.lower, u.lower * v.upper, u.upper * v.lower, u.upper * v.upper};
      expect_result(a * b, std::min(products), std::max(products));
      const auto quotients = {u.lower / v.lower, u.lower / v.upper, u.upper / v.lower, u.upper / v.upper};
      expect_result(a / b, std::min(quotients), std::max(quotients));
    }
  }
}

}  // namespace
}  // namespace polyfork
