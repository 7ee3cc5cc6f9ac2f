// Least common multiples of monomials, in the table and beside it, against their exponents.
#include "groebner/monomial_table.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>

#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::MonomialTable;

class MonomialTableOrder : public testing::TestWithParam<MonomialOrder> {};

TEST_P(MonomialTableOrder, KnowsLeastCommonMultiples) {
  Random r(7);
  for (const std::size_t variables : {1U, 2U, 3U, 4U, 7U, 12U, 40U}) {
    MonomialTable table(variables, GetParam());
    std::vector<std::vector<std::uint64_t>> exponents;
    std::vector<MonomialTable::Index> monomials;
    for (int i = 0; i < 12; ++i) {
      auto& list = exponents.emplace_back(variables);
      for (auto& e : list) e = r.below(3) == 0 ? 0 : r.below(i < 6 ? 4 : 400);
      monomials.push_back(table.insert(list));
    }
    MonomialTable::Loose first;
    MonomialTable::Loose second;
    for (std::size_t i = 0; i < monomials.size(); ++i)
      for (std::size_t j = 0; j < monomials.size(); ++j) {
        std::vector<std::uint64_t> greater(variables);
        std::uint64_t degree = 0;
        for (std::size_t v = 0; v < variables; ++v) degree += greater[v] = std::max(exponents[i][v], exponents[j][v]);
        const MonomialTable::Index expected = table.insert(greater);
        table.set_lcm(first, monomials[i], monomials[j]);
        EXPECT_EQ(table.degree(first), degree);
        EXPECT_EQ(table.insert(first), expected);
        for (const MonomialTable::Index m : monomials)
          EXPECT_EQ(table.is_lcm(m, monomials[i], monomials[j]), m == expected);
        EXPECT_TRUE(table.is_lcm(expected, monomials[i], monomials[j]));
        const std::size_t k = (i + 3 * j) % monomials.size();
        table.set_lcm(second, monomials[j], monomials[k]);
        const MonomialTable::Index other = table.insert(second);
        EXPECT_EQ(table.divides(first, second), table.divides(expected, other));
        EXPECT_EQ(table.divides(second, first), table.divides(other, expected));
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, MonomialTableOrder,
                         testing::Values(MonomialOrder::graded_reverse_lex, MonomialOrder::lex));

TEST(MonomialTable, RefusesLeastCommonMultiplesOfTooHighADegree) {
  MonomialTable table(2);
  const std::vector<std::uint64_t> x{MonomialTable::max_degree, 0};
  const std::vector<std::uint64_t> y{0, MonomialTable::max_degree};
  const std::vector<std::uint64_t> one{0, 1};
  const std::vector<std::uint64_t> less{MonomialTable::max_degree - 1, 0};
  const auto a = table.insert(x);
  MonomialTable::Loose lcm;
  table.set_lcm(lcm, a, a);
  EXPECT_EQ(table.insert(lcm), a);
  EXPECT_THROW(table.set_lcm(lcm, a, table.insert(y)), DomainError);
  EXPECT_THROW(table.set_lcm(lcm, a, table.insert(one)), DomainError);
  table.set_lcm(lcm, table.insert(less), table.insert(one));
  EXPECT_EQ(table.degree(lcm), MonomialTable::max_degree);
}

/// By degrees with weights, then as grevlex.
TEST(MonomialTable, TakesWeights) {
  Random r(8);
  for (const std::size_t variables : {1U, 3U, 4U, 9U}) {
    std::vector<std::uint32_t> weights;
    weights.reserve(variables);
    for (std::size_t v = 0; v < variables; ++v) weights.push_back(static_cast<std::uint32_t>(1 + r.below(9)));
    MonomialTable table(variables, weights);
    // With x_v = y_v^w_v it is grevlex.
    MonomialTable raised(variables);
    std::vector<MonomialTable::Index> monomials;
    std::vector<MonomialTable::Index> others;
    for (int i = 0; i < 20; ++i) {
      std::vector<std::uint64_t> exponents(variables);
      for (auto& e : exponents) e = r.below(5);
      monomials.push_back(table.insert(exponents));
      for (std::size_t v = 0; v < variables; ++v) exponents[v] *= weights[v];
      others.push_back(raised.insert(exponents));
    }
    MonomialTable::Loose lcm;
    MonomialTable::Loose other;
    for (std::size_t i = 0; i < monomials.size(); ++i)
      for (std::size_t j = 0; j < monomials.size(); ++j) {
        EXPECT_EQ(table.less(monomials[i], monomials[j]), raised.less(others[i], others[j]));
        EXPECT_EQ(table.divides(monomials[i], monomials[j]), raised.divides(others[i], others[j]));
        const auto product = table.product(monomials[i], monomials[j]);
        EXPECT_EQ(table.degree(product), raised.degree(others[i]) + raised.degree(others[j]));
        EXPECT_EQ(table.quotient(product, monomials[j]), monomials[i]);
        table.set_lcm(lcm, monomials[i], monomials[j]);
        raised.set_lcm(other, others[i], others[j]);
        EXPECT_EQ(table.degree(lcm), raised.degree(other));
        EXPECT_EQ(table.degree(table.insert(lcm)), table.degree(lcm));
      }
  }
  MonomialTable heavy(2, {30000, 1});
  EXPECT_THROW(heavy.insert(std::vector<std::uint64_t>{2, 0}), DomainError);
}

}  // namespace
}  // namespace polyfork::test
