// Real roots of sparse polynomials: those of the dense form, with powers of x of any height.
#include <polyfork/rootiso/sparse_roots.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/sparse/convert_sparse.hpp>

#include "random.hpp"

namespace polyfork::test {
namespace {

using SparseZ = SparsePoly<Integers>;

SparseZ draw(Random& r, std::size_t terms, std::uint64_t degree) {
  std::vector<SparseZ::Term> list;
  for (std::size_t i = 0; i < terms; ++i)
    list.push_back({r.below(degree + 1), static_cast<std::int64_t>(r.below(41)) - 20});
  return SparseZ(Integers{}, std::move(list));
}

TEST(SparseRootsProperty, EqualThoseOfTheDenseForm) {
  Random r(0x5007);
  for (int round = 0; round < 60; ++round) {
    SparseZ f = draw(r, 1 + r.below(6), 30);
    if (f.is_zero()) continue;
    f = mul(f, draw(r, 2, 4));
    if (f.is_zero()) continue;
    if (round % 3 == 0) f = shift_left(f, r.below(5));
    const PolyZ dense = to_dense(f);
    IsolationOptions options;
    if (round % 2 == 1) options.interval = {Rational(-1 + round % 5, 2), Rational(round % 7, 3) + Rational(2)};
    const IsolationResult sparse = isolate_real_roots(f, options);
    const IsolationResult expected = isolate_real_roots(dense, options);
    EXPECT_EQ(sparse.roots, expected.roots);
    EXPECT_EQ(sparse.degree, expected.degree);
    EXPECT_EQ(count_real_roots(f, options.interval), count_real_roots(dense, options.interval));
    EXPECT_EQ(real_roots(f, options), real_roots(dense, options));
    const auto g = scale(to_rational(f), Rational(3, 7));
    EXPECT_EQ(isolate_real_roots(g, options).roots, expected.roots);
    EXPECT_EQ(real_roots(g, options), real_roots(dense, options));
    EXPECT_EQ(count_real_roots(g, options.interval), expected.roots.size());
  }
}

/// Everything that is done with a single root, against the dense form.
template <class Sparse, class Dense>
void expect_the_same_at_roots(const Sparse& f, const Dense& dense, const Sparse& g, const Dense& dense_g) {
  const std::vector<RootInterval> roots = isolate_real_roots(dense).roots;
  EXPECT_EQ(roots_to_decimal(f, roots, 9), roots_to_decimal(dense, roots, 9));
  for (const RootInterval& root : roots) {
    EXPECT_EQ(refine_root(f, root, Rational(1, 1000)), refine_root(dense, root, Rational(1, 1000)));
    EXPECT_EQ(root_to_decimal(f, root, 7), root_to_decimal(dense, root, 7));
    EXPECT_EQ(sign_at_root(g, f, root), sign_at_root(dense_g, dense, root));
    const AlgebraicReal x(f, root);
    EXPECT_EQ(x, AlgebraicReal(dense, root));
    EXPECT_EQ(sign_at(g, x), sign_at(dense_g, x));
    EXPECT_EQ(sign_at(f, x), 0);
    for (const RootInterval& other : roots)
      EXPECT_EQ(compare_roots(f, root, f, other), compare_roots(dense, root, dense, other));
  }
}

TEST(SparseRootsProperty, SingleRootsAreThoseOfTheDenseForm) {
  Random r(0x5008);
  for (int round = 0; round < 40; ++round) {
    SparseZ f = draw(r, 1 + r.below(5), 12);
    SparseZ g = draw(r, 1 + r.below(3), 9);
    if (f.is_zero() || g.is_zero()) continue;
    f = shift_left(f, r.below(4));
    g = shift_left(g, r.below(4));
    expect_the_same_at_roots(f, to_dense(f), g, to_dense(g));
    const auto fq = scale(to_rational(f), Rational(-3, 7));
    const auto gq = scale(to_rational(g), Rational(-1, 5));
    expect_the_same_at_roots(fq, to_dense(fq), gq, to_dense(gq));
    IsolationOptions options;
    options.method = IsolationMethod::vca;
    EXPECT_EQ(count_real_roots(f, options), count_real_roots(to_dense(f), options));
    EXPECT_EQ(count_real_roots(fq, options), count_real_roots(to_dense(f), options));
    EXPECT_TRUE(verify_certificate(isolate_with_certificate(f).certificate).ok);
  }
  const std::uint64_t k = (std::uint64_t{1} << 62) + 1;
  const SparseZ high = shift_left(SparseZ{{2, 1}, {0, -2}}, k);  // x^k (x^2 - 2)
  const RootInterval below{Rational(-2), Rational(-1), false, 1};
  EXPECT_EQ(root_to_decimal(high, below, 5), "-1.41421");
  EXPECT_EQ(sign_at_root(high, SparseZ{{1, 1}, {0, 3}}, {Rational(-3), Rational(-3), true, 1}), -1);
  EXPECT_EQ(sign_at(high, AlgebraicReal(Rational(1))), -1);
  EXPECT_EQ(sign_at(high, AlgebraicReal(0)), 0);
}

TEST(SparseRoots, HighPowersOfXCostNothing) {
  const std::uint64_t k = std::uint64_t{1} << 62;
  const SparseZ f = shift_left(SparseZ{{3, 1}, {1, -2}, {0, 0}}, k);  // x^(k+1) (x^2 - 2)
  const IsolationResult result = isolate_real_roots(f);
  ASSERT_EQ(result.roots.size(), 3U);
  EXPECT_EQ(result.degree, static_cast<std::int64_t>(k + 3));
  EXPECT_EQ(result.roots[1], (RootInterval{Rational(0), Rational(0), true, k + 1}));
  const std::vector<RealRoot> roots = real_roots(f);
  ASSERT_EQ(roots.size(), 3U);
  EXPECT_EQ(roots[1].multiplicity, k + 1);
  EXPECT_EQ(roots[0].value, -roots[2].value);
  EXPECT_EQ(roots[2].value * roots[2].value, AlgebraicReal(2));
  EXPECT_EQ(count_real_roots(f, std::pair(Rational(1), Rational(2))), 1U);
  IsolationOptions options;
  options.interval = {Rational(1), Rational(2)};
  EXPECT_EQ(isolate_real_roots(f, options).roots.size(), 1U);
  EXPECT_EQ(isolate_real_roots(SparseZ::monomial({}, 5, k)).roots.size(), 1U);
  EXPECT_TRUE(isolate_real_roots(SparseZ::constant(5)).roots.empty());
}

TEST(SparseRoots, StepsOfTheExponents) {
  const SparseZ f = SparseZ{{120'000, 1}, {0, -7}};
  const IsolationResult result = isolate_real_roots(f);
  ASSERT_EQ(result.roots.size(), 2U);
  EXPECT_LT(result.roots[0].upper.sign(), 0);
}

TEST(SparseRoots, ErrorsAndWhatNeedsNoList) {
  EXPECT_THROW(isolate_real_roots(SparseZ()), DomainError);
  EXPECT_THROW(real_roots(SparseZ()), DomainError);
  EXPECT_THROW(count_real_roots(SparseZ()), DomainError);
  const SparseZ high = sub(SparseZ::monomial({}, 1, std::uint64_t{1} << 40), SparseZ::constant(2));
  EXPECT_EQ(isolate_real_roots(high).roots.size(), 2U);
  EXPECT_THROW(real_roots(high), MemoryLimit);
  EXPECT_EQ(count_real_roots(high), 2U);
  const SparseZ long_one = sub(SparseZ::monomial({}, 1, 1'000'003), SparseZ::generator());
  EXPECT_EQ(isolate_real_roots(long_one, {}, ExecutionContext().with_memory_limit(1 << 20)).roots.size(), 3U);
}

}  // namespace
}  // namespace polyfork::test
