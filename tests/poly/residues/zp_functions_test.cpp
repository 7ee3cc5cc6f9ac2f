// The public functions over Z/pZ that are built on products: definitions, errors, every context.
#include <gtest/gtest.h>

#include <functional>
#include <stop_token>
#include <tuple>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/division/prepared_divisor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/poly/residues/partial_products.hpp>
#include <polyfork/poly/residues/power_series.hpp>

#include "algebra_generators.hpp"
#include "back_ends.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

PolyZp part(const PolyZp& a, std::size_t begin, std::size_t end) {
  std::vector<std::uint64_t> c;
  for (std::size_t i = begin; i < end && i < a.length(); ++i) c.push_back(a.coefficient(i));
  return PolyZp::from_elements(a.ring(), std::move(c));
}

const std::size_t lengths[] = {0, 1, 2, 7, 40, 200};

TEST(ZpFunctions, PartsOfProductsAndPreparedFactors) {
  IntegerGenerator g(400);
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    for (const std::size_t n : lengths)
      for (const std::size_t m : lengths) {
        const PolyZp a = random_zp(g, field, n);
        const PolyZp b = random_zp(g, field, m);
        const PolyZp c = mul(a, b);
        const std::size_t k = g.random().below(n + m + 2);
        EXPECT_EQ(mullow(a, b, k), part(c, 0, k));
        EXPECT_EQ(mulhigh(a, b, k), part(c, k, n + m));
        EXPECT_EQ(mulmid(a, b, k / 2, k), part(c, k / 2, k));
        EXPECT_TRUE(mulmid(a, b, k, k / 2).is_zero());
        EXPECT_EQ(mullow(a, a, k), part(mul(a, a), 0, k));
        const PreparedFactor factor(b, n + 3);
        EXPECT_EQ(mul(a, factor), c);
        EXPECT_EQ(mul(part(a, 0, n / 2), factor), mul(part(a, 0, n / 2), b));
        EXPECT_THROW(mul(random_zp(g, field, n + 4), factor), DomainError);
      }
  }
}

TEST(ZpFunctions, PowerSeries) {
  IntegerGenerator g(401);
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    for (const std::size_t n : lengths)
      for (const std::size_t m : {1, 2, 50, 300}) {
        PolyZp f = random_zp(g, field, m);
        if (f.coefficient(0) == 0) f.set_coefficient(0, p - 1);
        const PolyZp a = random_zp(g, field, 60);
        EXPECT_EQ(mullow(inverse_series(f, n), f, n), part(PolyZp::constant(field, 1), 0, n));
        EXPECT_EQ(mullow(divide_series(a, f, n), f, n), part(a, 0, n));
      }
    EXPECT_THROW(inverse_series(PolyZp::generator(field), 5), DomainError);
    EXPECT_THROW(inverse_series(PolyZp(field), 5), DomainError);
    EXPECT_THROW(divide_series(PolyZp::generator(field), PolyZp::generator(field), 5), DomainError);
  }
}

TEST(ZpFunctions, DivisionAndPreparedDivisors) {
  IntegerGenerator g(402);
  for (const ExecutionContext& ctx : {ExecutionContext(), ExecutionContext().with_tuning(smallest_cutoffs())})
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      for (const std::size_t n : lengths)
        for (const std::size_t m : {1, 2, 30, 100}) {
          const PolyZp a = random_zp(g, field, n);
          const PolyZp b = random_zp(g, field, m);
          const auto [q, r] = div_rem(a, b, ctx);
          EXPECT_EQ(add(mul(q, b), r), a);
          EXPECT_LT(r.length(), b.length());
          const PreparedDivisor divisor(b, 0, ctx);
          const auto prepared = div_rem(a, divisor, ctx);
          EXPECT_EQ(prepared.quotient, q);
          EXPECT_EQ(prepared.remainder, r);
          EXPECT_EQ(rem(a, divisor, ctx), r);
          EXPECT_EQ(exact_div(mul(a, b), b, ctx), a);
        }
      EXPECT_THROW(div_rem(PolyZp::generator(field), PolyZp(field), ctx), DomainError);
      EXPECT_THROW(PreparedDivisor(PolyZp(field), 3, ctx), DomainError);
    }
}

TEST(ZpFunctions, BezoutAndResultant) {
  IntegerGenerator g(403);
  for (const ExecutionContext& ctx : {ExecutionContext(), ExecutionContext().with_tuning(smallest_cutoffs())})
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      for (const std::size_t n : lengths)
        for (const std::size_t m : lengths) {
          const PolyZp common = random_zp(g, field, 1 + g.random().below(3));
          const PolyZp a = mul(random_zp(g, field, n), common);
          const PolyZp b = mul(random_zp(g, field, m), common);
          const ExtendedGcd e = extended_gcd(a, b, ctx);
          EXPECT_EQ(e.g, gcd(a, b, ctx));
          EXPECT_EQ(add(mul(e.s, a), mul(e.t, b)), e.g);
          EXPECT_TRUE(e.g.is_zero() || e.g.is_monic());
          const std::uint64_t r = resultant(a, b, ctx);
          EXPECT_EQ(r == 0, a.is_zero() || b.is_zero() || !e.g.is_constant());
          // Multiplicative in the first operand.
          const PolyZp c = random_zp(g, field, 20);
          EXPECT_EQ(resultant(mul(a, c), b, ctx), a.is_zero() ? 0 : field.mul(r, resultant(c, b, ctx)));
        }
    }
  const PrimeField field(101);
  // Res((x - 2)(x - 3), x - 5) = (2 - 5)(3 - 5) = 6
  EXPECT_EQ(resultant(PolyZp(field, {6, 96, 1}), PolyZp(field, {96, 1})), 6U);
  EXPECT_EQ(resultant(PolyZp(field, {7}), PolyZp(field, {1, 2, 3})), 49U);
  EXPECT_EQ(resultant(PolyZp(field, {7}), PolyZp(field, {3})), 1U);
}

TEST(ZpFunctions, BezoutOfDivisorsAndConstants) {
  const PrimeField field(101);
  const PolyZp a(field, {6, 96, 1});
  const PolyZp zero(field);
  const PolyZp constant(field, {2});
  EXPECT_EQ(extended_gcd(mul(a, a), a).s, zero);
  EXPECT_EQ(extended_gcd(a, mul(a, a)).t, zero);
  EXPECT_EQ(extended_gcd(a, a).s, zero);
  EXPECT_EQ(extended_gcd(a, a).t, PolyZp(field, {1}));
  EXPECT_EQ(extended_gcd(a, constant).t, PolyZp(field, {51}));
  EXPECT_EQ(extended_gcd(constant, a).s, PolyZp(field, {51}));
  EXPECT_EQ(extended_gcd(zero, constant).t, PolyZp(field, {51}));
  EXPECT_EQ(extended_gcd(constant, zero).s, PolyZp(field, {51}));
  EXPECT_TRUE(extended_gcd(zero, zero).g.is_zero());
}

TEST(ZpFunctions, Multipoint) {
  IntegerGenerator g(404);
  ResidueVector reused(5, 3);
  for (const ExecutionContext& ctx : {ExecutionContext(), ExecutionContext().with_tuning(smallest_cutoffs())})
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      for (const std::size_t n : lengths)
        for (const std::size_t count : {0, 1, 3, 45, 60, 150, 700}) {
          const PolyZp f = random_zp(g, field, n);
          Residues64 points(count);
          for (auto& x : points) x = g.random().below(p);
          const ResidueVector values = evaluate_many(f, points, ctx);
          ASSERT_EQ(values.size(), count);
          for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(values[i], evaluate(f, points[i]));
          EXPECT_EQ(evaluate_many(f, EvaluationPoints(field, points, ctx), ctx), values);
          evaluate_many_into(reused, f, points, ctx);
          EXPECT_EQ(reused, values);
        }
      const std::size_t n = std::min<std::uint64_t>(p, 90);
      Residues64 points(n);
      Residues64 values(n);
      for (std::size_t i = 0; i < n; ++i) points[i] = i, values[i] = g.random().below(p);
      const PolyZp f = interpolate(field, points, values, ctx);
      EXPECT_LE(f.length(), n);
      const ResidueVector back = evaluate_many(f, points, ctx);
      EXPECT_TRUE(std::equal(back.begin(), back.end(), values.begin()));
      EXPECT_EQ(interpolate(EvaluationPoints(field, points, ctx), values, ctx), f);
      points[n - 1] = points[0];
      EXPECT_THROW(interpolate(field, points, values, ctx), DomainError);
      points.pop_back();
      EXPECT_THROW(interpolate(field, points, values, ctx), DomainError);
    }
  const PrimeField field(7);
  EXPECT_TRUE(interpolate(field, {}, {}).is_zero());
}

TEST(ZpFunctions, PreparedOperandsOutliveTheirContext) {
  IntegerGenerator g(407);
  const PrimeField field(1125899906842597);
  const PolyZp a = random_zp(g, field, 900);
  const PolyZp b = random_zp(g, field, 450);
  const auto make = [&] {
    const ExecutionContext own = ExecutionContext().with_memory_limit(std::size_t{1} << 30);
    return std::make_tuple(PreparedFactor(b, 900, own), PreparedDivisor(b, 451, own),
                           EvaluationPoints(field, b.coefficients(), own));
  };
  const auto [factor, divisor, points] = make();
  EXPECT_EQ(mul(a, factor), mul(a, b));
  EXPECT_EQ(rem(a, divisor), rem(a, b));
  EXPECT_EQ(evaluate_many(a, points), evaluate_many(a, b.coefficients()));
}

TEST(ZpFunctions, MixedModuliAndVariables) {
  const PolyZp a(PrimeField(5), {1, 2});
  const PolyZp b(PrimeField(7), {1, 2});
  EXPECT_THROW(mullow(a, b, 2), ModulusMismatch);
  EXPECT_THROW(mulhigh(a, b, 2), ModulusMismatch);
  EXPECT_THROW(mulmid(a, b, 0, 2), ModulusMismatch);
  EXPECT_THROW(mul(a, PreparedFactor(b, 2)), ModulusMismatch);
  EXPECT_THROW(divide_series(a, b, 2), ModulusMismatch);
  EXPECT_THROW(div_rem(a, PreparedDivisor(b)), ModulusMismatch);
  EXPECT_THROW(extended_gcd(a, b), ModulusMismatch);
  EXPECT_THROW(resultant(a, b), ModulusMismatch);
  EXPECT_THROW(evaluate_many(a, EvaluationPoints(PrimeField(7), {})), ModulusMismatch);
  EXPECT_THROW(mullow(a, a.with_variable("y"), 2), DomainError);
  EXPECT_EQ(mullow(a.with_variable("y"), a.with_variable("y"), 2).variable(), "y");
}

TEST(ZpFunctions, SameResultsInEveryContext) {
  IntegerGenerator g(405);
  const PrimeField field(1125899906842597);
  const PolyZp a = random_zp(g, field, 3000);
  const PolyZp b = random_zp(g, field, 1400);
  const Residues64 points = Residues64(a.coefficients().begin(), a.coefficients().end());
  std::vector<PolyZp> first;
  for (const ExecutionContext& ctx : contexts()) {
    const auto [q, r] = div_rem(a, b, ctx);
    const std::vector<PolyZp> results = {q,
                                         r,
                                         gcd(a, b, ctx),
                                         inverse_series(PolyZp(field, {1}), 3, ctx),
                                         divide_series(a, b, 2000, ctx),
                                         mulmid(a, b, 1300, 2900, ctx),
                                         PolyZp::constant(field, resultant(a, b, ctx)),
                                         PolyZp(field, evaluate_many(b, points, ctx))};
    if (first.empty()) first = results;
    EXPECT_EQ(results, first);
  }
}

TEST(ZpFunctions, CancelledAndLimited) {
  IntegerGenerator g(406);
  const PrimeField field(9223372036854775783U);
  const PolyZp a = random_zp(g, field, 4000);
  const PolyZp b = random_zp(g, field, 2000);
  std::stop_source stop;
  stop.request_stop();
  const ExecutionContext cancelled = ExecutionContext().with_stop_token(stop.get_token());
  const ExecutionContext small = ExecutionContext().with_memory_limit(8192);
  const std::span<const std::uint64_t> points = a.coefficients();
  for (const auto& call : std::vector<std::function<void(const ExecutionContext&)>>{
           [&](const ExecutionContext& c) { mulmid(a, b, 1000, 3000, c); },
           [&](const ExecutionContext& c) { div_rem(a, b, c); }, [&](const ExecutionContext& c) { gcd(a, b, c); },
           [&](const ExecutionContext& c) { extended_gcd(a, b, c); },
           [&](const ExecutionContext& c) { resultant(a, b, c); },
           [&](const ExecutionContext& c) { inverse_series(a, 4000, c); },
           [&](const ExecutionContext& c) { evaluate_many(a, points, c); },
           [&](const ExecutionContext& c) { interpolate(field, points, points, c); }}) {
    EXPECT_THROW(call(cancelled), Cancelled);
    EXPECT_THROW(call(small), MemoryLimit);
    EXPECT_EQ(small.memory().used(), small.plan_cache().bytes());
  }
}

}  // namespace
}  // namespace polyfork::test
