// The parts of the VCA engine by themselves: rows, shifts, Descartes' test, bounds, certified evaluation.
#include "rootiso/isolate/vca.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include <polyfork/poly/text/io.hpp>

#include "integer_generators.hpp"
#include "poly/rational_roots/root_bound.hpp"
#include "poly/rows/fixed_rows.hpp"
#include "rootiso/refine/refine.hpp"
#include "rootiso/values/descartes.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
namespace {

using detail::DyadicCell;
using detail::FixedRows;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

FixedRows rows_of(const std::vector<Integer>& values, std::size_t limbs) {
  FixedRows rows(values.size(), limbs, ctx());
  for (std::size_t i = 0; i < values.size(); ++i) rows.assign(i, values[i], 0);
  return rows;
}

/// The integer in a row of two's complement.
Integer value_of(const FixedRows& rows, std::size_t i) {
  Integer v;
  for (std::size_t j = rows.limbs(); j-- > 0;) v = (v << 64) + Integer(rows.row(i)[j]);
  if (rows.is_negative(i)) v -= Integer(1) << (64 * rows.limbs());
  return v;
}

TEST(FixedRowsProperty, AssignCopyAndMeasures) {
  test::IntegerGenerator generator(301);
  for (int round = 0; round < 200; ++round) {
    std::vector<Integer> values;
    for (int i = 0; i < 5; ++i) values.push_back(generator.draw(3));
    const std::size_t shift = generator.random().below(130);
    FixedRows rows(values.size(), 6, ctx());
    for (std::size_t i = 0; i < values.size(); ++i) rows.assign(i, values[i], shift);
    std::size_t bits = 0;
    std::size_t zeros = std::size_t(-1);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Integer expected = values[i] << shift;
      ASSERT_EQ(value_of(rows, i), expected);
      EXPECT_EQ(rows.sign(i), expected.sign());
      // a row of b bits beside the sign holds -2^b .. 2^b - 1
      const Integer magnitude = expected.sign() < 0 ? -expected - Integer(1) : expected;
      bits = std::max(bits, magnitude.bit_length());
      if (!expected.is_zero()) zeros = std::min(zeros, expected.trailing_zeros());
    }
    EXPECT_EQ(rows.max_bits(ExecutionContext()), bits);
    EXPECT_EQ(rows.common_trailing_zeros(ExecutionContext()), zeros == std::size_t(-1) ? 0 : zeros);
    FixedRows copy(values.size(), 9, ctx());
    const std::size_t left = generator.random().below(100);
    const std::size_t right = rows.common_trailing_zeros(ExecutionContext());
    for (std::size_t i = 0; i < values.size(); ++i) {
      detail::copy_row(rows, i, copy, i, left, right);
      EXPECT_EQ(value_of(copy, i), (values[i] << (shift + left)) >> right);
    }
  }
}

TEST(Descartes, TaylorShiftByOne) {
  FixedRows q = rows_of({5, -3, 0, 2}, 1);  // 2 t^3 - 3 t + 5
  detail::shift_tail(q, 0, ctx());          // 2 (t+1)^3 - 3 (t+1) + 5 = 2 t^3 + 6 t^2 + 3 t + 4
  EXPECT_EQ(value_of(q, 0), 4);
  EXPECT_EQ(value_of(q, 1), 3);
  EXPECT_EQ(value_of(q, 2), 6);
  EXPECT_EQ(value_of(q, 3), 2);
}

TEST(Descartes, BoundOfRootsInTheUnitInterval) {
  EXPECT_EQ(detail::descartes_bound(rows_of({-1, 2}, 1), 9, ctx()), 1U);       // 1/2
  EXPECT_EQ(detail::descartes_bound(rows_of({3, -16, 16}, 1), 9, ctx()), 2U);  // 1/4, 3/4
  EXPECT_EQ(detail::descartes_bound(rows_of({-2, 1}, 1), 9, ctx()), 0U);       // 2
  EXPECT_EQ(detail::descartes_bound(rows_of({1, 1, 1}, 1), 9, ctx()), 0U);
  EXPECT_EQ(detail::descartes_bound(rows_of({-15, 92, -144, 64}, 1), 9, ctx()), 2U);  // 1/4, 3/4; not 5/4
  EXPECT_EQ(detail::descartes_bound(rows_of({3, -16, 16}, 1), 1, ctx()), 1U);         // stops at the limit
}

TEST(RootBound, EnclosesThePositiveRoots) {
  const auto e =
      detail::positive_root_exponents(parse_poly_z("(x - 5)*(8*x - 1)*(x^2 + 1)").coefficients(), ExecutionContext());
  ASSERT_TRUE(e.has_value());
  EXPECT_LE(e->first, -4);
  EXPECT_GE(e->second, 3);
  EXPECT_FALSE(
      detail::positive_root_exponents(parse_poly_z("x^3 + x + 1").coefficients(), ExecutionContext()).has_value());
  EXPECT_GE(detail::root_modulus_exponent(parse_poly_z("x^2 + 1024").coefficients(), ExecutionContext()), 5);
}

TEST(EvaluateSignProperty, AgreesWithExactEvaluation) {
  test::IntegerGenerator generator(302);
  for (int round = 0; round < 300; ++round) {
    std::vector<Integer> values;
    for (std::uint64_t i = 0, n = 1 + generator.random().below(12); i < n; ++i) values.push_back(generator.draw(3));
    values.push_back(generator.nonzero(2));
    const IntegerVector f{std::span<const Integer>(values)};
    const Integer c = generator.draw(2);
    const std::int64_t k = static_cast<std::int64_t>(generator.random().below(160)) - 20;
    const Rational x = Rational::dyadic(c, -k);
    Rational exact;
    for (std::size_t i = f.size(); i-- > 0;) exact = exact * x + Rational(values[i]);
    EXPECT_EQ(detail::sign_at_rational(f, x, ctx()), exact.sign());
    for (const std::size_t precision : {1U, 20U, 64U, 500U}) {
      const auto v = detail::evaluate_dyadic(f, c, k, precision, ctx());
      const Rational error = abs(exact - Rational::dyadic(v.mantissa, v.exponent));
      EXPECT_LE(error, Rational::dyadic(v.error, v.exponent));
    }
    if (!exact.is_zero()) {
      EXPECT_EQ(detail::sign_at_dyadic_nonroot(f, c, k, ctx()), exact.sign());
    }
  }
}

// Gaps between terms, |x| from far below to far above one; the value is as long as asked for, whatever |x|^n is.
TEST(EvaluateSignProperty, SparsePolynomialsOfHighDegree) {
  test::IntegerGenerator generator(303);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 1 + generator.random().below(round % 2 == 0 ? 40 : 600);
    std::vector<Integer> values(n + 1);
    for (std::uint64_t i = 0, terms = generator.random().below(6); i < terms; ++i)
      values[generator.random().below(n + 1)] = generator.draw(2);
    values[n] = generator.nonzero(2);
    const IntegerVector f{std::span<const Integer>(values)};
    const Integer c = generator.nonzero(1 + generator.random().below(2));
    const std::int64_t k =
        static_cast<std::int64_t>(c.bit_length()) + static_cast<std::int64_t>(generator.random().below(9)) - 4;
    // f(c 2^-k) 2^(n k) where k > 0; the largest term with it
    const std::size_t down = k > 0 ? static_cast<std::size_t>(k) : 0;
    const std::size_t up = k < 0 ? static_cast<std::size_t>(-k) : 0;
    Integer exact = 0;
    Integer largest = 0;
    Integer power = 1;
    for (std::size_t i = 0; i <= n; ++i, power = power * c << up) {
      const Integer term = values[i] * power << (down * (n - i));
      exact += term;
      largest = std::max(largest, Integer(abs(term)));
    }
    for (const std::size_t precision : {1U, 40U, 64U, 700U}) {
      const auto v = detail::evaluate_dyadic(f, c, k, precision, ctx());
      const std::int64_t place = v.exponent + static_cast<std::int64_t>(down * n);
      const Integer scaled = place >= 0 ? v.mantissa << static_cast<std::size_t>(place) : v.mantissa;
      const Integer error = place >= 0 ? v.error << static_cast<std::size_t>(place) : v.error;
      const Integer value = place >= 0 ? exact : exact << static_cast<std::size_t>(-place);
      ASSERT_LE(abs(value - scaled), error) << "degree " << n << ", x = " << c << " 2^-" << k;
      // The unit is at most 2^(2 - precision) of the largest term.
      ASSERT_LE(static_cast<std::int64_t>(precision) + place, static_cast<std::int64_t>(largest.bit_length()) + 2);
      ASSERT_LE(v.mantissa.bit_length(), precision + 2 + static_cast<std::size_t>(std::bit_width(n + 1)));
    }
    if (!exact.is_zero()) {
      EXPECT_EQ(detail::sign_at_dyadic_nonroot(f, c, k, ctx()), exact.sign());
    }
  }
  const IntegerVector f = parse_poly_z("7*x^3 - 5").coefficients();
  const auto at_zero = detail::evaluate_dyadic(f, 0, 3, 64, ctx());
  EXPECT_EQ(at_zero.mantissa, Integer(-5) << 64);
  EXPECT_EQ(at_zero.exponent, -64);
  EXPECT_TRUE(at_zero.error.is_zero());
}

TEST(RefineCell, FindsTheCellOfAnyLevel) {
  const IntegerVector f = parse_poly_z("x^2 - 2").coefficients();
  for (const std::int64_t level : {0, 1, 2, 3, 7, 20, 64, 65, 1000, 4001}) {
    const DyadicCell cell = detail::refine_cell(f, {1, 0}, level, ctx());
    EXPECT_EQ(cell.k, level);
    // floor(sqrt(2) 2^level)
    Integer root;
    const Integer radicand = Integer(2) << static_cast<std::size_t>(2 * level);
    root.with_mpz([&](mpz_ptr r) { mpz_sqrt(r, radicand.view().mpz()); });
    EXPECT_EQ(cell.c, root);
  }
}

}  // namespace
}  // namespace polyfork
