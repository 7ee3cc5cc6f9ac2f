// Products of DenseMultiPoly<PrimeField>: every algorithm against the definition, the plan, threads, cancellation.
#include <polyfork/poly/multivariate/dense_multi_plan.hpp>

#include <gtest/gtest.h>

#include <polyfork/ring/primes.hpp>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "dense_multi_reference.hpp"
#include "plan_budgets.hpp"
#include "poly/multivariate/dense_multi_mul.hpp"

namespace polyfork::test {
namespace {

using Algorithm = DenseMultiMulAlgorithm;

DenseMultiMulShape shape_of(const DDMMP& a, const DDMMP& b) {
  return {a.lengths(), b.lengths(), a.ring().modulus(), false};
}

/// All algorithms that there are for the shape.
std::vector<Algorithm> algorithms(const DDMMP& a, const DDMMP& b) {
  std::vector<Algorithm> all{Algorithm::plain, Algorithm::kronecker};
  if (has_multi_dimensional_transforms(shape_of(a, b))) all.push_back(Algorithm::transform);
  return all;
}

/// The largest prime below 2^50 with p = 1 modulo 2^log and not modulo the next power of two.
std::uint64_t prime_with_roots(unsigned log) {
  const std::uint64_t step = std::uint64_t{1} << (log + 1);
  std::uint64_t p = (std::uint64_t{1} << 50) - step / 2 + 1;
  while (!is_prime(p)) p -= step;
  return p;
}

Tuning fine_grain() {
  DenseMultiTuning t;
  t.plain_products = 2;
  t.plain_products_several_primes = 2;
  t.plain_size = 1;
  t.parallel_min_products = 100;
  t.long_product = 2000;
  MulTuning m;
  m.parallel_min_limb_products = 100;
  return Tuning().set(t).set(m);
}

TEST(DenseMultiMulProperty, EveryAlgorithmIsTheDefinition) {
  Random r(311);
  const ExecutionContext fine = ExecutionContext().with_threads(3).with_tuning(fine_grain());
  for (const std::uint64_t p : dense_multi_moduli()) {
    const PrimeField f(p);
    for (int round = 0; round < 15; ++round) {
      const std::size_t variables = 1 + r.below(4);
      const DDMMP a = random_dense_multi(r, f, variables, variables > 2 ? 6 : 12);
      const DDMMP b = random_dense_multi(r, f, variables, variables > 2 ? 6 : 12);
      const TermMap expected = multiplied(terms_of(a), terms_of(b), f);
      expect_terms(mul(a, b), expected);
      expect_terms(mul(a, b, fine), expected);
      expect_terms(mul(a, a, fine), multiplied(terms_of(a), terms_of(a), f));
      if (a.is_zero() || b.is_zero()) continue;
      for (const Algorithm algorithm : algorithms(a, b)) {
        expect_terms(mul_with(algorithm, a, b), expected);
        expect_terms(mul_with(algorithm, a, b, fine), expected);
        if (has_multi_dimensional_transforms(shape_of(a, a)))
          expect_terms(mul_with(algorithm, a, a), multiplied(terms_of(a), terms_of(a), f));
      }
    }
  }
}

TEST(DenseMultiMulProperty, AlgorithmsAgreeOnLargerBoxes) {
  Random r(312);
  std::vector<std::uint64_t> moduli = dense_multi_moduli();
  moduli.push_back(prime_with_roots(7));
  for (const std::uint64_t p : moduli) {
    const PrimeField f(p);
    for (const std::vector<std::size_t>& lengths : {std::vector<std::size_t>{20, 30}, {1, 50}, {50, 1}, {7, 8, 9}}) {
      const DDMMP a = random_box(r, f, lengths);
      std::vector<std::size_t> reversed(lengths.rbegin(), lengths.rend());
      const DDMMP b = random_box(r, f, reversed);
      if (a.is_zero() || b.is_zero()) continue;
      const DDMMP product = mul_with(Algorithm::plain, a, b);
      for (const Algorithm algorithm : algorithms(a, b)) EXPECT_EQ(mul_with(algorithm, a, b), product) << p;
      EXPECT_EQ(mul(a, b), product);
    }
  }
}

TEST(DenseMultiMul, AroundTheCutoffs) {
  Random r(313);
  const DenseMultiTuning t;
  for (const std::uint64_t p : {std::uint64_t{1108307720798209}, (std::uint64_t{1} << 63) - 25}) {
    const PrimeField f(p);
    for (const std::size_t n : {6, 7, 8})  // n^2 coefficients each: 1296, 2401, 4096 products
      EXPECT_EQ(mul(random_box(r, f, {n, n}), DDMMP::constant(f, {}, 1)).lengths(), (std::vector<std::size_t>{n, n}));
    for (std::size_t n = 4; n <= 9; ++n) {
      const DDMMP a = random_box(r, f, {n, n});
      const DDMMP b = random_box(r, f, {n, n});
      EXPECT_EQ(mul(a, b), mul_with(Algorithm::plain, a, b));
    }
    for (std::int64_t n = t.plain_size - 1; n <= t.plain_size + 1; ++n) {
      const DDMMP a = random_box(r, f, {1, static_cast<std::size_t>(n)});
      const DDMMP b = random_box(r, f, {40, 40});
      EXPECT_EQ(mul(a, b), mul_with(Algorithm::plain, a, b));
    }
  }
}

TEST(DenseMultiMul, ThePlanIsPure) {
  const std::uint64_t own = 1108307720798209;  // 2^18 divides p - 1, and more
  const std::uint64_t none = (std::uint64_t{1} << 63) - 25;
  const auto plan = [&](const std::vector<std::size_t>& lengths, std::uint64_t p, std::size_t memory = SIZE_MAX) {
    return detail::plan_dense_multi_mul({lengths, lengths, p, false}, budget(1, memory));
  };
  EXPECT_EQ(plan({3, 3, 3}, own).algorithm, Algorithm::plain);
  EXPECT_EQ(plan({30, 30, 30}, own).algorithm, Algorithm::kronecker);
  EXPECT_EQ(plan({30, 30, 30}, none).algorithm, Algorithm::kronecker);
  EXPECT_EQ(plan({200, 200, 200}, own).algorithm, Algorithm::transform);
  EXPECT_EQ(plan({200, 200, 200}, none).algorithm, Algorithm::kronecker);
  EXPECT_EQ(plan({30, 30, 30}, own).size, 59U * 59 * 59);
  EXPECT_EQ(plan({30, 30, 30}, own, 59 * 59 * 59 * 8 + 100).algorithm, Algorithm::plain);  // no scratch
  EXPECT_THROW(plan({30, 30, 30}, own, 1000), MemoryLimit);
  EXPECT_THROW(plan({std::size_t{1} << 40, std::size_t{1} << 40}, own), DomainError);
  EXPECT_THROW(plan({3, 0}, own), DomainError);
  EXPECT_THROW(plan({}, own), DomainError);
  EXPECT_THROW(detail::plan_dense_multi_mul({{2, 2}, {2}, own, false}, budget(1)), DomainError);
  const std::uint64_t few = prime_with_roots(7);  // for the axes, but not for the whole product
  EXPECT_EQ(plan({30, 30, 30}, few).algorithm, Algorithm::transform);
  EXPECT_EQ(plan({70, 70}, few).algorithm, Algorithm::kronecker);
  EXPECT_FALSE(has_multi_dimensional_transforms({{30, 30}, {30, 30}, none, false}));
  EXPECT_TRUE(has_multi_dimensional_transforms({{30, 30}, {30, 30}, own, false}));
  EXPECT_FALSE(plan({30, 30, 30}, own).describe().to_text().empty());
  EXPECT_NE(plan({30, 30, 30}, own).describe().to_text().find("kronecker"), std::string::npos);
}

TEST(DenseMultiMul, TransformsThatThePrimeDoesNotHave) {
  Random r(316);
  const DDMMP a = random_box(r, PrimeField((std::uint64_t{1} << 63) - 25), {20, 20});
  EXPECT_THROW(mul_with(Algorithm::transform, a, a), DomainError);
}

TEST(ThreadsDenseMulti, SameProducts) {
  Random r(314);
  for (const std::uint64_t p : {std::uint64_t{65537}, std::uint64_t{1108307720798209}, (std::uint64_t{1} << 63) - 25}) {
    const PrimeField f(p);
    const DDMMP a = random_box(r, f, {12, 11, 13});
    const DDMMP b = random_box(r, f, {9, 14, 10});
    const DDMMP product = mul_with(Algorithm::plain, a, b, ExecutionContext().with_threads(1));
    for (const ExecutionContext& plain : contexts()) {
      const ExecutionContext ctx = plain.with_tuning(fine_grain());
      for (const Algorithm algorithm : algorithms(a, b)) EXPECT_EQ(mul_with(algorithm, a, b, ctx), product);
      EXPECT_EQ(mul(a, b, ctx), product);
      EXPECT_EQ(mul(a, b, plain), product);
    }
  }
}

TEST(DenseMultiMul, CanBeStopped) {
  Random r(315);
  const PrimeField f(1108307720798209);
  const DDMMP a = random_box(r, f, {60, 60, 30});
  for (const Algorithm algorithm : {Algorithm::plain, Algorithm::kronecker, Algorithm::transform})
    expect_cancelled(
        "a product of arrays", [&](const ExecutionContext& ctx) { (void)mul_with(algorithm, a, a, ctx); },
        std::chrono::milliseconds(0));
}

}  // namespace
}  // namespace polyfork::test
