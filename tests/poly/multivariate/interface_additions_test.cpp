// What programs expect of values: iterators, calls, order and hashes, default constructors, remainders, exponents that
// are refused, names that meet, polynomials made coefficient by coefficient.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <ranges>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/builder.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/integer_products.hpp>
#include <polyfork/poly/dense/many_values.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/multivariate/convert_variables.hpp>
#include <polyfork/poly/multivariate/dense_multi_algebra.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/polynomial_order.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork {
namespace {

using namespace literals;
using SparseZ = SparsePoly<Integers>;

static_assert(std::random_access_iterator<decltype(IntegerVector().begin())>);
static_assert(std::ranges::random_access_range<const PolyZ> && std::ranges::random_access_range<const MultiPolyZ>);

template <class A, class B>
concept Divides = requires(const A& a, const B& b) {
  a / b;
};
// A quotient of integers says how it rounds.
static_assert(!Divides<Integer, Integer> && !Divides<Integer, int> && !Divides<int, Integer>);
static_assert(Divides<Rational, Integer> && Divides<Integer, Rational> && Divides<PolyZ, Integer>);
template <class A, class B>
concept Multiplies = requires(const A& a, const B& b) {
  a* b;
};
static_assert(!Multiplies<PolyZ, PolyQ> && !Multiplies<PolyZ, Rational> && !Multiplies<Rational, PolyZ>);
static_assert(Multiplies<PolyQ, Integer> && Multiplies<PolyQ, Rational> && Multiplies<int, MultiPolyQ>);

TEST(InterfaceAdditions, Iterators) {
  const PolyZ f{1, -2, 0, 5};
  std::vector<Integer> seen;
  for (const auto& c : f) seen.push_back(c);
  EXPECT_EQ(seen, f.elements());
  EXPECT_EQ(std::vector<Integer>(f.begin(), f.end()), f.elements());
  Integer sum;
  for (const auto c : f.coefficients()) sum += c;
  EXPECT_EQ(sum, Integer(4));
  EXPECT_EQ(f.coefficients().end() - f.coefficients().begin(), 4);
  EXPECT_EQ(f.begin()[3], Integer(5));
  EXPECT_TRUE(std::is_sorted(f.begin(), f.begin() + 1));
  const PolyQ g{Rational(1, 2), 3};
  EXPECT_EQ(std::accumulate(g.begin(), g.end(), Rational(0)), Rational(7, 2));
  const auto s = parse_sparse(Integers(), "3*x^1000 - x");
  std::vector<std::uint64_t> exponents;
  for (const auto& term : s) exponents.push_back(term.exponent);
  EXPECT_EQ(exponents, (std::vector<std::uint64_t>{1000, 1}));
  const MultiPolyZ m = "x^2*y - 7"_poly;
  EXPECT_EQ(std::ranges::distance(m), 2);
  EXPECT_EQ((*std::next(m.begin())).coefficient, Integer(-7));
  EXPECT_TRUE(PolyZ().begin() == PolyZ().end());
}

TEST(InterfaceAdditions, Calls) {
  const PolyZ f{1, -2, 5};
  EXPECT_EQ(f(2), Integer(17));
  EXPECT_EQ(f(Integer(-1)), Integer(8));
  EXPECT_EQ(evaluate(f, Rational(1, 2)), Rational(5, 4));
  EXPECT_EQ(parse_sparse(PrimeField(7), "x^100 - 1")(-1), 0U);
  const MultiPolyQ g = "x*y - 1"_poly;
  EXPECT_EQ(g(2, Rational(1, 4)), Rational(-1, 2));
  EXPECT_THROW(g(1), DomainError);
}

TEST(InterfaceAdditions, OrderAndHashes) {
  const std::vector<PolyZ> list = {{}, {1}, {-1}, {0, 1}, {1, 1}, {0, 2}, {0, 0, -3}, {1, 1}};
  std::set<PolyZ, PolynomialLess> ordered(list.begin(), list.end());
  std::unordered_set<PolyZ> hashed(list.begin(), list.end());
  EXPECT_EQ(ordered.size(), 7U);
  EXPECT_EQ(hashed.size(), 7U);
  for (const PolyZ& a : list)
    for (const PolyZ& b : list) EXPECT_EQ(compare(a, b) == 0, a == b);
  EXPECT_EQ(ordered.rbegin()->degree(), 2);
  std::set<SparseZ, PolynomialLess> sparse;
  std::set<MultiPolyZ, PolynomialLess> multi;
  std::unordered_map<MultiPolyZ, int> count;
  for (const char* text : {"x + y", "y + x", "x*y - 1", "0", "1", "x + y"}) {
    multi.insert(parse_poly<MultiPolyZ>(text));
    ++count[parse_poly<MultiPolyZ>(text)];
  }
  EXPECT_EQ(multi.size(), 5U);  // x + y in the sequence y, x is another polynomial
  EXPECT_EQ(count.size(), 5U);
  for (const char* text : {"x^9 - 1", "x^9", "x^9 - 1", "2"}) sparse.insert(parse_sparse(Integers(), text));
  EXPECT_EQ(sparse.size(), 3U);
  EXPECT_EQ(std::hash<Integer>()(Integer(5)), std::hash<Rational>()(Rational(10, 2)));
  EXPECT_EQ(std::hash<MultiPolyZ>()(MultiPolyZ::constant(Variables({"x"}), 3)),
            std::hash<MultiPolyZ>()(MultiPolyZ::constant({}, 3)));
}

TEST(InterfaceAdditions, DefaultConstructors) {
  std::vector<PolyZp> list(3);
  const PolyZp f(PrimeField(7), {1, 2});
  list[1] = f;
  EXPECT_TRUE(list[0].is_zero());
  EXPECT_EQ(list[1], f);
  EXPECT_THROW(list[0] + f, ModulusMismatch);
  std::map<std::string, MultiPolyZp> named;
  named["a"] = parse_poly<MultiPolyZp>("x + 1", PrimeField(7));
  EXPECT_EQ(named["a"].term_count(), 2U);
  std::vector<DensePoly<BigPrimeField>> big(2);
  std::vector<SparsePoly<PrimeField>> sparse(2);
  std::vector<DDMMP> dense(2);
  EXPECT_TRUE(big[1].is_zero() && sparse[1].is_zero() && dense[1].is_zero());
  try {
    static_cast<void>(f + PolyZp(PrimeField(11), {1}));
    ADD_FAILURE();
  } catch (const ModulusMismatch& e) {
    EXPECT_NE(std::string(e.what()).find("7 and 11"), std::string::npos) << e.what();
  }
}

TEST(InterfaceAdditions, Remainders) {
  const PolyQ f = "x^3 - 2*x + 1"_poly, g = "2*x^2 - 1"_poly;
  EXPECT_EQ(f % g, rem(f, g));
  PolyQ h = f;
  h %= g;
  EXPECT_EQ(h, f % g);
  EXPECT_THROW(f % PolyQ(), DomainError);
  EXPECT_EQ(parse_sparse(Rationals(), "x^3") % parse_sparse(Rationals(), "x - 1"), parse_sparse(Rationals(), "1"));
}

template <class F>
void expect_negative(const F& call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const DomainError& e) {
    EXPECT_NE(std::string(e.what()).find("negative"), std::string::npos) << e.what();
  }
}

TEST(InterfaceAdditions, NegativeExponents) {
  const PolyZ f{1, 1};
  const MultiPolyZ m = "x + y"_poly;
  const SparseZ s = parse_sparse(Integers(), "x + 1");
  expect_negative([&] { pow(f, -1); });
  expect_negative([&] { pow(s, -1); });
  expect_negative([&] { pow(m, -1); });
  expect_negative([&] { pow(Integer(2), -1); });
  expect_negative([&] { static_cast<void>(f << -1); });
  expect_negative([&] { static_cast<void>(s >> -1); });
  expect_negative([&] { derivative(f, -1); });
  EXPECT_EQ(pow(Rational(2, 3), -2), Rational(9, 4));
  EXPECT_THROW(pow(Rational(0), -1), DomainError);
  EXPECT_EQ(pow(f, 2), (PolyZ{1, 2, 1}));
  EXPECT_EQ(f << 1, (PolyZ{0, 1, 1}));
  EXPECT_EQ(derivative(f << 1, 2), PolyZ{2});
}

template <class P>
void expect_moves(const P& f) {
  P taken = f;
  P kept = std::move(taken);
  EXPECT_EQ(kept, f);
  EXPECT_TRUE(taken.is_zero());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(taken + f, f);
  P& itself = kept;
  kept = std::move(itself);
  EXPECT_EQ(kept + f - f, kept);
}

TEST(InterfaceAdditions, WhatWasMovedFrom) {
  expect_moves(PolyQ{Rational(1, 2), 3});
  expect_moves(PolyQ{Rational(1, 2)});
  expect_moves(DensePoly<GaussianRationals>{GaussianRational::i(), Rational(1, 2)});
  expect_moves(parse_sparse(Integers(), "x^100 - x"));
  expect_moves(parse_sparse(Rationals(), "x^100/2 - x"));
  expect_moves(parse_poly<MultiPolyQ>("x*y/3 - 1"));
}

TEST(InterfaceAdditions, NamesThatMeet) {
  const MultiPolyZ f = "x^2 - y^2"_poly, g = "y - x"_poly;
  const auto [a, b] = unite(f, g);
  EXPECT_EQ(a.variables(), b.variables());
  EXPECT_EQ(a, f);
  EXPECT_EQ(b, parse_poly<MultiPolyZ>("-x + y", f.variables()));
  try {
    static_cast<void>(f + g);
    ADD_FAILURE();
  } catch (const DomainError& e) {
    EXPECT_NE(std::string(e.what()).find("with_variables"), std::string::npos) << e.what();
  }
  // with_variables matches by name, renamed by place, in both forms.
  const PrimeField field(7);
  const Variables xy({"x", "y"}), yx({"y", "x"});
  const MultiPolyZp sparse = parse_poly<MultiPolyZp>("x^2*y + 3*x", xy, field);
  const DDMMP dense = parse_poly<DDMMP>("x^2*y + 3*x", xy, field);
  EXPECT_EQ(dense.with_variables({"y", "x"}), parse_poly<DDMMP>("x^2*y + 3*x", yx, field));
  EXPECT_EQ(sparse.with_variables(yx), parse_poly<MultiPolyZp>("x^2*y + 3*x", yx, field));
  EXPECT_EQ(dense.renamed({"y", "x"}), parse_poly<DDMMP>("y^2*x + 3*y", yx, field));
  EXPECT_EQ(sparse.renamed({"y", "x"}), parse_poly<MultiPolyZp>("y^2*x + 3*y", yx, field));
  EXPECT_EQ(dense.with_variables({"z", "y", "x"}).with_variables({"x", "y"}), dense);
  EXPECT_THROW(dense.with_variables({"x", "z"}), DomainError);
  EXPECT_THROW(dense.with_variables({"x", "x", "y"}), DomainError);
  EXPECT_THROW(dense.renamed({"x"}), DomainError);
}

TEST(InterfaceAdditions, DenseInSeveralVariables) {
  const PrimeField field(101);
  const Variables xy({"x", "y"});
  const DDMMP f = parse_poly<DDMMP>("x*y + 3", xy, field), g = parse_poly<DDMMP>("x - y", xy, field);
  EXPECT_EQ(pow(f, 3), f * f * f);
  EXPECT_TRUE(pow(f, 0).is_one());
  EXPECT_EQ(f * g / g, f);
  EXPECT_FALSE(try_exact_div(f, g).has_value());
  EXPECT_THROW(f / g, DomainError);
  EXPECT_EQ(gcd(f * g, g * g), g);
  EXPECT_EQ(f / 2 * 2, f);
  EXPECT_EQ(f.coefficient({1, 1}), 1U);
  EXPECT_EQ(evaluate(f, {2, 5}), 13U);
  EXPECT_TRUE(DDMMP::constant(field, {"x", "y"}, 100).is_negative_one());
  EXPECT_EQ(f.degree("y"), 1);
  EXPECT_THROW(f.degree(2), DomainError);
  DDMMP h = f;
  h.set_coefficient({0, 0}, 0);
  EXPECT_EQ(h, parse_poly<DDMMP>("x*y", xy, field));
  h.set_coefficient({2, 0}, 7);
  EXPECT_EQ(h, parse_poly<DDMMP>("x*y + 7*x^2", xy, field));
  h.set_coefficient({2, 0}, 0);
  h.set_coefficient({1, 1}, 0);
  EXPECT_TRUE(h.is_zero());
  EXPECT_THROW(h.set_coefficient({1, 1}, 101), DomainError);
  EXPECT_THROW(h.set_coefficient({1}, 1), DomainError);
  EXPECT_THROW(pow(f, std::uint64_t{1} << 60), Error);
}

TEST(InterfaceAdditions, BuildersAndCoefficientsInLoops) {
  constexpr std::size_t n = 3000;
  DensePolyBuilder<Integers> builder;
  PolyZp f{PrimeField(101)};
  for (std::size_t i = n; i-- != 0;) builder.set(i, Integer(i));
  for (std::size_t i = 0; i < n; ++i) f.set_coefficient(i, i % 101);
  builder.add(7, 10);
  const PolyZ g = builder.finish();
  EXPECT_EQ(g.coefficient(7), Integer(17));
  EXPECT_EQ(g.degree(), static_cast<std::ptrdiff_t>(n) - 1);
  EXPECT_TRUE(builder.finish().is_zero());
  EXPECT_EQ(f.coefficient(2999), 2999U % 101);
  f.set_coefficient(n - 1, 0);
  EXPECT_EQ(f.degree(), static_cast<std::ptrdiff_t>(n) - 2);
  PolyZ h{1, 2, 3};
  h.set_coefficient(1, Integer(1) << 100);
  EXPECT_EQ(h, (PolyZ{1, Integer(1) << 100, 3}));
  h.set_coefficient(2, 0);
  h.set_coefficient(1, 0);
  EXPECT_EQ(h, PolyZ{1});
  DensePolyBuilder<PrimeField> residues{PrimeField(7)};
  EXPECT_THROW(residues.set(0, 7), DomainError);
  EXPECT_THROW(residues.set(std::size_t{1} << 62, 1), MemoryLimit);
}

TEST(InterfaceAdditions, AlgorithmsByName) {
  const PolyZ f = PolyZ{1, -2, 5}.with_variable("t"), g = PolyZ{7, 1}.with_variable("t");
  EXPECT_EQ(mul_with(MulAlgorithm::classical, f, g), f * g);
  EXPECT_EQ(mul_with(MulAlgorithm::kronecker, f, g).variable(), "t");
  const PolyQ p = "x/2 - 1/3"_poly;
  EXPECT_EQ(mul_with(MulAlgorithm::kronecker, p, p), p * p);
  const PolyZp z(PrimeField(7), {1, 3});
  EXPECT_EQ(mul_with(MulAlgorithm::classical, z, z), z * z);
  EXPECT_EQ(taylor_shift_with(ShiftAlgorithm::horner, f, Integer(3)), taylor_shift(f, Integer(3)));
  EXPECT_THROW(mul_with(MulAlgorithm::classical, f, (PolyZ{0, 1})), DomainError);
}

TEST(InterfaceAdditions, WhatExamplesPrint) {
  const auto text = [](const auto& value) {
    std::ostringstream out;
    out << value;
    return out.str();
  };
  const PolyZ f{-12, 0, 12};
  EXPECT_EQ(text(f.coefficients()[0]), "-12");
  EXPECT_EQ(text(Variables({"x", "y"})), Variables({"x", "y"}).to_string());
  EXPECT_EQ(text(factor(PolyZ{12, 12} * f)), "144 * (x - 1) * (x + 1)^2");
  EXPECT_EQ(text(factor(PolyZ{5})), "5");
  EXPECT_EQ(text(RootInterval{1, 2}), "(1, 2)");
  EXPECT_EQ(text(RootInterval{Rational("3/2"), Rational("3/2"), true}), "3/2");
}

TEST(InterfaceAdditions, CallsComposeAndRemaindersTakeNumbers) {
  const PolyZ f = "x^2 - 2"_poly;
  EXPECT_EQ(f("x + 1"_poly.as<PolyZ>()), (PolyZ{-1, 2, 1}));
  EXPECT_EQ(SparseZ("x^3"_poly)(SparseZ("x^2"_poly)), SparseZ("x^6"_poly));
  EXPECT_EQ(PolyQ(+to_rational(f)) % 2, PolyQ());
  EXPECT_THROW(f % 0, DomainError);
}

TEST(InterfaceAdditions, ListsAreUnitedByName) {
  const auto list = unite(std::vector<MultiPolyQ>{"x*y - 1"_poly, "z - y"_poly, "3"_poly});
  for (const MultiPolyQ& f : list) EXPECT_EQ(f.variables().names(), (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(to_string(list[1]), "-y + z");
  EXPECT_EQ(to_string(list[2]), "3");
}

}  // namespace
}  // namespace polyfork
