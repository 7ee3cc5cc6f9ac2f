// Shifts and affine substitutions of sparse univariate polynomials: against the dense ones, at exponents that no dense
// polynomial reaches, errors.
#include <polyfork/poly/sparse/sparse_shift.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>

#include "back_ends.hpp"
#include "integers_mod_six.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

using SparseZ = SparsePoly<Integers>;
using SparseQ = SparsePoly<Rationals>;
using SparseZp = SparsePoly<PrimeField>;
constexpr std::uint64_t huge = std::uint64_t{1} << 60;

template <class Sampler>
class SparseShiftProperty : public ::testing::Test {
 public:
  using R = typename Sampler::ring_type;
  SparsePoly<R> draw(std::size_t length, std::uint64_t gap) {
    std::vector<typename SparsePoly<R>::Term> terms;
    for (std::size_t i = 0; i < length; ++i)
      if (generator.random().below(gap) == 0) terms.push_back({i, Sampler::sample(generator)});
    return SparsePoly<R>(ring, std::move(terms)).with_variable("s");
  }
  R ring = Sampler::ring();
  IntegerGenerator generator{0x51f7};
};

using Rings = ::testing::Types<IntegersSampler, RationalsSampler, PrimeFieldSampler<3>, LargePrime,
                               GaussianRationalsSampler, PolynomialRingSampler<PrimeFieldSampler<7>, 2>>;
TYPED_TEST_SUITE(SparseShiftProperty, Rings);

TYPED_TEST(SparseShiftProperty, EqualsTheDenseOne) {
  for (const std::size_t length : {0, 1, 2, 9, 60})
    for (const std::uint64_t gap : {1, 4, 30}) {
      const auto f = this->draw(length, gap);
      const auto a = TypeParam::sample(this->generator);
      const auto b = TypeParam::sample(this->generator);
      const auto zero = this->ring.zero();
      EXPECT_EQ(to_dense(taylor_shift(f, b)), taylor_shift(to_dense(f), b));
      EXPECT_EQ(taylor_shift(taylor_shift(f, b), this->ring.neg(b)), f);
      EXPECT_EQ(to_dense(affine(f, a, b)), affine(to_dense(f), a, b));
      EXPECT_EQ(to_dense(affine(f, a, zero)), affine(to_dense(f), a, zero));
      EXPECT_EQ(to_dense(affine(f, zero, b)), affine(to_dense(f), zero, b));
      EXPECT_EQ(taylor_shift(f, b),
                compose(f, SparsePoly<typename TypeParam::ring_type>::from_elements(this->ring, {b, this->ring.one()})
                               .with_variable("s")));
    }
}

TEST(SparseShift, RootsMoved) {
  using Sparse = SparsePoly<Integers>;
  const Sparse f{{7, 3}, {2, -5}, {0, 11}};
  for (const char* by : {"1/3", "-5", "7/2", "0"})
    EXPECT_EQ(to_dense(shift_roots(f, Rational(by))), shift_roots(to_dense(f), Rational(by))) << by;
  EXPECT_EQ(shift_roots(Sparse{{0, 4}}, Rational("1/3")), (Sparse{{0, 4}}));
  EXPECT_THROW(shift_roots(shift_left(f, std::uint64_t{1} << 60), Rational("1/3")), MemoryLimit);
}

TEST(SparseShift, ZeroDivisors) {
  const auto f = SparsePoly<IntegersModSix>::from_elements({}, {1, 2, 0, 3});
  EXPECT_EQ(to_dense(affine(f, 2, 5)), affine(to_dense(f), 2, 5));
  EXPECT_EQ(to_dense(affine(f, 2, 0)), affine(to_dense(f), 2, 0));
}

TEST(SparseShift, PowersOfTheCharacteristicKeepFewTerms) {
  const PrimeField field(101);
  const SparseZp x = SparseZp::generator(field);
  const std::uint64_t p8 = 10828567056280801U;  // 101^8
  EXPECT_EQ(taylor_shift(pow(x, p8) - x, 7), pow(x, p8) - x);
  EXPECT_EQ(taylor_shift(pow(x, p8 + 1), 7), (pow(x, p8) + SparseZp::constant(field, 7)) * taylor_shift(x, 7));
  EXPECT_EQ(taylor_shift(pow(x, 101 * 101 * 101), 1).term_count(), 2U);
  const SparseZp f = pow(x, 5 * p8 + 3 * 101) + pow(x, 12) - x;
  EXPECT_EQ(taylor_shift(taylor_shift(f, 99), 2), f);
  EXPECT_EQ(evaluate(taylor_shift(f, 40), 50), evaluate(f, 90));
  EXPECT_EQ(affine(f, 3, 0).term_count(), f.term_count());
  EXPECT_EQ(evaluate(affine(f, 3, 40), 5), evaluate(f, 55));
  EXPECT_THROW((void)taylor_shift(pow(x, p8 - 1), 1), MemoryLimit);
  EXPECT_THROW((void)taylor_shift(f, 101), DomainError);
  EXPECT_THROW((void)affine(f, 101, 0), DomainError);
}

TEST(SparseShift, WhatCannotFitThrowsMemoryLimit) {
  const SparseZ f = SparseZ{{huge, 1}, {0, 1}};
  const auto unlimited = ExecutionContext().with_memory_limit(SIZE_MAX);
  EXPECT_THROW((void)taylor_shift(f, 1), MemoryLimit);
  EXPECT_THROW((void)taylor_shift(f, 1, unlimited), MemoryLimit);
  EXPECT_THROW((void)affine(f, 2, 1, unlimited), MemoryLimit);
  EXPECT_THROW((void)affine(f, 2, 0, unlimited), MemoryLimit);
  EXPECT_THROW((void)taylor_shift(SparseQ{{huge, 1}, {0, 1}}, Rational(1, 2), unlimited), MemoryLimit);
  // The list fits, its integers do not.
  EXPECT_THROW((void)taylor_shift(SparseZ{{std::uint64_t{1} << 26, 1}, {0, 1}}, 1, unlimited), MemoryLimit);
  EXPECT_THROW((void)affine(SparseQ{{std::uint64_t{1} << 26, 1}, {0, 1}}, 3, Rational(1, 2), unlimited), MemoryLimit);
  EXPECT_THROW((void)taylor_shift(SparseZ{{1 << 15, 1}}, 1, ExecutionContext().with_memory_limit(1 << 20)),
               MemoryLimit);
  EXPECT_EQ(taylor_shift(f, 0), f);
  EXPECT_EQ(affine(f, -1, 0), f);
  EXPECT_EQ(affine(f, 0, 1), SparseZ::constant(2));
}

TEST(ThreadsSparseShift, SameResults) {
  SparseZ f = SparseZ{{3000, 5}, {2999, -7}, {12, 1}, {0, 4}};
  const SparseZ expected = taylor_shift(f, 3, ExecutionContext().with_threads(1));
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(taylor_shift(f, 3, ctx), expected);
}

}  // namespace
}  // namespace polyfork::test
