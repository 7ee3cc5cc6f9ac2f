// Evaluation at many points and interpolation on words, against Horner.
#include "poly/residues/subproduct_tree.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

#include "back_ends.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

using detail::SubproductTree;
using detail::WordAlgebra;

void expect_tree(const WordAlgebra& w, Random& r, std::size_t n, std::size_t length) {
  const std::uint64_t p = w.modulus.value();
  Residues64 points = draw_residues(r, n, p, static_cast<int>(r.below(2)) * 2);
  const SubproductTree tree(w, points);
  const Residues64 f = draw_residues(r, length, p, static_cast<int>(r.below(3)));
  Residues64 values(n);
  tree.evaluate(w, f, values);
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(values[i], plain_evaluate(f, points[i], w.modulus)) << p << " " << n << " " << length << " " << i;
}

void expect_interpolation(const WordAlgebra& w, Random& r, std::size_t n) {
  const std::uint64_t p = w.modulus.value();
  if (p < n) return;
  Residues64 points(n);
  const std::uint64_t start = r.below(p);
  for (std::size_t i = 0; i < n; ++i) points[i] = w.modulus.add(start, i * (p / n) % p);
  const SubproductTree tree(w, points);
  const Residues64 f = draw_residues(r, n, p, static_cast<int>(r.below(3)));
  Residues64 values(n);
  tree.evaluate(w, f, values);
  Residues64 back(n);
  tree.interpolate(w, values, back);
  ASSERT_EQ(back, f) << p << " " << n;
  if (n < 2) return;
  points[n - 1] = points[0];
  EXPECT_THROW(SubproductTree(w, points).interpolate(w, values, back), DomainError);
}

TEST(SubproductTree, SmallestCutoffs) {
  Random r(310);
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads).with_tuning(smallest_cutoffs());
    for (const std::uint64_t p : zp_moduli()) {
      const WordAlgebra w(PrimeField(p), ctx);
      for (const std::size_t n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 64, 65, 100, 128, 129, 200}) {
        for (const std::size_t length : {std::size_t{0}, std::size_t{1}, n / 2, n, n + 1, 3 * n + 5})
          expect_tree(w, r, n, length);
        expect_interpolation(w, r, n);
      }
    }
  }
}

TEST(SubproductTree, AroundTheCutoffs) {
  Random r(311);
  const ExecutionContext ctx;
  const WordTuning t;
  for (const std::uint64_t p : zp_moduli()) {
    const WordAlgebra w(PrimeField(p), ctx);
    for (const std::int64_t cut : {t.horner_length, t.tree_length, std::int64_t{500}, std::int64_t{1024}})
      for (std::int64_t d = -1; d <= 1; ++d) {
        const auto n = static_cast<std::size_t>(cut + d);
        expect_tree(w, r, n, n);
        expect_tree(w, r, n, 2 * n + 3);
        expect_interpolation(w, r, n);
      }
  }
}

TEST(SubproductTree, SameValuesInEveryContext) {
  Random r(312);
  const std::uint64_t p = 9223372036854775783U;
  const Residues64 points = draw_residues(r, 3000, p);
  const Residues64 f = draw_residues(r, 2800, p);
  Residues64 first;
  for (const ExecutionContext& ctx : contexts()) {
    const WordAlgebra w(PrimeField(p), ctx);
    Residues64 values(points.size());
    SubproductTree(w, points).evaluate(w, f, values);
    if (first.empty()) first = values;
    ASSERT_EQ(values, first);
  }
}

}  // namespace
}  // namespace polyfork::test
