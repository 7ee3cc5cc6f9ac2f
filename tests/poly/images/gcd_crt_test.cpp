// Incremental Chinese remaindering by itself, against residues of known integers.
#include "poly/images/gcd_crt.hpp"

#include <gtest/gtest.h>

#include "integer_generators.hpp"
#include "poly/images/gcd_primes.hpp"

namespace polyfork::test {
namespace {

using detail::IncrementalCrt;

std::vector<std::uint64_t> images(const IntegerVector& v, std::uint64_t p) {
  std::vector<std::uint64_t> r(v.size());
  detail::residues(v, p, r, ExecutionContext::default_context());
  return r;
}

/// v modulo the first k primes of the source, and the product of these.
struct Lifted {
  IntegerVector values;
  Integer modulus = 1;
  std::vector<std::uint64_t> primes;
  bool settled = false;
};
template <class Primes>
Lifted lift(const IntegerVector& v, std::size_t k, Primes next, std::size_t slack, const ExecutionContext& ctx) {
  std::uint64_t p = next();
  Lifted lifted;
  lifted.modulus = Integer(p);
  lifted.primes.push_back(p);
  IncrementalCrt crt(images(v, p), p);
  EXPECT_EQ(crt.size(), v.size());
  for (std::size_t i = 1; i < k; ++i) {
    p = next();
    lifted.modulus *= Integer(p);
    lifted.primes.push_back(p);
    crt.add(images(v, p), WordModulus(p), ctx);
  }
  lifted.values = crt.lift(ExecutionContext::default_context());
  lifted.settled = crt.settled(slack, ExecutionContext::default_context());
  return lifted;
}

TEST(IncrementalCrtProperty, GivesTheSymmetricResidues) {
  IntegerGenerator g(95);
  const ExecutionContext ctx;
  for (std::size_t k = 1; k <= 12; ++k) {
    const IntegerVector v = g.vector(20 + g.random().below(100), 8);
    detail::GcdPrimes primes;
    const Lifted lifted = lift(
        v, k, [&] { return primes.next(); }, 0, ctx);
    ASSERT_EQ(lifted.values.size(), v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Integer x(lifted.values[i]);
      EXPECT_LE(Integer(2) * abs(x), lifted.modulus);
      for (const std::uint64_t p : lifted.primes) EXPECT_EQ(x.view().mod(p), v[i].mod(p));
    }
    if (2 * v.max_bits() < 62 * k) {
      EXPECT_EQ(lifted.values, v);
    }
  }
}

TEST(IncrementalCrt, TinyPrimesDoNotFillALimb) {
  const std::uint64_t small[] = {2, 3, 5, 7, 11, 13};
  std::size_t at = 0;
  const IntegerVector v{0, 1, -1, 15000, -15000, 15015, -15014};
  const Lifted lifted = lift(
      v, 6, [&] { return small[at++]; }, 0, ExecutionContext());
  EXPECT_EQ(lifted.modulus, Integer(30030));
  EXPECT_EQ(lifted.values, v);  // 15015 = M / 2 belongs to (-M/2, M/2]
}

TEST(IncrementalCrt, SettledMeasuresTheSlack) {
  const IntegerVector v{Integer(1) << 100, -(Integer(1) << 90), 0};
  for (const auto& [k, slack, expected] :
       {std::tuple{2U, 23U, true}, {2U, 24U, false}, {3U, 85U, true}, {3U, 86U, false}}) {
    detail::GcdPrimes primes;
    EXPECT_EQ(lift(
                  v, k, [&] { return primes.next(); }, slack, ExecutionContext())
                  .settled,
              expected)
        << k << " primes, slack " << slack;
  }
}

TEST(ThreadsIncrementalCrt, ManyIntegersInParallel) {
  IntegerGenerator g(96);
  const IntegerVector v = g.vector(40000, 2);
  for (const int threads : {1, 2, 4}) {
    detail::GcdPrimes primes;
    EXPECT_EQ(lift(
                  v, 3, [&] { return primes.next(); }, 1, ExecutionContext().with_threads(threads))
                  .values,
              v);
  }
}

}  // namespace
}  // namespace polyfork::test
