// Two equations in two variables by resultants, against subresultant chains and against Groebner bases.
#include "system/bivariate/bivariate_engine.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/representation.hpp>

#include "forced_isa.hpp"
#include "random.hpp"
#include "system/bivariate/elimination.hpp"
#include "system/bivariate/subresultant_images.hpp"
#include "system/modular/prime_source.hpp"
#include "system/proofs/exact_multiple.hpp"
#include "system/proofs/resultant_proof.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using detail::BivariateEngine;
using detail::IntegerSystem;
using detail::LastSubresultants;
using detail::LinearForm;

/// Eliminations are charged to their context, which has to live longer.
const ExecutionContext& lasting() {
  static const ExecutionContext ctx;
  return ctx;
}

/// Random coefficients at most `size` for x^i y^j, i <= a and j <= b, and i + j <= total.
MultiPolyQ random_in_box(Random& r, std::uint64_t a, std::uint64_t b, std::uint64_t total, std::int64_t size = 9) {
  std::vector<MultiPolyQ::Term> terms;
  for (std::uint64_t i = 0; i <= a; ++i)
    for (std::uint64_t j = 0; j <= b && i + j <= total; ++j)
      terms.push_back(
          {{i, j}, Rational(static_cast<std::int64_t>(r.below(static_cast<std::uint64_t>(2 * size + 1))) - size)});
  return MultiPolyQ::from_terms(Variables({"x", "y"}, MonomialOrder::graded_reverse_lex), terms);
}

/// The coefficient of s^k as a polynomial in the other variable t.
PolyZp coefficient_in(const MultiPolyZp& f, std::size_t s, std::uint64_t k) {
  PolyZp result(f.ring());
  for (const auto& term : f.terms())
    if (term.exponents[s] == k) result.set_coefficient(term.exponents[1 - s], term.coefficient);
  return result;
}

PolyZp monic(const PolyZp& f) { return f.is_zero() ? f : make_monic(f); }

/// S_1 and S_0 from the chain; S_1 of degree 0 where the chain leaves it out.
void expect_last_of_chain(const LastSubresultants& last, const MultiPolyZp& f, const MultiPolyZp& g, std::size_t s) {
  PolyZp resultant(f.ring());
  PolyZp s1(f.ring());
  PolyZp s0(f.ring());
  for (const auto& link : subresultant_chain(f, g, f.variables().name(s))) {
    if (link.index == 0) resultant = coefficient_in(link.value, s, 0);
    if (link.index == 1) {
      s1 = coefficient_in(link.value, s, 1);
      s0 = coefficient_in(link.value, s, 0);
    }
  }
  EXPECT_EQ(monic(last.resultant), monic(resultant));
  EXPECT_EQ(monic(last.s1), monic(s1));
  // One factor for both coefficients.
  EXPECT_EQ(mul(last.s1, s0), mul(s1, last.s0));
}

TEST(BivariateSubresultantsProperty, AreThoseOfTheChain) {
  Random r(71);
  const PrimeField field(2147483629);
  for (std::uint64_t a = 1; a <= 5; ++a)
    for (std::uint64_t b = 1; b <= 9; ++b) {
      const std::vector<MultiPolyQ> equations = {random_in_box(r, a, b, 20, 1000),
                                                 random_in_box(r, b, a + 1, 20, 1000)};
      const IntegerSystem system = detail::integer_system(equations);
      if (system.equations.size() != 2) continue;
      for (const std::size_t s : {0, 1}) {
        const LinearForm form = s == 0 ? LinearForm{0, 1} : LinearForm{1, 0};
        const auto e = detail::elimination_for(system, form, std::size_t{1} << 20, lasting());
        if (!e) continue;
        EXPECT_EQ(e->other, s);
        const auto last = detail::last_subresultants(*e, e->degree_bound + 1, field, ExecutionContext());
        ASSERT_TRUE(last);
        if (e->g.rows > 2) expect_last_of_chain(*last, reduce(equations[0], field), reduce(equations[1], field), s);
        const ForcedIsa scalar(Isa::scalar);
        const auto again = detail::last_subresultants(*e, e->degree_bound + 1, field, ExecutionContext());
        ASSERT_TRUE(again);
        EXPECT_EQ(monic(again->resultant), monic(last->resultant));
        EXPECT_EQ(monic(again->s1), monic(last->s1));
        EXPECT_EQ(mul(again->s1, last->s0), mul(last->s1, again->s0));
      }
    }
}

void expect_equal(const std::optional<LastSubresultants>& a, const std::optional<LastSubresultants>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->resultant, b->resultant);
  EXPECT_EQ(a->s1, b->s1);
  EXPECT_EQ(a->s0, b->s0);
}

TEST(BivariateSubresultantsProperty, OfABatchAreThoseOfItsPrimesOneByOne) {
  Random r(74);
  // 37 is too small for so many points, and the last one has no vectors.
  const std::vector<std::uint64_t> primes = {2147483629, 37,         1610612741, 2147483587,
                                             2147483579, 1000000007, 1009,       2305843009213693951};
  for (const auto& [a, b, size] : {std::array<std::uint64_t, 3>{1, 1, 9}, {2, 3, 9}, {4, 2, 1000}, {7, 6, 9}}) {
    const IntegerSystem system = detail::integer_system(
        {random_in_box(r, a, b, 20, static_cast<std::int64_t>(size)), random_in_box(r, b, a + 1, 20)});
    const auto e = detail::elimination_for(system, {0, 1}, 100000, lasting());
    ASSERT_TRUE(e);
    const std::size_t length = e->degree_bound + 1;
    std::vector<std::uint64_t> expected;
    for (const int threads : {1, 2, 12}) {
      const auto ctx = lasting().with_threads(threads);
      const auto batch = detail::subresultant_batch(*e, length, primes, ctx);
      EXPECT_EQ(batch.rows.size(), primes.size() * (batch.f.words() + batch.g.words()));
      const auto images = detail::subresultant_images(batch, ctx);
      ASSERT_EQ(images.coefficients.size(), 3 * primes.size() * length);
      for (std::size_t i = 0; i < primes.size(); ++i) {
        const PrimeField field(primes[i]);
        const auto image = images.image(i, field);
        EXPECT_EQ(image.has_value(), primes[i] != 37) << a << ' ' << b;
        expect_equal(image, detail::last_subresultants(*e, length, field, ctx));
        if (!image) continue;
        // The words are the coefficients, with zeros behind them.
        for (std::size_t k = 0; k < length; ++k)
          EXPECT_EQ(images.coefficients[3 * i * length + k], image->resultant.coefficient(k));
      }
      if (threads == 1) expected = images.coefficients;
      EXPECT_EQ(images.coefficients, expected);
    }
    EXPECT_TRUE(detail::subresultant_images(detail::subresultant_batch(*e, length, {}, lasting()), lasting())
                    .coefficients.empty());
  }
}

TEST(BivariateSubresultants, OfABatchObeyCapsAndCancellation) {
  const IntegerSystem system = detail::integer_system(system_of("x,y", "x^20*y^20 - 1,x^21*y^20 + y^2 - 3"));
  const auto e = detail::elimination_for(system, {0, 1}, std::size_t{1} << 20, lasting());
  ASSERT_TRUE(e);
  const std::vector<std::uint64_t> primes(40, 2147483629);
  const auto capped = ExecutionContext().with_memory_limit(std::size_t{1} << 18);
  EXPECT_THROW(detail::subresultant_batch(*e, e->degree_bound + 1, primes, capped), MemoryLimit);
  const auto batch = detail::subresultant_batch(*e, e->degree_bound + 1, primes, lasting());
  EXPECT_THROW(detail::subresultant_images(batch, capped), MemoryLimit);
  EXPECT_EQ(capped.memory().used(), 0U);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(detail::subresultant_images(batch, lasting().with_stop_token(stop.get_token())), Cancelled);
}

TEST(BivariateEngineProperty, ImagesOfABatchAreThoseOfItsPrimesOneByOne) {
  Random r(75);
  const IntegerSystem system = detail::integer_system({random_in_box(r, 6, 3, 9), random_in_box(r, 3, 6, 9)});
  detail::PrimeSource source(system);
  const auto engine = BivariateEngine::learn(system, detail::SmallPrime(source.next(system)), lasting());
  ASSERT_TRUE(engine);
  std::vector<detail::SmallPrime> primes;
  while (primes.size() < 11) primes.emplace_back(source.next(system));
  for (const int threads : {1, 4, 16}) {
    const auto ctx = lasting().with_threads(threads);
    const auto images = engine->images(primes, ctx);
    ASSERT_EQ(images.size(), primes.size());
    for (std::size_t i = 0; i < primes.size(); ++i) {
      ASSERT_TRUE(images[i]);
      const auto one = engine->image({}, primes[i], lasting());
      ASSERT_TRUE(one);
      EXPECT_EQ(images[i]->polynomial, one->polynomial);
      EXPECT_EQ(images[i]->numerators, one->numerators);
      EXPECT_TRUE(engine->check(*images[i], primes[i], ctx));
    }
  }
}

TEST(BivariateSubresultants, AreNotFollowedWhereDegreesFallByMore) {
  const IntegerSystem system = detail::integer_system(system_of("x,y", "x^5 + y,x^4 + y + 1"));
  const auto e = detail::elimination_for(system, {0, 1}, 1000, lasting());
  ASSERT_TRUE(e);
  EXPECT_FALSE(detail::last_subresultants(*e, e->degree_bound + 1, PrimeField(2147483629), ExecutionContext()));
  EXPECT_FALSE(detail::elimination_for(system, {0, 1}, 10, lasting()));
}

/// The same solutions with an equation too many, so that a Groebner basis gives them.
UnivariateRepresentation by_basis(std::vector<MultiPolyQ> equations) {
  equations.push_back(equations[0] + equations[1]);
  UnivariateRepresentation r = univariate_representation(equations);
  EXPECT_FALSE(r.resultants);
  return r;
}

void expect_same(const UnivariateRepresentation& r, const UnivariateRepresentation& expected) {
  EXPECT_EQ(r.dimension, expected.dimension);
  EXPECT_EQ(r.degree, expected.degree);
  EXPECT_EQ(r.form, expected.form);
  EXPECT_EQ(r.polynomial, expected.polynomial);
  EXPECT_EQ(r.numerators, expected.numerators);
  EXPECT_EQ(r.denominators, expected.denominators);
  ASSERT_EQ(r.multiplicities.size(), expected.multiplicities.size());
  for (std::size_t i = 0; i < r.multiplicities.size(); ++i) {
    EXPECT_EQ(r.multiplicities[i].multiplicity, expected.multiplicities[i].multiplicity);
    EXPECT_EQ(r.multiplicities[i].polynomial, expected.multiplicities[i].polynomial);
  }
}

TEST(BivariateEngineProperty, FindsWhatGroebnerBasesFind) {
  Random r(72);
  struct Shape {
    std::uint64_t a, b, total;
  };
  for (const auto& [a, b, total] : {Shape{1, 1, 2}, Shape{2, 2, 2}, Shape{3, 3, 3}, Shape{4, 4, 4}, Shape{2, 5, 9},
                                    Shape{6, 1, 9}, Shape{9, 2, 9}, Shape{7, 7, 7}, Shape{12, 3, 15}}) {
    const std::vector<MultiPolyQ> equations = {random_in_box(r, a, b, total), random_in_box(r, b, a, total)};
    const UnivariateRepresentation found = univariate_representation(equations);
    EXPECT_TRUE(found.resultants);
    expect_same(found, by_basis(equations));
  }
}

TEST(BivariateEngine, OfPointsThatAreMultipleOrHidden) {
  struct Case {
    const char* equations;
    bool resultants;
    std::vector<std::int64_t> form;
  };
  const std::vector<Case> cases = {{"x^2 + y^2 - 2*x,y^2 - x^3", true, {0, 1}},  // a cusp
                                   {"y - x^2,y*(y - x)", true, {1, 0}},       // the second vanishes on the line y = 0
                                   {"x^2 + y^2 - 5,x^2*y^2 - 4", false, {}},  // no small form separates the points
                                   {"x^2 + 2*y^2 - 5,x^2*y^2 - 3", true, {1, 1}},           // neither variable does
                                   {"x*y - 1,x^2 + y^2 - 3", true, {0, 1}},                 //
                                   {"x*y + y^2 - 1,x*(y - x)*(y + x)", true, {0, 1}},       //
                                   {"x*(y - 1) + y^2 - 1,x*(y - 1)^2 + y - 1", false, {}},  // a common factor
                                   {"(x - y)*(x + 1),(x - y)*(y + 2)", false, {}},          // another one
                                   {"(x^2 - y^2)*(x - 1),(x - 2*y)*(x - 3)*y", false, {}},  // lines meet in one point
                                   {"x^2 + y,x^2 + y + 1", false, {}},                      // no solution
                                   {"x^4 - 2*y^3 + 1,y^4 - 2*x^3 + 3", true, {1, 1}}};  // degrees fall by more than one
  for (const Case& c : cases) {
    const auto equations = system_of("x,y", c.equations);
    const UnivariateRepresentation found = univariate_representation(equations);
    EXPECT_EQ(found.resultants, c.resultants) << c.equations;
    const UnivariateRepresentation expected = by_basis(equations);
    EXPECT_EQ(found.dimension, expected.dimension) << c.equations;
    EXPECT_EQ(found.degree, expected.degree) << c.equations;
    EXPECT_EQ(found.polynomial.degree(), expected.polynomial.degree()) << c.equations;
    if (c.resultants) {
      EXPECT_EQ(found.form, c.form) << c.equations;
    }
    if (found.form == expected.form) expect_same(found, expected);
    if (found.dimension != 0) continue;
    auto redundant = equations;
    redundant.push_back(equations[0] + equations[1]);
    SolutionOptions options;
    options.method = SolutionMethod::representation;
    EXPECT_EQ(real_solutions(equations, options).solutions, real_solutions(redundant, options).solutions)
        << c.equations;
  }
}

TEST(BivariateEngine, IsTheSameForAnyThreadsAndInstructionSet) {
  Random r(73);
  const std::vector<MultiPolyQ> equations = {random_in_box(r, 8, 3, 11), random_in_box(r, 3, 8, 11)};
  const auto one = univariate_representation(equations, ExecutionContext().with_threads(1));
  EXPECT_TRUE(one.resultants);
  for (const int threads : {2, 5}) {
    const auto other = univariate_representation(equations, ExecutionContext().with_threads(threads));
    expect_same(other, one);
  }
  const ForcedIsa scalar(Isa::scalar);
  expect_same(univariate_representation(equations), one);
}

TEST(BivariateSubresultants, OfSequencesThatEndWithAConstant) {
  // The first subresultant has degree 0 in x, whatever y is.
  const IntegerSystem system = detail::integer_system(system_of("x,y", "x^2 - y^2 - 1,x^4 - y"));
  const auto e = detail::elimination_for(system, {0, 1}, 10000, lasting());
  ASSERT_TRUE(e);
  for (const Isa isa : {Isa::scalar, detected_isa()}) {
    const ForcedIsa forced(isa);
    const auto last = detail::last_subresultants(*e, e->degree_bound + 1, PrimeField(2147483629), ExecutionContext());
    ASSERT_TRUE(last);
    EXPECT_EQ(last->resultant.degree(), 8);
    EXPECT_TRUE(last->s1.is_zero());
    EXPECT_EQ(last->s0.degree(), 4);
  }
}

TEST(BivariateEngine, LeavesSmallCapsToBases) {
  const auto equations = system_of("x,y", "x^60*y^60 - 1,x^61*y^60 + y^2 - 3");
  for (const std::size_t mebibytes : {3, 6, 64}) {
    const auto ctx = ExecutionContext().with_memory_limit(mebibytes << 20);
    EXPECT_EQ(univariate_representation(equations, ctx).degree, 180U) << mebibytes;
  }
  const auto ctx = ExecutionContext().with_memory_limit(std::size_t{4} << 20);
  EXPECT_FALSE(detail::resultants_would_solve(system_of("x,y", "x^1400 + y^1400 - 1,x^1400*y - y^1400 + 3*x"), ctx));
}

TEST(BivariateProof, TakesWhatResultantsFound) {
  for (const char* text : {"x^2*y - 1,x + y^2 - 3", "x*y - 1,x^2 + y^2 - 3", "x^2 + y^2 - 2*x,y^2 - x^3",
                           "x^2 + y^2 - 2,x*y - 1", "x^2 + 2*y^2 - 5,x^2*y^2 - 3", "x^4 - 2*y^3 + 1,y^4 - 2*x^3 + 3",
                           "y - x^2,y*(y - x)", "1000000007*x^3*y - 998244353,1/3*x + y^2 - 3/7"}) {
    const auto equations = system_of("x,y", text);
    const UnivariateRepresentation r = univariate_representation(equations);
    EXPECT_TRUE(r.resultants) << text;
    for (const bool thorough : {false, true})
      EXPECT_TRUE(detail::is_proved_by_resultants(equations, r, thorough, ExecutionContext())) << text;
    EXPECT_TRUE(real_solutions(equations).complete) << text;
    EXPECT_TRUE(real_solutions(equations).boxes_proved) << text;
  }
}

TEST(BivariateProof, RefusesWhatIsWrong) {
  const auto equations = system_of("x,y", "x^3 + 2*x*y - 1,x*y^2 + y^2 - 3*x + 5");
  const UnivariateRepresentation right = univariate_representation(equations);
  const auto proved = [&](const auto& change) {
    UnivariateRepresentation r = right;
    change(r);
    return detail::is_proved_by_resultants(equations, r, true, ExecutionContext());
  };
  EXPECT_TRUE(proved([](auto&) {}));
  for (const std::size_t v : {0, 1}) {
    EXPECT_FALSE(proved([&](auto& r) { r.numerators[v] = r.numerators[v] + 1; })) << v;
    EXPECT_FALSE(proved([&](auto& r) { r.denominators[v] += Integer(1); })) << v;
  }
  EXPECT_FALSE(proved([](auto& r) { r.polynomial = r.polynomial + 1; }));
  EXPECT_FALSE(proved([](auto& r) { r.form = {1, 1}; }));
  EXPECT_FALSE(proved([](auto& r) { r.resultants = false; }));
  EXPECT_FALSE(detail::is_proved_by_resultants(system_of("x,y", "x^3 + 2*x*y - 1,x*y^2 + y^2 - 3*x + 4"), right, true,
                                               ExecutionContext()));
}

/// Of this degree, with all terms and coefficients of 60 bits.
std::string dense_text(std::uint64_t degree, std::uint64_t seed) {
  std::string text;
  for (std::uint64_t i = 0; i <= degree; ++i)
    for (std::uint64_t j = 0; i + j <= degree; ++j) {
      seed = seed * 6364136223846793005 + 1442695040888963407;
      text += (seed % 3 == 0 ? "-" : "+") + std::to_string(seed >> 4) + "*x^" + std::to_string(i) + "*y^" +
              std::to_string(j);
    }
  return text;
}

TEST(BivariateProof, IsTriedWhateverTheNumberOfPrimes) {
  // Threads take primes in batches. The solutions are multiple: Hadamard's bound is far above what they ask for.
  const auto equations = system_of("x,y", "(" + dense_text(3, 1) + ")^4," + dense_text(8, 2));
  UnivariateRepresentation r = univariate_representation(equations);
  ASSERT_TRUE(r.resultants);
  const auto proved = [&](std::size_t primes, bool thorough) {
    r.primes = primes;
    return detail::is_proved_by_resultants(equations, r, thorough, ExecutionContext());
  };
  EXPECT_TRUE(proved(1, true));
  EXPECT_EQ(proved(1, false), proved(1000000, false));
}

TEST(BivariateProofProperty, OfRandomSystems) {
  Random r(74);
  for (int round = 0; round < 40; ++round) {
    const std::vector<MultiPolyQ> equations = {random_in_box(r, 1 + r.below(6), 1 + r.below(4), 9),
                                               random_in_box(r, 1 + r.below(4), 1 + r.below(6), 9)};
    const UnivariateRepresentation found = univariate_representation(equations);
    if (!found.resultants) continue;
    EXPECT_TRUE(detail::is_proved_by_resultants(equations, found, true, ExecutionContext())) << round;
    const ForcedIsa scalar(Isa::scalar);
    EXPECT_TRUE(detail::is_proved_by_resultants(equations, found, true, ExecutionContext())) << round;
  }
}

TEST(ExactMultiple, IsToldFromOthers) {
  Random r(75);
  const auto random_poly = [&](std::size_t length, int words) {
    std::vector<Integer> c(length);
    for (Integer& a : c) {
      for (int i = 0; i < words; ++i) a = (a << 64) + Integer(r.next());
      if (r.below(2) == 0) a = -a;
    }
    c.back() = Integer(1) + c.back() * c.back();
    return PolyZ::from_elements({}, c);
  };
  for (const std::size_t n : {2, 3, 9, 60})
    for (const int words : {1, 3, 11}) {
      const PolyZ f = primitive_part(random_poly(n, words));
      const PolyZ q = random_poly(n + r.below(5), 1 + static_cast<int>(r.below(9)));
      EXPECT_TRUE(detail::is_multiple_of(f * q, f, ExecutionContext()));
      EXPECT_FALSE(detail::is_multiple_of(f * q + 1, f, ExecutionContext()));
      EXPECT_TRUE(detail::is_multiple_of(f * Integer(-7), f, ExecutionContext()));
      EXPECT_FALSE(detail::is_multiple_of(PolyZ{1}, f, ExecutionContext()));
      EXPECT_TRUE(detail::is_multiple_of(PolyZ{}, f, ExecutionContext()));
    }
  // The product (x^2 - 1)^40 has shorter coefficients than its factors together.
  const PolyZ f = pow(PolyZ{-1, 1}, 40);
  const PolyZ q = pow(PolyZ{1, 1}, 40);
  EXPECT_TRUE(detail::is_multiple_of(f * q, f, ExecutionContext()));
}

}  // namespace
}  // namespace polyfork::test
