// Factorization over Z/pZ: the definition on many shapes, every small polynomial, degenerate inputs.
#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

#include "algebra_generators.hpp"
#include "factor_checks.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

/// Products by columns and by transforms, one thread and several.
TEST(FactorZpProperty, RandomPolynomials) {
  IntegerGenerator g(80);
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : zp_moduli())
      for (const std::size_t n : {2, 3, 4, 5, 6, 9, 14, 25, 40}) {
        PolyZp f = random_zp(g, PrimeField(p), n);
        if (!f.is_zero()) expect_factorization(f, factor(f, ctx));
      }
}

TEST(FactorZpProperty, ProductsOfRepeatedFactors) {
  IntegerGenerator g(81);
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : {2, 3, 5, 7, 101, 2147483647})
      for (int round = 0; round < 6; ++round) {
        const PrimeField field(p);
        PolyZp f(field, {1 + g.random().below(p - 1)});
        while (f.length() < 30) {
          const PolyZp factor = random_zp(g, field, 2 + g.random().below(3));
          // Multiplicities around multiples of small p.
          f = mul(f, pow(factor, 1 + g.random().below(p <= 7 ? 2 * p + 1 : 3)));
        }
        expect_factorization(f, factor(f, ctx));
      }
}

TEST(FactorZpProperty, ManyFactorsOfOneDegree) {
  IntegerGenerator g(82);
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : zp_moduli())
      for (const std::size_t degree : {1, 2, 3, 5, 8}) {
        const PrimeField field(p);
        std::vector<PolyZp> irreducible;
        PolyZp f(field, {1});
        for (std::size_t i = 0; i < 40 / degree && irreducible.size() < 12; ++i) {
          PolyZp factor = irreducible_polynomial(field, degree);
          // A shifted variable keeps the degree and mostly makes another factor.
          factor = compose(factor, PolyZp(field, {g.random().below(p), 1}));
          f = mul(f, factor);
          irreducible.push_back(factor);
        }
        EXPECT_EQ(factor(f, ctx), known_factorization<PrimeField>(1, irreducible)) << p << " " << degree;
      }
}

TEST(FactorZp, CyclotomicShapes) {
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : {2, 3, 5, 31, 101, 2147483647})
      for (const std::size_t n : {1, 2, 3, 6, 12, 15, 31, 32, 45, 62}) {
        const PrimeField field(p);
        for (const std::uint64_t c : {std::uint64_t{1}, p - 1, p / 2 + 1}) {
          const PolyZp f = add(PolyZp::monomial(field, 1, n), PolyZp(field, {c % p}));
          if (!f.is_zero()) expect_factorization(f, factor(f, ctx));
        }
      }
}

/// x^q - x, q a power of p, is the product of all irreducible polynomials whose degree divides the exponent.
TEST(FactorZp, AllIrreduciblePolynomialsOfADegree) {
  const auto minus_x = [](const PrimeField& field, std::size_t q) {
    return sub(PolyZp::monomial(field, 1, q), PolyZp::generator(field));
  };
  for (const ExecutionContext& ctx : all_factor_paths()) {
    EXPECT_EQ(factor(minus_x(PrimeField(2), 64), ctx).factors.size(), 2U + 1 + 2 + 9);
    EXPECT_EQ(factor(minus_x(PrimeField(3), 81), ctx).factors.size(), 3U + 3 + 18);
    EXPECT_EQ(factor(minus_x(PrimeField(5), 125), ctx).factors.size(), 5U + 40);
    EXPECT_EQ(factor(minus_x(PrimeField(101), 101), ctx).factors.size(), 101U);
    EXPECT_EQ(roots(minus_x(PrimeField(101), 101), ctx).size(), 101U);
    EXPECT_EQ(roots(minus_x(PrimeField(2), 2), ctx).size(), 2U);
  }
}

/// All monic polynomials of a degree, by their number.
PolyZp monic_number(const PrimeField& field, std::size_t degree, std::uint64_t number) {
  std::vector<std::uint64_t> c;
  for (std::size_t i = 0; i < degree; ++i, number /= field.modulus()) c.push_back(number % field.modulus());
  c.push_back(1);
  return PolyZp::from_elements(field, std::move(c));
}

TEST(FactorZp, EveryPolynomialOfSmallDegree) {
  const std::pair<std::uint64_t, std::size_t> fields[] = {{2, 8}, {3, 5}, {5, 3}};
  for (const auto& [p, most] : fields) {
    const PrimeField field(p);
    std::vector<PolyZp> irreducible;  // found by trial division
    std::uint64_t count = 1;
    for (std::size_t degree = 1; degree <= most; ++degree) {
      count *= p;
      for (std::uint64_t number = 0; number < count; ++number) {
        const PolyZp f = monic_number(field, degree, number);
        std::vector<PolyZp> found;
        PolyZp rest = f;
        for (const PolyZp& q : irreducible)
          while (const auto quotient = try_exact_div(rest, q)) found.push_back(q), rest = *quotient;
        if (!rest.is_constant()) found.push_back(rest);
        if (found.size() == 1 && found[0] == f) irreducible.push_back(f);
        EXPECT_EQ(is_irreducible(f), found.size() == 1) << f;
        EXPECT_EQ(factor(f), known_factorization<PrimeField>(1, found)) << f;
      }
    }
  }
}

TEST(FactorZp, ZeroAndUnits) {
  const PrimeField field(7);
  EXPECT_THROW(factor(PolyZp(field)), DomainError);
  EXPECT_THROW(roots(PolyZp(field)), DomainError);
  EXPECT_THROW(irreducible_polynomial(field, 0), DomainError);
  EXPECT_FALSE(is_irreducible(PolyZp(field)));
  const Factorization<PrimeField> unit = factor(PolyZp(field, {3}));
  EXPECT_EQ(unit.unit, 3U);
  EXPECT_TRUE(unit.factors.empty());
  EXPECT_FALSE(is_irreducible(PolyZp(field, {3})));
  EXPECT_TRUE(roots(PolyZp(field, {3})).empty());
  EXPECT_TRUE(is_irreducible(PolyZp(field, {3, 5})));
  EXPECT_TRUE(is_irreducible(PolyZp(field, {0, 5})));
}

TEST(FactorZp, TheVariableIsKept) {
  const PolyZp f = PolyZp(PrimeField(101), {100, 0, 3}).with_variable("t");
  for (const auto& part : factor(f).factors) EXPECT_EQ(part.polynomial.variable(), "t");
  EXPECT_EQ(factor(PolyZp(PrimeField(2), {0, 1}).with_variable("t")).factors[0].polynomial.variable(), "t");
}

TEST(FactorZpProperty, RootsAreTheZeros) {
  IntegerGenerator g(83);
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      std::vector<std::uint64_t> values;
      PolyZp f = random_zp(g, field, 6);
      for (const auto& part : factor(f).factors)
        if (part.polynomial.degree() == 1)
          values.insert(values.end(), part.multiplicity, field.neg(part.polynomial.coefficient(0)));
      for (int i = 0; i < 12; ++i) {
        values.push_back(g.random().below(p));
        if (i % 3 == 0) values.push_back(values.back());
      }
      for (std::size_t i = 0; i < values.size(); ++i)
        if (evaluate(f, values[i]) != 0 || i >= values.size() - 16)
          f = mul(f, PolyZp(field, {field.neg(values[i]), 1}));
      std::size_t with_multiplicity = 0;
      for (const auto& root : roots(f, ctx)) {
        EXPECT_EQ(evaluate(f, root.value), 0U);
        PolyZp power(field, {1});
        for (std::size_t i = 0; i < root.multiplicity; ++i)
          power = mul(power, PolyZp(field, {field.neg(root.value), 1}));
        EXPECT_TRUE(try_exact_div(f, power));
        EXPECT_FALSE(try_exact_div(f, mul(power, PolyZp(field, {field.neg(root.value), 1}))));
        with_multiplicity += root.multiplicity;
      }
      EXPECT_EQ(with_multiplicity, values.size());
    }
}

TEST(FactorZp, IrreduciblePolynomialsOfManyDegrees) {
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : zp_moduli())
      for (const std::size_t degree : {1, 2, 3, 4, 6, 9, 16}) {
        const PolyZp f = irreducible_polynomial(PrimeField(p), degree, ctx);
        EXPECT_EQ(f.degree(), static_cast<std::ptrdiff_t>(degree));
        EXPECT_TRUE(plain_irreducible(f)) << f;
        EXPECT_EQ(f, irreducible_polynomial(PrimeField(p), degree));
        EXPECT_EQ(factor(f, ctx).factors.size(), 1U);
        EXPECT_FALSE(is_irreducible(mul(f, f), ctx));
        EXPECT_FALSE(is_irreducible(mul(f, irreducible_polynomial(PrimeField(p), degree + 1)), ctx));
      }
}

}  // namespace
}  // namespace polyfork::test
