// Operations on isolated roots: refinement, comparison, signs of polynomials, decimal digits.
#include <polyfork/rootiso/root_operations.hpp>

#include <gtest/gtest.h>

#include <limits>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/io.hpp>

#include "integer_generators.hpp"

namespace polyfork {
namespace {

PolyZ parse(const char* text) { return parse_poly_z(text); }

RootInterval root(const PolyZ& f, std::size_t i) { return isolate_real_roots(f).roots.at(i); }

TEST(RefineRoot, WidthIsReachedAndRootKept) {
  const PolyZ f = parse("x^3 - 2");
  RootInterval r = root(f, 0);
  for (const char* width : {"1/2", "1/1000", "1/1000000000000000000000000", "3/7"}) {
    r = refine_root(f, root(f, 0), Rational(width));
    EXPECT_LE(r.width(), Rational(width));
    EXPECT_LT(pow(r.lower, 3), Rational(2));
    EXPECT_GT(pow(r.upper, 3), Rational(2));
  }
}

TEST(RefineRoot, AnyIsolatingInterval) {
  const PolyZ f = parse("(x^2 - 2)*(3*x - 1)");
  const RootInterval r = refine_root(f, {Rational("7/5"), Rational("10/7"), false, 1}, Rational("1/100"));
  EXPECT_GE(r.lower, Rational("7/5"));
  EXPECT_LE(r.upper, Rational("10/7"));
  // a rational root is recognised, however it is given
  EXPECT_TRUE(refine_root(f, {Rational("1/5"), Rational("2/5"), false, 1}, Rational("1/100")).exact);
}

TEST(RefineRoot, RefusesWhatDoesNotIsolate) {
  const PolyZ f = parse("(x^2 - 2)*(3*x - 4)");
  EXPECT_THROW(refine_root(f, {Rational(2), Rational(3), false, 1}, Rational(1)), DomainError);
  EXPECT_THROW(refine_root(f, {Rational(1), Rational(2), false, 1}, Rational(1)), DomainError);
  EXPECT_THROW(refine_root(f, {Rational(2), Rational(1), false, 1}, Rational(1)), DomainError);
  const PolyZ three = parse("(x^2 - 2)*(x^2 - 3)*(x^2 - 5)");
  EXPECT_THROW(refine_root(three, {Rational(1), Rational(3), false, 1}, Rational(1)), DomainError);
  const PolyZ mixed = parse("(x^2 - 2)*(x^2 - 3)*(2*x - 3)");
  EXPECT_THROW(refine_root(mixed, {Rational(1), Rational(2), false, 1}, Rational(1)), DomainError);
  EXPECT_THROW(refine_root(f, {Rational(1), Rational(1), true, 1}, Rational(1)), DomainError);
  EXPECT_THROW(refine_root(f, root(f, 0), Rational(0)), DomainError);
}

TEST(RefineRoot, AnEndCloseToTheRoot) {
  const PolyZ f = parse("x^2 - 2");
  const RootInterval near = refine_root(f, root(f, 1), pow(Rational("1/10"), 400));
  const RootInterval r = refine_root(f, {near.lower, Rational(2), false, 1}, Rational(1));
  EXPECT_GE(r.lower, near.lower);
  EXPECT_LT(r.lower * r.lower, Rational(2));
  EXPECT_GT(r.upper * r.upper, Rational(2));
}

TEST(RootsToDecimal, AgreesWithOneByOne) {
  const PolyZ f = parse("(y^3 - 3*y + 1)*(7*y - 3)*(y^2 - 10^20)");
  const auto roots = isolate_real_roots(f).roots;
  const auto texts = roots_to_decimal(f, roots, 30);
  ASSERT_EQ(texts.size(), roots.size());
  for (std::size_t i = 0; i < roots.size(); ++i) EXPECT_EQ(texts[i], root_to_decimal(f, roots[i], 30));
}

TEST(CompareRoots, EqualityAndOrder) {
  const PolyZ f = parse("x^2 - 2");
  const PolyZ g = parse("x^4 - 5*x^2 + 6");  // sqrt 2 and sqrt 3
  const PolyZ h = parse("10000000000*x - 14142135623");
  EXPECT_TRUE(compare_roots(f, root(f, 1), g, root(g, 2)) == 0);
  EXPECT_TRUE(compare_roots(f, root(f, 0), g, root(g, 1)) == 0);
  EXPECT_TRUE(compare_roots(f, root(f, 1), g, root(g, 3)) < 0);
  EXPECT_TRUE(compare_roots(g, root(g, 3), f, root(f, 1)) > 0);
  EXPECT_TRUE(compare_roots(f, root(f, 1), h, root(h, 0)) > 0);
  EXPECT_TRUE(compare_roots(h, root(h, 0), f, root(f, 1)) < 0);
  EXPECT_TRUE(compare_roots(h, root(h, 0), h, root(h, 0)) == 0);
  // different roots 10^-30 apart
  const PolyZ near = parse("10^60*(x^2 - 2) - 1");
  EXPECT_TRUE(compare_roots(f, root(f, 1), near, root(near, 1)) < 0);
  // multiple roots of either side do not matter
  const PolyZ twice = parse("(x^2 - 2)^2*(x - 5)");
  EXPECT_TRUE(compare_roots(f, root(f, 1), twice, root(twice, 1)) == 0);
}

TEST(SignAtRoot, ZeroAndSigns) {
  const PolyZ f = parse("x^2 - 2");
  EXPECT_EQ(sign_at_root(parse("x^3 - 2*x"), f, root(f, 1)), 0);
  EXPECT_EQ(sign_at_root(parse("x"), f, root(f, 1)), 1);
  EXPECT_EQ(sign_at_root(parse("x"), f, root(f, 0)), -1);
  EXPECT_EQ(sign_at_root(parse("100000000000*x - 141421356237"), f, root(f, 1)), 1);
  EXPECT_EQ(sign_at_root(parse("100000000000*x - 141421356238"), f, root(f, 1)), -1);
  EXPECT_EQ(sign_at_root(parse("x^2 + 1"), f, root(f, 1)), 1);
  EXPECT_EQ(sign_at_root(parse("-7"), f, root(f, 1)), -1);
  EXPECT_EQ(sign_at_root(PolyZ{}, f, root(f, 1)), 0);
  // roots of g at both ends of the cell (1, 2) of sqrt 2
  EXPECT_EQ(sign_at_root(parse("(x - 1)*(x - 2)"), f, root(f, 1)), -1);
  const PolyZ rational = parse("3*x - 1");
  EXPECT_EQ(sign_at_root(parse("9*x^2 - 1"), rational, root(rational, 0)), 0);
  EXPECT_EQ(sign_at_root(parse("x - 1"), rational, root(rational, 0)), -1);
}

TEST(RootToDecimal, RoundsCorrectly) {
  const PolyZ f = parse("x^2 - 2");
  EXPECT_EQ(root_to_decimal(f, root(f, 1), 20), "1.41421356237309504880");
  EXPECT_EQ(root_to_decimal(f, root(f, 0), 20), "-1.41421356237309504880");
  EXPECT_EQ(root_to_decimal(f, root(f, 1), 0), "1");
  EXPECT_EQ(root_to_decimal(f, root(f, 1), 3), "1.414");
  EXPECT_EQ(root_to_decimal(f, root(f, 1), 4), "1.4142");
  const PolyZ small = parse("10^10*x^2 - 2");
  EXPECT_EQ(root_to_decimal(small, root(small, 1), 3), "0.000");
  EXPECT_EQ(root_to_decimal(small, root(small, 1), 8), "0.00001414");
  const PolyZ eighth = parse("8*x - 1");
  EXPECT_EQ(root_to_decimal(eighth, root(eighth, 0), 2), "0.12");  // tie to even
  const PolyZ three_eighths = parse("8*x + 3");
  EXPECT_EQ(root_to_decimal(three_eighths, root(three_eighths, 0), 2), "-0.38");
  EXPECT_EQ(root_to_decimal(three_eighths, root(three_eighths, 0), 5), "-0.37500");
}

TEST(CompareRootsProperty, AgreesWithTheOrderInAProduct) {
  test::IntegerGenerator generator(202);
  for (int i = 0; i < 40; ++i) {
    std::vector<Integer> a, b;
    for (int k = 0; k < 5; ++k) a.push_back(generator.draw(1)), b.push_back(generator.draw(1));
    const PolyZ f = PolyZ::from_elements(Integers{}, a);
    const PolyZ g = PolyZ::from_elements(Integers{}, b);
    if (f.is_zero() || g.is_zero()) continue;
    const auto rf = isolate_real_roots(f).roots;
    const auto rg = isolate_real_roots(g).roots;
    const auto all = isolate_real_roots(f * g).roots;
    std::size_t merged = rf.size() + rg.size();
    for (const auto& x : rf)
      for (const auto& y : rg) {
        const auto order = compare_roots(f, x, g, y);
        EXPECT_TRUE(compare_roots(g, y, f, x) == (0 <=> order));
        if (order == 0) --merged;
        EXPECT_EQ(sign_at_root(g, f, x) == 0,
                  std::any_of(rg.begin(), rg.end(), [&](const auto& z) { return compare_roots(f, x, g, z) == 0; }));
      }
    EXPECT_EQ(merged, all.size());
  }
}

TEST(RootOperations, RationalCoefficients) {
  const PolyQ f = parse_poly("x^2/3 - 2/3");
  const PolyQ g = parse_poly("(x^2 - 2)*(x/7 - 1)");
  const PolyZ z = parse("x^2 - 2");
  EXPECT_EQ(count_real_roots(f), 2U);
  EXPECT_EQ(count_real_roots(f, std::pair(Rational(0), Rational(2))), 1U);
  IsolationOptions options;
  options.interval = std::pair(Rational(-2), Rational(0));
  options.method = IsolationMethod::vca;
  EXPECT_EQ(count_real_roots(g, options), 1U);
  EXPECT_EQ(count_real_roots(z, options), 1U);
  const RootInterval r = isolate_real_roots(f).roots.at(1);
  EXPECT_EQ(r, root(z, 1));
  EXPECT_EQ(refine_root(f, r, Rational("1/1000")), refine_root(z, r, Rational("1/1000")));
  EXPECT_EQ(compare_roots(f, r, g, isolate_real_roots(g).roots.at(1)), std::strong_ordering::equal);
  EXPECT_EQ(compare_roots(f, r, g, isolate_real_roots(g).roots.at(2)), std::strong_ordering::less);
  EXPECT_EQ(sign_at_root(g, f, r), 0);
  EXPECT_EQ(sign_at_root(parse_poly("x/5 - 1"), f, r), -1);
  EXPECT_EQ(root_to_decimal(f, r, 5), "1.41421");
  EXPECT_EQ(roots_to_decimal(f, isolate_real_roots(f).roots, 3), (std::vector<std::string>{"-1.414", "1.414"}));
}

TEST(RootOperations, FromABuilder) {
  RationalVectorBuilder builder;
  for (const char* c : {"-2/3", "0", "1/3"}) builder.push_back(Rational(c));
  EXPECT_EQ(PolyQ(builder.finish()), parse_poly("x^2/3 - 2/3"));
}

TEST(RootsToDecimal, DigitsObeyTheMemoryLimit) {
  const PolyZ f = parse("x^2 - 2");
  const auto roots = isolate_real_roots(f).roots;
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(std::size_t{1} << 20);
  EXPECT_THROW(roots_to_decimal(f, roots, 1'000'000'000'000, narrow), MemoryLimit);
  EXPECT_THROW(root_to_decimal(f, roots[1], 100'000'000, narrow), MemoryLimit);
  EXPECT_EQ(root_to_decimal(f, roots[1], 3, narrow), "1.414");
  EXPECT_EQ(narrow.memory().used(), narrow.plan_cache().bytes());
  EXPECT_THROW(root_to_decimal(f, roots[1], std::numeric_limits<std::size_t>::max()), MemoryLimit);
}

TEST(RefineRoot, WidthObeysTheMemoryLimit) {
  const PolyZ f = parse("x^2 - 2");
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(std::size_t{1} << 18);
  const Rational width = Rational::dyadic(1, -8'000'000);
  EXPECT_THROW(refine_root(f, root(f, 1), width, narrow), MemoryLimit);
  IsolationOptions options;
  options.width = width;
  EXPECT_THROW(isolate_real_roots(f, options, narrow), MemoryLimit);
  EXPECT_EQ(narrow.memory().used(), narrow.plan_cache().bytes());
}

}  // namespace
}  // namespace polyfork
