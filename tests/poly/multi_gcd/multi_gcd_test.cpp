// Gcds of sparse polynomials in several variables: planted factors, the subresultant reference, contents, threads,
// errors.
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/text/parse.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "multi_generators.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multivariate/multi_divide.hpp"

namespace polyfork::test {
namespace {

constexpr std::uint64_t large_prime = 4611686018427387847;

template <class P>
bool divides(const P& a, const P& b) {
  return detail::multi_try_divide(b, a, ExecutionContext()).has_value();
}

/// g is the normalised gcd of a g and b g up to that of a and b, which the reference finds.
template <class P>
void expect_planted(const P& a, const P& b, const P& g) {
  const P found = gcd(a * g, b * g);
  ASSERT_TRUE(divides(g, found)) << a << " | " << b << " | " << g << " | " << found;
  ASSERT_TRUE(divides(found, a * g)) << a << " | " << b << " | " << g << " | " << found;
  ASSERT_TRUE(divides(found, b * g)) << a << " | " << b << " | " << g << " | " << found;
  const P rest_a = detail::multi_divide(a * g, found, ExecutionContext());
  const P rest_b = detail::multi_divide(b * g, found, ExecutionContext());
  EXPECT_TRUE(gcd(rest_a, rest_b).is_constant());
  EXPECT_EQ(gcd(b * g, a * g), found);
}

TEST(MultiGcdProperty, PlantedOverZ) {
  Random r(401);
  for (int round = 0; round < 60; ++round) {
    const Variables variables = test_variables(2 + r.below(3), static_cast<MonomialOrder>(r.below(3)));
    const MultiShape shape{2 + r.below(7), 1 + r.below(5), round % 5 == 0 ? std::uint64_t{1} << 40 : 20};
    expect_planted(nonzero_multi(r, Integers{}, variables, shape), nonzero_multi(r, Integers{}, variables, shape),
                   nonzero_multi(r, Integers{}, variables, shape));
  }
}

TEST(MultiGcdProperty, PlantedOverZp) {
  Random r(402);
  for (const std::uint64_t p :
       {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{101}, std::uint64_t{65537}, large_prime})
    for (int round = 0; round < 15; ++round) {
      const PrimeField f(p);
      const Variables variables = test_variables(2 + r.below(2), static_cast<MonomialOrder>(r.below(3)));
      const MultiShape shape{2 + r.below(4), 1 + r.below(3), 20};
      expect_planted(nonzero_multi(r, f, variables, shape), nonzero_multi(r, f, variables, shape),
                     nonzero_multi(r, f, variables, shape));
    }
}

TEST(MultiGcdProperty, PlantedOverQ) {
  Random r(403);
  for (int round = 0; round < 20; ++round) {
    const Variables variables = test_variables(3);
    const MultiShape shape{4, 3, 20};
    const MultiPolyQ a = nonzero_multi(r, Rationals{}, variables, shape);
    const MultiPolyQ b = nonzero_multi(r, Rationals{}, variables, shape);
    const MultiPolyQ g = nonzero_multi(r, Rationals{}, variables, shape);
    expect_planted(a, b, g);
    EXPECT_TRUE(gcd(a * g, b * g).leading_coefficient().is_one());
  }
}

TEST(MultiGcdProperty, SameAsSubresultants) {
  Random r(404);
  for (int round = 0; round < 40; ++round) {
    const Variables variables = test_variables(2 + r.below(2));
    const MultiShape shape{2 + r.below(4), 1 + r.below(3), 9};
    const MultiPolyZ g = nonzero_multi(r, Integers{}, variables, shape);
    const MultiPolyZ a = nonzero_multi(r, Integers{}, variables, shape) * g;
    const MultiPolyZ b = nonzero_multi(r, Integers{}, variables, shape) * g;
    EXPECT_EQ(gcd(a, b), detail::multi_gcd_subresultants(a, b, ExecutionContext())) << a << " | " << b;
    const PrimeField f(large_prime);
    const MultiPolyZp gp = nonzero_multi(r, f, variables, shape);
    const MultiPolyZp ap = nonzero_multi(r, f, variables, shape) * gp;
    const MultiPolyZp bp = nonzero_multi(r, f, variables, shape) * gp;
    EXPECT_EQ(gcd(ap, bp), detail::multi_gcd_subresultants(ap, bp, ExecutionContext())) << ap << " | " << bp;
  }
}

TEST(MultiGcd, EasyCases) {
  const Variables xyz = test_variables(3);
  const MultiPolyZ x = MultiPolyZ::generator(xyz, "x");
  const MultiPolyZ y = MultiPolyZ::generator(xyz, "y");
  const MultiPolyZ z = MultiPolyZ::generator(xyz, "z");
  const MultiPolyZ zero(xyz);
  const auto number = [&](int n) { return MultiPolyZ::constant(xyz, n); };
  EXPECT_TRUE(gcd(zero, zero).is_zero());
  EXPECT_EQ(gcd(zero, x * -6), x * 6);
  EXPECT_EQ(gcd(number(12), number(-18)), number(6));
  EXPECT_EQ(gcd(number(12), x * 18 + y * 30), number(6));
  EXPECT_EQ(gcd(x * x * y * 12, x * y * z * 18), x * y * 6);
  EXPECT_EQ(gcd(x * (x + y), x * (x - y)), x);
  EXPECT_TRUE(gcd(x + y, z + 1).is_one());
  EXPECT_EQ(gcd((x + 1) * (y + 1), (x + 1) * (z + 1)), x + 1);  // disjoint but for one
  EXPECT_EQ(gcd((x + 1) * (x + 2), (x + 1) * (x + 3)), x + 1);  // one variable
  EXPECT_EQ(gcd((x + y) * (x + y) * 4, (x + y) * 6), (x + y) * 2);
  EXPECT_EQ(gcd((y - x) * z, (x - y) * (z + 1)), x - y);
  EXPECT_EQ(gcd((x * y + 1) * (z + x), (x * y + 1) * (z - x)), x * y + 1);
  const MultiPolyZ power = MultiPolyZ::monomial(Integers{}, xyz, 1, {1000000, 0, 0});
  EXPECT_EQ(gcd((power + y) * (power - y), (power + y) * (power + z)), power + y);  // in powers
  EXPECT_EQ(gcd(zero, MultiPolyZ::constant(Variables{}, -4)), MultiPolyZ::constant(Variables{}, 4));
}

TEST(MultiGcd, UnluckyPrimes) {
  const Variables xyz = test_variables(3);
  const MultiPolyZ x = MultiPolyZ::generator(xyz, "x");
  const MultiPolyZ y = MultiPolyZ::generator(xyz, "y");
  const MultiPolyZ z = MultiPolyZ::generator(xyz, "z");
  detail::GcdPrimes primes;
  const Integer p = primes.next();
  const Integer q = p * Integer(primes.next());
  for (const Integer& bad : {p, q}) {
    // a higher degree, terms that vanish, leading coefficients that vanish modulo the first primes
    const MultiPolyZ g = x * x + x * y * bad + z * 3 + 1;
    EXPECT_EQ(gcd(g * (x + z), g * (x + z + bad)), g);
    const MultiPolyZ h = x * x * y * bad + z * x + y;
    EXPECT_EQ(gcd(h * (x + z * bad), h * (x * bad - y)), h);
    const MultiPolyZ k = (x * y + z) * bad + x * x * y + 1;
    EXPECT_EQ(gcd(k * (y + z), k * (y * bad + z * x)), k);
  }
}

/// Residues of numbers near 2^127 are short modulo primes just below 2^62, so that integers seem to be settled too
/// early. Subresultants, which would come after the images, take minutes here.
TEST(MultiGcd, CoefficientsNearPowersOfTwo) {
  const Variables variables({"x", "y", "z", "w"});
  const auto read = [&](const char* text) { return parse_poly<MultiPolyZ>(text, variables); };
  const MultiPolyZ a = read(
      "-170141183460469231694793815568465002488*x^3*y^2*w - 170141183460469231694793815568465002489*x^2*y^2*z*w"
      " - 170141183460469231694793815568465002505*x*y*z^3*w - 170141183460469231694793815568465002490*y^3*z^2"
      " + 127605887595351923771095361676348751870*y^2*z^3 + 106338239662793269809246134730290626552*y*z^2");
  const MultiPolyZ b =
      read("18446744073709551614*x^2*y^2*w + 18446744073709551618*x*z^2*w + 18446744073709551615*y*w^2");
  const MultiPolyZ d = read(
      "42535295865117307923698453892116250631*x*y^3*z*w^3 + 127605887595351923771095361676348751875*x*y^3*w"
      " - 148873535527910577732944588622406877175*x*y^2*w^2 - 148873535527910577732944588622406877176*y^3*z^2*w^3");
  const MultiPolyZ f = a * b * d * d;
  std::vector<std::string> names{"w", "x", "y", "z"};
  do {
    const Variables sequence(names);
    const MultiPolyZ g = f.with_variables(sequence);
    for (const char* name : {"x", "y", "w"}) {
      const MultiPolyZ found = gcd(g, derivative(g, name));
      EXPECT_TRUE(divides(d.with_variables(sequence), found)) << name;
      EXPECT_TRUE(divides(found, g)) << name;
    }
  } while (std::next_permutation(names.begin(), names.end()));
}

TEST(MultiGcd, LimitedMemory) {
  Random r(407);
  const Variables variables = test_variables(4);
  const MultiShape shape{40, 6, 1000};
  const MultiPolyZ g = nonzero_multi(r, Integers{}, variables, shape);
  const MultiPolyZ a = nonzero_multi(r, Integers{}, variables, shape) * g;
  const MultiPolyZ b = nonzero_multi(r, Integers{}, variables, shape) * g;
  const ExecutionContext small = ExecutionContext().with_memory_limit(std::size_t{1} << 12);
  EXPECT_THROW((void)gcd(a, b, small), MemoryLimit);
  EXPECT_EQ(small.memory().used(), 0U);
}

TEST(MultiGcd, ContentsInAVariable) {
  const Variables xyz = test_variables(3);
  const MultiPolyZ x = MultiPolyZ::generator(xyz, "x");
  const MultiPolyZ y = MultiPolyZ::generator(xyz, "y");
  const MultiPolyZ z = MultiPolyZ::generator(xyz, "z");
  const MultiPolyZ a = (y + z) * (x * x * 6 + x * y * 9 + z * 3);
  EXPECT_EQ(content_in(a, "x"), (y + z) * 3);
  EXPECT_EQ(primitive_part_in(a, "x"), x * x * 2 + x * y * 3 + z);
  EXPECT_EQ(content_in(-a, "x"), (y + z) * 3);
  EXPECT_EQ(content_in(y + z, "x"), y + z);
  EXPECT_TRUE(content_in(MultiPolyZ(xyz), "x").is_zero());
  EXPECT_TRUE(primitive_part_in(MultiPolyZ(xyz), "x").is_zero());
  EXPECT_THROW(content_in(a, "w"), DomainError);
}

TEST(MultiGcd, Errors) {
  const Variables xy = test_variables(2);
  const MultiPolyZ x = MultiPolyZ::generator(xy, "x");
  const MultiPolyZ other = MultiPolyZ::generator(test_variables(3), "z");
  EXPECT_THROW(gcd(x, other), DomainError);
  EXPECT_THROW(gcd(x, MultiPolyZ::generator(test_variables(2, MonomialOrder::graded_lex), "x")), DomainError);
  const MultiPolyZp p = MultiPolyZp::generator(PrimeField(101), xy, "x");
  const MultiPolyZp q = MultiPolyZp::generator(PrimeField(103), xy, "x");
  EXPECT_THROW(gcd(p, q), ModulusMismatch);
}

TEST(ThreadsMultiGcd, SameResults) {
  Random r(405);
  const Variables variables = test_variables(3);
  const MultiShape shape{12, 5, std::uint64_t{1} << 50};
  const MultiPolyZ g = nonzero_multi(r, Integers{}, variables, shape);
  const MultiPolyZ a = nonzero_multi(r, Integers{}, variables, shape) * g;
  const MultiPolyZ b = nonzero_multi(r, Integers{}, variables, shape) * g;
  const MultiPolyZ expected = gcd(a, b, ExecutionContext().with_threads(1));
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(gcd(a, b, ctx), expected);
}

/// Operands of so many terms that these are looked at in tasks, that leading coefficients do not wait for contents, and
/// that proofs go by blocks; without and with contents, monomials and integers.
TEST(ThreadsMultiGcd, SameResultsForManyTerms) {
  Random r(407);
  const Variables variables = test_variables(6);
  const auto next = [&](std::size_t terms) { return nonzero_multi(r, Integers{}, variables, {terms, 8, 1000}); };
  const MultiPolyZ one = MultiPolyZ::constant({}, variables, 1);
  const MultiPolyZ product =
      (MultiPolyZ::generator(variables, "x") + Integer(2)) * (MultiPolyZ::generator(variables, "t") + Integer(2));
  const MultiPolyZ monomial = MultiPolyZ::monomial({}, variables, 6, {1, 0, 2, 0, 0, 3});
  const struct {
    const MultiPolyZ& content;
    std::size_t terms, cofactor_terms;
  } cases[] = {{one, 700, 8}, {one, 8, 700}, {product, 230, 8}, {product, 8, 230}};
  for (const auto& c : cases) {
    const MultiPolyZ g = next(c.terms) * c.content;
    const MultiPolyZ a = next(c.cofactor_terms) * g;
    const MultiPolyZ b = next(c.cofactor_terms) * g * (c.content.is_one() ? one : monomial);
    EXPECT_GT(a.term_count(), 4096U);
    const MultiPolyZ expected = gcd(a, b, ExecutionContext().with_threads(1));
    EXPECT_TRUE(divides(detail::without_monomial(g, detail::smallest_exponents(g), ExecutionContext()), expected));
    EXPECT_TRUE(divides(expected, a) && divides(expected, b));
    for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(gcd(a, b, ctx), expected);
  }
}

TEST(MultiGcd, CanBeStopped) {
  Random r(406);
  const Variables variables = test_variables(4);
  const MultiShape shape{60, 8, 1000};
  const MultiPolyZ g = nonzero_multi(r, Integers{}, variables, shape);
  const MultiPolyZ a = nonzero_multi(r, Integers{}, variables, shape) * g;
  const MultiPolyZ b = nonzero_multi(r, Integers{}, variables, shape) * g;
  expect_cancelled(
      "a gcd", [&](const ExecutionContext& ctx) { (void)gcd(a, b, ctx); }, std::chrono::milliseconds(2));
}

/// What is left in one variable goes by sparse remainder sequences when lists of coefficients would not fit.
TEST(MultiGcd, HugeDegreesInOneVariable) {
  const Variables xyz = test_variables(3);
  const MultiPolyZ one = MultiPolyZ::constant(xyz, 1);
  const auto power = [&](std::uint64_t e) { return MultiPolyZ::monomial(Integers{}, xyz, Integer(1), {e, 0, 0}); };
  const MultiPolyZ y = MultiPolyZ::generator(xyz, "y");
  EXPECT_EQ(gcd((power(std::uint64_t{3} << 40) - one) * y, (power(std::uint64_t{1} << 40) - one) * y),
            (power(std::uint64_t{1} << 40) - one) * y);
  const ExecutionContext small = ExecutionContext().with_memory_limit(1 << 24);
  EXPECT_EQ(gcd(power((std::uint64_t{1} << 40) + 1) - one, power(3) - one, small), power(1) - one);
  const PrimeField f(2);
  const auto term = [&](std::uint64_t e) { return MultiPolyZp::monomial(f, xyz, 1, {e, 0, 0}); };
  const MultiPolyZp quadratic = term(2) + term(1) + term(0);
  EXPECT_EQ(gcd(term(std::uint64_t{1} << 50) - term(1), quadratic), quadratic);
}

/// One variable of low degree is enough for images; without one, an operand that divides the other is found.
TEST(MultiGcd, DegreesOfMillions) {
  const Variables xyz = test_variables(3);
  constexpr std::uint64_t n = 20'000'000;
  const ExecutionContext small = ExecutionContext().with_memory_limit(std::size_t{1} << 28);
  const auto check = [&](const auto& ring) {
    using P = SparseMultiPoly<std::decay_t<decltype(ring)>>;
    const auto term = [&](std::int64_t c, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
      return P::monomial(ring, xyz, ring.from_integer(Integer(c)), std::vector<std::uint64_t>{x, y, z});
    };
    const P one = term(1, 0, 0, 0);
    const P g = term(3, n, 1, 0) + term(2, 7, 0, 1) + one;
    const P a = term(1, n - 1, 1, 0) + term(4, 0, 0, 2) + one;
    const P b = term(1, n / 3, 0, 1) + term(7, 0, 2, 0) - one;
    EXPECT_EQ(gcd(a * g, b * g, small), gcd(g, P(ring, xyz)));
    EXPECT_EQ(gcd(a, b, small), one);
    const P u = term(1, n - 1, n - 4, 0) + term(4, 0, 2, 0) + one;
    const P v = term(1, n / 3, n, 0) + term(7, 0, 2, 0) - one;
    EXPECT_EQ(gcd(u * v, v, small), gcd(v, P(ring, xyz)));
    EXPECT_THROW(gcd(u, v, small), DomainError);
  };
  check(Integers{});
  check(PrimeField(67));
  check(PrimeField(large_prime));
}

TEST(MultiGcd, OfLiterals) {
  using namespace polyfork::literals;
  const MultiPolyZ a = "x^2 - y^2"_poly;
  EXPECT_EQ(gcd(a, "x - y"_poly), MultiPolyZ("x - y"_poly));
  EXPECT_EQ(gcd("x*y - y^2"_poly, a), MultiPolyZ("x - y"_poly));
}

}  // namespace
}  // namespace polyfork::test
