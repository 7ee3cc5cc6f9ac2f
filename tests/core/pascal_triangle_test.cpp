#include "pascal_triangle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include <polyfork/core/profile.hpp>

#include "back_ends.hpp"

namespace {

using polyfork::ExecutionContext;
using polyfork::Profile;
using polyfork::ProfileSummary;
using polyfork::test::pascal_blocked;
using polyfork::test::pascal_divide_and_conquer;
using polyfork::test::PascalTriangle;

using Scheme = PascalTriangle (*)(const ExecutionContext&, std::size_t, std::size_t);

ProfileSummary measure(Scheme scheme, std::size_t n, std::size_t block) {
  Profile profile;
  scheme(ExecutionContext().with_profile(profile), n, block);
  return profile.summary();
}

const double log2_of_3 = std::log2(3.0);

TEST(PascalTriangle, HoldsTheBinomials) {
  PascalTriangle triangle = pascal_blocked(ExecutionContext(), 64, 8);
  EXPECT_EQ(triangle.at(2, 3), 10U);
  EXPECT_EQ(triangle.at(31, 32), 916312070471295267U);
  EXPECT_EQ(triangle.at(63, 0), 1U);
  EXPECT_EQ(triangle.at(32, 32), 0U) << "outside";
}

TEST(ThreadsPascalTriangle, SameOnEveryBackEnd) {
  const std::vector<std::uint64_t> expected = pascal_blocked(ExecutionContext().with_threads(1), 128, 128).cells();
  for (const ExecutionContext& ctx : polyfork::test::contexts()) {
    SCOPED_TRACE(std::string(backend_name(ctx.backend())) + ", threads " + std::to_string(ctx.threads()));
    EXPECT_EQ(pascal_blocked(ctx, 128, 8).cells(), expected);
    EXPECT_EQ(pascal_divide_and_conquer(ctx, 128, 8).cells(), expected);
  }
}

TEST(PascalTriangle, BothSchemesDoTheSameWork) {
  for (const std::size_t n : {16U, 64U, 256U}) {
    const double cells = static_cast<double>(n * (n + 1) / 2);
    EXPECT_EQ(measure(pascal_blocked, n, 8).work, cells);
    EXPECT_EQ(measure(pascal_divide_and_conquer, n, 8).work, cells);
  }
}

// Each band costs one tile, the last one a half: (n/B - 1) B^2 + B (B + 1) / 2, which is B n (1 - o(1)).
TEST(PascalTriangle, BlockedSpanIsLinear) {
  for (const std::size_t block : {4U, 8U, 16U})
    for (std::size_t n = 8 * block; n <= 128 * block; n *= 2) {
      const double expected = static_cast<double>((n / block - 1) * block * block + block * (block + 1) / 2);
      EXPECT_EQ(measure(pascal_blocked, n, block).span, expected);
    }
  // Doubling n or B doubles it, within 1% at 128 bands.
  const double span = measure(pascal_blocked, 512, 4).span;
  EXPECT_NEAR(measure(pascal_blocked, 1024, 4).span / span, 2, 0.02);
  EXPECT_NEAR(measure(pascal_blocked, 1024, 8).span / measure(pascal_blocked, 1024, 4).span, 2, 0.02);
}

// A band of i tiles forks ceil(log2 i) deep; their sum is Theta(m log m) with m = n/B bands.
TEST(PascalTriangle, BlockedForksGrowLikeMLogM) {
  double ratio = 0;
  for (std::size_t m = 16; m <= 256; m *= 2) {
    const auto forks = static_cast<double>(measure(pascal_blocked, 4 * m, 4).forks_on_critical_path);
    const double bands = static_cast<double>(m);
    const double now = forks / (bands * std::log2(bands));
    EXPECT_GT(now, 0.75);
    EXPECT_LT(now, 1.0);
    if (ratio > 0) {
      EXPECT_NEAR(now / ratio, 1, 0.06) << "m = " << m;
    }
    ratio = now;
  }
}

// S_square(n) = 3 S_square(n/2) and S_triangle(n) = S_triangle(n/2) + S_square(n/2): exponent log2(3).
TEST(PascalTriangle, DivideAndConquerGrowsLikeLog3) {
  double span = 0;
  double forks = 0;
  for (std::size_t n = 64; n <= 1024; n *= 2) {
    const ProfileSummary now = measure(pascal_divide_and_conquer, n, 4);
    const auto path = static_cast<double>(now.forks_on_critical_path);
    if (n >= 256) {  // the lower-order terms have died out: exponents within 0.05
      EXPECT_NEAR(std::log2(now.span / span), log2_of_3, 0.05) << "n = " << n;
      EXPECT_NEAR(std::log2(path / forks), log2_of_3, 0.05) << "n = " << n;
    }
    span = now.span;
    forks = path;
  }
  // The forks depend on n/B alone.
  EXPECT_EQ(measure(pascal_divide_and_conquer, 512, 8).forks_on_critical_path,
            measure(pascal_divide_and_conquer, 256, 4).forks_on_critical_path);
}

// With tiles this small the blocked scheme has the shorter span but more forks on it: the burden decides.
TEST(PascalTriangle, ProfilesOfBothSchemes) {
  const ProfileSummary blocked = measure(pascal_blocked, 1024, 16);
  const ProfileSummary recursive = measure(pascal_divide_and_conquer, 1024, 16);
  std::printf("Pascal triangle, n = 1024, B = 16, blocked\n%s", blocked.to_text().c_str());
  std::printf("Pascal triangle, n = 1024, B = 16, divide and conquer\n%s", recursive.to_text().c_str());
  EXPECT_TRUE(blocked.charged);
  EXPECT_LT(blocked.span, recursive.span);
  EXPECT_GT(blocked.burdened_span, recursive.burdened_span);
}

}  // namespace
