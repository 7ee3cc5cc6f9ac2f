// Products of natural numbers through transforms against GMP, on every instruction set and back end.
#include "fft/limb_convolution.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <vector>

#include <gmp.h>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/integer.hpp>

#include "back_ends.hpp"
#include "fft/limb_crt.hpp"
#include "fft/word_convolution.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::LimbConvolutionPlan;
using detail::multiply_limbs;
using detail::plan_limb_convolution;

using Limbs = std::vector<std::uint64_t>;

Limbs gmp_product(const Limbs& a, const Limbs& b) {
  Limbs c(a.size() + b.size());
  const bool swap = a.size() < b.size();
  const Limbs& x = swap ? b : a;
  const Limbs& y = swap ? a : b;
  mpn_mul(c.data(), x.data(), static_cast<mp_size_t>(x.size()), y.data(), static_cast<mp_size_t>(y.size()));
  return c;
}

/// kind 0: random; 1: all ones; 2: a single bit; 3: runs of ones and zeros.
Limbs limbs(Random& random, std::size_t n, int kind) {
  Limbs a(n);
  for (std::size_t i = 0; i < n; ++i)
    a[i] = kind == 0 ? random.next() : kind == 1 || (kind == 3 && random.below(3) != 0) ? ~std::uint64_t{0} : 0;
  if (kind == 2) a[n - 1] = std::uint64_t{1} << 63;
  return a;
}

void expect_product(LimbConvolutionPlan plan, const Limbs& a, const Limbs& b, const ExecutionContext& ctx) {
  const Limbs expected = gmp_product(a, b);
  for (const unsigned primes : {3U, 4U}) {
    plan.primes = primes;
    if (plan.at_once > 1) plan.at_once = primes;
    Limbs c(a.size() + b.size(), 77);
    multiply_limbs(plan, a, b, c, ctx);
    ASSERT_EQ(c, expected) << a.size() << 'x' << b.size() << ' ' << primes << " primes";
  }
}

TEST(LimbConvolutionIsa, SmallSizesOnEveryLevel) {
  Random random(81);
  const ExecutionContext ctx;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    for (std::size_t n = 1; n < 300; n += 1 + n / 5)
      for (std::size_t m = 1; m < 200; m += 1 + m / 3)
        for (int kind = 0; kind < 4; ++kind)
          expect_product(plan_limb_convolution(n, m, 1, isa), limbs(random, n, kind), limbs(random, m, (kind + n) % 4),
                         ctx);
  }
}

TEST(LimbConvolution, Squares) {
  Random random(82);
  const ExecutionContext ctx;
  for (const std::size_t n : {1U, 7U, 8U, 9U, 300U, 5000U})
    for (int kind = 0; kind < 4; ++kind) {
      const Limbs a = limbs(random, n, kind);
      expect_product(plan_limb_convolution(n, n, 1, active_isa()), a, a, ctx);
    }
}

/// Sizes around a block of carries, and carries that run through several blocks.
TEST(ThreadsLimbConvolution, SameOnEveryBackEnd) {
  Random random(83);
  for (const ExecutionContext& ctx : contexts())
    for (const auto& [n, m] : {std::pair{4096U, 4096U},
                               {4097U, 4096U},
                               {8192U, 1U},
                               {20000U, 9000U},
                               {16384U, 8193U},
                               {8192U, 8192U},
                               {8193U, 8193U},
                               {24576U, 8224U},
                               {40000U, 25537U}})
      for (int kind = 0; kind < 4; ++kind)
        expect_product(plan_limb_convolution(n, m, ctx.threads(), active_isa()), limbs(random, n, kind),
                       limbs(random, m, kind), ctx);
}

/// Transforms whose nodes are split among threads, as a whole and truncated.
TEST(ThreadsLimbConvolution, LongOnes) {
  Random random(84);
  for (const int threads : {1, 4, 16}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (const auto& [n, m] : {std::pair{262144U, 262144U}, {270000U, 257000U}})
      for (int kind = 0; kind < 2; ++kind)
        expect_product(plan_limb_convolution(n, m, threads, active_isa()), limbs(random, n, kind),
                       limbs(random, m, 1 - kind), ctx);
  }
}

/// (B^n - 1)^2 = B^2n - 2 B^n + 1 for as many limbs as three primes serve, and for more.
TEST(LimbConvolutionSlow, TheLongestSums) {
  for (const std::size_t n : {4190000U, 4190001U}) {
    const Limbs a(n, ~std::uint64_t{0});
    const LimbConvolutionPlan plan = plan_limb_convolution(n, n, 1, active_isa());
    EXPECT_EQ(plan.primes, n == 4190000 ? 3U : 4U);
    Limbs c(2 * n);
    multiply_limbs(plan, a, a, c, ExecutionContext());
    Limbs expected(2 * n, ~std::uint64_t{0});
    std::fill(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(n), 0);
    expected[0] = 1;
    expected[n] = ~std::uint64_t{1};
    EXPECT_TRUE(c == expected);
  }
}

TEST(LimbConvolution, CanBeCancelled) {
  std::stop_source source;
  source.request_stop();
  const Limbs a(100, 3);
  Limbs c(200);
  EXPECT_THROW(multiply_limbs(plan_limb_convolution(100, 100, 1, active_isa()), a, a, c,
                              ExecutionContext().with_stop_token(source.get_token())),
               Cancelled);
}

/// Two-sided extremes of the coefficients: zeros, and as large as is allowed.
TEST(LimbCrtIsa, LargestCoefficients) {
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    for (const unsigned primes : {3U, 4U})
      for (std::size_t n = 1; n < 30; ++n) {
        // every coefficient is 2^149 - 1, or 2^191 - 1 with four primes
        const unsigned bits = primes == 3 ? 149 : 191;
        mpz_t value;
        mpz_t sum;
        mpz_init(sum);
        mpz_init_set_ui(value, 1);
        mpz_mul_2exp(value, value, bits);
        mpz_sub_ui(value, value, 1);
        std::vector<Limbs> residues;
        std::vector<const std::uint64_t*> rows;
        for (unsigned j = 0; j < primes; ++j) residues.emplace_back(n, mpz_fdiv_ui(value, detail::transform_primes[j]));
        for (const Limbs& row : residues) rows.push_back(row.data());
        for (std::size_t i = 0; i < n; ++i) {
          mpz_mul_2exp(sum, sum, 64);
          mpz_add(sum, sum, value);
        }
        Limbs out(n);
        const auto carry = detail::limb_crt_kernel(isa)(detail::LimbCrt(primes), rows.data(), out.data(), n);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], mpz_getlimbn(sum, static_cast<mp_size_t>(i)));
        ASSERT_EQ(carry.low, mpz_getlimbn(sum, static_cast<mp_size_t>(n)));
        ASSERT_EQ(carry.high, mpz_getlimbn(sum, static_cast<mp_size_t>(n + 1)));
        mpz_clear(value);
        mpz_clear(sum);
      }
  }
}

/// Coefficients of either sign, up to the largest that are allowed: their increased sum, of which the increases' own is
/// taken.
TEST(LimbCrtIsa, SignedCoefficients) {
  Random random(82);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    for (const unsigned primes : {3U, 4U})
      for (std::size_t n = 1; n < 70; ++n) {
        const detail::LimbCrt crt(primes, true);
        // c 2^64 - c, c = 2^64 offset_word()
        const Integer c = Integer(crt.offset_word()) << 64;
        const Integer most = (c << 64) - c;
        std::vector<Limbs> residues(primes, Limbs(n));
        Integer expected = (c << (64 * n)) - c;
        for (std::size_t i = 0; i < n; ++i) {
          Integer x = random.below(4) == 0 ? Integer(random.below(3)) : most - Integer(random.below(2));
          if (random.below(2) != 0) x.negate();
          expected += x << (64 * i);
          for (unsigned j = 0; j < primes; ++j) residues[j][i] = x.view().mod(detail::transform_primes[j]);
        }
        std::vector<const std::uint64_t*> rows;
        for (const Limbs& row : residues) rows.push_back(row.data());
        Limbs out(n + 1, 77);
        const auto carry = detail::limb_crt_kernel(isa)(crt, rows.data(), out.data(), n);
        Integer sum = (Integer(carry.high) << 64) + Integer(carry.low);
        for (std::size_t i = n; i-- > 0;) sum = (sum << 64) + Integer(out[i]);
        ASSERT_EQ(sum, expected) << primes << " primes, " << n;
        ASSERT_EQ(out[n], 77U);
      }
  }
}

}  // namespace
}  // namespace polyfork::test
