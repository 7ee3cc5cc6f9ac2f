#include <gtest/gtest.h>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

#include "families_golden.hpp"

using namespace polyfork;

namespace {

std::uint64_t fnv(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string coeffs(const PolyZ& f) { return format_poly(f, PolyFormat::coeffs); }

TEST(Families, AgreeWithTheScript) {
  for (const auto& golden : polyfork::test::golden_families) {
    const Family family = family_from_name(golden.name);
    for (std::size_t n = 0; n < golden.small.size(); ++n) {
      SCOPED_TRACE(std::string(golden.name) + " " + std::to_string(n));
      if (golden.small[n].empty())
        EXPECT_THROW(make_family(family, n), DomainError);
      else
        EXPECT_EQ(format_poly(make_family(family, n), PolyFormat::flint), golden.small[n]);
    }
    EXPECT_EQ(fnv(coeffs(make_family(family, 40))), golden.hash_of_degree_40) << golden.name;
  }
}

TEST(Families, Names) {
  EXPECT_EQ(all_families().size(), 10U);
  for (const Family family : all_families()) EXPECT_EQ(family_from_name(family_name(family)), family);
  EXPECT_THROW(family_from_name("bernoulli"), DomainError);
}

TEST(Families, RandomIsPortable) {
  // Golden values, computed by the documented algorithm in Python: they must never change.
  EXPECT_EQ(coeffs(make_family(Family::random, 3, {.bits = 10, .seed = 1})), "-197\n276\n627\n230\n");
  const PolyZ f = make_family(Family::random, 50, {.bits = 130, .seed = 7});
  EXPECT_EQ(f.degree(), 50);
  EXPECT_LE(f.coefficients().max_bits(), 130U);
  EXPECT_TRUE(f.coefficient(0).is_odd());
  EXPECT_EQ(f, make_family(Family::random, 50, {.bits = 130, .seed = 7}));
  EXPECT_NE(f, make_family(Family::random, 50, {.bits = 130, .seed = 8}));
  EXPECT_THROW(make_family(Family::random, 5, {.bits = 0}), DomainError);
  for (std::uint64_t seed = 0; seed < 40; ++seed) EXPECT_EQ(make_family(Family::random, 2, {1, seed}).degree(), 2);
}

TEST(Families, MemoryCap) {
  const auto ctx = ExecutionContext().with_memory_limit(1 << 20);
  EXPECT_THROW(make_family(Family::bnd, 20000, {}, ctx), MemoryLimit);
  EXPECT_THROW(make_family(Family::hermite, 20000, {}, ctx), MemoryLimit);
  EXPECT_THROW(make_family(Family::cnd, 2000000, {}, ctx), MemoryLimit);
}

TEST(Families, Perturb) {
  EXPECT_EQ(perturb(parse_poly_z("x^3 + 5*x^2 - 1"), 4), parse_poly_z("16*x^3 + 79*x^2 - 16"));
  EXPECT_EQ(perturb(parse_poly_z("x"), 0), parse_poly_z("x - 1"));
  EXPECT_THROW(perturb(PolyZ{3}, 1), DomainError);
  const ExecutionContext capped = ExecutionContext().with_memory_limit(std::size_t{1} << 20);
  for (const std::size_t k : {std::size_t{10000000}, std::size_t{1} << 40, SIZE_MAX - 1, SIZE_MAX})
    EXPECT_THROW(perturb(parse_poly_z("x^9 - 3"), k, capped), MemoryLimit);
  const PolyZ sparse = parse_poly_z("x^200 - 7*x^63 + 1");
  EXPECT_EQ(perturb(sparse, 130, capped), sparse * pow(Integer(2), 130) - PolyZ::monomial(Integers{}, Integer(1), 199));
  EXPECT_EQ(capped.memory().used(), 0U);
}

TEST(Families, ShiftRoots) {
  EXPECT_EQ(shift_roots(parse_poly_z("x^2 - 2"), 3), parse_poly_z("(x-3)^2 - 2"));
  EXPECT_EQ(shift_roots(parse_poly_z("x^2 - 2"), Rational(-1, 2)), parse_poly_z("4*(x+1/2)^2 - 8"));
  EXPECT_EQ(shift_roots(PolyZ{7}, Rational(1, 3)), PolyZ{7});
  EXPECT_TRUE(shift_roots(PolyZ(), 1).is_zero());
  EXPECT_EQ(shift_roots(parse_poly_z("t^2 + 1"), 0).variable(), "t");
}

TEST(FamiliesProperty, ShiftsEvaluateAndInvert) {
  const std::vector<Rational> shifts = {Rational(1), Rational(-1), Rational(5, 7), Rational(-9, 4),
                                        Rational(Integer("123456789012345678901234567890"), Integer(11))};
  for (const std::size_t n : {1U, 2U, 17U, 64U}) {
    const PolyZ f = make_family(Family::random, n, {.bits = 100, .seed = n});
    for (const Rational& shift : shifts) {
      const PolyZ g = shift_roots(f, shift);
      const Integer scale = pow(shift.denominator(), n);
      // At integers x: den^n f(x - shift) = g(x).
      for (const int x : {0, 1, -3}) {
        Rational value = 0;
        for (std::size_t i = n + 1; i-- != 0;) value = value * (Rational(x) - shift) + Rational(f.coefficient(i));
        EXPECT_EQ(Rational(evaluate(g, Integer(x))), value * Rational(scale));
      }
      const PolyZ back = shift_roots(g, -shift);
      EXPECT_EQ(back, f * (scale * scale));
    }
  }
}

TEST(ThreadsFamilies, SameForEveryThreadCount) {
  const PolyZ expected = make_family(Family::wilkinson, 300, {}, ExecutionContext().with_threads(1));
  EXPECT_EQ(evaluate(expected, Integer(300)), Integer(0));
  EXPECT_EQ(evaluate(expected, Integer(301)), factorial(300));
  for (const int threads : {2, 4}) {
    const auto ctx = ExecutionContext().with_threads(threads);
    EXPECT_EQ(make_family(Family::wilkinson, 300, {}, ctx), expected);
    EXPECT_EQ(make_family(Family::bnd, 300, {}, ctx), make_family(Family::bnd, 300));
  }
}

TEST(Families, DegreesThatNoMachineHolds) {
  for (const Family family : {Family::chebyshev, Family::hermite, Family::laguerre, Family::legendre, Family::exp})
    EXPECT_THROW(make_family(family, 1'000'000'000), MemoryLimit) << family_name(family);
}

}  // namespace
