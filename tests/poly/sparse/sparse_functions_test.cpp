// What sparse univariate polynomials have beside arithmetic: products of many factors and parts of products,
// conversions, and over Z/p cofactors, values, series, prepared divisors. Against the dense ones, and where no dense
// ones exist.
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/poly/residues/power_series.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/sparse_products.hpp>
#include <polyfork/poly/sparse/sparse_residues.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/poly/text/sparse_io.hpp>

#include "back_ends.hpp"
#include "ring_samplers.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

using SparseZ = SparsePoly<Integers>;
using SparseQ = SparsePoly<Rationals>;
using SparseZp = SparsePoly<PrimeField>;
constexpr std::uint64_t huge = std::uint64_t{1} << 60;

/// x^low F(x^step) with F of that length.
SparseZp draw(Random& r, const PrimeField& field, std::size_t length, std::uint64_t gap, std::uint64_t step = 1,
              std::uint64_t low = 0) {
  std::vector<SparseZp::Term> terms;
  for (std::size_t i = 0; i < length; ++i)
    if (r.below(gap) == 0) terms.push_back({low + step * i, r.below(field.modulus())});
  return SparseZp(field, std::move(terms));
}

SparseZ draw_z(Random& r, std::size_t length, std::uint64_t gap) {
  std::vector<SparseZ::Term> terms;
  for (std::size_t i = 0; i < length; ++i)
    if (r.below(gap) == 0) terms.push_back({i, static_cast<std::int64_t>(r.below(2001)) - 1000});
  return SparseZ(Integers{}, std::move(terms));
}

TEST(SparseProductsProperty, PartsSumsAndManyFactors) {
  Random r(811);
  for (int round = 0; round < 40; ++round) {
    std::vector<SparseZ> a;
    std::vector<SparseZ> b;
    for (std::size_t i = 0; i < 1 + r.below(6); ++i) {
      a.push_back(draw_z(r, r.below(60), 1 + r.below(8)));
      b.push_back(draw_z(r, r.below(60), 1 + r.below(8)));
    }
    SparseZ all = SparseZ::constant(1);
    SparseZ sum;
    for (std::size_t i = 0; i < a.size(); ++i) {
      all *= a[i];
      sum += a[i] * b[i];
    }
    EXPECT_EQ(product(std::span<const SparseZ>(a)), all);
    EXPECT_EQ(product(a), all);
    EXPECT_EQ(dot(a, a), dot(std::span<const SparseZ>(a), std::span<const SparseZ>(a)));
    EXPECT_EQ(dot(std::span<const SparseZ>(a), std::span<const SparseZ>(b)), sum);
    const std::uint64_t n = r.below(130);
    const std::uint64_t end = r.below(130);
    const PolyZ dense = to_dense(a[0] * b[0]);
    EXPECT_EQ(to_dense(mullow(a[0], b[0], n)), mullow(to_dense(a[0]), to_dense(b[0]), n));
    EXPECT_EQ(to_dense(mulhigh(a[0], b[0], n)), dense >> n);
    EXPECT_EQ(mulmid(a[0], b[0], n, end), mullow(a[0], b[0], end) >> n);
    const PrimeField f(101);
    const SparseZp u = reduce(a[0], f);
    const SparseZp v = reduce(b[0], f);
    EXPECT_EQ(to_dense(mulmid(u, v, n, end)), mulmid(to_dense(u), to_dense(v), n, end));
    EXPECT_EQ(mul(u, PreparedFactor(to_dense(v), 60)), u * v);
    EXPECT_EQ(mul(a[0], PreparedIntegerFactor(to_dense(b[0]), 60, 10)), a[0] * b[0]);
  }
}

TEST(SparseProducts, Errors) {
  const SparseZ x = SparseZ::generator();
  const PrimeField f(101);
  EXPECT_TRUE(product(std::span<const SparseZ>()).is_one());
  EXPECT_TRUE(dot(std::span<const SparseZ>(), std::span<const SparseZ>()).is_zero());
  EXPECT_THROW((void)product(std::span<const SparseZp>()), DomainError);
  EXPECT_THROW((void)dot(std::span<const SparseZp>(), std::span<const SparseZp>()), DomainError);
  EXPECT_THROW((void)dot(std::span(&x, 1), std::span<const SparseZ>()), DomainError);
  EXPECT_THROW((void)mullow(x, SparseZ::generator().with_variable("y"), 3), DomainError);
  EXPECT_THROW((void)mul(pow(SparseZp::generator(f), 100), PreparedFactor(PolyZp::generator(f), 5)), DomainError);
  EXPECT_THROW((void)mul(pow(SparseZp::generator(f), huge), PreparedFactor(PolyZp::generator(f), 5)), MemoryLimit);
  EXPECT_EQ(mullow(pow(x, huge) + x, pow(x, 7) - x, 3), -pow(x, 2));
}

TEST(SparsePolyElements, AsTheDenseOnes) {
  const SparseZ f{{4, 2}, {1, -1}};
  EXPECT_EQ(f.length(), 5U);
  EXPECT_EQ(SparseZ().length(), 0U);
  EXPECT_EQ(f.elements(), to_dense(f).elements());
  EXPECT_THROW((void)SparseZ({{huge, 1}}).elements(), MemoryLimit);
}

TEST(SparseIo, EqualsTheDenseOne) {
  const SparseZ f{{7, -1}, {3, 12}, {1, 1}, {0, -5}};
  const SparseQ g{{9, Rational(-2, 3)}, {2, 1}, {1, Rational(1, 2)}};
  for (const PolyFormat format : {PolyFormat::automatic, PolyFormat::infix, PolyFormat::coeffs, PolyFormat::flint,
                                  PolyFormat::msolve, PolyFormat::mpsolve}) {
    EXPECT_EQ(format_poly(f, format), format_poly(to_dense(f), format));
    EXPECT_EQ(format_poly(g, format), format_poly(to_dense(g), format));
  }
  EXPECT_EQ(format_poly(f, PolyFormat::ntl), format_poly(to_dense(f), PolyFormat::ntl));
  EXPECT_EQ(format_poly(SparseZ()), "0");
  EXPECT_EQ(format_poly(SparseZ{{huge, 1}}), "x^1152921504606846976");
  EXPECT_THROW((void)format_poly(SparseZ{{huge, 1}}, PolyFormat::coeffs), MemoryLimit);
}

TEST(SparseConvert, EqualsTheDenseOne) {
  const SparseQ f{{huge, Rational(1, 3)}, {5, Rational(7, 2)}, {0, 1}};
  EXPECT_EQ(to_string(numerator_polynomial(f)), "2*x^1152921504606846976 + 21*x^5 + 6");
  EXPECT_EQ(scale(to_rational(numerator_polynomial(f)), Rational(1, 6)), f);
  EXPECT_THROW((void)to_integer(f), DomainError);
  EXPECT_EQ(to_rational(to_integer(scale(f, 6))), scale(f, 6));
  EXPECT_EQ(reduce(f, PrimeField(7)), convert(PrimeField(7), f));
  EXPECT_THROW((void)reduce(f, PrimeField(3)), DomainError);
  const SparseZ g{{huge, 9}, {3, 4}, {0, -2}};
  EXPECT_EQ(reduce(g, PrimeField(3)), (SparseZp(PrimeField(3), {{3, 1}, {0, 1}})));
  EXPECT_EQ(lift(reduce(g, PrimeField(11))), (SparseZ{{huge, -2}, {3, 4}, {0, -2}}));
}

TEST(SparseResiduesProperty, CofactorsEqualTheDenseOnes) {
  Random r(812);
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{5}, std::uint64_t{1108307720798209}})
    for (int round = 0; round < 30; ++round) {
      const PrimeField field(p);
      const std::uint64_t step = 1 + r.below(4);
      const SparseZp c = draw(r, field, r.below(12), 2, step, r.below(3) * step);
      const SparseZp a = draw(r, field, r.below(30), 1 + r.below(4), step, r.below(5)) * c;
      const SparseZp b = draw(r, field, r.below(30), 1 + r.below(4), step, r.below(5)) * c;
      const auto found = extended_gcd(a, b);
      const ExtendedGcd expected = extended_gcd(to_dense(a), to_dense(b));
      EXPECT_EQ(to_dense(found.g), expected.g) << a << " | " << b;
      EXPECT_EQ(to_dense(found.s), expected.s) << a << " | " << b;
      EXPECT_EQ(to_dense(found.t), expected.t) << a << " | " << b;
    }
}

TEST(SparseResiduesProperty, ValuesSeriesAndRemaindersEqualTheDenseOnes) {
  Random r(813);
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{13}, std::uint64_t{1108307720798209}})
    for (int round = 0; round < 12; ++round) {
      const PrimeField field(p);
      const SparseZp f = draw(r, field, r.below(400), 1 + r.below(30), 1 + r.below(3), r.below(4));
      const PolyZp dense = to_dense(f);
      const Residues64 points = draw_residues(r, r.below(300), p);
      EXPECT_EQ(evaluate_many(f, points), evaluate_many(dense, points));
      EXPECT_EQ(evaluate_many(f, EvaluationPoints(field, points)), evaluate_many(dense, points));
      const std::uint64_t n = r.below(300);
      const SparseZp unit = SparseZp::constant(field, 1) + (draw(r, field, 90, 5, 3) << 3);
      EXPECT_EQ(to_dense(inverse_series(unit, n)), inverse_series(to_dense(unit), n));
      EXPECT_EQ(to_dense(divide_series(f, unit, n)), divide_series(dense, to_dense(unit), n));
      const PolyZp divisor = to_dense(draw(r, field, 1 + r.below(6), 1) + pow(SparseZp::generator(field), 6));
      const PreparedDivisor prepared(divisor);
      const auto [q, rest] = div_rem(f, prepared);
      EXPECT_EQ(to_dense(q), div_rem(dense, divisor).quotient);
      EXPECT_EQ(to_dense(rest), rem(dense, divisor));
      EXPECT_EQ(to_dense(rem(f, prepared)), rem(dense, divisor));
      const SparseZp far = f + pow(SparseZp::generator(field), 5000);
      EXPECT_EQ(to_dense(rem(far, prepared)), rem(to_dense(far), divisor));
    }
}

TEST(SparseResidues, HugeDegrees) {
  const PrimeField field(101);
  const SparseZp x = SparseZp::generator(field);
  const SparseZp one = SparseZp::constant(field, 1);
  const SparseZp f = pow(x, huge) - scale(one, 3);
  Residues64 points;
  for (std::uint64_t i = 0; i < 101; ++i) points.push_back(i);
  const ResidueVector values = evaluate_many(f, points);
  for (std::uint64_t i = 0; i < 101; ++i) EXPECT_EQ(values[i], evaluate(f, i));
  EXPECT_EQ(evaluate_many(f, EvaluationPoints(field, points)), values);
  // cofactors in x^(2^58)
  const SparseZp y = pow(x, huge / 4);
  const auto found = extended_gcd(f, y * y + y + one);
  EXPECT_EQ(found.s * f + found.t * (y * y + y + one), found.g);
  EXPECT_TRUE(found.g.is_one());
  EXPECT_THROW((void)extended_gcd(f, x - one), MemoryLimit);
  EXPECT_EQ(inverse_series(one - y, huge), one + y + y * y + y * y * y);
  EXPECT_THROW((void)inverse_series(one - x, huge), MemoryLimit);
  EXPECT_THROW((void)inverse_series(x, 5), DomainError);
  EXPECT_THROW((void)divide_series(x, SparseZp::constant(PrimeField(7), 1), 5), ModulusMismatch);
  EXPECT_THROW((void)evaluate_many(f, EvaluationPoints(PrimeField(7), ResidueVector{1, 2})), ModulusMismatch);
  const PreparedDivisor divisor(to_dense(x * x - scale(one, 2)));
  EXPECT_EQ(rem(f, divisor), SparseZp::constant(field, WordModulus(101).pow(2, huge / 2)) - scale(one, 3));
  EXPECT_THROW((void)div_rem(f, divisor), MemoryLimit);
  EXPECT_THROW((void)rem(f.with_variable("y"), divisor), DomainError);
}

TEST(ThreadsSparseFunctions, SameResults) {
  Random r(814);
  const PrimeField field(1108307720798209);
  const SparseZp f = draw(r, field, 500, 5);
  const Residues64 points = draw_residues(r, 100, field.modulus());
  const SparseZp few = draw(r, field, 500, 100) + pow(SparseZp::generator(field), huge);
  const std::vector<SparseZp> factors{f, few, f};
  const ResidueVector values = evaluate_many(to_dense(f), points);
  const ResidueVector values_of_few = evaluate_many(few, points);
  const SparseZp all = f * few * f;
  for (const ExecutionContext& ctx : contexts()) {
    EXPECT_EQ(evaluate_many(f, points, ctx), values);
    EXPECT_EQ(evaluate_many(few, points, ctx), values_of_few);
    EXPECT_EQ(product(std::span<const SparseZp>(factors), ctx), all);
  }
}

TEST(SparseResidues, InterpolationFindsTheTermsAgain) {
  Random r(4711);
  const PrimeField field(1000003);
  for (const std::size_t length : {1, 2, 30, 300}) {
    const SparseZp f = draw(r, field, length, 5);
    std::vector<std::uint64_t> points(length);
    for (std::size_t i = 0; i < length; ++i) points[i] = 7 * i + 3;
    const ResidueVector values = evaluate_many(f, points);
    EXPECT_EQ(interpolate_sparse(field, points, values), f);
    EXPECT_EQ(interpolate_sparse(EvaluationPoints(field, points), values), f);
  }
  EXPECT_TRUE(interpolate_sparse(field, {}, {}).is_zero());
  const std::vector<std::uint64_t> twice{5, 5};
  EXPECT_THROW((void)interpolate_sparse(field, twice, twice), DomainError);
  EXPECT_THROW((void)interpolate_sparse(field, twice, {}), DomainError);
}

template <class R>
void expect_square_free_power(const R& ring, std::string_view text, std::uint64_t k) {
  const SparsePoly<R> g = parse_sparse(ring, text);
  const SparsePoly<R> f = pow(g, k);
  const auto d = square_free_decomposition(f);
  ASSERT_EQ(d.factors.size(), 1U) << text;
  EXPECT_EQ(d.factors[0].multiplicity, k) << text;
  EXPECT_EQ(scale(pow(d.factors[0].factor, k), d.unit), f) << text;
  EXPECT_EQ(is_square_free(f), k == 1) << text;
}

TEST(SparseFunctions, PowersOfFewTermsAndHighDegree) {
  for (const std::uint64_t k : {1, 2, 3, 4, 6, 10}) {
    expect_square_free_power(Integers{}, "x^1000000000-x-1", k);
    expect_square_free_power(Integers{}, "-6*x^9000-4*x^5+2*x^2-10", k);
    expect_square_free_power(Integers{}, "6*x^3000000000-4*x^5+2", k);
    expect_square_free_power(Rationals{}, "3*x^1000000000-1/2*x-1", k);
    expect_square_free_power(PrimeField(4611686018427387847), "x^1000000000-x-1", k);
  }
  // No powers, and roots of more than one multiplicity.
  const auto g = parse_sparse(Integers{}, "x^3000 - x - 1");
  const auto d = square_free_decomposition(mul(mul(g, g), parse_sparse(Integers{}, "x^2 - 3")));
  ASSERT_EQ(d.factors.size(), 2U);
  EXPECT_EQ(d.factors[0].factor, parse_sparse(Integers{}, "x^2 - 3"));
  EXPECT_EQ(d.factors[1].factor, g);
  EXPECT_TRUE(is_square_free(parse_sparse(Integers{}, "x^1000000007 + x^3 - 7*x + 1")));
}

TEST(SparseFunctions, GcdsOfFewTermsAndHighDegree) {
  struct Case {
    const char* a;
    const char* b;
    const char* gcd;
  };
  for (const Case& c :
       {Case{"x^1000000000000 - 1", "x - 1", "x - 1"}, Case{"2*x^100000000 - 2", "6*x^2 - 6", "2*x^2 - 2"},
        Case{"4*x^1000000003 - 4*x^3", "x^7*(x^2 + 1)", "x^5 + x^3"},
        Case{"x^1000000007 + x^3 - 7*x + 5", "x^12 - 1", "x - 1"}, Case{"x^1000000 - 1", "x^999999999 - x - 1", "1"},
        Case{"x^1000000000 - 1", "x^60 - x^3 + 1", "1"}, Case{"x^1000000000 - 1", "x^600 - 1", "x^200 - 1"},
        Case{"x^1000000001 - 2*x", "x^1000000000 - 2", "x^1000000000 - 2"}}) {
    const auto expected = parse_sparse(Integers{}, c.gcd);
    EXPECT_EQ(gcd(parse_sparse(Integers{}, c.a), parse_sparse(Integers{}, c.b)), expected) << c.a;
    EXPECT_EQ(gcd(parse_sparse(Integers{}, c.b), parse_sparse(Integers{}, c.a)), expected) << c.a;
    EXPECT_EQ(gcd(parse_sparse(Rationals{}, c.a), parse_sparse(Rationals{}, c.b)), make_monic(to_rational(expected)))
        << c.a;
  }
}

TEST(SparseFunctionsProperty, GcdsOfFewTermsAreThoseOfDensePolynomials) {
  Random r(91);
  const char* const factors[] = {"x - 1", "x + 1",         "x^2 + x + 1", "(x - 1)^2",
                                 "x - 2", "3*x^2 - x + 5", "x^6 - 1",     "2"};
  for (int round = 0; round < 6; ++round) {
    const auto few_terms = [&] {
      SparseZ f = SparseZ::constant(static_cast<std::int64_t>(1 + r.below(9)));
      for (int i = 0; i < 3; ++i)
        f = add(f, shift_left(SparseZ::constant(static_cast<std::int64_t>(r.below(19)) - 9), 1 + r.below(80000)));
      return f;
    };
    const SparseZ common = parse_sparse(Integers{}, factors[r.below(std::size(factors))]);
    const SparseZ a = mul(few_terms(), common);
    const SparseZ b = round % 2 == 0 ? mul(parse_sparse(Integers{}, factors[r.below(std::size(factors))]), common)
                                     : mul(few_terms(), common);
    EXPECT_EQ(gcd(a, b), to_sparse(gcd(to_dense(a), to_dense(b)))) << to_string(a) << ", " << to_string(b);
  }
}

}  // namespace
}  // namespace polyfork::test
