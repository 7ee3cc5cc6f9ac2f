// What a step of lifting stands on: linear systems, groups of monomials, supports that are completed.
#include <gtest/gtest.h>

#include "poly/multi_factor/completed_support.hpp"
#include "poly/multi_factor/linear_system.hpp"
#include "poly/multi_factor/point_powers.hpp"
#include "poly/multi_factor/support_groups.hpp"
#include "random.hpp"
#include "ring/table_field.hpp"

namespace polyfork::test {
namespace {

using detail::TableField;
using detail::WordTerms;
using Words = std::vector<std::uint64_t>;

/// Random equations, some more than unknowns, with solutions that are known.
template <class F>
void check_system(Random& r, std::size_t n, std::size_t spare, std::size_t sides, const F& field,
                  std::uint64_t elements) {
  Words solution(n * sides);
  for (std::uint64_t& x : solution) x = r.below(elements);
  const std::size_t width = n + sides;
  Words rows;
  for (std::size_t i = 0; i < n + spare; ++i) {
    for (std::size_t j = 0; j < n; ++j) rows.push_back(r.below(elements));
    for (std::size_t k = 0; k < sides; ++k) {
      std::uint64_t sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum = field.add(sum, field.mul(rows[i * width + j], solution[j * sides + k]));
      rows.push_back(sum);
    }
  }
  Words wrong(rows);
  wrong.back() = field.add(wrong.back(), field.reduce(1));
  if (detail::solve_equations(rows, n, width, field, ExecutionContext())) {
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < sides; ++k) EXPECT_EQ(rows[j * width + n + k], solution[j * sides + k]);
    if (spare > 0 && elements > 1U << 20) {  // over few elements every equation may be needed
      EXPECT_FALSE(detail::solve_equations(wrong, n, width, field, ExecutionContext()));
    }
  } else {
    EXPECT_LT(elements, 1U << 20);  // a matrix without the full rank
  }
}

TEST(LinearSystem, SolutionsOfRandomEquations) {
  Random r(121);
  for (const std::size_t n : {1, 2, 3, 8, 17, 40})
    for (const std::size_t spare : {0, 1, 3})
      for (const std::size_t sides : {1, 2, 9}) {
        for (const std::uint64_t p :
             {std::uint64_t{3}, std::uint64_t{101}, std::uint64_t{2147483647}, (std::uint64_t{1} << 61) - 1})
          check_system(r, n, spare, sides, WordModulus(p), p);
        const TableField field(5, 4, ExecutionContext());
        check_system(r, n, spare, sides, field, field.size());
      }
}

TEST(LinearSystem, WithoutOrWithSeveralSolutions) {
  const WordModulus m(101);
  Words dependent{1, 2, 5, 2, 4, 10};
  EXPECT_FALSE(detail::solve_equations(dependent, 2, 3, m, ExecutionContext()));
  Words rows_exchanged{0, 3, 6, 2, 0, 10};
  EXPECT_TRUE(detail::solve_equations(rows_exchanged, 2, 3, m, ExecutionContext()));
  EXPECT_EQ(rows_exchanged[2], 5U);
  EXPECT_EQ(rows_exchanged[5], 2U);
}

/// 2 x^3 + (y + 3 z) x^2 + 5 x + y z + 7.
WordTerms factor() { return {3, {3, 0, 0, 2, 1, 0, 2, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0}, {2, 1, 3, 5, 1, 7}}; }

TEST(SupportGroups, TakeFactorsApart) {
  const std::vector<WordTerms> known{factor(), factor()};
  const detail::SupportGroups groups(known);
  ASSERT_EQ(groups.size(), 6U);
  EXPECT_EQ(groups.most(), 2U);
  EXPECT_EQ(groups[0].exponent, 2U);
  EXPECT_EQ(groups[0].begin, 1U);
  EXPECT_EQ(groups[0].end, 3U);
  EXPECT_EQ(groups[4].factor, 1U);
  const std::vector<std::vector<std::size_t>> classes{{0, 3}, {1, 4}, {2, 5}};
  EXPECT_EQ(groups.by_support(), classes);
}

TEST(PointPowers, ValuesOfMonomials) {
  const WordModulus m(101);
  const std::vector<WordTerms> known{factor()};
  const detail::PointPowers<WordModulus> powers({{3, 5}, {100, 7}}, known, m, ExecutionContext::default_context());
  const std::uint32_t mixed[] = {9, 1, 1};
  const std::uint32_t one[] = {9, 0, 0};
  EXPECT_EQ(powers.value(0, mixed), 15U);
  EXPECT_EQ(powers.value(1, mixed), m.neg(7));
  EXPECT_EQ(powers.value(1, one), 1U);
}

/// All monomials in x, y, z of total degree at most 4 but for some, y of degree at most 3.
TEST(CompletedSupport, OfDensePolynomials) {
  WordTerms full{3, {}, {}};
  for (std::uint32_t x = 5; x-- > 0;)
    for (std::uint32_t y = 4; y-- > 0;)
      for (std::uint32_t z = 5; z-- > 0;) {
        if (x + y + z > 4) continue;
        full.exponents.insert(full.exponents.end(), {x, y, z});
        full.coefficients.push_back(1 + full.size());
      }
  const std::size_t degrees[] = {3, 4, 9};
  EXPECT_EQ(detail::completed_support(full, degrees).exponents, full.exponents);
  WordTerms part(full);
  for (const std::size_t i : {2, 9, 20}) part.coefficients[i] = 0;
  const WordTerms with_zeros = part;
  part.drop_zeros();
  const WordTerms completed = detail::completed_support(part, degrees);
  EXPECT_EQ(completed.exponents, full.exponents);
  EXPECT_EQ(completed.coefficients, with_zeros.coefficients);
  WordTerms sparse(full);
  for (std::size_t i = 1; i < sparse.size(); ++i)
    if (i % 2 == 0) sparse.coefficients[i] = 0;
  sparse.drop_zeros();
  EXPECT_EQ(detail::completed_support(sparse, degrees).exponents, sparse.exponents);
  // Of x alone the monomials 1 and y may have been lost.
  const WordTerms linear{2, {1, 0}, {1}};
  EXPECT_EQ(detail::completed_support(linear, std::span(degrees).first(1)).size(), 3U);
}

}  // namespace
}  // namespace polyfork::test
