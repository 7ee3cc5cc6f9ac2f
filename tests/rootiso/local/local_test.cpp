// The local method against the exact one: the same cells, byte for byte.
#include "rootiso/local/local.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>

#include <polyfork/core/cpu.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "back_ends.hpp"
#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/local/annuli.hpp"

namespace polyfork {
namespace {

IsolationResult isolate_by(IsolationMethod method, const PolyZ& f,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
  IsolationOptions options;
  options.method = method;
  return isolate_real_roots(f, options, ctx);
}

void expect_same_roots(const PolyZ& f) {
  EXPECT_EQ(isolate_by(IsolationMethod::local, f).roots, isolate_by(IsolationMethod::vca, f).roots) << to_string(f);
}

TEST(LocalProperty, AgreesWithTheExactEngine) {
  test::Random random(531);
  for (int round = 0; round < 4000; ++round) {
    expect_same_roots(test::draw_polynomial_with_roots(random, 2000));
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(LocalProperty, ShortcutsDoNotChangeTheAnswer) {
  test::Random random(532);
  IsolationOptions plain;
  plain.method = IsolationMethod::local;
  plain.shortcuts = false;
  for (int round = 0; round < 300; ++round) {
    const PolyZ f = test::draw_polynomial_with_roots(random);
    EXPECT_EQ(isolate_real_roots(f, plain).roots, isolate_by(IsolationMethod::local, f).roots) << to_string(f);
  }
  for (const Family family : {Family::chebyshev, Family::wilkinson, Family::bnd, Family::cnd}) {
    const PolyZ f = make_family(family, 80);
    EXPECT_EQ(isolate_real_roots(f, plain).roots, isolate_by(IsolationMethod::local, f).roots);
  }
  // Rational roots where cells end: between annuli, alone on a half-line, beside irrational ones.
  for (const char* text : {"x - 2", "2*x + 1", "(x - 4)*(x + 1)*(x^2 - 15)", "x*(x - 1)*(x - 2)*(x - 3/2)*(x^2 - 2)",
                           "(x + 8)*(x^2 + 1)", "(x - 1)^2*(x^2 - 3)", "(x + 1)*(x + 2)*(x + 4)*(x^2 + x - 1)"}) {
    const PolyZ f = numerator_polynomial(parse_poly(text));
    EXPECT_EQ(isolate_real_roots(f, plain).roots, isolate_by(IsolationMethod::vca, f).roots) << text;
  }
}

TEST(LocalProperty, AnIntervalGivesTheSameRootsInside) {
  test::Random random(533);
  for (int round = 0; round < 400; ++round) {
    const PolyZ f = test::draw_polynomial_with_roots(random);
    IsolationOptions options;
    Rational a(test::draw_signed(random, 6), Integer(1 + random.below(16)));
    Rational b(test::draw_signed(random, 6), Integer(1 + random.below(16)));
    if (b < a) std::swap(a, b);
    options.interval = {a, b};
    options.method = IsolationMethod::vca;
    const auto expected = isolate_real_roots(f, options).roots;
    options.method = IsolationMethod::local;
    std::vector<RootInterval> got;
    ASSERT_NO_THROW(got = isolate_real_roots(f, options).roots)
        << to_string(f) << " in " << a.to_string() << " .. " << b.to_string();
    ASSERT_EQ(got, expected) << to_string(f) << " in " << a.to_string() << " .. " << b.to_string();
    EXPECT_EQ(count_real_roots(f, options), expected.size());
  }
}

TEST(Local, AnIntervalThatEndsBetweenAnnuliOfThePower) {
  // Q = (2y - 3)(y^2 - 2), y = x^3: both roots lie beyond the interval, in an annulus that touches it.
  const PolyZ f = parse_poly_z("(2*x^3 - 3)*(x^6 - 2)");
  for (const Rational& end : {Rational(1, 2), Rational(1), Rational(2)}) {
    IsolationOptions options;
    options.interval = {Rational(0), end};
    options.method = IsolationMethod::vca;
    const auto expected = isolate_real_roots(f, options).roots;
    options.method = IsolationMethod::local;
    EXPECT_EQ(isolate_real_roots(f, options).roots, expected) << end;
  }
}

TEST(LocalProperty, EveryTinyPolynomial) {
  // coefficients -2 .. 2, degree 1 to 4
  for (int code = 0; code < 5 * 5 * 5 * 5 * 5; ++code) {
    std::vector<Integer> c;
    for (int rest = code; c.size() < 5; rest /= 5) c.emplace_back(rest % 5 - 2);
    const PolyZ f(IntegerVector{std::span<const Integer>(c)});
    if (f.is_zero()) continue;
    expect_same_roots(f);
    if (HasFailure()) FAIL() << "code " << code;
  }
}

TEST(LocalProperty, Families) {
  for (const Family family : {Family::chebyshev, Family::laguerre, Family::hermite, Family::legendre, Family::mignotte,
                              Family::exp, Family::wilkinson, Family::random})
    for (const std::size_t degree : {3U, 17U, 64U, 65U, 66U, 90U}) expect_same_roots(make_family(family, degree));
}

TEST(LocalProperty, TheSameForEveryThreadCountAndInstructionSet) {
  const PolyZ f = make_family(Family::laguerre, 150);
  const auto expected = isolate_by(IsolationMethod::local, f, ExecutionContext().with_threads(1)).roots;
  EXPECT_EQ(expected.size(), 150U);
  for (const int threads : {2, 3, 4})
    EXPECT_EQ(isolate_by(IsolationMethod::local, f, ExecutionContext().with_threads(threads)).roots, expected);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    force_isa_for_testing(isa);
    EXPECT_EQ(isolate_by(IsolationMethod::local, f).roots, expected) << isa_name(isa);
  }
  force_isa_for_testing(detected_isa());
}

TEST(Local, TailsOfManyRowsDoNotSaturate) {
  // f = (x - c)^9 + sigma (x - c) - eps (x^n - c^n) + delta with f'(c) = 0: two of its roots are next to c, where the
  // first nine terms alone are monotone. eps c^n is so small that twice the second precision just cuts x^n off, and n
  // so large that the bound of what this does to the slope did not fit a word.
  constexpr std::size_t n = 1500;
  constexpr std::size_t unit = 5000;  // everything is multiplied by 2^unit
  const Integer c(2047);              // over 2^10
  const auto power_of_c = [&](std::size_t k, std::size_t shift) { return (pow(c, k) << shift) >> (10 * k); };
  constexpr std::size_t eps = unit - 50 - 256 + 61 - n;
  std::vector<Integer> a(n + 1);
  for (std::size_t i = 0; i <= 9; ++i) {
    const Integer term = (binomial(9, i) * pow(c, 9 - i)) << (unit - 10 * (9 - i));
    a[i] = i % 2 == 0 ? -term : term;
  }
  const Integer sigma = Integer(n) * power_of_c(n - 1, eps);
  const Integer delta = (Integer(n) * Integer(n) * power_of_c(n - 2, eps)) >> 121;
  a[0] += power_of_c(n, eps) - ((sigma * c) >> 10) + delta;
  a[1] += sigma;
  a[n] -= Integer(1) << eps;
  EXPECT_EQ(isolate_by(IsolationMethod::local, PolyZ(IntegerVector{std::span<const Integer>(a)})).roots.size(), 4U);
}

TEST(LocalThreads, ClustersFarDownNeedNoDeepStack) {
  // The stacks of the threads of a pool are short.
  const PolyZ f = parse_poly_z("x^8 - 2*(2^5000*x - 1)^2");
  EXPECT_EQ(isolate_by(IsolationMethod::local, f, ExecutionContext().with_threads(4)).roots,
            isolate_by(IsolationMethod::vca, f).roots);
}

TEST(Local, ClustersFarDownFitAShortStack) {
  const PolyZ f = parse_poly_z("x^8 - 2*(2^5000*x - 1)^2");
  std::vector<RootInterval> roots;
  const auto run = [&] { roots = isolate_by(IsolationMethod::local, f, ExecutionContext().with_threads(1)).roots; };
  std::function<void()> task = run;
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, std::size_t{256} << 10), 0);
  pthread_t thread{};
  const auto start = [](void* t) -> void* {
    (*static_cast<std::function<void()>*>(t))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, start, &task), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(roots.size(), 4U);
}

TEST(Annuli, NoTermDominatesWhereTheOthersTogetherAreAsLarge) {
  // a root between 1 and 2, where each of the other terms is below half the linear one
  const auto annuli = detail::positive_annuli(
      {parse_poly_z("63*x^3 + 127*x^2 - 512*x + 255").coefficients(), ExecutionContext()}, false, ExecutionContext());
  EXPECT_EQ(std::count(annuli.begin(), annuli.end(), 0), 1);
}

TEST(Annuli, LeavesOutWhereOneTermDominates) {
  const ExecutionContext ctx;
  // roots near 2^-100, 1 and 2^100 only
  const PolyZ f = parse_poly_z("(2^100*x - 3)*(x^2 - 3)*(x - 3*2^100)");
  const auto annuli = detail::positive_annuli({f.coefficients(), ctx}, false, ctx);
  EXPECT_LT(annuli.size(), 30U);
  for (const std::int64_t j : {-99, 0, 101}) EXPECT_TRUE(std::count(annuli.begin(), annuli.end(), j) == 1) << j;
  EXPECT_TRUE(detail::positive_annuli({parse_poly_z("x^3 + x + 1").coefficients(), ctx}, false, ctx).empty());
  EXPECT_FALSE(detail::positive_annuli({parse_poly_z("x^3 + x + 1").coefficients(), ctx}, true, ctx).empty());
}

}  // namespace
}  // namespace polyfork
