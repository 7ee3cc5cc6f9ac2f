// Rounded parts against exact shifts of the scaled rows.
#include "poly/fixed/rounded_part.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "forced_isa.hpp"
#include "integer_generators.hpp"

namespace polyfork {
namespace {

using test::ForcedIsa;

/// X_i, with r_i = X_i / 2^(levels (rows - 1)).
IntegerVector exact_part(const std::vector<Integer>& q, std::size_t levels, const Integer& a) {
  std::vector<Integer> scaled;
  for (std::size_t i = 0; i < q.size(); ++i) scaled.push_back(q[i] << (levels * (q.size() - 1 - i)));
  return taylor_shift(IntegerVector{std::span<const Integer>(scaled)}, a);
}

/// How many were found rounded: the exact shift may be preferred.
int expect_rounded(const std::vector<Integer>& q, std::size_t limbs, std::size_t levels, const Integer& a) {
  int found_rounded = 0;
  detail::FixedRows rows(q.size(), limbs);
  for (std::size_t i = 0; i < q.size(); ++i) rows.assign(i, q[i], 0);
  const IntegerVector exact = exact_part(q, levels, a);
  const std::size_t drop = levels * (q.size() - 1);
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext::default_context().with_threads(threads);
    const auto part = detail::rounded_part(rows, levels, a, ctx);
    const auto both = a.sign() > 0 ? detail::rounded_parts(rows, levels, a, ctx) : std::nullopt;
    if (both && part) {
      // Both are rounded from equal residues.
      EXPECT_EQ(both->upper.to_vector(0, ctx), part->to_vector(0, ctx));
      const auto lower = detail::rounded_part(rows, levels, -a, ctx);
      EXPECT_TRUE(lower);
      if (lower) {
        EXPECT_EQ(both->lower.to_vector(0, ctx), lower->to_vector(0, ctx));
      }
    }
    if (!part) continue;
    ++found_rounded;
    EXPECT_EQ(part->rows(), q.size());
    const IntegerVector found = part->to_vector(0, ctx);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Integer x = i < exact.size() ? Integer(exact[i]) : Integer(0);
      EXPECT_LT(abs(x - (Integer(found[i]) << drop)), Integer(1) << drop)
          << isa_name(active_isa()) << ", row " << i << " of " << q.size() << ", level " << levels << ", a " << a;
      if (::testing::Test::HasFailure()) return found_rounded;
    }
  }
  return found_rounded;
}

TEST(RoundedPartProperty, IsLessThanOneOff) {
  test::IntegerGenerator g(71);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, detected_isa()}) {
    if (isa > detected_isa()) continue;
    const ForcedIsa forced(isa);
    int found_rounded = 0;
    for (const std::size_t rows : {128U, 129U, 300U, 777U}) {
      for (const unsigned bits : {1U, 60U, 700U, 2500U}) {
        for (const std::size_t levels : {1U, 2U, 3U}) {
          if (rows * bits > 400000) continue;
          std::vector<Integer> q;
          const unsigned shape = static_cast<unsigned>(g.random().below(4));
          for (std::size_t i = 0; i < rows; ++i) {
            const Integer largest = (Integer(1) << bits) - Integer(1);
            const Integer x = shape == 0   ? largest
                              : shape == 1 ? g.uniform(bits)
                              : shape == 2
                                  ? (i % 7 == 0 ? g.uniform(bits) : Integer(0))
                                  : g.uniform(1 + bits * static_cast<unsigned>(rows - i) / static_cast<unsigned>(rows));
            q.push_back(g.random().below(2) == 0 || shape == 0 ? x : -x);
          }
          const std::int64_t whole = std::int64_t{1} << levels;
          for (const std::int64_t a : {std::int64_t{1}, std::int64_t{-1}, whole - 1, 1 - whole}) {
            found_rounded += expect_rounded(q, bits / 64 + 1, levels, Integer(a));
            if (HasFailure()) return;
          }
        }
      }
    }
    EXPECT_GT(found_rounded, 50) << isa_name(isa);
  }
}

// -1 has no bits beside its sign.
TEST(RoundedPart, OnlyMinusOnes) {
  for (const std::size_t rows : {200U, 4000U})
    for (const std::size_t levels : {1U, 2U, 4U})
      for (const std::int64_t a : {std::int64_t{1}, (std::int64_t{1} << levels) - 1}) {
        (void)expect_rounded(std::vector<Integer>(rows, Integer(-1)), 1, levels, Integer(a));
        std::vector<Integer> some(rows);
        for (std::size_t i = 0; i < rows; i += 3) some[i] = -1;
        (void)expect_rounded(some, 1, levels, Integer(a));
      }
}

TEST(RoundedPart, ZerosAndShortOnes) {
  const ExecutionContext ctx;
  const detail::FixedRows zeros(300, 2);
  const auto part = detail::rounded_part(zeros, 1, Integer(1), ctx);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->max_bits(ctx), 0U);
  const auto both = detail::rounded_parts(zeros, 1, Integer(1), ctx);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->lower.max_bits(ctx) + both->upper.max_bits(ctx), 0U);
  EXPECT_FALSE(detail::rounded_parts(detail::FixedRows(10, 2), 1, Integer(1), ctx));
  EXPECT_FALSE(detail::rounded_part(detail::FixedRows(10, 2), 1, Integer(1), ctx));
}

}  // namespace
}  // namespace polyfork
