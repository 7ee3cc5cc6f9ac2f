// Sets of few local factors: those that are found are those that exhaustive search finds.
#include "poly/factor_z/small_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

#include <polyfork/poly/factor/factor.hpp>

#include "algebra_generators.hpp"

namespace polyfork::test {
namespace {

using namespace detail;
using Set = SmallSets::Set;

constexpr unsigned modulus_bits = 200;
constexpr double bound_bits = 150;

/// Two columns of r residues in which the planted sets have sums below the bound.
std::vector<std::vector<Integer>> planted_columns(std::size_t r, const std::vector<Set>& planted, std::mt19937_64& g) {
  const Integer modulus = Integer(1) << modulus_bits;
  std::vector<std::vector<Integer>> columns(2, std::vector<Integer>(r));
  for (std::vector<Integer>& column : columns) {
    for (Integer& x : column)
      for (int k = 0; k < 3; ++k) x = (x << 64) + Integer(g());
    for (const Set& set : planted) {
      Integer sum = (Integer(g()) << 80) - (Integer(std::uint64_t{1} << 63) << 80);
      for (std::size_t i = 0; i + 1 < set.size(); ++i) sum -= column[set[i]];
      column[set.back()] = sum;
    }
    for (Integer& x : column) x = floor_div_rem(x, modulus).second;
  }
  return columns;
}

TEST(SmallSetsProperty, PlantedSetsAreFound) {
  std::mt19937_64 g(20);
  const auto& ctx = ExecutionContext::default_context();
  for (int round = 0; round < 40; ++round) {
    // A partition into sets of one to six, and some in none.
    const std::size_t r = 20 + g() % 25;
    std::vector<std::size_t> order(r);
    for (std::size_t i = 0; i < r; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), g);
    std::vector<Set> planted{{order[0], order[1]}};
    for (std::size_t at = 2; at + 8 < r;) {
      const std::size_t size = 1 + g() % (round % 2 == 0 ? 4 : 6);
      planted.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(at),
                           order.begin() + static_cast<std::ptrdiff_t>(at + size));
      at += size;
      if (at + 6 > r) break;
    }
    for (Set& set : planted) std::sort(set.begin(), set.end());
    DegreeSet possible(r);
    for (std::size_t i = 0; i < r; ++i) possible.add_summand(1);
    SmallSets search(std::vector<std::size_t>(r, 1), possible);
    for (const auto& column : planted_columns(r, planted, g))
      search.add_column(column, Integer(1) << modulus_bits, bound_bits);
    const std::vector<Set> found = search.find(ctx);
    std::size_t in_sets = 0;
    for (const Set& set : found) {
      ASSERT_NE(std::find(planted.begin(), planted.end(), set), planted.end()) << "round " << round;
      in_sets += set.size();
    }
    // What is missing was not looked for: few local factors were left.
    if (found.size() != planted.size()) {
      ASSERT_LE(r - in_sets, 14U) << "round " << round;
    }
  }
}

TEST(SmallSets, OverlapsAndLittleInformationGiveNothing) {
  std::mt19937_64 g(21);
  const auto& ctx = ExecutionContext::default_context();
  const std::size_t r = 20;
  DegreeSet possible(r);
  for (std::size_t i = 0; i < r; ++i) possible.add_summand(1);
  const Integer modulus = Integer(1) << modulus_bits;
  std::vector<Integer> column = planted_columns(r, {{0, 1}}, g)[0];
  column[2] = column[1];  // {0, 2} has the sum of {0, 1}
  SmallSets overlapping(std::vector<std::size_t>(r, 1), possible);
  overlapping.add_column(column, modulus, bound_bits);
  EXPECT_TRUE(overlapping.find(ctx).empty());
  SmallSets uninformed(std::vector<std::size_t>(r, 1), possible);
  uninformed.add_column(column, modulus, modulus_bits - 8);
  EXPECT_TRUE(uninformed.find(ctx).empty());
  SmallSets without_columns(std::vector<std::size_t>(r, 1), possible);
  EXPECT_TRUE(without_columns.find(ctx).empty());
}

TEST(SmallSetsProperty, ManyFactorsOfLowDegree) {
  IntegerGenerator g(22);
  for (const std::size_t count : {12, 24, 40}) {
    PolyZ f = random_bits(g, 5, 12);
    for (std::size_t i = 1; i < count; ++i) f = mul(f, random_bits(g, 3 + i % 7, 12));
    const auto one = ExecutionContext().with_threads(1);
    const auto factored = factor(f, one);
    PolyZ product{IntegerVector{factored.unit}};
    std::size_t factors = 0;
    for (const auto& part : factored.factors) {
      EXPECT_TRUE(is_irreducible(part.polynomial));
      product = mul(product, pow(part.polynomial, static_cast<std::uint64_t>(part.multiplicity)));
      factors += static_cast<std::size_t>(part.multiplicity);
    }
    EXPECT_EQ(product, f);
    EXPECT_GE(factors, count);
    const auto again = factor(f, ExecutionContext().with_threads(5));
    ASSERT_EQ(again.factors.size(), factored.factors.size());
    for (std::size_t i = 0; i < again.factors.size(); ++i)
      EXPECT_EQ(again.factors[i].polynomial, factored.factors[i].polynomial);
  }
}

}  // namespace
}  // namespace polyfork::test
