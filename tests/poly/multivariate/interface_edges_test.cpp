// What the interface does at its edges: elements that are none, scalars of built-in types, objects that were moved
// from, indices out of range.
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/sparse/sparse_residues.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
namespace {

constexpr std::uint64_t minus_one = ~std::uint64_t{0};

TEST(InterfaceEdges, ResiduesOfWordsAreCanonical) {
  const PrimeField field(7);
  const PolyZp f(field, {1, 2});  // 2 x + 1
  EXPECT_EQ(to_string(PolyZp(field, {8, 9, 1})), "x^2 + 2*x + 1");
  EXPECT_EQ(PolyZp(field, {1, 7}).degree(), 0);
  EXPECT_EQ(to_string(PolyZp(field, {1, -1})), "6*x + 1");
  EXPECT_THROW(PolyZp(field, ResidueVector{8, 9, 1}), DomainError);
  EXPECT_THROW(PolyZp::monomial(field, std::uint64_t{7}, 3), DomainError);
  EXPECT_THROW(PolyZp(f).set_coefficient(0, std::uint64_t{7}), DomainError);
  EXPECT_EQ(to_string(f * -1), "5*x + 6");
  EXPECT_EQ(to_string(-1 * f), "5*x + 6");
  EXPECT_EQ(to_string(f * 10), "6*x + 3");
  EXPECT_EQ(to_string(f + 13), "2*x");
  EXPECT_EQ(to_string(f - 9), "2*x + 6");
  EXPECT_EQ(to_string(f / 2), "x + 4");
  EXPECT_EQ(evaluate(f, 10), 0U);
  EXPECT_EQ(evaluate(f, -1), 6U);
  EXPECT_THROW(f / 7, DomainError);
  // Numbers of an unsigned type are reduced as those of a signed one, also where that is the type of elements.
  EXPECT_EQ(f * 10U, f * 10);
  EXPECT_EQ(f * minus_one, f * 1);  // 2^64 - 1 = 1 modulo 7
  EXPECT_EQ(f + std::uint64_t{7}, f);
  EXPECT_EQ(std::size_t{9} - f, 9 - f);
  EXPECT_EQ(f(std::size_t{10}), 0U);
  EXPECT_EQ(PolyZp(field, {8U, 9U}), PolyZp(field, {std::uint64_t{8}, std::uint64_t{9}}));
  EXPECT_TRUE(PolyZp(field, {1}) == 8U);
  EXPECT_THROW(scale(f, minus_one), DomainError);  // named functions take elements
  EXPECT_THROW(evaluate(f, std::uint64_t{7}), DomainError);
  EXPECT_THROW(field.inverse(8), DomainError);
  PolyZp g = f;
  g *= -1;
  g += 1;
  g -= -1;
  g /= 3;
  EXPECT_EQ(g, (f * -1 + 2) / 3);
  const std::vector<std::uint64_t> points = {1, 7};
  const std::vector<std::uint64_t> values = {1, 2};
  EXPECT_THROW(evaluate_many(f, points), DomainError);
  EXPECT_THROW(interpolate(field, points, values), DomainError);
  EXPECT_THROW(interpolate(field, values, points), DomainError);
  EXPECT_THROW(EvaluationPoints(field, points), DomainError);
}

TEST(InterfaceEdges, ResiduesOfManyWordsAreCanonical) {
  const BigPrimeField field((Integer(1) << 127) - Integer(1));
  const auto g = parse_dense(field, "x^2 + x + 1");
  EXPECT_EQ(evaluate(g, -2), Integer(3));
  EXPECT_EQ(g * -1, (DensePoly<BigPrimeField>(field, {-1, -1, -1})));
  EXPECT_EQ(g * -1 + g, DensePoly<BigPrimeField>(field));
  EXPECT_THROW(g * Integer(-1), DomainError);
  EXPECT_THROW(evaluate(g, field.modulus()), DomainError);
  EXPECT_THROW(field.inverse(Integer(-2)), DomainError);
  EXPECT_EQ(field.mul(field.inverse(Integer(2)), Integer(2)), Integer(1));
  const auto s = parse_sparse(field, "x^1000 + 1");
  EXPECT_EQ(evaluate(s, -1), Integer(2));
  EXPECT_EQ(s * -1 + s, SparsePoly<BigPrimeField>(field));
  EXPECT_THROW(evaluate(s, Integer(-1)), DomainError);
}

TEST(InterfaceEdges, ResiduesInSeveralVariables) {
  const PrimeField field(7);
  const Variables xy({"x", "y"});
  EXPECT_THROW(MultiPolyZp::from_terms(field, xy, {{{1, 0}, 7}, {{0, 1}, 7}}), DomainError);
  const MultiPolyZp f = parse_poly<MultiPolyZp>("x + 2*y", xy, field);
  EXPECT_EQ(f * -1, parse_poly<MultiPolyZp>("-x - 2*y", xy, field));
  EXPECT_EQ(3 - f, parse_poly<MultiPolyZp>("3 - x - 2*y", xy, field));
  EXPECT_EQ(-1 + f, parse_poly<MultiPolyZp>("x + 2*y - 1", xy, field));
  EXPECT_EQ(f * std::uint64_t{8}, f);
  EXPECT_EQ(f(8U, std::size_t{9}), 5U);
  EXPECT_THROW(evaluate(f, {7, 1}), DomainError);
  EXPECT_THROW(evaluate_at(f, "x", 9), DomainError);
  const DDMMP d = parse_poly<DDMMP>("x*y + 3", xy, field);
  EXPECT_EQ(d * -1, parse_poly<DDMMP>("-x*y - 3", xy, field));
  EXPECT_EQ(9 * d, d * 2);
  EXPECT_EQ(d * std::uint64_t{9}, d * 2U);
  EXPECT_EQ(derivative(d, "y"), derivative(d, std::size_t{1}));
  EXPECT_EQ(evaluate(d, "x", 2), evaluate(d, std::size_t{0}, 2));
  EXPECT_THROW(derivative(d, "z"), DomainError);
  EXPECT_THROW(DDMMP(field, {"x", "y"}, {1, 2}, ResidueVector{1, 8}), DomainError);
  EXPECT_THROW(DDMMP::constant(field, {"x", "y"}, 7), DomainError);
  EXPECT_THROW(evaluate(d, 0, std::uint64_t{7}), DomainError);
  const std::vector<std::uint64_t> point = {1, 9};
  EXPECT_THROW(evaluate(d, point), DomainError);
}

template <class Polynomial>
concept AssignsToCoefficients = requires(Polynomial f) {
  f[0] = f[0];
};
static_assert(!AssignsToCoefficients<PolyZ> && !AssignsToCoefficients<PolyQ> && !AssignsToCoefficients<PolyZp>);
static_assert(!AssignsToCoefficients<DensePoly<BigPrimeField>> && !AssignsToCoefficients<DensePoly<GaussianRationals>>);
static_assert(!AssignsToCoefficients<SparsePoly<Integers>> && !AssignsToCoefficients<SparsePoly<Rationals>>);

TEST(InterfaceEdges, IndicesOutOfRange) {
  const MultiPolyZ f = parse_poly<MultiPolyZ>("x^2*y - 3");
  EXPECT_EQ(f.coefficient(1), Integer(-3));
  EXPECT_THROW(f.coefficient(2), DomainError);
  EXPECT_THROW(f.exponents(10), DomainError);
  EXPECT_THROW(f.term(10), DomainError);
  EXPECT_THROW(f.degree(9), DomainError);
  EXPECT_THROW(f.exponent(0, 2), DomainError);
  EXPECT_THROW(f.variables().name(2), DomainError);
}

TEST(InterfaceEdges, ObjectsThatWereMovedFrom) {
  MultiPolyZ f = parse_poly<MultiPolyZ>("x^2*y - 3");
  const MultiPolyZ g = f;
  const MultiPolyZ kept = std::move(f);
  EXPECT_EQ(kept, g);
  EXPECT_EQ(f.variables().size(), 2U);  // NOLINT(bugprone-use-after-move)
  f += g;
  EXPECT_EQ(f.variables(), g.variables());
  Rational a(1, 3);
  const Rational b = std::move(a);
  EXPECT_EQ(b, Rational(1, 3));
  EXPECT_EQ(a, Rational(0));  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(a + b, b);
  const BigPrimeField field((Integer(1) << 89) - Integer(1));
  auto p = parse_dense(field, "x + 1");
  const auto q = std::move(p);
  EXPECT_EQ(p.ring(), field);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(p + q - q, p);
  GaussianRational z(Rational(1, 2), Rational(3));
  const GaussianRational w = std::move(z);
  EXPECT_EQ(z + w, w);  // NOLINT(bugprone-use-after-move)
}

TEST(InterfaceEdges, PowersThatNoMachineHolds) {
  EXPECT_THROW(parse_poly_z("(x+1)^1000000000"), ParseError);
  EXPECT_THROW(parse_poly<PolyZ>("(x+1)^1000000000"), Error);
  EXPECT_THROW(pow(PolyZ{1, 1}, 1'000'000'000), MemoryLimit);
  EXPECT_THROW(pow(PolyQ{Rational(1, 2), 1}, 1'000'000'000), MemoryLimit);
  EXPECT_EQ(pow(PolyZ{1, 1}, 2000).coefficient(1), Integer(2000));
  EXPECT_EQ(parse_poly_z("(x+1)^2000").coefficient(1), Integer(2000));
  EXPECT_EQ(pow(PolyZ{0, 2}, 100).degree(), 100);
}

}  // namespace
}  // namespace polyfork
