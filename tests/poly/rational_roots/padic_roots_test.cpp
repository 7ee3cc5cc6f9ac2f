// Roots modulo a prime, and lifted to a word: values at the residues, the choice of a prime, Hensel's lemma.
#include "poly/rational_roots/padic_roots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/ring/primes.hpp>

#include "algebra_generators.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/rational_roots/residue_points.hpp"

namespace polyfork {
namespace {

using namespace detail;

std::uint64_t naive_value(const WordModulus& m, ConstWords f, std::uint64_t x) {
  std::uint64_t y = 0;
  for (std::size_t i = f.size(); i-- != 0;) y = m.add(m.mul(y, x), f[i]);
  return y;
}

ResidueVector image(const PolyZ& f, std::uint64_t modulus) {
  ResidueVector out(f.length());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = f.coefficients()[i].mod(modulus);
  return out;
}

TEST(ResiduePoints, OneAboveEachResidueAndRootsOfUnity) {
  const ExecutionContext ctx;
  for (const std::uint64_t p : {61, 257, 4099}) {
    for (unsigned digits = 1; digits <= word_digits(p, 62); ++digits) {
      const ResiduePoints points(p, digits, ctx);
      const ResiduePoints residues(p, 1, ctx);
      const WordModulus& m = points.modulus();
      ASSERT_EQ(points.size(), p - 1);
      std::set<std::uint64_t> seen;
      for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(m.pow(points[i], p - 1), 1U);
        EXPECT_EQ(points[i] % p, residues[i]);
        seen.insert(points[i] % p);
      }
      EXPECT_EQ(seen.size(), p - 1);
      EXPECT_EQ(seen.count(0), 0U);
    }
  }
}

TEST(ResiduePointsProperty, ValuesAreThoseOfHornersRule) {
  const ExecutionContext ctx;
  test::IntegerGenerator g(101);
  for (const std::uint64_t p : {61, 67, 257, 769, 1031}) {  // 257, 769: with transforms of their own
    for (const unsigned digits : {1U, 2U, word_digits(p, 62)}) {
      ResiduePoints points(p, digits, ctx);
      const WordModulus& m = points.modulus();
      for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{60}, std::size_t{61},
                                       std::size_t{700}, std::size_t{3000}}) {
        ResidueVector f(length);
        for (auto& c : f) c = g.random().below(m.value());
        ResidueVector values(points.size());
        points.evaluate(f, values);
        std::vector<std::size_t> some;
        for (std::size_t i = 0; i < points.size(); i += 1 + points.size() / 50) {
          EXPECT_EQ(values[i], naive_value(m, f, points[i])) << p << ' ' << digits << ' ' << length;
          some.push_back(i);
        }
        for (const std::size_t count : {std::size_t{1}, std::size_t{6}, some.size()}) {
          ResidueVector few(count);
          points.evaluate_at(f, std::span(some).first(count), few);
          for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(few[k], values[some[k]]);
        }
      }
    }
  }
}

TEST(ResiduePoints, WordDigits) {
  EXPECT_EQ(word_digits(61, 62), 10U);
  EXPECT_EQ(word_digits(61, 6), 2U);  // 61 < 2^6
  EXPECT_EQ(word_digits(67, 6), 1U);
  EXPECT_EQ(word_digits(4099, 1000), 5U);
  EXPECT_EQ(word_digits((std::uint64_t{1} << 31) + 11, 62), 1U);
  EXPECT_EQ(word_power(61, 10), 713342911662882601U);
}

/// The roots modulo r.p by trying all residues.
void expect_right(const PolyZ& f, const ModularRoots& r) {
  const WordModulus m(r.p);
  const ResidueVector a = image(f, r.p);
  const ResidueVector slope = image(derivative(f), r.p);
  std::multiset<std::uint64_t> simple;
  std::size_t multiple = 0;
  for (std::uint64_t x = 1; x < r.p; ++x) {
    if (naive_value(m, a, x) != 0) continue;
    if (naive_value(m, slope, x) != 0)
      simple.insert(x);
    else
      ++multiple;
  }
  const ResiduePoints points(r.p, 1, ExecutionContext::default_context());
  std::multiset<std::uint64_t> found;
  for (const std::size_t i : r.simple) found.insert(points[i]);
  EXPECT_EQ(found, simple);
  EXPECT_EQ(r.multiple, multiple);
  EXPECT_NE(a.back(), 0U);
  EXPECT_NE(a.front(), 0U);
}

TEST(ModularRoots, AgreeWithTryingAllResidues) {
  const ExecutionContext ctx;
  for (const char* text : {"(x - 1)*(x - 2)*(x - 63)", "(3*x - 1)*(x + 5)*(7*x - 22)*(x^300 - 2)",
                           "(x^2 - 2)*(x^2 - 3)*(x^2 - 6)", "(x - 3)*(x - 64)*(x - 70)*(x + 1)", "61*x^2 - 67*71"}) {
    const PolyZ f = parse_poly_z(text);
    for (const std::uint64_t from : {60, 500, 5000})
      if (const auto r = modular_roots(f.coefficients(), from, ctx)) expect_right(f, *r);
  }
  const PolyZ w = make_family(Family::wilkinson, 300);
  const auto r = modular_roots(w.coefficients(), 60, ctx);
  ASSERT_TRUE(r);
  EXPECT_GT(r->p, 300U);  // smaller primes divide the constant term
  EXPECT_EQ(r->simple.size(), 300U);
  EXPECT_EQ(r->multiple, 0U);
}

TEST(ModularRoots, NoneModuloSomePrime) {
  const ExecutionContext ctx;
  EXPECT_FALSE(modular_roots(parse_poly_z("x^2 + 1").coefficients(), 60, ctx));
  EXPECT_FALSE(modular_roots(make_family(Family::chebyshev, 1024).coefficients(), 60, ctx));
}

TEST(ModularRoots, PrimesThatMakeRootsCoincideAreAvoided) {
  // 1 and 62 coincide modulo 61, 1 and 68 modulo 67.
  const PolyZ f = parse_poly_z("(x - 1)*(x - 62)*(x - 68)");
  const auto r = modular_roots(f.coefficients(), 60, ExecutionContext());
  ASSERT_TRUE(r);
  EXPECT_EQ(r->simple.size(), 3U);
  EXPECT_EQ(r->multiple, 0U);
  EXPECT_NE(r->p, 61U);
  EXPECT_NE(r->p, 67U);
}

TEST(PadicRootsProperty, AreRootsModuloThePower) {
  const ExecutionContext ctx;
  test::IntegerGenerator g(102);
  for (int round = 0; round < 40; ++round) {
    const std::size_t length = 3 + g.random().below(round < 30 ? 40 : 600);
    PolyZ f = test::random_bits(g, length, 1 + g.random().below(300));
    if (f.coefficients()[0].is_zero() || f.is_constant()) continue;
    for (const std::uint64_t from : {60, 700}) {
      const auto modular = modular_roots(f.coefficients(), from, ctx);
      if (!modular) continue;
      for (const std::size_t bits : {std::size_t{5}, std::size_t{20}, std::size_t{50}, std::size_t{1000}}) {
        const PadicRoots padic = lift_to_word(f.coefficients(), *modular, bits, ctx);
        const WordModulus m(padic.modulus);
        EXPECT_EQ(padic.modulus, word_power(padic.p, padic.digits));
        const ResidueVector a = image(f, padic.modulus);
        const ResiduePoints points(padic.p, 1, ctx);
        ASSERT_EQ(padic.roots.size(), modular->simple.size());
        for (std::size_t k = 0; k < padic.roots.size(); ++k) {
          EXPECT_EQ(naive_value(m, a, padic.roots[k]), 0U);
          EXPECT_EQ(padic.roots[k] % padic.p, points[modular->simple[k]]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace polyfork
