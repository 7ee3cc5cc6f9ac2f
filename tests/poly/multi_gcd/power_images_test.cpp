// Gcds whose monomials are read off values along one progression: roots in groups of order 2^k, the images and how many
// points they take, primes that are of no use.
#include "poly/multi_gcd/power_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>

#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>
#include <polyfork/ring/primes.hpp>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "multi_generators.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multi_gcd/gcd_points.hpp"
#include "poly/multivariate/lane_grid.hpp"
#include "poly/multivariate/multi_modular.hpp"
#include "poly/residues/two_power_roots.hpp"

namespace polyfork::test {
namespace {

using detail::lane_power_prime;
using detail::power_prime;
using detail::TwoPowerGroup;
using Words = std::vector<std::uint64_t>;

/// prod (x - root), ascending.
Words with_roots(const Words& roots, const WordModulus& m) {
  Words f{1};
  for (const std::uint64_t root : roots) {
    f.insert(f.begin(), 0);
    for (std::size_t i = 0; i + 1 < f.size(); ++i) f[i] = m.sub(f[i], m.mul(root, f[i + 1]));
  }
  return f;
}

TEST(TwoPowerRootsProperty, LogarithmsOfTheRoots) {
  Random r(901);
  const WordModulus m(power_prime(0));
  const auto& ctx = ExecutionContext::default_context();
  for (int round = 0; round < 40; ++round) {
    const unsigned bits = round < 8 ? static_cast<unsigned>(round) : 4 + static_cast<unsigned>(r.below(40));
    const TwoPowerGroup group(m, bits);
    Words logarithms;
    const std::size_t count = bits < 4 ? std::size_t{1} << bits : 1 + r.below(16);
    while (logarithms.size() < count) {
      const std::uint64_t e = r.below(std::uint64_t{1} << bits);
      if (std::find(logarithms.begin(), logarithms.end(), e) == logarithms.end()) logarithms.push_back(e);
    }
    Words roots;
    for (const std::uint64_t e : logarithms) roots.push_back(group.power(e));
    const auto found = two_power_roots(with_roots(roots, m), group, ctx);
    ASSERT_TRUE(found.has_value());
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(found->values[i], group.power(found->logarithms[i]));
    Words sorted = found->logarithms;
    std::sort(sorted.begin(), sorted.end());
    std::sort(logarithms.begin(), logarithms.end());
    EXPECT_EQ(sorted, logarithms);
  }
}

TEST(TwoPowerRoots, RefusesOtherPolynomials) {
  const WordModulus m(power_prime(1));
  const auto& ctx = ExecutionContext::default_context();
  const TwoPowerGroup group(m, 6);
  const TwoPowerGroup larger(m, 7);
  EXPECT_FALSE(two_power_roots(with_roots({group.power(5), group.power(5)}, m), group, ctx));  // a double root
  EXPECT_FALSE(two_power_roots(with_roots({group.power(5), larger.power(3)}, m), group, ctx));
  EXPECT_FALSE(two_power_roots(with_roots({0, group.power(1)}, m), group, ctx));
  EXPECT_FALSE(two_power_roots(with_roots({3}, m), group, ctx));
  EXPECT_TRUE(two_power_roots(with_roots({1}, m), TwoPowerGroup(m, 0), ctx));
}

TEST(PowerImages, PrimesAreTheLargestOfTheirKind) {
  const auto expected = ntt_primes(std::uint64_t{1} << 62, detail::power_prime_bits, 8);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(power_prime(i), expected[i]);
  EXPECT_EQ(power_prime(expected.size()), 0U);
  const auto of_lanes = ntt_primes(std::uint64_t{1} << 50, detail::lane_power_prime_bits, 8);
  for (std::size_t i = 0; i < of_lanes.size(); ++i) EXPECT_EQ(lane_power_prime(i), of_lanes[i]);
  EXPECT_EQ(lane_power_prime(of_lanes.size()), 0U);
}

detail::WordTerms words_of(const MultiPolyZ& a, std::uint64_t p) {
  const std::vector<std::size_t> sequence{0, 1, 2, 3};
  return detail::ModularTerms<Integers>(a, sequence, ExecutionContext::default_context())
      .modulo(p, ExecutionContext::default_context());
}

/// The most terms of a coefficient in the main variables.
std::size_t longest_coefficient(const detail::WordTerms& a, std::size_t main_variables) {
  std::map<std::vector<std::uint32_t>, std::size_t> terms;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    longest = std::max(longest, ++terms[{a.monomial(i), a.monomial(i) + main_variables}]);
  return longest;
}

struct PowerCase {
  std::size_t main_variables;
  std::uint64_t prime;
};
/// Those that the machine has vectors for.
std::vector<PowerCase> power_cases() {
  std::vector<PowerCase> cases{{1, power_prime(0)}};
  if (detail::lanes_possible(lane_power_prime(0))) cases.push_back({2, lane_power_prime(0)});
  return cases;
}

/// Operands g a, g b, in which `lead` times a factor is the leading coefficient of g.
struct PlantedGcd {
  MultiPolyZ g, a, b, lead;

  /// Bounds of degrees are those of g, and what a factor of `lead` can add to h's.
  detail::GcdImageProblem problem(std::uint64_t p) const {
    detail::GcdImageProblem result{words_of(mul(g, a), p), words_of(mul(g, b), p), words_of(lead, p),
                                   detail::word_degrees(words_of(g, p))};
    const std::vector<std::size_t> added = detail::word_degrees(result.lead);
    for (std::size_t k = 0; k < added.size(); ++k) result.degrees[k] += added[k];
    return result;
  }
  /// What an image has to be.
  detail::WordTerms expected(detail::GcdPart part, std::uint64_t p) const {
    if (part == detail::GcdPart::gcd) return words_of(g, p);
    std::vector<std::uint64_t> monomial(4, 0);
    const std::vector<std::uint32_t> common = detail::common_monomial(words_of(lead, p));
    std::copy(common.begin(), common.end(), monomial.begin());
    const MultiPolyZ factor = MultiPolyZ::monomial({}, g.variables(), 1, monomial);
    return words_of(mul(part == detail::GcdPart::cofactor_a ? a : b, factor), p);
  }
};

/// Twice as many points as a coefficient of what is the shortest has terms, two more, and what the steps overshoot.
TEST(PowerImages, ImageAndNumberOfPoints) {
  Random r(902);
  const Variables v = test_variables(4);
  const auto& ctx = ExecutionContext::default_context();
  for (const PowerCase& of : power_cases())
    for (const auto& [terms, cofactor_terms] :
         {std::pair{1U, 5U}, {3U, 5U}, {20U, 5U}, {60U, 5U}, {5U, 60U}, {150U, 150U}, {150U, 5U}}) {
      const MultiPolyZ top = MultiPolyZ::monomial({}, v, 1, {13, 1, 0, 2});
      const MultiPolyZ g = nonzero_multi(r, Integers{}, v, {terms, 12, 1000}) + top * 3;
      const MultiPolyZ b = nonzero_multi(r, Integers{}, v, {cofactor_terms, 4, 9}) + top + 11;
      const PlantedGcd planted{g, nonzero_multi(r, Integers{}, v, {cofactor_terms, 3, 9}) + 11, b,
                               leading_coefficient_in(g, "x")};
      const detail::GcdImageProblem problem = planted.problem(of.prime);
      const WordModulus m(of.prime);
      const detail::GcdImage image = detail::power_gcd_image(problem, of.main_variables, m, ctx);
      ASSERT_EQ(image.status, detail::GcdImageStatus::found)
          << of.main_variables << " main variables, " << planted.g << " | " << planted.a << " | " << planted.b;
      const detail::WordTerms expected = planted.expected(image.part, of.prime);
      EXPECT_EQ(image.terms.exponents, expected.exponents);
      EXPECT_EQ(image.terms.coefficients, expected.coefficients);
      std::size_t longest = longest_coefficient(expected, of.main_variables);
      for (const detail::GcdPart part : {detail::GcdPart::gcd, detail::GcdPart::cofactor_a})
        longest = std::min(longest, longest_coefficient(planted.expected(part, of.prime), of.main_variables));
      EXPECT_LE(image.points, std::max<std::size_t>(8, 5 * (2 * longest + 2) / 4 + (of.main_variables == 1 ? 4 : 8)));
      const detail::GcdImage known = detail::gcd_image_on(expected, image.part, of.main_variables, problem, m, ctx);
      ASSERT_EQ(known.status, detail::GcdImageStatus::found);
      EXPECT_EQ(known.terms.coefficients, expected.coefficients);
      if (terms != 20) continue;
      for (const ExecutionContext& other : contexts()) {
        EXPECT_EQ(detail::power_gcd_image(problem, of.main_variables, m, other).terms.coefficients,
                  expected.coefficients);
        EXPECT_EQ(detail::gcd_image_on(expected, image.part, of.main_variables, problem, m, other).terms.coefficients,
                  expected.coefficients);
      }
    }
}

/// Where the leading coefficients have more in common than g's, quotients by h are no polynomials, and h is found.
TEST(PowerImages, LeadingCoefficientsWithMoreInCommon) {
  Random r(907);
  const Variables v = test_variables(4);
  const auto& ctx = ExecutionContext::default_context();
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  const MultiPolyZ z = MultiPolyZ::generator(v, "z");
  for (const PowerCase& of : power_cases())
    for (const MultiPolyZ& more : {y * y + 3, z + 2, y * z + z * 5 + 1}) {
      const MultiPolyZ top = MultiPolyZ::monomial({}, v, 1, {5, 0, 0, 0}) * more;
      const MultiPolyZ g = nonzero_multi(r, Integers{}, v, {30, 8, 99}) + MultiPolyZ::monomial({}, v, 7, {9, 0, 0, 1});
      const PlantedGcd planted{g, nonzero_multi(r, Integers{}, v, {4, 4, 9}) + top + 11,
                               nonzero_multi(r, Integers{}, v, {4, 4, 9}) + top + 11,
                               leading_coefficient_in(g, "x") * more};
      const detail::GcdImage image =
          detail::power_gcd_image(planted.problem(of.prime), of.main_variables, WordModulus(of.prime), ctx);
      ASSERT_EQ(image.status, detail::GcdImageStatus::found)
          << of.main_variables << " main variables, " << planted.g << " | " << planted.a << " | " << planted.b;
      ASSERT_EQ(image.part, detail::GcdPart::gcd);
      EXPECT_EQ(image.terms.exponents, words_of(g * more, of.prime).exponents);
      EXPECT_EQ(image.terms.coefficients, words_of(g * more, of.prime).coefficients);
    }
}

TEST(PowerImages, NoMorePointsThanAllowed) {
  Random r(908);
  const Variables v = test_variables(4);
  const auto& ctx = ExecutionContext::default_context();
  const MultiPolyZ top = MultiPolyZ::monomial({}, v, 1, {13, 0, 0, 0});
  const MultiShape shape{700, 12, 1000};
  const PlantedGcd planted{nonzero_multi(r, Integers{}, v, shape) + top, nonzero_multi(r, Integers{}, v, shape) + top,
                           nonzero_multi(r, Integers{}, v, shape) + top, MultiPolyZ::constant(v, 1)};
  for (const PowerCase& of : power_cases()) {
    const detail::GcdImage image =
        detail::power_gcd_image(planted.problem(of.prime), of.main_variables, WordModulus(of.prime), ctx, 8);
    EXPECT_EQ(image.status, detail::GcdImageStatus::unlucky);
    EXPECT_EQ(image.points, 8U);
  }
}

/// Operands that fill a simplex collapse when a variable gets a value, sparse ones do not.
TEST(SparseGcdPlan, PowersForSparseOperands) {
  Random r(905);
  const Variables v = test_variables(4);
  const std::uint64_t p = power_prime(0);
  const MultiPolyZ sum = MultiPolyZ::generator(v, "x") + MultiPolyZ::generator(v, "y") + MultiPolyZ::generator(v, "z") +
                         MultiPolyZ::generator(v, "t") + 1;
  const auto plan = [&](const detail::WordTerms& a, const std::vector<std::size_t>& degrees, bool bivariate) {
    return detail::plan_sparse_gcd(detail::sparse_gcd_shape({a, a, words_of(MultiPolyZ::constant(v, 1), p), degrees},
                                                            ExecutionContext::default_context()),
                                   bivariate);
  };
  EXPECT_FALSE(plan(words_of(pow(sum, 10), p), {5, 5, 5, 5}, false).powers);
  const detail::WordTerms sparse = words_of(nonzero_multi(r, Integers{}, v, {1000, 40, 9}), p);
  EXPECT_TRUE(plan(sparse, {5, 5, 5, 5}, false).powers);
  EXPECT_EQ(plan(sparse, {5, 5, 5, 5}, false).main_variables, 1U);
}

/// Many terms in many variables of moderate degrees; not where the degrees in two of them are high.
TEST(SparseGcdPlan, TwoMainVariables) {
  const auto plan = [](std::size_t degree, std::size_t terms) {
    const std::vector<std::size_t> operand(6, 2 * degree);
    const std::vector<std::size_t> monomials{1, 2 * degree, terms / 8, terms / 2, terms, terms, terms};
    detail::SparseGcdShape shape;
    shape.a = shape.b = operand;
    shape.lead.assign(6, 0);
    shape.h.assign(6, degree);
    shape.terms_a = shape.terms_b = terms;
    shape.monomials_a = shape.monomials_b = monomials;
    return detail::plan_sparse_gcd(shape, true);
  };
  EXPECT_EQ(plan(20, 100000).main_variables, 2U);
  EXPECT_TRUE(plan(20, 100000).powers);
  EXPECT_EQ(plan(200, 1000).main_variables, 1U);
}

TEST(PowerImages, AWrongDegreeIsSeen) {
  const Variables v = test_variables(4);
  const auto& ctx = ExecutionContext::default_context();
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  const MultiPolyZ one = MultiPolyZ::constant(v, 1);
  for (const PowerCase& of : power_cases()) {
    const auto status = [&](std::size_t degree) {
      detail::GcdImageProblem problem = PlantedGcd{x * x + y, x + 1, x + 2, one}.problem(of.prime);
      problem.degrees[0] = degree;
      return detail::power_gcd_image(problem, of.main_variables, WordModulus(of.prime), ctx).status;
    };
    EXPECT_EQ(status(2), detail::GcdImageStatus::found);
    EXPECT_EQ(status(3), detail::GcdImageStatus::lower_degree);
    EXPECT_EQ(status(1), detail::GcdImageStatus::unlucky);
  }
}

/// Supports that lack a term, a row or a column of the gcd.
TEST(PowerImages, WrongSupportsAreSeen) {
  const Variables v = test_variables(4);
  const auto& ctx = ExecutionContext::default_context();
  const auto term = [&](int c, const std::vector<std::uint64_t>& e) { return MultiPolyZ::monomial({}, v, c, e); };
  const std::vector<MultiPolyZ> terms{term(1, {4, 0, 0, 0}), term(5, {3, 2, 1, 0}), term(2, {3, 2, 0, 4}),
                                      term(7, {2, 1, 1, 1}), term(9, {0, 3, 0, 1})};
  const MultiPolyZ g = terms[0] + terms[1] + terms[2] + terms[3] + terms[4];
  const PlantedGcd planted{g, term(1, {1, 0, 0, 0}) + term(3, {0, 1, 2, 0}),
                           term(1, {1, 0, 0, 0}) + term(2, {0, 0, 1, 1}), MultiPolyZ::constant(v, 1)};
  for (const PowerCase& of : power_cases()) {
    const detail::GcdImageProblem problem = planted.problem(of.prime);
    const auto status = [&](const MultiPolyZ& support, detail::GcdPart part) {
      return detail::gcd_image_on(words_of(support, of.prime), part, of.main_variables, problem, WordModulus(of.prime),
                                  ctx)
          .status;
    };
    EXPECT_EQ(status(g, detail::GcdPart::gcd), detail::GcdImageStatus::found);
    EXPECT_EQ(status(g + term(1, {2, 1, 0, 0}), detail::GcdPart::gcd), detail::GcdImageStatus::found);
    for (std::size_t i = 1; i < terms.size(); ++i)
      EXPECT_EQ(status(g - terms[i], detail::GcdPart::gcd), detail::GcdImageStatus::wrong_support);
    EXPECT_EQ(status(planted.a, detail::GcdPart::cofactor_a), detail::GcdImageStatus::found);
    EXPECT_EQ(status(planted.b, detail::GcdPart::cofactor_b), detail::GcdImageStatus::found);
    EXPECT_EQ(status(planted.b, detail::GcdPart::cofactor_a), detail::GcdImageStatus::wrong_support);
  }
}

/// Terms and degrees that the first primes do not show.
TEST(PowerImages, UnluckyPrimes) {
  const Variables v = test_variables(3);
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  const MultiPolyZ z = MultiPolyZ::generator(v, "z");
  const auto power = [&](std::uint64_t e, std::uint64_t f) { return MultiPolyZ::monomial({}, v, 1, {e, f, 0}); };
  const Integer p = power_prime(0);
  for (const Integer& bad : {p, p * Integer(power_prime(1))}) {
    const MultiPolyZ g = power(9, 0) + power(5, 11) * bad + z * 3 + 1;
    EXPECT_EQ(gcd(g * (x + z), g * (x + z + bad)), g);
    const MultiPolyZ h = power(9, 7) * bad + z * x + y;
    EXPECT_EQ(gcd(h * (x + z * bad), h * (x * bad - y)), h);
    const MultiPolyZ k = power(11, 1) * (y + z) + power(2, 9) * bad + 1;
    EXPECT_EQ(gcd(k * (y + z), k * (y * bad + z * x)), k);
  }
}

/// The same for images in two main variables: many terms, one of which, or the degree, the first primes do not show.
TEST(PowerImages, UnluckyPrimesInTwoMainVariables) {
  Random r(906);
  const Variables v = test_variables(5);
  const auto power = [&](const std::vector<std::uint64_t>& e) { return MultiPolyZ::monomial({}, v, 1, e); };
  const Integer p = lane_power_prime(0);
  for (const Integer& bad : {p, p * Integer(lane_power_prime(1)), Integer(detail::LanePrimes().next())})
    for (const std::size_t terms : {10, 120}) {
      const auto draw = [&](std::size_t n) { return nonzero_multi(r, Integers{}, v, {n, 7, 1000}); };
      const MultiPolyZ top = power({8, 0, 0, 1, 0}) + power({0, 8, 0, 0, 0});
      const MultiPolyZ g = draw(terms) + power({3, 3, 1, 1, 2}) * bad + top;
      const MultiPolyZ h = draw(terms) + power({9, 1, 0, 0, 1}) * bad + top;
      const MultiPolyZ a = draw(130 - terms) + power({1, 2, 0, 0, 0}) * bad + power({8, 0, 0, 0, 0});
      const MultiPolyZ b = draw(130 - terms) + power({8, 0, 0, 0, 0});
      EXPECT_EQ(gcd(g * a, g * b), g);
      EXPECT_EQ(gcd(h * a, h * b), h);
      EXPECT_EQ(gcd(g * a, h * b), MultiPolyZ::constant(v, 1));
      EXPECT_EQ(gcd(g * (a + bad), g * (a + bad * 2)), g);  // equal modulo p
    }
}

/// Operands of many terms, for images in two main variables: every cap is obeyed or suffices, and a stop is seen.
TEST(PowerImages, LimitedMemoryAndStops) {
  Random r(910);
  const Variables v = test_variables(5);
  const MultiShape shape{150, 12, 1000};
  const MultiPolyZ top = MultiPolyZ::monomial({}, v, 1, {13, 0, 0, 0, 0});
  const MultiPolyZ g = nonzero_multi(r, Integers{}, v, shape) + top;
  const MultiPolyZ a = g * (nonzero_multi(r, Integers{}, v, shape) + top);
  const MultiPolyZ b = g * (nonzero_multi(r, Integers{}, v, shape) + top);
  bool refused = false;
  bool sufficed = false;
  for (unsigned bits = 14; bits < 30; bits += 2) {
    const ExecutionContext capped = ExecutionContext().with_memory_limit(std::size_t{1} << bits);
    try {
      EXPECT_EQ(gcd(a, b, capped), g);
      sufficed = true;
    } catch (const MemoryLimit&) {
      refused = true;
    }
    EXPECT_LE(capped.memory().peak(), std::size_t{1} << bits);
  }
  EXPECT_TRUE(refused && sufficed);
  expect_cancelled(
      "a gcd", [&](const ExecutionContext& ctx) { (void)gcd(a, b, ctx); }, std::chrono::milliseconds(2));
}

/// Long coefficients take many primes, for the gcd or for a cofactor.
TEST(PowerImagesProperty, LongCoefficients) {
  Random r(909);
  const Variables v = test_variables(5);
  for (const std::size_t terms : {8, 60}) {
    const auto draw = [&](std::size_t n) { return nonzero_multi(r, Integers{}, v, {n, 7, std::uint64_t{1} << 62}); };
    const auto longer = [&](const MultiPolyZ& p) { return p * pow(Integer(3), 200) + draw(3); };
    const MultiPolyZ top = MultiPolyZ::monomial({}, v, 1, {8, 0, 0, 1, 0});
    const MultiPolyZ g = longer(draw(terms)) + top;
    const MultiPolyZ a = g * (longer(draw(68 - terms)) + top);
    const MultiPolyZ b = g * (draw(68 - terms) + top);
    for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(gcd(a, b, ctx), g);
  }
}

/// No prime of this kind is large enough for these degrees: one variable after another is interpolated.
TEST(PowerImages, LargeBoxes) {
  const Variables v = test_variables(6);
  const auto term = [&](int c, const std::vector<std::uint64_t>& e) { return MultiPolyZ::monomial({}, v, c, e); };
  const MultiPolyZ g = term(5, {4, 0, 0, 0, 0, 0}) + term(-3, {3, 901, 901, 901, 901, 901}) +
                       term(2, {1, 77, 0, 801, 3, 5}) + term(1, {0, 900, 12, 0, 33, 0});
  const MultiPolyZ a = term(1, {2, 0, 0, 0, 0, 0}) + term(7, {0, 1, 0, 2, 0, 3}) + term(1, {1, 0, 0, 0, 4, 0});
  const MultiPolyZ b = term(2, {3, 0, 0, 0, 0, 0}) + term(1, {0, 0, 1, 0, 0, 0});
  EXPECT_GT(detail::power_image_bits(std::vector<std::size_t>(6, 901)), detail::power_prime_bits);
  EXPECT_EQ(gcd(a * g, b * g), g);
}

TEST(PowerImagesProperty, SparseGcdsAreFound) {
  Random r(903);
  const PrimeField field(power_prime(2));
  for (int round = 0; round < 30; ++round) {
    const Variables v = test_variables(3 + r.below(4), static_cast<MonomialOrder>(r.below(3)));
    const MultiShape shape{2 + r.below(12), 1 + r.below(round % 3 == 0 ? 40 : 9),
                           round % 4 == 0 ? std::uint64_t{1} << 60 : 9};
    const auto expect = [&](const auto& ring) {
      const auto g = nonzero_multi(r, ring, v, shape);
      const auto a = mul(g, nonzero_multi(r, ring, v, shape));
      const auto b = mul(g, nonzero_multi(r, ring, v, shape));
      const auto found = gcd(a, b);
      const auto rest_a = exact_div(a, found);
      const auto rest_b = exact_div(b, found);
      EXPECT_NO_THROW((void)exact_div(found, g)) << a << " | " << b;
      EXPECT_TRUE(gcd(rest_a, rest_b).is_constant()) << a << " | " << b;
    };
    expect(Integers{});
    expect(field);
  }
}

}  // namespace
}  // namespace polyfork::test
