// Shifts in one variable of sparse polynomials in several variables: against substitution.
#include <polyfork/poly/multivariate/multi_shift.hpp>

#include <gtest/gtest.h>

#include <cstdint>

#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

template <class R>
void expect_substitutions(const R& ring, std::uint64_t stream) {
  using P = SparseMultiPoly<R>;
  Random r(stream);
  for (int round = 0; round < 12; ++round) {
    const Variables v = test_variables(3, static_cast<MonomialOrder>(r.below(3)));
    const P f = random_multi(r, ring, v, {10, 6, 20});
    const auto a = random_element(r, ring, 5), b = random_element(r, ring, 5);
    const P x = P::generator(ring, v, "y");
    EXPECT_EQ(taylor_shift(f, "y", b), substitute(f, {{"y", x + b}}));
    EXPECT_EQ(taylor_shift(taylor_shift(f, "y", b), "y", ring.neg(b)), f);
    EXPECT_EQ(affine(f, "y", a, b), substitute(f, {{"y", x * a + b}}));
    EXPECT_EQ(affine(f, "y", ring.zero(), b), evaluate_at(f, "y", b));
    EXPECT_EQ(affine(f, "y", ring.one(), ring.zero()), f);
  }
}

TEST(SparseMultiShiftProperty, OverZ) { expect_substitutions(Integers{}, 501); }
TEST(SparseMultiShiftProperty, OverQ) { expect_substitutions(Rationals{}, 502); }
TEST(SparseMultiShiftProperty, OverQi) { expect_substitutions(GaussianRationals{}, 503); }
TEST(SparseMultiShiftProperty, OverZp) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{7}, std::uint64_t{4611686018427387847}})
    expect_substitutions(PrimeField(p), 504);
}

TEST(SparseMultiShift, HugeDegreesAndErrors) {
  const Variables v({"x", "y"});
  const PrimeField f7(7);
  const std::uint64_t q = 678223072849;  // 7^14
  const MultiPolyZp a = MultiPolyZp::monomial(f7, v, 1, {q, 3});
  EXPECT_EQ(taylor_shift(a, "x", 2), a + MultiPolyZp::monomial(f7, v, 2, {0, 3}));  // Lucas: (x + 2)^q = x^q + 2
  const MultiPolyZ high = MultiPolyZ::monomial({}, v, 1, {q, 3});
  EXPECT_THROW((void)taylor_shift(high, "x", Integer(1)), MemoryLimit);
  EXPECT_EQ(taylor_shift(high, "x", Integer(0)), high);
  EXPECT_EQ(affine(high, "y", Integer(2), Integer(0)), high * Integer(8));
  EXPECT_THROW((void)taylor_shift(high, "z", Integer(1)), DomainError);
  EXPECT_TRUE(taylor_shift(MultiPolyZ(v), "x", Integer(1)).is_zero());
}

}  // namespace
}  // namespace polyfork::test
