// Groups of terms, and equations at the points of a representation modulo a prime.
#include <algorithm>
#include <cstdint>
#include <set>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/division/division.hpp>

#include "random.hpp"
#include "system/modular/modular_representation.hpp"
#include "system/modular/term_groups.hpp"

namespace polyfork::test {
namespace {

using detail::ModularRepresentation;
using detail::MonomialTable;
using detail::SmallPrime;
using detail::term_groups;
using detail::TermGroups;
using detail::WordPolynomial;
using Exponents = std::vector<std::uint64_t>;

const ExecutionContext& groups_context() { return ExecutionContext::default_context(); }

WordPolynomial with_monomials(const std::set<Exponents>& monomials, MonomialTable& table) {
  WordPolynomial f;
  for (const Exponents& e : monomials) {
    f.monomials.push_back(table.insert(e));
    f.coefficients.push_back(1);
  }
  return f;
}

Exponents without(Exponents e, std::size_t v) {
  e[v] = 0;
  return e;
}

TEST(TermGroupsProperty, AreTheFewestThatDifferInOneVariable) {
  Random r(17);
  for (std::size_t variables = 1; variables <= 7; ++variables)
    for (const std::size_t terms : {std::size_t{1}, std::size_t{2}, std::size_t{40}, std::size_t{700}}) {
      std::set<Exponents> monomials;
      for (std::size_t i = 0; i < terms; ++i) {
        Exponents e(variables);
        for (std::size_t v = 0; v < variables; ++v) e[v] = r.below(2 + v % 3 * 3);
        monomials.insert(e);
      }
      MonomialTable table(variables);
      const WordPolynomial f = with_monomials(monomials, table);
      const std::vector<Exponents> all(monomials.begin(), monomials.end());
      const TermGroups groups(f, table, groups_context());
      // As many as sets count for the best variable.
      std::size_t fewest = all.size();
      for (std::size_t v = 0; v < variables; ++v) {
        std::set<Exponents> rests;
        for (const Exponents& e : all) rests.insert(without(e, v));
        fewest = std::min(fewest, rests.size());
      }
      EXPECT_EQ(groups.size(), fewest);
      // Each term is in the group of its other exponents.
      std::set<std::uint32_t> seen;
      std::set<Exponents> rests;
      for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto members = groups.terms(g);
        ASSERT_FALSE(members.empty());
        EXPECT_TRUE(std::is_sorted(members.begin(), members.end()));
        const Exponents rest = without(all[members[0]], groups.variable());
        EXPECT_TRUE(rests.insert(rest).second);
        for (const std::uint32_t i : members) {
          EXPECT_EQ(without(all[i], groups.variable()), rest);
          EXPECT_TRUE(seen.insert(i).second);
        }
      }
      EXPECT_EQ(seen.size(), all.size());
    }
}

TEST(TermGroups, AreChargedAndPoll) {
  MonomialTable table(2);
  std::set<Exponents> monomials;
  for (std::uint64_t i = 0; i < 50; ++i)
    for (std::uint64_t j = 0; j < 60; ++j) monomials.insert({i, j});
  const WordPolynomial f = with_monomials(monomials, table);
  const auto capped = ExecutionContext().with_memory_limit(1 << 20);
  {
    const std::vector<TermGroups> groups = term_groups(std::vector{f, f}, table, capped);
    EXPECT_EQ(groups[1].size(), 50U);
    EXPECT_EQ(groups[1].variable(), 1U);
    EXPECT_EQ(capped.memory().used(), 2 * (3000 + 50) * sizeof(std::uint32_t));
    EXPECT_GE(capped.memory().peak(), 3000 * (sizeof(std::uint64_t) + sizeof(std::uint32_t)));
  }
  EXPECT_EQ(capped.memory().used(), 0U);
  EXPECT_THROW(TermGroups(f, table, ExecutionContext().with_memory_limit(3000)), MemoryLimit);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(TermGroups(f, table, ExecutionContext().with_stop_token(source.get_token())), Cancelled);
}

TEST(Satisfies, TellsEquationsOfTheirPoints) {
  const SmallPrime p(1073741827);
  const PrimeField field = PrimeField::trusted(p.value());
  // The points (t mod 4, t div 4) for t = 0, ..., 11, with the form t = x + 4 y.
  ModularRepresentation r(field);
  r.polynomial = PolyZp::constant(field, 1);
  const auto linear = [&](std::uint64_t t) { return sub(PolyZp::generator(field), PolyZp::constant(field, t)); };
  for (std::uint64_t t = 0; t < 12; ++t) r.polynomial = mul(r.polynomial, linear(t));
  for (int v = 0; v < 2; ++v) {
    PolyZp numerator(field);  // x_v F' by Lagrange's formula
    for (std::uint64_t t = 0; t < 12; ++t)
      numerator = add(numerator,
                      mul(div_rem(r.polynomial, linear(t)).quotient, PolyZp::constant(field, v == 0 ? t % 4 : t / 4)));
    r.numerators.push_back(numerator);
  }
  // x (x-1) (x-2) (x-3) (y^2 + 5 y + 2) and y (y-1) (y-2) (x^3 + x).
  const std::vector<std::int64_t> of_x = {0, -6, 11, -6, 1};
  const std::vector<std::int64_t> of_y = {0, 2, -3, 1};
  MonomialTable table(2);
  const auto product = [&](const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
    WordPolynomial f;
    for (std::uint64_t i = 0; i < a.size(); ++i)
      for (std::uint64_t j = 0; j < b.size(); ++j) {
        if (a[i] * b[j] == 0) continue;
        f.monomials.push_back(table.insert(Exponents{i, j}));
        f.coefficients.push_back(static_cast<std::uint32_t>((a[i] * b[j] + std::int64_t{p.value()}) % p.value()));
      }
    return f;
  };
  std::vector<WordPolynomial> equations = {product(of_x, {2, 5, 1}), product({0, 1, 0, 1}, of_y)};
  const auto groups = term_groups(equations, table, groups_context());
  for (const int threads : {1, 2}) {
    const auto ctx = ExecutionContext().with_threads(threads);
    EXPECT_TRUE(satisfies(r, {1, 4}, equations, groups, table, ctx));
    EXPECT_FALSE(satisfies(r, {1, 3}, equations, groups, table, ctx));
    for (WordPolynomial& f : equations)
      for (std::uint32_t& c : f.coefficients) {
        ++c;
        EXPECT_FALSE(satisfies(r, {1, 4}, equations, groups, table, ctx));
        --c;
      }
  }
}

}  // namespace
}  // namespace polyfork::test
