// Arithmetic of Z/pZ[x].
#include <polyfork/poly/dense/dense_poly.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

#include "random.hpp"

namespace polyfork::test {
namespace {

PolyZp draw(Random& r, const PrimeField& f, std::size_t length) {
  ResidueVector v(length);
  for (auto& x : v) x = r.below(4) == 0 ? f.modulus() - 1 : r.below(f.modulus());
  return PolyZp(f, std::move(v));
}
std::vector<PrimeField> fields() {
  return {PrimeField(2), PrimeField(3), PrimeField(65537), PrimeField(4294967291U), PrimeField(9223372036854775783U)};
}

TEST(DenseZp, CoefficientwiseOperations) {
  Random r(41);
  for (const PrimeField& f : fields())
    for (const std::size_t n : {0, 1, 2, 9, 40}) {
      const PolyZp a = draw(r, f, n);
      const PolyZp b = draw(r, f, 12);
      const std::uint64_t s = r.below(f.modulus());
      const PolyZp sum = add(a, b);
      const PolyZp difference = sub(a, b);
      const PolyZp scaled = scale(a, s);
      const PolyZp d = derivative(a);
      for (std::size_t i = 0; i < 42; ++i) {
        EXPECT_EQ(sum[i], f.add(a[i], b[i]));
        EXPECT_EQ(difference[i], f.sub(a[i], b[i]));
        EXPECT_EQ(scaled[i], f.mul(a[i], s));
        EXPECT_EQ(d[i], f.mul(a[i + 1], (i + 1) % f.modulus()));
      }
      EXPECT_TRUE(sub(a, a).is_zero());
      EXPECT_TRUE(add(a, -a).is_zero());
      EXPECT_EQ((a << 4) >> 4, a);
      if (s != 0) {
        const auto back = detail::DenseOps<PrimeField>::try_divide_scalar(f, scaled.coefficients(), s,
                                                                          ExecutionContext::default_context());
        EXPECT_EQ(back.value(), a.coefficients());
      }
    }
}

TEST(DenseZp, MixedModuliAreRefused) {
  EXPECT_THROW(add(PolyZp(PrimeField(5), {1, 2}), PolyZp(PrimeField(7), {1, 2})), ModulusMismatch);
}

TEST(DenseZpProperty, RingLawsAndEvaluation) {
  Random r(42);
  for (const PrimeField& f : fields())
    for (std::size_t i = 0; i < 150; i += 7) {
      const PolyZp a = draw(r, f, i);
      const PolyZp b = draw(r, f, 40);
      const PolyZp c = draw(r, f, 150 - i);
      EXPECT_EQ(mul(add(a, b), c), add(mul(a, c), mul(b, c)));
      EXPECT_EQ(mul(mul(a, b), c), mul(a, mul(b, c)));
      const std::uint64_t x = r.below(f.modulus());
      EXPECT_EQ(evaluate(mul(a, b), x), f.mul(evaluate(a, x), evaluate(b, x)));
      EXPECT_EQ(derivative(mul(a, b)), add(mul(derivative(a), b), mul(a, derivative(b))));
    }
}

}  // namespace
}  // namespace polyfork::test
