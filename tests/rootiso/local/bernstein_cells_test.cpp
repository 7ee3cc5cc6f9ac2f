// Leaves in words against Sturm's theorem, with the true polynomial at the edge of what the model allows.
#include "rootiso/local/bernstein_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/local/bernstein_table.hpp"
#include "rootiso/local/leaf_pairs.hpp"
#include "sturm.hpp"

namespace polyfork {
namespace {

using detail::LeafResult;
using detail::Subcell;
using detail::WordModel;

Rational lower_end(const Subcell& c) {
  return Rational::dyadic(Integer(2 * c.index), -static_cast<std::int64_t>(c.level)) - Rational(1);
}
Rational upper_end(const Subcell& c) {
  return Rational::dyadic(Integer(2 * (c.index + 1)), -static_cast<std::int64_t>(c.level)) - Rational(1);
}

Rational value_at(const std::vector<Integer>& f, const Rational& x) {
  Rational y(0);
  for (std::size_t i = f.size(); i-- > 0;) y = y * x + Rational(f[i]);
  return y;
}

/// What the result says of a polynomial that the model encloses.
void check(const std::vector<Integer>& truth, const LeafResult& result) {
  const PolyZ f(IntegerVector{std::span<const Integer>(truth)});
  if (f.is_zero()) {
    EXPECT_TRUE(result.monotone.empty());
    return;
  }
  const test::SturmSequence roots(f);
  std::vector<Subcell> cells = result.undecided;
  for (const auto& m : result.monotone) {
    cells.push_back(m.cell);
    const Rational a = lower_end(m.cell);
    const Rational b = upper_end(m.cell);
    EXPECT_LE(roots.count_closed(a, b), 1U);
    if (m.lower_sign != 0) {
      EXPECT_EQ(value_at(truth, a).sign(), m.lower_sign);
    }
    if (m.upper_sign != 0) {
      EXPECT_EQ(value_at(truth, b).sign(), m.upper_sign);
    }
    const PolyZ slope = derivative(f);
    ASSERT_FALSE(slope.is_zero());
    EXPECT_EQ(test::SturmSequence(slope).count_closed(a, b), 0U);
  }
  std::sort(cells.begin(), cells.end(), [](const Subcell& a, const Subcell& b) { return lower_end(a) < lower_end(b); });
  Rational from(-1);
  const auto gap = [&](const Rational& to) {
    if (from < to) {
      EXPECT_EQ(roots.count_closed(from, to), 0U) << "between " << from.to_string() << " and " << to.to_string();
    }
  };
  for (const Subcell& c : cells) {
    gap(lower_end(c));
    from = upper_end(c);
  }
  gap(Rational(1));
}

/// Cells whose ends differ in sign have become parts with that root; nothing else has changed.
void check_narrowed(const std::vector<Integer>& truth, const LeafResult& wide, const LeafResult& narrow) {
  for (std::size_t i = 0; i < wide.monotone.size(); ++i) {
    const auto& before = wide.monotone[i];
    const auto& after = narrow.monotone[i];
    EXPECT_EQ(after.lower_sign, before.lower_sign);
    EXPECT_EQ(after.upper_sign, before.upper_sign);
    ASSERT_GE(after.cell.level, before.cell.level);
    EXPECT_EQ(after.cell.index >> (after.cell.level - before.cell.level), before.cell.index);
    if (before.lower_sign * before.upper_sign >= 0) {
      EXPECT_EQ(after.cell.level, before.cell.level);
      continue;
    }
    EXPECT_EQ(value_at(truth, lower_end(after.cell)).sign(), after.lower_sign);
    EXPECT_EQ(value_at(truth, upper_end(after.cell)).sign(), after.upper_sign);
  }
}

/// The integer polynomial, scaled, whose value at t is (t - root)^2 times something, so that it touches zero.
std::vector<Integer> touching(test::Random& random, std::size_t degree) {
  std::vector<Integer> c(degree + 1);
  const std::int64_t a = static_cast<std::int64_t>(random.below(129)) - 64;  // root a / 64
  const Integer scale = Integer(1) << (10 + random.below(20));
  c[0] = Integer(a * a) * scale;
  if (degree >= 1) c[1] = Integer(-128 * a) * scale;
  if (degree >= 2) c[2] = Integer(4096) * scale;
  for (Integer& x : c) x >>= 12;
  return c;
}

TEST(BernsteinCellsProperty, WhateverTheModelAllows) {
  test::Random random(511);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t degree = random.below(12);
    WordModel m;
    m.rows = degree + 1;
    std::vector<Integer> q = touching(random, degree);
    if (random.below(2) == 0)
      for (std::size_t i = 0; i <= degree; ++i)
        q[i] = test::draw_signed(random, 4 + static_cast<unsigned>(random.below(24)));
    m.error = random.below(2) == 0 ? random.below(4) : random.below(4000);
    m.tail = random.below(2) == 0 ? 0 : random.below(30000);
    // near to the noise: where an exclusion is decided
    const std::int64_t noise = static_cast<std::int64_t>(m.rows * m.error + m.tail);
    if (random.below(2) == 0) q[0] += noise + static_cast<std::int64_t>(random.below(24)) - 4;
    const std::size_t tail_degree = degree + 1 + random.below(6);
    m.slope_tail = m.tail * tail_degree;
    for (std::size_t i = 0; i <= degree; ++i) m.q[i] = q[i].to_int64();

    const LeafResult result = detail::decide_cells(m);
    const LeafResult narrow = detail::decide_cells(m, 6);
    ASSERT_EQ(narrow.monotone.size(), result.monotone.size());
    // the corners of what the model allows
    for (int corner = 0; corner < 4; ++corner) {
      std::vector<Integer> truth = q;
      truth.resize(tail_degree + 1);
      const bool towards_zero = corner < 2;
      for (std::size_t i = 0; i <= degree; ++i) {
        const bool odd_mirrored = corner % 2 == 1 && i % 2 == 1;
        const int sign = towards_zero ? (odd_mirrored ? 1 : -1) : (random.below(2) == 0 ? 1 : -1);
        truth[i] += Integer(sign) * Integer(m.error);
      }
      const bool mirrored = corner % 2 == 1 && tail_degree % 2 == 1;
      truth[tail_degree] =
          (towards_zero ? (mirrored ? Integer(1) : Integer(-1)) : Integer(random.below(2) == 0 ? 1 : -1)) *
          Integer(m.tail);
      check(truth, result);
      check_narrowed(truth, result, narrow);
      if (HasFailure()) FAIL() << "round " << round << " corner " << corner;
    }
  }
}

TEST(BernsteinCells, FindsWellSeparatedRoots) {
  // (t + 3/4)(t + 1/4)(t - 1/5)(t - 2/3), scaled
  const PolyZ f = mul(mul(PolyZ{3, 4}, PolyZ{1, 4}), mul(PolyZ{-1, 5}, PolyZ{-2, 3}));
  WordModel m;
  m.rows = f.length();
  for (std::size_t i = 0; i < m.rows; ++i) m.q[i] = (Integer(f.coefficients()[i]) << 40).to_int64();
  m.error = 1;
  const LeafResult result = detail::decide_cells(m);
  EXPECT_EQ(std::count_if(result.monotone.begin(), result.monotone.end(),
                          [](const auto& c) { return c.lower_sign * c.upper_sign < 0; }),
            4 - 2);  // two of the roots are dyadic, where the sign at the shared end is in doubt
  EXPECT_TRUE(result.undecided.empty());
}

TEST(BernsteinCells, NoiseHidesEverything) {
  WordModel m;
  m.rows = 2;
  m.q[0] = 5;
  m.q[1] = 7;
  m.error = 100;
  const LeafResult result = detail::decide_cells(m);
  ASSERT_EQ(result.undecided.size(), 1U);
  EXPECT_EQ(result.undecided.front().level, 0U);
  m.error = ~std::uint64_t{0};
  EXPECT_EQ(detail::decide_cells(m).undecided.size(), 1U);
}

TEST(BernsteinCells, RoundingToWordsIsPartOfTheError) {
  test::Random random(512);
  for (int round = 0; round < 200; ++round) {
    detail::LocalModel model;
    model.q = detail::FixedRows(1 + random.below(9), 2, ExecutionContext::default_context());
    std::vector<Integer> rows;
    std::size_t bits = 0;
    for (std::size_t i = 0; i < model.rows(); ++i) {
      rows.push_back(test::draw_signed(random, 1 + static_cast<unsigned>(random.below(120))));
      bits = std::max(bits, rows.back().bit_length());
      model.q.assign(i, rows.back(), 0);
    }
    model.error = random.below(3);
    model.tail = random.below(3);
    const WordModel words = detail::to_words(model);
    const std::size_t drop = bits > 54 ? bits - 54 : 0;
    const Rational unit = Rational::dyadic(1, static_cast<std::int64_t>(drop));
    for (std::size_t i = 0; i < words.rows; ++i)
      EXPECT_LE(abs(Rational(Integer(words.q[i])) * unit - Rational(rows[i])) + Rational(Integer(model.error)),
                Rational(Integer(words.error)) * unit);
    EXPECT_LE(Rational(Integer(model.tail)), Rational(Integer(words.tail)) * unit);
  }
}

TEST(BernsteinCells, SaturatedBoundsAllowNothing) {
  // t^3 + t / 2: monotone, but for what was cut off
  WordModel m;
  m.rows = 4;
  m.q = {0, std::int64_t{1} << 52, 0, std::int64_t{1} << 53};
  EXPECT_EQ(detail::decide_cells(m).monotone.size(), 1U);
  m.slope_tail = UINT64_MAX;
  EXPECT_TRUE(detail::decide_cells(m).monotone.empty());
  detail::LocalModel model;
  model.q = detail::FixedRows(1, 2, ExecutionContext::default_context());
  model.q.row(0)[1] = 1;
  model.error = model.tail = model.slope_tail = UINT64_MAX;
  const WordModel words = detail::to_words(model);
  EXPECT_EQ(words.error, UINT64_MAX);
  EXPECT_EQ(words.tail, UINT64_MAX);
  EXPECT_EQ(words.slope_tail, UINT64_MAX);
}

/// Disjoint parts of the cell that cover it, ascending, at random levels.
void cut(test::Random& random, const Subcell& cell, unsigned deepest, std::vector<Subcell>& parts) {
  if (cell.level == deepest || (cell.level > 1 && random.below(3) == 0)) return parts.push_back(cell);
  cut(random, {cell.level + 1, 2 * cell.index}, deepest, parts);
  cut(random, {cell.level + 1, 2 * cell.index + 1}, deepest, parts);
}

/// Numbers of about 100 bits, two near roots among them, and the polynomials at the edge of what the model allows.
TEST(LeafPairsProperty, WhateverTheModelAllows) {
  test::Random random(513);
  for (int round = 0; round < 600; ++round) {
    const std::size_t degree = 2 + random.below(12);
    const unsigned bits = 40 + static_cast<unsigned>(random.below(90));
    // (t - a) (t - a - gap) times something
    const Integer a = test::draw_signed(random, 30);  // root a / 2^30
    const Integer b = a + (Integer(1) << (4 + random.below(20)));
    const Integer one = Integer(1) << 30;
    PolyZ product = mul(PolyZ{-a, one}, PolyZ{-b, one});
    for (std::size_t i = 2; i < degree; ++i)
      product = mul(product, PolyZ{test::draw_signed(random, 5) + Integer(70), test::draw_signed(random, 5)});
    std::vector<Integer> q;
    for (std::size_t i = 0; i < product.length(); ++i) q.emplace_back(product.coefficients()[i]);
    std::size_t longest = 1;
    for (const Integer& x : q) longest = std::max(longest, x.bit_length());
    for (Integer& x : q) x = longest > bits ? x >> (longest - bits) : x << (bits - longest);
    detail::LocalModel model;
    model.q = detail::FixedRows(q.size(), 3, ExecutionContext::default_context());
    for (std::size_t i = 0; i < q.size(); ++i) model.q.assign(i, q[i], 0);
    model.error = random.below(2) == 0 ? random.below(4) : random.below(4000);
    model.tail = random.below(2) == 0 ? 0 : random.below(30000);
    const std::size_t tail_degree = q.size() + random.below(4);
    model.slope_tail = model.tail * tail_degree;

    LeafResult result;
    cut(random, {0, 0}, 2 + static_cast<unsigned>(random.below(6)), result.undecided);
    detail::decide_in_pairs(model, random.below(2) == 0 ? 0 : 6, result);
    EXPECT_TRUE(std::is_sorted(result.undecided.begin(), result.undecided.end(),
                               [](const Subcell& x, const Subcell& y) { return lower_end(x) < lower_end(y); }));
    EXPECT_TRUE(std::is_sorted(result.monotone.begin(), result.monotone.end(),
                               [](const auto& x, const auto& y) { return lower_end(x.cell) < lower_end(y.cell); }));
    for (int corner = 0; corner < 3; ++corner) {
      std::vector<Integer> truth = q;
      truth.resize(tail_degree + 1);
      const auto sign = [&] { return corner == 0 ? 1 : (corner == 1 ? -1 : (random.below(2) == 0 ? 1 : -1)); };
      for (std::size_t i = 0; i < q.size(); ++i) truth[i] += Integer(sign()) * Integer(model.error);
      truth[tail_degree] = Integer(sign()) * Integer(model.tail);
      check(truth, result);
      if (HasFailure()) FAIL() << "round " << round << " corner " << corner;
    }
  }
}

TEST(LeafPairs, TellWhatWordsCannot) {
  // t^20 - 2 (t - 2^-15)^2 + 2^-70, scaled: two roots about 2^-34 apart
  std::vector<Integer> q(21);
  const Integer scale = Integer(1) << 100;
  q[20] = scale;
  q[2] = Integer(-2) * scale;
  q[1] = Integer(4) * (scale >> 15);
  q[0] = Integer(-2) * (scale >> 30) + (scale >> 70);
  detail::LocalModel model;
  model.q = detail::FixedRows(q.size(), 2, ExecutionContext::default_context());
  for (std::size_t i = 0; i < q.size(); ++i) model.q.assign(i, q[i], 0);
  model.error = 1;
  LeafResult result = detail::decide_cells(detail::to_words(model));
  ASSERT_FALSE(result.undecided.empty());
  const std::size_t nodes = result.nodes;
  detail::decide_in_pairs(model, 0, result);
  EXPECT_TRUE(result.undecided.empty());
  EXPECT_GT(result.nodes, nodes);
  EXPECT_EQ(std::count_if(result.monotone.begin(), result.monotone.end(),
                          [](const auto& c) { return c.lower_sign * c.upper_sign < 0; }),
            2);
  check(q, result);
}

TEST(LeafPairs, SaturatedBoundsAllowNothing) {
  // t^3 + t / 2, on both halves of the cell
  detail::LocalModel model;
  model.q = detail::FixedRows(4, 2, ExecutionContext::default_context());
  model.q.row(1)[1] = std::uint64_t{1} << 36;
  model.q.row(3)[1] = std::uint64_t{1} << 37;
  const auto decided = [&] {
    LeafResult result;
    result.undecided = {{1, 0}, {1, 1}};
    detail::decide_in_pairs(model, 0, result);
    return result;
  };
  EXPECT_EQ(decided().monotone.size(), 2U);
  model.slope_tail = UINT64_MAX;
  EXPECT_TRUE(decided().monotone.empty());
  model.slope_tail = 0;
  model.tail = UINT64_MAX;
  EXPECT_EQ(decided().undecided.size(), 2U);
  model.tail = 0;
  model.error = UINT64_MAX;
  EXPECT_EQ(decided().undecided.size(), 2U);
}

TEST(LeafPairs, ArePaidForByDepthAndPrecision) {
  detail::LocalModel model;
  model.q = detail::FixedRows(3, 2, ExecutionContext::default_context());
  model.q.row(1)[1] = std::uint64_t{1} << 30;
  LeafResult result;
  EXPECT_FALSE(detail::worth_pairs(model, result));
  result.undecided = {{3, 5}};
  EXPECT_TRUE(detail::worth_pairs(model, result));
  result.undecided = {{30, 5}};
  EXPECT_FALSE(detail::worth_pairs(model, result));
  result.undecided = {{0, 0}};
  EXPECT_FALSE(detail::worth_pairs(model, result));
  result.undecided = {{3, 5}};
  model.q.row(1)[1] = 0;
  model.q.row(1)[0] = std::uint64_t{1} << 60;
  EXPECT_FALSE(detail::worth_pairs(model, result));
}

TEST(BernsteinTable, RestsAreTheNextDigits) {
  for (const std::size_t degree : {8U, 40U, 64U}) {
    const detail::BernsteinTable& table = detail::bernstein_table(degree);
    for (std::size_t j = 0; 2 * j <= degree; ++j) {
      PolyZ k{Integer(1)};  // (1 + z)^j (1 - z)^(d - j)
      for (std::size_t i = 0; i < degree; ++i) k = mul(k, PolyZ{Integer(1), Integer(i < j ? 1 : -1)});
      for (std::size_t i = 0; i <= degree; ++i) {
        const Integer digits = (Integer(table.row(j)[i]) << 62) + Integer(table.rest_row(j)[i]);
        const Integer difference = (Integer(k.coefficients()[i]) << 124) - digits * binomial(degree, i);
        EXPECT_GE(difference, Integer(0));
        EXPECT_LT(difference, binomial(degree, i));
      }
    }
  }
}

TEST(BernsteinTable, IsTheBasisOfThePowers) {
  // sum_j beta_ij C(d, j) u^j (1 - u)^(d - j) = (2 u - 1)^i
  for (const std::size_t degree : {1U, 8U, 9U, 32U, 64U}) {
    const detail::BernsteinTable& table = detail::bernstein_table(degree);
    const std::size_t d = table.degree;
    EXPECT_GE(d, degree);
    const Rational u(Integer(3), Integer(11));
    for (std::size_t i = 0; i <= d; ++i) {
      Rational sum(0);
      for (std::size_t j = 0; j <= d; ++j) {
        const std::size_t stored = std::min(j, d - j);
        Integer beta = table.row(stored)[i];
        if (stored != j && i % 2 == 1) beta = -beta;
        Rational term = Rational(beta) * Rational(binomial(d, j));
        for (std::size_t k = 0; k < d; ++k) term *= k < j ? u : Rational(1) - u;
        sum += term;
      }
      Rational power(1);
      for (std::size_t k = 0; k < i; ++k) power *= Rational(2) * u - Rational(1);
      EXPECT_LT(abs(sum - power * Rational(Integer(1) << detail::BernsteinTable::fraction_bits)), Rational(1));
    }
  }
}

}  // namespace
}  // namespace polyfork
