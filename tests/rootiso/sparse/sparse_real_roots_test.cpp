// Real roots of polynomials with few terms: the canonical answer of the dense search, and degrees that no list has.
#include "rootiso/sparse/sparse_real_roots.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/rootiso/sparse_roots.hpp>

#include "random.hpp"
#include "rootiso/sparse/scaled.hpp"

namespace polyfork::test {
namespace {

using SparseZ = SparsePoly<Integers>;

SparseZ sparse(const std::string& text) { return parse_sparse(Integers(), text); }

std::string roots_of(const SparseZ& f, const IsolationOptions& options = {}) {
  std::string text;
  for (const RootInterval& r : isolate_real_roots(f, options).roots) {
    text += r.exact ? "[" + r.lower.to_string() + "]" : "(" + r.lower.to_string() + ", " + r.upper.to_string() + ")";
    if (r.multiplicity != 1) text += "^" + std::to_string(r.multiplicity);
  }
  return text;
}

SparseZ draw(Random& r, std::size_t terms, std::uint64_t degree, std::uint64_t size) {
  std::vector<SparseZ::Term> list;
  for (std::size_t i = 0; i < terms; ++i)
    list.push_back(
        {r.below(degree + 1), static_cast<std::int64_t>(r.below(2 * size + 1)) - static_cast<std::int64_t>(size)});
  return SparseZ(Integers{}, std::move(list));
}

void expect_as_dense(const SparseZ& f, const IsolationOptions& options) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  const IsolationResult dense = isolate_real_roots(to_dense(f), options);
  const IsolationResult few = detail::SparseRealRoots(f, ctx).isolate(options, ctx);
  EXPECT_EQ(few.roots, dense.roots) << f;
  EXPECT_EQ(few.degree, dense.degree) << f;
  EXPECT_EQ(few.stats.rational_roots, dense.stats.rational_roots) << f;
}

TEST(SparseRealRootsProperty, AnswersAsTheDenseSearch) {
  Random r(0x0f0f);
  for (int round = 0; round < 300; ++round) {
    SparseZ f = draw(r, 1 + r.below(5), 40, 1 + r.below(30));
    if (round % 2 == 0) f = mul(f, draw(r, 2, 3, 5));
    if (round % 5 == 0) f = mul(f, draw(r, 2, 9, 5));
    if (round % 7 == 0) f = mul(f, f);
    if (f.is_zero()) continue;
    IsolationOptions options;
    if (round % 3 == 1) options.interval = {Rational(-1 + round % 5, 2), Rational(round % 7, 3) + Rational(2)};
    if (round % 4 == 1) options.width = Rational(Integer(1), Integer(1 + r.below(100000)));
    expect_as_dense(f, options);
  }
}

TEST(SparseRealRoots, ClustersAndMultipleRoots) {
  for (const char* text : {"x^30 - 2*(100*x - 1)^2", "(x^20 - 2)^3*(x - 1)^2", "(x^7 - 3*x + 1)^2*(2*x - 1)",
                           "(3*x - 7)^4*(x^9 + 5*x^2 - 1)", "x^5*(x^2 - 2)*(x^2 - 2*x + 1)", "x^4 + 1", "7", "x^3",
                           "(x^2-2)^2*(1000*x^2 - 2001)^3"})
    expect_as_dense(sparse(text), {});
}

TEST(SparseRealRoots, DegreesThatNoListHas) {
  EXPECT_EQ(roots_of(sparse("x^1000000000 - 2*x + 1")), "(1/2, 3/4)[1]");
  EXPECT_EQ(roots_of(sparse("x^100000000 - 2")), "(-2, -1)(1, 2)");
  EXPECT_EQ(roots_of(sparse("x^1000000000000 - 2")), "(-2, -1)(1, 2)");
  EXPECT_EQ(roots_of(sparse("x^9223372036854775807 - x - 1")), "(1, 2)");
  EXPECT_EQ(roots_of(sparse("x^9223372036854775806 - 1")), "[-1][1]");
  EXPECT_EQ(roots_of(sparse("x^7*(x^4000000000000000001 + 1)^2")), "[-1]^2[0]^7");
  EXPECT_EQ(roots_of(sparse("(x - 2)*(x^1000000000000 - 3)")), "(-2, -1)(1, 3/2)[2]");
  EXPECT_EQ(count_real_roots(sparse("x^1000000000001 - 3*x + 1")), 3U);
}

TEST(SparseRealRoots, SingleRootsOfHugeDegree) {
  const SparseZ f = sparse("x^1000000000 - 2*x + 1");
  const std::vector<RootInterval> roots = isolate_real_roots(f).roots;
  EXPECT_EQ(roots_to_decimal(f, roots, 10), (std::vector<std::string>{"0.5000000000", "1.0000000000"}));
  const RootInterval refined = refine_root(f, roots[0], Rational(1, 1000));
  EXPECT_EQ(refined.lower, Rational(1, 2));
  EXPECT_EQ(refined.upper, Rational(513, 1024));
  EXPECT_THROW(refine_root(f, roots[0], Rational(0)), DomainError);
  IsolationOptions options;
  options.interval = {Rational(1), Rational(2)};
  EXPECT_EQ(roots_of(f, options), "[1]");
  // 2^(1/1000000) = 1.000000693147...
  EXPECT_EQ(root_to_decimal(sparse("x^1000000 - 2"), {Rational(1), Rational(2), false, 1}, 12), "1.000000693147");
}

TEST(SparseRealRoots, DenseInputOfFewTerms) {
  EXPECT_EQ(isolate_real_roots(parse_poly_z("x^1000001 - x - 1")).roots.size(), 1U);
  EXPECT_EQ(isolate_real_roots(parse_poly_z("x^1000001 - 2*x - 1")).roots.size(), 3U);
  EXPECT_EQ(isolate_real_roots(parse_poly_z("x^524288 - 3*x + 1")).roots.size(), 2U);
}

TEST(SparseSign, VanishingAndDominatedTerms) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  const auto terms = [](std::vector<std::pair<std::uint64_t, std::int64_t>> list) {
    detail::FewTerms f;
    for (const auto& [e, c] : list) f.push_back({e, Integer(c)});
    return f;
  };
  const std::uint64_t huge = 1'000'000'000'000;
  EXPECT_EQ(sign_at(terms({{0, 1}, {1, -2}, {huge, 1}}), {1, 1}, ctx), 1);
  EXPECT_EQ(sign_at(terms({{0, 1}, {1, -2}, {huge, -1}}), {1, 1}, ctx), -1);
  EXPECT_EQ(sign_at(terms({{0, 1}, {1, -2}}), {1, 1}, ctx), 0);
  EXPECT_EQ(sign_at(terms({{0, -1}, {huge, -2}, {huge + 1, 1}}), {2, 0}, ctx), -1);
  EXPECT_EQ(sign_at(terms({{0, 1}, {1, -2}, {huge, 1}, {huge + 1, -2}}), {1, 1}, ctx), 0);
  EXPECT_EQ(sign_at(terms({{0, 1}, {huge, -1}}), {1, 0}, ctx), 0);
  EXPECT_TRUE(vanishes_at(terms({{0, -4}, {2, 9}}), 2, 3));
  EXPECT_FALSE(vanishes_at(terms({{0, -4}, {3, 9}}), 2, 3));
  EXPECT_TRUE(vanishes_at(terms({{0, -3}, {1, 2}}), 3, 2));
}

TEST(SparseSign, PowersAreRoundedOutwards) {
  const detail::Scaled x{3, -1};
  const Integer exact = pow(Integer(3), 1000);  // times 2^-1000
  for (const std::size_t bits : {3U, 10U, 64U, 2000U}) {
    const auto down = power(x, 1000, bits, detail::Rounding::down);
    const auto up = power(x, 1000, bits, detail::Rounding::up);
    const detail::Scaled value{exact, -1000};
    EXPECT_TRUE(compare(down, value) <= 0);
    EXPECT_TRUE(compare(up, value) >= 0);
    EXPECT_EQ(compare(down, up) == 0, bits == 2000) << bits;
  }
  const detail::Scaled tiny{1, -1'000'000};
  EXPECT_TRUE(compare(sum(x, tiny, 20, detail::Rounding::up), x) > 0);
  EXPECT_TRUE(compare(sum(x, tiny, 20, detail::Rounding::down), x) == 0);
}

}  // namespace
}  // namespace polyfork::test
