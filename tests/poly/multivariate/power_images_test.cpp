// Gcds whose monomials are read off values along one progression: roots in groups of order 2^k, the images and how many
// points they take, primes that are of no use.
#include "poly/multivariate/power_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>
#include <polyfork/ring/primes.hpp>

#include "back_ends.hpp"
#include "multi_generators.hpp"
#include "poly/multivariate/multi_modular.hpp"
#include "poly/residues/two_power_roots.hpp"

namespace polyfork::test {
namespace {

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
}

detail::WordTerms words_of(const MultiPolyZ& a, std::uint64_t p) {
  const std::vector<std::size_t> sequence{0, 1, 2, 3};
  return detail::ModularTerms<Integers>(a, sequence).modulo(p, ExecutionContext::default_context());
}

/// The most terms of a coefficient in x_0.
std::size_t longest_coefficient(const detail::WordTerms& a) {
  std::vector<std::size_t> terms(a.monomial(0)[0] + 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i) ++terms[a.monomial(i)[0]];
  return *std::max_element(terms.begin(), terms.end());
}

/// Twice as many points as a coefficient has terms, two more, and what the steps overshoot.
TEST(PowerImages, ImageAndNumberOfPoints) {
  Random r(902);
  const Variables v = test_variables(4);
  const std::uint64_t p = power_prime(0);
  const auto& ctx = ExecutionContext::default_context();
  for (const std::size_t terms : {1, 3, 20, 60, 150}) {
    const MultiShape shape{terms, 12, 1000};
    const MultiPolyZ g = nonzero_multi(r, Integers{}, v, shape) + MultiPolyZ::monomial({}, v, 3, {13, 1, 0, 2});
    const MultiPolyZ a = mul(g, nonzero_multi(r, Integers{}, v, {5, 3, 9}));
    const MultiPolyZ b = mul(g, nonzero_multi(r, Integers{}, v, {6, 4, 9}));
    const detail::WordTerms expected = words_of(g, p);
    const MultiPolyZ lead = leading_coefficient_in(g, "x");
    const detail::GcdImageProblem problem{words_of(a, p), words_of(b, p), words_of(lead, p), {13, 12, 12, 12}};
    const detail::GcdImage image = detail::power_gcd_image(problem, WordModulus(p), ctx);
    ASSERT_EQ(image.status, detail::GcdImageStatus::found);
    EXPECT_EQ(image.terms.exponents, expected.exponents);
    EXPECT_EQ(image.terms.coefficients, expected.coefficients);
    EXPECT_LE(image.points, std::max<std::size_t>(8, 5 * (2 * longest_coefficient(expected) + 2) / 4 + 4));
    if (terms != 20) continue;
    for (const ExecutionContext& other : contexts())
      EXPECT_EQ(detail::power_gcd_image(problem, WordModulus(p), other).terms.coefficients, expected.coefficients);
  }
}

/// Operands that fill a simplex collapse when a variable gets a value, sparse ones do not.
TEST(PowerImages, ArePreferredForSparseOperands) {
  Random r(905);
  const Variables v = test_variables(4);
  const std::uint64_t p = power_prime(0);
  const MultiPolyZ sum = MultiPolyZ::generator(v, "x") + MultiPolyZ::generator(v, "y") + MultiPolyZ::generator(v, "z") +
                         MultiPolyZ::generator(v, "t") + 1;
  const detail::WordTerms full = words_of(pow(sum, 10), p);
  EXPECT_FALSE(detail::prefers_powers({full, full, words_of(MultiPolyZ::constant(v, 1), p), {5, 5, 5, 5}}));
  const detail::WordTerms sparse = words_of(nonzero_multi(r, Integers{}, v, {1000, 40, 9}), p);
  EXPECT_TRUE(detail::prefers_powers({sparse, sparse, words_of(MultiPolyZ::constant(v, 1), p), {5, 5, 5, 5}}));
}

TEST(PowerImages, AWrongDegreeIsSeen) {
  const Variables v = test_variables(4);
  const std::uint64_t p = power_prime(0);
  const auto& ctx = ExecutionContext::default_context();
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  const MultiPolyZ one = MultiPolyZ::constant(v, 1);
  const auto problem = [&](const MultiPolyZ& a, const MultiPolyZ& b, std::size_t degree) {
    return detail::GcdImageProblem{words_of(a, p), words_of(b, p), words_of(one, p), {degree, 2, 0, 0}};
  };
  const MultiPolyZ g = x + y;
  const auto status = [&](std::size_t degree) {
    return detail::power_gcd_image(problem(g * (x + 1), g * (x + 2), degree), WordModulus(p), ctx).status;
  };
  EXPECT_EQ(status(1), detail::GcdImageStatus::found);
  EXPECT_EQ(status(2), detail::GcdImageStatus::lower_degree);
  EXPECT_EQ(status(0), detail::GcdImageStatus::unlucky);
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
