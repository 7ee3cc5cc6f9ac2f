// Products modulo words against schoolbook products: every modulus, level, window; plans and their memory.
#include "fft/word_convolution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "back_ends.hpp"
#include "ntt_generators.hpp"

namespace {

using polyfork::ExecutionContext;
using polyfork::Isa;
using polyfork::WordModulus;
using polyfork::detail::convolve_words;
using polyfork::detail::plan_word_convolution;
using polyfork::detail::PreparedWords;
using polyfork::detail::WordConvolutionPlan;
using polyfork::test::data_of;
using polyfork::test::largest_prime_below;
using polyfork::test::one;
using polyfork::test::Random;
using polyfork::test::Residues;

constexpr std::uint64_t largest = 9223372036854775783U;  // 2^63 - 25, a prime

std::vector<Isa> levels() {
  std::vector<Isa> all;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma})
    if (isa <= polyfork::detected_isa()) all.push_back(isa);
  return all;
}

/// Moduli of every size with their primality: edges of the number of primes and of the arithmetics, random ones.
std::vector<std::uint64_t> moduli(Random& random) {
  std::vector<std::uint64_t> all = {2,
                                    3,
                                    4,
                                    5,
                                    7,
                                    12289,
                                    65536,
                                    65537,
                                    2013265921,
                                    2147483647,
                                    one << 32,
                                    (one << 50) - 27,
                                    one << 50,
                                    (one << 50) + 1,
                                    1108307720798209,
                                    (one << 52) + 1,
                                    4611686018326724609,
                                    one << 62,
                                    largest,
                                    (one << 63) - 1};
  for (const std::uint64_t bound : {one << 50, one << 62, one << 63}) all.push_back(largest_prime_below(bound, 20));
  for (const std::uint64_t p : polyfork::detail::transform_primes) all.push_back(p);
  for (unsigned bits = 2; bits <= 63; bits += 3) all.push_back((one << (bits - 1)) + random.below(one << (bits - 1)));
  return all;
}

Residues naive(const WordModulus& m, const Residues& a, const Residues& b) {
  Residues out(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) out[i + j] = m.add(out[i + j], m.mul(a[i], b[j]));
  return out;
}

Residues part(const Residues& all, std::size_t begin, std::size_t end) {
  return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)};
}

struct Range {
  std::size_t begin, end;
};

/// The whole product and parts of it, among them those that let transforms wrap around.
std::vector<Range> ranges(Random& random, std::size_t na, std::size_t nb) {
  const std::size_t n = na + nb - 1;
  const std::size_t longer = std::max(na, nb);
  std::vector<Range> all = {{0, n}, {0, longer}, {n - longer, n}, {std::min(na, nb) - 1, longer}, {n / 2, n / 2 + 1},
                            {0, 1}};
  const std::size_t begin = random.below(n);
  all.push_back({begin, begin + 1 + random.below(n - begin)});
  return all;
}

void check(std::uint64_t p, std::size_t na, std::size_t nb, Isa isa, int threads, Random& random,
           const ExecutionContext& ctx) {
  const WordModulus m(p);
  const bool prime = polyfork::is_prime(p);
  const Residues a = data_of(random, na, p);
  const Residues b = data_of(random, nb, p);
  const Residues expected = naive(m, a, b);
  for (const auto [begin, end] : ranges(random, na, nb)) {
    const WordConvolutionPlan plan = plan_word_convolution({p, prime, na, nb, {begin, end}}, threads, isa);
    ASSERT_LE(plan.primes, 4U);
    Residues out(end - begin);
    convolve_words(plan, a, b, out, ctx);
    ASSERT_EQ(out, part(expected, begin, end))
        << p << ' ' << na << ' ' << nb << " [" << begin << ", " << end << ") " << isa_name(isa);
    const PreparedWords prepared(plan, b, ctx);
    convolve_words(prepared, a, {begin, end}, out, ctx);
    ASSERT_EQ(out, part(expected, begin, end)) << "prepared " << p << ' ' << na << ' ' << nb;
  }
  const Residues square = naive(m, a, a);
  const WordConvolutionPlan plan = plan_word_convolution({p, prime, na, na, {0, square.size()}}, threads, isa);
  Residues out(square.size());
  convolve_words(plan, a, a, out, ctx);
  ASSERT_EQ(out, square) << "square " << p << ' ' << na;
}

TEST(WordConvolutionIsa, EveryModulusEveryLevel) {
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  Random random(31);
  for (const Isa isa : levels())
    for (const std::uint64_t p : moduli(random)) {
      check(p, 1 + random.below(70), 1 + random.below(70), isa, 1, random, ctx);
      check(p, 100 + random.below(200), 1 + random.below(200), isa, 1, random, ctx);
    }
}

TEST(WordConvolutionIsa, LengthsAroundTheShapesOfTransforms) {
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  Random random(32);
  const std::uint64_t direct = largest_prime_below(one << 50, 20);
  for (const Isa isa : levels())
    for (const std::size_t words : {8, 16, 64, 128, 136, 144, 256, 288, 480, 512, 576})
      for (const std::size_t n : {words - 1, words, words + 1})
        for (const std::uint64_t p : {direct, largest}) {
          const std::size_t na = 1 + random.below(n);
          check(p, na, n - na + 1, isa, 1, random, ctx);
        }
}

TEST(WordConvolutionIsa, OneCoefficient) {
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  Random random(33);
  for (const Isa isa : levels())
    for (const std::uint64_t p : moduli(random))
      for (const std::size_t n : {1, 2, 9}) check(p, 1, n, isa, 1, random, ctx);
}

TEST(WordConvolutionThreads, TheSameWordsForEveryContext) {
  Random random(34);
  const std::size_t na = 9000, nb = 7000;
  for (const std::uint64_t p : {std::uint64_t{2147483647}, largest_prime_below(one << 50, 20), largest}) {
    const Residues a = data_of(random, na, p);
    const Residues b = data_of(random, nb, p);
    const WordConvolutionPlan serial =
        plan_word_convolution({p, true, na, nb, {0, na + nb - 1}}, 1, polyfork::active_isa());
    Residues reference(na + nb - 1);
    convolve_words(serial, a, b, reference, ExecutionContext().with_threads(1));
    for (const ExecutionContext& ctx : polyfork::test::contexts()) {
      const auto plan_part = [&](std::size_t begin, std::size_t end) {
        return plan_word_convolution({p, true, na, nb, {begin, end}}, ctx.threads(), polyfork::active_isa());
      };
      Residues out(na + nb - 1);
      convolve_words(plan_part(0, out.size()), a, b, out, ctx);
      EXPECT_EQ(out, reference) << p;
      Residues middle(na - nb + 1);
      convolve_words(plan_part(nb - 1, na), a, b, middle, ctx);
      EXPECT_EQ(middle, part(reference, nb - 1, na)) << p;
      const PreparedWords prepared(plan_part(0, out.size()), b, ctx);
      convolve_words(prepared, a, {0, out.size()}, out, ctx);
      EXPECT_EQ(out, reference) << p;
    }
  }
}

TEST(WordConvolution, LevelsAgreeOnLongProducts) {
  Random random(35);
  const ExecutionContext ctx;
  for (const std::uint64_t p : {std::uint64_t{2013265921}, largest_prime_below(one << 62, 20), (one << 63) - 1}) {
    const std::size_t na = 5000 + random.below(20000), nb = 5000 + random.below(20000);
    const Residues a = data_of(random, na, p);
    const Residues b = data_of(random, nb, p);
    std::set<Residues> results;
    for (const Isa isa : levels()) {
      Residues out(na + nb - 1);
      convolve_words(plan_word_convolution({p, polyfork::is_prime(p), na, nb, {0, out.size()}}, 1, isa), a, b, out,
                     ctx);
      results.insert(out);
    }
    EXPECT_EQ(results.size(), 1U) << p << ' ' << na << ' ' << nb;
  }
}

/// The transforms are cut above the leaves: short ones with short leaves, long ones as they are.
TEST(WordConvolution, SquaresAboveTheLeaves) {
  Random random(37);
  const auto check = [&](std::uint64_t p, std::size_t n, const polyfork::FftTuning& tuning,
                         const ExecutionContext& ctx) {
    const Residues a = data_of(random, n, p);
    const Residues copy = a;
    const int threads = ctx.threads();
    const WordConvolutionPlan plan = plan_word_convolution({p, polyfork::is_prime(p), n, n, {0, 2 * n - 1}}, threads,
                                                           polyfork::active_isa(), tuning);
    Residues square(2 * n - 1), product(2 * n - 1), prepared(2 * n - 1);
    convolve_words(plan, a, a, square, ctx);
    convolve_words(plan, a, copy, product, ctx);
    convolve_words(PreparedWords(plan, copy, ctx), a, {0, 2 * n - 1}, prepared, ctx);
    ASSERT_EQ(square, product) << p << ' ' << n;
    ASSERT_EQ(prepared, product) << p << ' ' << n;
  };
  polyfork::FftTuning short_leaves;
  short_leaves.leaf_log = 3;
  for (const int threads : {1, 2})
    for (const std::uint64_t p : {largest_prime_below(one << 50, 20), std::uint64_t{2147483647}, largest}) {
      const ExecutionContext ctx = ExecutionContext().with_threads(threads);
      for (const std::size_t n : {500, 1000, 2500, 5000, 9001}) check(p, n, short_leaves, ctx);
      check(p, 70000, {}, ctx);
    }
}

TEST(WordConvolution, APreparedOperandServesShorterOnesAndOtherRanges) {
  Random random(36);
  const ExecutionContext ctx;
  for (const std::uint64_t p : {std::uint64_t{12289}, largest_prime_below(one << 50, 20), largest}) {
    const WordModulus m(p);
    const Residues b = data_of(random, 300, p);
    const WordConvolutionPlan plan = plan_word_convolution({p, true, 200, 300, {0, 499}}, 1, polyfork::active_isa());
    const PreparedWords prepared(plan, b, ctx);
    for (const std::size_t na : {1, 8, 199, 200}) {
      const Residues a = data_of(random, na, p);
      const Residues expected = naive(m, a, b);
      const std::size_t begin = random.below(expected.size());
      const std::size_t end = begin + 1 + random.below(expected.size() - begin);
      Residues out(end - begin);
      convolve_words(prepared, a, {begin, end}, out, ctx);
      EXPECT_EQ(out, part(expected, begin, end)) << p << ' ' << na;
    }
  }
}

TEST(WordConvolution, PlansAreDirectWhereThatPays) {
  const std::uint64_t p50 = largest_prime_below(one << 50, 20), p62 = largest_prime_below(one << 62, 20);
  EXPECT_TRUE(plan_word_convolution({p50, true, 1000, 1000, {0, 1999}}, 1, Isa::ifma).direct);
  EXPECT_FALSE(plan_word_convolution({p50, false, 1000, 1000, {0, 1999}}, 1, Isa::ifma).direct)
      << "not known to be prime";
  EXPECT_FALSE(plan_word_convolution({(one << 50) - 27, true, 1000, 1000, {0, 1999}}, 1, Isa::ifma).direct)
      << "no roots";
  EXPECT_FALSE(plan_word_convolution({p62, true, 1000, 1000, {0, 1999}}, 1, Isa::ifma).direct);
  EXPECT_TRUE(plan_word_convolution({p62, true, 1000, 1000, {0, 1999}}, 1, Isa::scalar).direct);
  EXPECT_EQ(plan_word_convolution({2, true, 1000, 1000, {0, 1999}}, 1, Isa::ifma).primes, 1U);
  EXPECT_EQ(plan_word_convolution({2147483647, true, 1000, 1000, {0, 1999}}, 1, Isa::ifma).primes, 2U);
  EXPECT_EQ(plan_word_convolution({largest, true, 1000, 1000, {0, 1999}}, 1, Isa::ifma).primes, 3U);
  // Wrap-around: the middle of a product needs a transform of the longer operand's length only.
  EXPECT_EQ(plan_word_convolution({p50, true, 1024, 512, {511, 1024}}, 1, Isa::ifma).shape.words(), 1024U);
  EXPECT_EQ(plan_word_convolution({p50, true, 1024, 512, {0, 1535}}, 1, Isa::ifma).shape.words(), 1536U);
}

/// Output that goes past the caches, aligned and not, against values at a point.
TEST(WordConvolutionSlow, LongOutput) {
  Random random(29);
  for (const std::uint64_t p : {std::uint64_t{1108307720798209}, largest}) {
    const WordModulus m(p);
    const std::size_t length = 800001;
    Residues a(length);
    Residues b(length - 1);
    for (auto* v : {&a, &b})
      for (std::uint64_t& w : *v) w = random.below(p);
    const auto at = [&](std::span<const std::uint64_t> f, std::uint64_t x) {
      std::uint64_t y = 0;
      for (std::size_t i = f.size(); i-- > 0;) y = m.add(m.mul(y, x), f[i]);
      return y;
    };
    polyfork::ResidueVector whole(2 * length - 2);
    for (const int threads : {1, 3}) {
      const auto ctx = ExecutionContext().with_threads(threads);
      const auto run = [&](std::size_t begin, std::span<std::uint64_t> out) {
        convolve_words(plan_word_convolution({p, true, a.size(), b.size(), {begin, whole.size()}}, threads,
                                             polyfork::active_isa()),
                       a, b, out, ctx);
      };
      run(0, whole);
      const std::uint64_t x = random.below(p);
      ASSERT_EQ(at(whole, x), m.mul(at(a, x), at(b, x)));
      for (const std::size_t begin : {3U, 8U}) {
        polyfork::ResidueVector part(whole.size() - begin);
        run(begin, part);
        ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(begin)));
      }
    }
  }
}

TEST(WordConvolution, WorkspaceIsAsPlanned) {
  const WordConvolutionPlan one_by_one = plan_word_convolution({largest, true, 4000, 4000, {0, 7999}}, 1, Isa::scalar);
  const WordConvolutionPlan at_once = plan_word_convolution({largest, true, 4000, 4000, {0, 7999}}, 4, Isa::scalar);
  EXPECT_EQ(one_by_one.at_once, 1U);
  EXPECT_EQ(at_once.at_once, 3U);
  EXPECT_EQ(at_once.workspace_bytes(), 8 * (6 * at_once.shape.data_words() + 4 * polyfork::detail::ntt_tile_words));
  EXPECT_EQ(one_by_one.workspace_bytes(), 8 * (4 * one_by_one.shape.data_words() + polyfork::detail::ntt_tile_words));
  EXPECT_LT(one_by_one.workspace_bytes(), at_once.workspace_bytes());
  // What takes microseconds is not forked.
  EXPECT_EQ(plan_word_convolution({largest, true, 1000, 1000, {0, 1999}}, 4, Isa::scalar).at_once, 1U);
}

TEST(WordConvolution, APreparedOperandIsChargedWhileItLives) {
  const std::uint64_t p = largest_prime_below(one << 50, 20);
  const WordConvolutionPlan plan = plan_word_convolution({p, true, 1000, 1000, {0, 1999}}, 1, Isa::scalar);
  const Residues b(1000, 1);
  const ExecutionContext ctx;
  ctx.plan_cache().clear();
  std::size_t before = 0;
  {
    const PreparedWords warm(plan, b, ctx);  // tables stay in the cache
  }
  before = ctx.memory().used();
  {
    const PreparedWords prepared(plan, b, ctx);
    EXPECT_EQ(ctx.memory().used(), before + 8 * plan.shape.data_words());
  }
  EXPECT_EQ(ctx.memory().used(), before);
  EXPECT_THROW(PreparedWords(plan, b, ctx.with_memory_limit(1000)), polyfork::MemoryLimit);
}

}  // namespace
