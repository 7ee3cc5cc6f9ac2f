// Euclid's algorithm on words against Euclid's algorithm as it stands in a textbook.
#include "poly/residues/gcd_word.hpp"

#include <gtest/gtest.h>

#include "algebra_generators.hpp"
#include "poly/residues/division_word.hpp"

namespace polyfork::test {
namespace {

using Words = std::vector<std::uint64_t>;

Words stripped(Words a) {
  while (!a.empty() && a.back() == 0) a.pop_back();
  return a;
}

/// a mod b, one leading term at a time.
Words plain_rem(Words a, const Words& b, const WordModulus& m) {
  const std::uint64_t inverse = m.inverse(b.back());
  for (a = stripped(a); a.size() >= b.size(); a = stripped(a)) {
    const std::uint64_t q = m.mul(a.back(), inverse);
    const std::size_t shift = a.size() - b.size();
    for (std::size_t i = 0; i < b.size(); ++i) a[shift + i] = m.sub(a[shift + i], m.mul(q, b[i]));
  }
  return a;
}

/// Monic; empty for gcd(0, 0).
Words plain_gcd(Words a, Words b, const WordModulus& m) {
  for (a = stripped(a), b = stripped(b); !b.empty();) a = std::exchange(b, plain_rem(a, b, m));
  if (!a.empty()) {
    const std::uint64_t inverse = m.inverse(a.back());
    for (std::uint64_t& x : a) x = m.mul(x, inverse);
  }
  return a;
}

Words ours(Words a, Words b, const WordModulus& m) {
  const auto g = detail::word_gcd(a, b, m, ExecutionContext::default_context());
  EXPECT_EQ(detail::word_length(g), g.size());
  if (!g.empty()) detail::word_set_leading(g, 1, m);
  return {g.begin(), g.end()};
}

Words product(const Words& a, const Words& b, const WordModulus& m) {
  if (a.empty() || b.empty()) return {};
  Words c(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] = m.add(c[i + j], m.mul(a[i], b[j]));
  return c;
}

TEST(WordGcdProperty, EqualsPlainEuclid) {
  Random random(97);
  for (const std::uint64_t p : algebra_moduli()) {
    const WordModulus m(p);
    const auto draw = [&](std::size_t length) {
      Words a(length);
      // many zeros, so that quotients of every degree occur
      for (std::uint64_t& x : a) x = random.below(4) == 0 ? 0 : random() % p;
      for (std::size_t zeros = random.below(3); zeros-- != 0;) a.push_back(0);  // not normalised
      return a;
    };
    for (int round = 0; round < 150; ++round) {
      const Words common = draw(random.below(12));
      const Words a = product(common, draw(random.below(40)), m);
      const Words b = product(common, draw(random.below(40)), m);
      EXPECT_EQ(ours(a, b, m), plain_gcd(a, b, m)) << "p = " << p;
      EXPECT_EQ(ours(b, a, m), plain_gcd(a, b, m)) << "p = " << p;
    }
  }
}

TEST(WordGcd, SpecialCases) {
  const WordModulus m(101);
  EXPECT_TRUE(ours({}, {}, m).empty());
  EXPECT_TRUE(ours({0, 0}, {0}, m).empty());
  EXPECT_EQ(ours({5, 10}, {}, m), (Words{51, 1}));
  EXPECT_EQ(ours({5, 10}, {7}, m), Words{1});
  EXPECT_EQ(ours({100, 0, 1}, {1, 1}, m), (Words{1, 1}));            // x + 1 divides x^2 - 1 in a linear step
  EXPECT_EQ(ours({0, 0, 0, 0, 1}, {0, 0, 1}, m), (Words{0, 0, 1}));  // a step of degree two
  EXPECT_EQ(ours({1, 2, 1}, {2, 2, 0, 0, 0}, m), (Words{1, 1}));     // trailing zeros
  EXPECT_EQ(ours({100, 0, 1}, {100, 0, 1}, m), (Words{100, 0, 1}));  // equal operands
}

TEST(WordSetLeading, Scales) {
  const WordModulus m(101);
  Words a{3, 4, 50};
  detail::word_set_leading(a, 25, m);  // half
  EXPECT_EQ(a, (Words{52, 2, 25}));
  detail::word_set_leading(a, 25, m);
  EXPECT_EQ(a, (Words{52, 2, 25}));
}

}  // namespace
}  // namespace polyfork::test
