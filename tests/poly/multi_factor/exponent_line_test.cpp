// Polynomials in several variables whose exponents lie on a line, which are factored in one variable.
#include "poly/multi_factor/exponent_line.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>

#include "memory_sweep.hpp"
#include "multi_factor_checks.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

using detail::ExponentLine;

MultiPolyZ line_poly(std::string_view text) { return parse_poly<MultiPolyZ>(text, test_variables(4)); }

TEST(ExponentLine, Directions) {
  const ExecutionContext ctx;
  const auto direction = [&](std::string_view text) {
    const auto line = ExponentLine::of(line_poly(text), ctx);
    return line ? line->direction() : std::vector<std::int64_t>{};
  };
  using V = std::vector<std::int64_t>;
  EXPECT_EQ(direction("x^6 - 1"), (V{1, 0, 0, 0}));
  EXPECT_EQ(direction("x^6 + x^2*y + y^3"), V{});
  EXPECT_EQ(direction("x^6 + x^4*y^2 + 3*y^6"), (V{1, -1, 0, 0}));
  EXPECT_EQ(direction("x^6*z^3 - x^2*z*y^4 + y^6"), (V{2, -2, 1, 0}));
  EXPECT_EQ(direction("x^6*z^3 - x^2*z*y^3 + y^6"), V{});
  EXPECT_EQ(direction("x^3*y^5*z + t"), (V{3, 5, 1, -1}));
  EXPECT_EQ(direction("x^3"), V{});
  EXPECT_EQ(direction("x - x"), V{});
}

/// F(x^v) times a monomial, for every order of monomials.
template <Ring R, class Coefficient>
void expect_as_univariate(Random& random, const R& ring, const Coefficient& coefficient) {
  const Variables variables = test_variables(1 + random.below(4), static_cast<MonomialOrder>(random.below(3)));
  auto F = SparsePoly<R>::constant(ring, ring.one());
  for (std::size_t count = 1 + random.below(3); count != 0; --count) {
    std::vector<typename R::element> c;
    for (std::size_t k = random.below(4); k != 0; --k) c.push_back(coefficient());
    c.push_back(ring.one());
    const auto g = SparsePoly<R>::from_elements(ring, std::move(c));
    F = mul(F, random.below(3) == 0 ? mul(g, g) : g);
  }
  std::vector<std::int64_t> v(variables.size());
  for (std::int64_t& e : v) e = static_cast<std::int64_t>(random.below(9)) - 4;
  v[random.below(v.size())] = 1;
  typename SparseMultiPoly<R>::Collector collector(ring, variables);
  const auto degree = static_cast<std::int64_t>(F.degree());
  const std::uint64_t low = random.below(3);
  for (const auto& term : F) {
    std::vector<std::uint64_t> row(v.size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto e = static_cast<std::int64_t>(term.exponent);
      row[k] = static_cast<std::uint64_t>(v[k] < 0 ? -v[k] * (degree - e) : v[k] * e) + (k == 0 ? low : 0);
    }
    collector.push_back(row, term.coefficient);
  }
  const SparseMultiPoly<R> f = std::move(collector).finish(ExecutionContext());
  const MultiFactorization<R> found = factor(f);
  expect_factorization(f, found);
  // The factors other than variables are those of F other than x.
  std::size_t expected = 0;
  for (const auto& g : factor(F).factors) expected += g.polynomial.low_degree() == 0 ? g.multiplicity : 0;
  std::size_t others = 0;
  for (const auto& g : found.factors) others += g.polynomial.term_count() > 1 ? g.multiplicity : 0;
  EXPECT_EQ(others, expected) << f;
  EXPECT_EQ(is_irreducible(f), found.factors.size() == 1 && found.factors[0].multiplicity == 1) << f;
}

TEST(ExponentLineProperty, AsUnivariate) {
  Random random(910);
  for (int round = 0; round < 200; ++round) {
    expect_as_univariate(random, Integers{}, [&] { return Integer(static_cast<std::int64_t>(random.below(7)) - 3); });
    for (const std::uint64_t p : {2ULL, 3ULL, 7ULL, 2147483647ULL, 2305843009213693951ULL})
      expect_as_univariate(random, PrimeField(p), [&] { return random.below(p); });
  }
}

TEST(ExponentLine, AnyDegrees) {
  const PrimeField field(7);
  const auto count = [](const auto& f) { return factor(f).factors.size(); };
  EXPECT_EQ(count(reduce(line_poly("x^1000000*y - y"), field)),
            count(SparsePoly<PrimeField>(field, {{1000000, 1}, {0, 6}})) + 1);
  EXPECT_EQ(count(reduce(line_poly("x^40000 - 2*y^40000"), field)),
            count(SparsePoly<PrimeField>(field, {{40000, 1}, {0, 5}})));
  EXPECT_EQ(count(line_poly("x^1000000000*y + 2*y")), 2U);
  EXPECT_EQ(count(line_poly("x^1000000000 - y^1000000000")), 100U);
  EXPECT_EQ(count(line_poly("x^1000000000*z^3 - y^5")), 1U);
  EXPECT_TRUE(is_irreducible(line_poly("x^1000000001*z^3000 - y^5*t^123456789")));
  EXPECT_EQ(factor(line_poly("(x^1000000000 + 3*y^500000000)^3")).factors[0].multiplicity, 3U);
  EXPECT_THROW(count(line_poly("x^1000000000000 + x*y^999999999999 + 3*y^1000000000000")), MemoryLimit);
}

TEST(ExponentLine, LimitsAreObeyed) {
  const MultiPolyZ f = line_poly("6*x^2*(x^60 - y^120)^2*(x^30 + 3*y^60)");
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(f, ctx); }, factor(f), 1 << 8, 1 << 24);
}

}  // namespace
}  // namespace polyfork::test
