// Isolation from end to end: canonical cells, multiplicities, options, both methods, threads, progress.
#include <polyfork/rootiso/isolate.hpp>

#include <chrono>
#include <mutex>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

#include "back_ends.hpp"
#include "integer_generators.hpp"
#include "root_checks.hpp"
#include "sturm.hpp"

namespace polyfork {
namespace {

using test::check_canonical;

PolyZ parse(const char* text) { return parse_poly_z(text); }

RootInterval open(const char* lower, const char* upper, std::uint64_t multiplicity = 1) {
  return {Rational(lower), Rational(upper), false, multiplicity};
}
RootInterval exact(const char* value, std::uint64_t multiplicity = 1) {
  return {Rational(value), Rational(value), true, multiplicity};
}

std::vector<RootInterval> roots(const char* text, const IsolationOptions& options = {}) {
  return isolate_real_roots(parse(text), options).roots;
}

using Roots = std::vector<RootInterval>;

TEST(Isolate, CoarsestCells) {
  EXPECT_EQ(roots("x^2 - 2"), (Roots{open("-2", "-1"), open("1", "2")}));
  EXPECT_EQ(roots("x^2 - 200"), (Roots{open("-16", "-8"), open("8", "16")}));
  // sqrt(2) and sqrt(3) share (1, 2): halves are enough
  EXPECT_EQ(roots("(x^2 - 2)*(x^2 - 3)"),
            (Roots{open("-2", "-3/2"), open("-3/2", "-1"), open("1", "3/2"), open("3/2", "2")}));
  // a rational root on the boundary of the cell keeps it from being that coarse
  EXPECT_EQ(roots("(x^2 - 2)*(x - 1)"), (Roots{open("-2", "-1"), exact("1"), open("5/4", "3/2")}));
}

TEST(Isolate, RationalRootsAreExact) {
  EXPECT_EQ(roots("3*x - 1"), (Roots{exact("1/3")}));
  EXPECT_EQ(roots("x"), (Roots{exact("0")}));
  EXPECT_EQ(roots("x + 2^100"), (Roots{exact("-1267650600228229401496703205376")}));
  EXPECT_EQ(roots("(7*x + 22)*(5*x - 3)*(x^2 + 1)"), (Roots{exact("-22/7"), exact("3/5")}));
  EXPECT_EQ(roots("-x^2 + 4"), (Roots{exact("-2"), exact("2")}));
  EXPECT_EQ(roots("x^3 - x"), (Roots{exact("-1"), exact("0"), exact("1")}));
}

TEST(Isolate, Multiplicities) {
  EXPECT_EQ(roots("x^5*(x - 1)^3*(x^2 - 2)^2*(x^2 - 3)"),
            (Roots{open("-2", "-3/2"), open("-3/2", "-1", 2), exact("0", 5), exact("1", 3), open("5/4", "3/2", 2),
                   open("3/2", "2")}));
}

TEST(Isolate, ConstantsAndZero) {
  EXPECT_TRUE(roots("5").empty());
  EXPECT_TRUE(roots("x^2 + 1").empty());
  EXPECT_TRUE(roots("x^4 + x + 1").empty());
  EXPECT_THROW(isolate_real_roots(PolyZ{}), DomainError);
  EXPECT_THROW(count_real_roots(PolyZ{}), DomainError);
}

TEST(Isolate, BoundsOfAbsentRootsCross) {
  // sign variations without positive roots: the lower bound is above the upper one
  EXPECT_TRUE(roots("1000000*x^2 - x + 1000000").empty());
  EXPECT_TRUE(roots("2^200*x^4 - x^2 - x + 2^200").empty());
}

TEST(Isolate, AnyVariable) {
  EXPECT_EQ(roots("y^2 - 1"), (Roots{exact("-1"), exact("1")}));
  EXPECT_EQ(roots("(y - 3)^2*(2*y + 1)*(y^2 - 2)").size(), 4U);
  // irrational, but with roots modulo the primes that are tried
  for (int k = 2; k < 40; ++k) {
    const PolyZ f = PolyZ{-1, -k, 0, 1}.with_variable("t");
    check_canonical(f, isolate_real_roots(f));
  }
}

TEST(Isolate, ProgressReachesTheEnd) {
  std::mutex mutex;
  double last = 0;
  const auto ctx = ExecutionContext().with_progress([&](std::string_view stage, double fraction) {
    const std::lock_guard lock(mutex);
    if (stage == "isolating") last = fraction;
  });
  IsolationOptions options;
  options.method = IsolationMethod::vca;
  isolate_real_roots(make_family(Family::chebyshev, 200), options, ctx);
  EXPECT_GT(last, 0.6);
  last = 0;
  options.method = IsolationMethod::local;
  const auto begin = std::chrono::steady_clock::now();
  isolate_real_roots(make_family(Family::chebyshev, 800), options, ctx);
  // Reports are a tenth of a second apart: a fast machine has done by then.
  if (std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(400)) {
    EXPECT_GT(last, 0.6);
  }
}

TEST(Isolate, BadOptions) {
  IsolationOptions options;
  options.width = Rational(0);
  EXPECT_THROW(isolate_real_roots(parse("x"), options), DomainError);
  options.width.reset();
  options.interval = {Rational(1), Rational(0)};
  EXPECT_THROW(isolate_real_roots(parse("x"), options), DomainError);
}

TEST(Isolate, Interval) {
  IsolationOptions options;
  options.interval = {Rational(0), Rational("3/2")};
  EXPECT_EQ(roots("(x^2 - 2)*(x^2 - 3)*x*(2*x-3)", options).size(), 3U);  // 0, sqrt 2 and 3/2; not sqrt 3
  options.interval = {Rational("141421/100000"), Rational("141422/100000")};
  EXPECT_EQ(roots("x^2 - 2", options), (Roots{open("1", "2")}));
  options.interval = {Rational("141422/100000"), Rational(2)};
  EXPECT_TRUE(roots("x^2 - 2", options).empty());
  options.interval = {Rational(1), Rational(1)};
  EXPECT_EQ(roots("x - 1", options), (Roots{exact("1")}));
  EXPECT_EQ(count_real_roots(parse("x^3 - x"), std::pair(Rational(0), Rational(5))), 2U);
}

TEST(Isolate, Width) {
  IsolationOptions options;
  options.width = Rational("1/1000");
  const PolyZ f = parse("(x^2 - 2)*(x^3 - x - 7)*(x - 3)");
  const auto result = isolate_real_roots(f, options);
  check_canonical(f, result, options.width);
  options.width = pow(Rational("1/10"), 1000);
  const auto narrow = roots("x^2 - 2", options);
  EXPECT_LE(narrow[1].width(), *options.width);
  EXPECT_LT(narrow[1].lower * narrow[1].lower, Rational(2));
  EXPECT_GT(narrow[1].upper * narrow[1].upper, Rational(2));
}

TEST(Isolate, RationalCoefficients) {
  const auto result = isolate_real_roots(parse_poly("x^2/2 - 1/3*x - 1/6"));
  EXPECT_EQ(result.roots, (Roots{exact("-1/3"), exact("1")}));
}

TEST(Isolate, WideSpreadOfMagnitudes) {
  const PolyZ f = parse("(x^2 - 2*10^300)*(3*10^300*x^2 - 1)*(x^2 - 7)");
  const auto result = isolate_real_roots(f);
  check_canonical(f, result);
  EXPECT_EQ(result.roots.size(), 6U);
}

TEST(Isolate, NearDoubleRoots) {
  for (const std::size_t k : {10U, 100U, 500U, 2000U}) {
    // (x^2 - 2)^2 - 2^-2k: pairs of roots about 2^-k apart, scaled to integers
    const PolyZ square = pow(parse("x^2 - 2"), 2);
    const PolyZ f = square * (Integer(1) << (2 * k)) - Integer(3);
    const auto result = isolate_real_roots(f);
    ASSERT_EQ(result.roots.size(), 4U) << k;
    if (k <= 100) check_canonical(f, result);
  }
}

TEST(Isolate, DisputedMignotte) {
  for (const std::size_t n : {16U, 33U, 64U}) {
    const PolyZ f = make_family(Family::mignotte, n);
    check_canonical(f, isolate_real_roots(f));
  }
}

TEST(Isolate, AllTinyPolynomialsProperty) {
  // every polynomial of degree at most 4 with coefficients in -2..2
  for (int code = 1; code < 5 * 5 * 5 * 5 * 5; ++code) {
    std::vector<Integer> c;
    for (int rest = code, i = 0; i < 5; ++i, rest /= 5) c.emplace_back(rest % 5 - 2);
    const PolyZ f = PolyZ::from_elements(Integers{}, c);
    if (f.is_zero()) continue;
    check_canonical(f, isolate_real_roots(f));
    if (HasFailure()) return;
  }
}

class IsolateProperty : public ::testing::Test {
 protected:
  test::IntegerGenerator generator_{101};

  PolyZ random(std::size_t degree, std::size_t limbs) {
    std::vector<Integer> c;
    for (std::size_t i = 0; i <= degree; ++i)
      c.push_back(generator_.random().below(4) == 0 ? Integer(0) : generator_.draw(limbs));
    c.back() = generator_.nonzero(limbs);
    return PolyZ::from_elements(Integers{}, std::move(c));
  }
};

TEST_F(IsolateProperty, RandomShapes) {
  for (int i = 0; i < 300; ++i) {
    const PolyZ f = random(generator_.random().below(14), 1 + generator_.random().below(3));
    if (f.is_zero()) continue;
    check_canonical(f, isolate_real_roots(f));
    if (HasFailure()) return;
  }
}

TEST_F(IsolateProperty, PlantedRationalAndMultipleRoots) {
  for (int i = 0; i < 100; ++i) {
    PolyZ f = random(3, 1);
    for (int k = 0; k < 3; ++k) {
      const Rational r = generator_.rational(1);
      const PolyZ factor{-r.numerator(), r.denominator()};
      f *= pow(factor, 1 + generator_.random().below(3));
    }
    if (f.is_zero()) continue;
    const auto result = isolate_real_roots(f);
    check_canonical(f, result);
    std::uint64_t degree = 0;
    for (const auto& r : result.roots) degree += r.multiplicity;
    EXPECT_LE(degree, static_cast<std::uint64_t>(f.degree()));
    if (HasFailure()) return;
  }
}

TEST_F(IsolateProperty, WidthAndCount) {
  for (int i = 0; i < 60; ++i) {
    const PolyZ f = random(6, 1);
    IsolationOptions options;
    options.width = Rational::dyadic(3, -static_cast<std::int64_t>(generator_.random().below(80)));
    check_canonical(f, isolate_real_roots(f, options), options.width);
    EXPECT_EQ(count_real_roots(f), test::SturmSequence(f).count());
    const Rational a = generator_.rational(1);
    const Rational b = a + Rational(1000);
    EXPECT_EQ(count_real_roots(f, std::pair(a, b)), test::SturmSequence(f).count_closed(a, b));
    if (HasFailure()) return;
  }
}

TEST(IsolateFamiliesOracle, CountsUpToDegree64) {
  for (const Family family : all_families())
    for (const std::size_t degree : {3U, 4U, 7U, 16U, 31U, 64U}) {
      const PolyZ f = make_family(family, degree, {.bits = 100, .seed = 7});
      SCOPED_TRACE(family_name(family));
      check_canonical(f, isolate_real_roots(f));
    }
}

TEST(IsolateFamiliesOracleSlow, CountsOfDegree128) {
  for (const Family family : all_families()) {
    const PolyZ f = make_family(family, 128, {.bits = 100, .seed = 7});
    SCOPED_TRACE(family_name(family));
    EXPECT_EQ(isolate_real_roots(f).roots.size(), test::SturmSequence(f).count());
  }
}

TEST(ThreadsIsolate, SameForAllContexts) {
  const PolyZ f = make_family(Family::laguerre, 24) * parse("(x - 1/1)^2*(3*x+5)^3*(x^2-2)^2");
  IsolationOptions options;
  options.width = Rational("1/1000000");
  const auto expected = isolate_real_roots(f, options, ExecutionContext().with_threads(1));
  Tuning always_fork;
  always_fork.set("rootiso", "parallel_min_node_limbs", 0);
  for (const auto& context : test::contexts()) {
    const ExecutionContext ctx = context.with_tuning(always_fork);
    EXPECT_EQ(isolate_real_roots(f, options, ctx).roots, expected.roots)
        << backend_name(ctx.backend()) << " " << ctx.threads();
  }
}

TEST(Isolate, CancelledAndMemoryLimit) {
  const PolyZ f = make_family(Family::chebyshev, 64);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(isolate_real_roots(f, {}, ExecutionContext().with_stop_token(source.get_token())), Cancelled);
  EXPECT_THROW(isolate_real_roots(f, {}, ExecutionContext().with_memory_limit(4096)), MemoryLimit);
  const ExecutionContext enough = ExecutionContext().with_memory_limit(64 << 20);
  EXPECT_EQ(isolate_real_roots(f, {}, enough).roots.size(), 64U);
  EXPECT_LE(enough.memory().used(), enough.plan_cache().bytes());
}

}  // namespace
}  // namespace polyfork
