// Recurrences of several sequences together.
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "system/modular/berlekamp_massey.hpp"
#include "system/modular/simultaneous_recurrence.hpp"

namespace polyfork::test {
namespace {

using detail::simultaneous_recurrence;
using detail::SmallPrime;

/// Terms of a sequence with the recurrence, from random first ones.
std::vector<std::uint32_t> sequence_of(const std::vector<std::uint32_t>& recurrence, std::size_t terms,
                                       const SmallPrime& p, std::mt19937& random) {
  const std::size_t m = recurrence.size() - 1;
  std::vector<std::uint32_t> s;
  for (std::size_t i = 0; i < terms; ++i) {
    if (i < m) {
      s.push_back(static_cast<std::uint32_t>(random()) % p.value());
      continue;
    }
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < m; ++k) sum = p.modulus().add(sum, p.mul(recurrence[k], s[i - m + k]));
    s.push_back(p.neg(static_cast<std::uint32_t>(sum)));
  }
  return s;
}

TEST(SimultaneousRecurrenceProperty, IsFoundFromFewTermsOfManySequences) {
  std::mt19937 random(3);
  const SmallPrime p(2147483629);
  for (std::size_t m = 1; m <= 60; m += m < 10 ? 1 : 7)
    for (std::size_t count = 1; count <= 6; ++count) {
      std::vector<std::uint32_t> recurrence(m + 1);
      for (std::uint32_t& c : recurrence) c = static_cast<std::uint32_t>(random()) % p.value();
      recurrence[m] = 1;
      const std::size_t enough = m + (m + count - 1) / count;
      std::vector<std::vector<std::uint32_t>> sequences;
      for (std::size_t k = 0; k < count; ++k) sequences.push_back(sequence_of(recurrence, enough + 3, p, random));
      const auto found = simultaneous_recurrence(sequences, p, ExecutionContext::default_context());
      EXPECT_EQ(found.coefficients, recurrence) << m << ' ' << count;
      EXPECT_LE(found.settled, enough);
      // One that is a combination of others tells nothing.
      sequences.push_back(sequences[0]);
      EXPECT_EQ(simultaneous_recurrence(sequences, p, ExecutionContext::default_context()).coefficients, recurrence);
    }
}

TEST(SimultaneousRecurrenceProperty, OfOneSequenceIsTheShortestOne) {
  std::mt19937 random(4);
  for (const std::uint32_t prime : {3U, 101U, 2147483629U}) {
    const SmallPrime p(prime);
    for (std::size_t n = 1; n < 30; ++n) {
      std::vector<std::vector<std::uint32_t>> one(1);
      for (std::size_t i = 0; i < n; ++i)
        one[0].push_back(random() % 3 == 0 ? 0 : static_cast<std::uint32_t>(random()) % prime);
      const ExecutionContext& ctx = ExecutionContext::default_context();
      const auto found = simultaneous_recurrence(one, p, ctx).coefficients;
      const auto expected = minimal_recurrence(one[0], p, ctx);
      ASSERT_EQ(found.size(), expected.size());
      // So many terms determine it.
      EXPECT_TRUE(2 * (expected.size() - 1) > n || found == expected) << n;
    }
  }
}

/// Of the shortest recurrences of several sequences no shorter one exists: by trying all over a small field.
TEST(SimultaneousRecurrenceProperty, IsShortest) {
  std::mt19937 random(5);
  const SmallPrime p(3);
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 1 + random() % 8;
    std::vector<std::vector<std::uint32_t>> sequences(1 + random() % 3);
    for (auto& s : sequences)
      for (std::size_t i = 0; i < n; ++i) s.push_back(static_cast<std::uint32_t>(random()) % 3);
    const auto holds = [&](const std::vector<std::uint32_t>& c) {
      for (const auto& s : sequences)
        for (std::size_t i = 0; i + c.size() <= n; ++i) {
          std::uint32_t sum = 0;
          for (std::size_t k = 0; k < c.size(); ++k) sum += c[k] * s[i + k];
          if (sum % 3 != 0) return false;
        }
      return true;
    };
    const auto result = simultaneous_recurrence(sequences, p, ExecutionContext::default_context());
    const auto& found = result.coefficients;
    EXPECT_TRUE(holds(found));
    std::size_t as_short = 0;
    for (std::size_t m = 0; m < found.size(); ++m) {
      std::size_t codes = 1;
      for (std::size_t k = 0; k < m; ++k) codes *= 3;
      for (std::size_t code = 0; code < codes; ++code) {
        std::vector<std::uint32_t> c;
        for (std::size_t k = 0, rest = code; k < m; ++k, rest /= 3) c.push_back(static_cast<std::uint32_t>(rest % 3));
        c.push_back(1);
        if (holds(c)) ++as_short;
        EXPECT_TRUE(m + 1 == found.size() || !holds(c));
      }
    }
    EXPECT_GE(as_short, 1U);
    EXPECT_EQ(result.is_unique, as_short == 1);
  }
}

}  // namespace
}  // namespace polyfork::test
