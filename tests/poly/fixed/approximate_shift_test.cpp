// Substitutions on approximate coefficients: the stated bound of the error, at its edge.
#include <polyfork/poly/fixed/approximate_shift.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <polyfork/core/error.hpp>

#include "back_ends.hpp"
#include "integer_generators.hpp"
#include "naive_poly.hpp"

namespace polyfork::test {
namespace {

/// 2^(k n) f((u + t) / 2^k), n the degree.
NaivePoly exact_part(const NaivePoly& f, unsigned k, std::uint64_t u) {
  NaivePoly a = f;
  for (std::size_t j = 0; j < a.size(); ++j) a[j] = a[j] << (k * (a.size() - 1 - j));
  for (std::size_t i = 0; i + 1 < a.size(); ++i)
    for (std::size_t j = a.size() - 1; j-- > i;) a[j].add_mul(Integer(u), a[j + 1]);
  return a;
}

/// The largest |exact - approximation| of a coefficient, in units times 2^(k n); checks it against the bound.
Integer largest_error(const NaivePoly& exact, const ApproximatePoly& result, std::size_t scale) {
  Integer largest;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const Integer off = exact[i] - (Integer(result.coefficients[i]) << scale);
    largest = std::max(largest, off.sign() < 0 ? -off : off);
  }
  EXPECT_LE(largest, result.error << scale);
  return largest;
}

TEST(ApproximateShift, RoundsToTheBitsAskedFor) {
  IntegerGenerator g(91);
  for (const std::size_t bits : {1, 10, 63, 64, 65, 200, 1000}) {
    const IntegerVector f = g.vector(40, 5);
    const ApproximatePoly a = approximate(f, bits);
    EXPECT_LE(a.coefficients.max_bits(), bits + 1);  // -2^bits + 1 less a bit of what is cut off
    const std::size_t drop = static_cast<std::size_t>(a.exponent);
    EXPECT_EQ(drop, f.max_bits() > bits ? f.max_bits() - bits : 0);
    EXPECT_EQ(a.error, Integer(drop == 0 ? 0 : 1));
    for (std::size_t i = 0; i < f.size(); ++i) {
      const Integer off = Integer(f[i]) - (Integer(a.coefficients[i]) << drop);
      EXPECT_GE(off, Integer(0));
      EXPECT_LT(off, Integer(1) << drop);
    }
  }
  EXPECT_THROW(approximate(g.vector(3, 1), 0), DomainError);
}

TEST(ApproximateShift, TheBoundHolds) {
  IntegerGenerator g(92);
  for (const ExecutionContext& ctx : contexts())
    for (const std::size_t n : {1, 2, 3, 10, 64, 65, 100})
      for (const auto& [k, u] : {std::pair{0U, 0U}, {1U, 0U}, {1U, 1U}, {2U, 3U}, {3U, 0U}, {3U, 5U}, {7U, 127U}})
        for (const int error : {0, 1, 1000}) {
          const ApproximatePoly f{g.vector(n, 3), 0, error};
          const ApproximatePoly r = approximate_part(f, k, u, ctx);
          // every coefficient at either end of what is known
          for (const int sign : {-1, 0, 1}) {
            NaivePoly real = to_naive(f.coefficients);
            for (Integer& x : real) x += Integer(sign * error);
            largest_error(exact_part(real, k, u), r, k * (n - 1));
          }
        }
}

/// Right halves: errors of one sign add up to 2 - 2^-n times theirs, and the floor takes almost one more.
TEST(ApproximateShift, TheBoundIsAttained) {
  for (const std::size_t n : {8, 64, 300}) {
    const std::size_t scale = n - 1;
    const Integer error(1000);
    std::vector<Integer> q(n, Integer(0));
    q.back() = -1;  // coefficient 0 is -2^-(n-1): its floor is -1
    const ApproximatePoly right = approximate_part({IntegerVector(q), 0, error}, 1, 1);
    EXPECT_EQ(right.error, Integer(2001));
    NaivePoly real = to_naive(IntegerVector(q));
    for (Integer& x : real) x += error;
    const Integer off = largest_error(exact_part(real, 1, 1), right, scale);
    // 2000 (1 - 2^-n) + 1 - 2^-(n-1)
    EXPECT_EQ(off, (Integer(2001) << scale) - Integer(1001));
    const ApproximatePoly left = approximate_part({IntegerVector(q), 0, error}, 1, 0);
    EXPECT_EQ(left.error, Integer(1001));
    // The last of eight parts: 8 times the error.
    EXPECT_EQ(approximate_part({IntegerVector(q), 0, error}, 3, 7).error, Integer(8001));
    EXPECT_EQ(approximate_part({IntegerVector(q), 0, error}, 3, 4).error, Integer(2001));
    EXPECT_EQ(approximate_part({IntegerVector(q), 0, error}, 3, 5).error, Integer(2668));  // 8000 / 3, rounded up
  }
}

/// Why the scaled coefficients are not rounded first: what that cuts off comes out multiplied by binomials.
TEST(ApproximateShift, RoundingBeforeTheShiftBreaksTheBound) {
  const std::size_t n = 65;
  std::vector<Integer> q(n);
  for (std::size_t j = 0; j < n; ++j) q[j] = (Integer(1) << j) - Integer(1);  // floor(q_j / 2^j) = 0
  const ApproximatePoly r = approximate_part({IntegerVector(q), 0, Integer(0)}, 1, 1);
  largest_error(exact_part(to_naive(IntegerVector(q)), 1, 1), r, n - 1);
  // Rounded first, all would come out as zero; the middle one is C(65, 33) less a little, above 2^61.
  EXPECT_GT(Integer(r.coefficients[32]), Integer(1) << 61);
}

TEST(ApproximateShift, WrongArguments) {
  const ApproximatePoly f{IntegerVector{1, 2}, 0, Integer(1)};
  EXPECT_THROW(approximate_part(f, 1, 2), DomainError);
  EXPECT_THROW(approximate_part(f, 63, 0), DomainError);
  EXPECT_EQ(approximate_part({{}, 5, Integer(1)}, 1, 1).error, Integer(3));
  EXPECT_EQ(approximate_part(f, 0, 0).coefficients, f.coefficients);
}

}  // namespace
}  // namespace polyfork::test
