// Subresultants for proofs, against minors of Sylvester's matrix by elimination and against chains of subresultants.
#include "system/proofs/plain_subresultants.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "random.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using detail::EquationsInS;
using detail::PolynomialInS;
using Row = std::vector<std::uint64_t>;

/// Equations are charged to their context.
const ExecutionContext& long_lived() {
  static const ExecutionContext ctx;
  return ctx;
}

/// The determinant modulo p, by elimination.
std::uint64_t determinant(std::vector<Row> a, const WordModulus& m) {
  std::uint64_t result = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    std::size_t pivot = k;
    while (pivot < a.size() && a[pivot][k] == 0) ++pivot;
    if (pivot == a.size()) return 0;
    if (pivot != k) {
      std::swap(a[pivot], a[k]);
      result = m.neg(result);
    }
    result = m.mul(result, a[k][k]);
    const std::uint64_t inverse = m.inverse(a[k][k]);
    for (std::size_t i = k + 1; i < a.size(); ++i) {
      const std::uint64_t factor = m.mul(a[i][k], inverse);
      for (std::size_t j = k; j < a.size(); ++j) a[i][j] = m.sub(a[i][j], m.mul(factor, a[k][j]));
    }
  }
  return result;
}

Row at(const PolynomialInS& a, std::uint64_t t, const WordModulus& m) {
  Row row;
  for (const auto& coefficients : a.rows) {
    std::uint64_t value = 0;
    for (std::size_t k = coefficients.size(); k-- > 0;)
      value = m.add(m.mul(value, t), coefficients[k].view().mod(m.value()));
    row.push_back(value);
  }
  return row;
}

/// The coefficient of s^k of the subresultant S_j: n - j shifts of u, m - j of v, whose columns are the highest powers
/// and s^k.
std::uint64_t minor_of(const Row& u, const Row& v, std::size_t j, std::size_t k, const WordModulus& m) {
  const std::size_t du = u.size() - 1;
  const std::size_t dv = v.size() - 1;
  const std::size_t size = du + dv - 2 * j;
  std::vector<Row> a;
  const auto append = [&](const Row& f, std::size_t shifts) {
    for (std::size_t shift = shifts; shift-- > 0;) {
      Row row(size, 0);
      for (std::size_t c = 0; c < size; ++c) {
        const std::size_t power = c + 1 == size ? k : du + dv - j - 1 - c;
        if (power >= shift && power - shift < f.size()) row[c] = f[power - shift];
      }
      a.push_back(std::move(row));
    }
  };
  append(u, dv - j);
  append(v, du - j);
  return determinant(std::move(a), m);
}

std::uint64_t value(const PolyZp& f, std::uint64_t t, const WordModulus& m) {
  std::uint64_t result = 0;
  for (std::size_t k = f.length(); k-- > 0;) result = m.add(m.mul(result, t), f.coefficient(k));
  return result;
}

/// Up to a sign that is the same everywhere.
void expect_minors(const EquationsInS& e, const PrimeField& field) {
  const auto found = detail::plain_subresultants(e, field, ExecutionContext());
  ASSERT_TRUE(found);
  const WordModulus& m = field.word_modulus();
  int signs[] = {0, 0};
  const auto expect = [&](std::uint64_t a, std::uint64_t b, int& sign) {
    if (a == 0 && b == 0) return;
    if (sign == 0) sign = a == b ? 1 : -1;
    EXPECT_EQ(a, sign == 1 ? b : m.neg(b));
  };
  for (std::uint64_t t = 0; t < e.length; ++t) {
    const Row u = at(e.f, t, m);
    const Row v = at(e.g, t, m);
    expect(value(found->resultant, t, m), minor_of(u, v, 0, 0, m), signs[0]);
    if (e.g.degree() == 1) {
      EXPECT_EQ(value(found->s1, t, m), v[1]);
      EXPECT_EQ(value(found->s0, t, m), v[0]);
      continue;
    }
    expect(value(found->s1, t, m), minor_of(u, v, 1, 1, m), signs[1]);
    expect(value(found->s0, t, m), minor_of(u, v, 1, 0, m), signs[1]);
  }
}

/// With all monomials of degrees at most a and b in x and y, and at most `total`.
MultiPolyQ random_equation(Random& r, std::uint64_t a, std::uint64_t b, std::uint64_t total) {
  std::vector<MultiPolyQ::Term> terms;
  for (std::uint64_t i = 0; i <= a; ++i)
    for (std::uint64_t j = 0; j <= b && i + j <= total; ++j)
      terms.push_back({{i, j}, Rational(static_cast<std::int64_t>(r.below(201)) - 100, 1 + r.below(3))});
  return MultiPolyQ::from_terms(Variables({"x", "y"}, MonomialOrder::graded_reverse_lex), terms);
}

TEST(PlainSubresultantsProperty, AreMinors) {
  Random r(81);
  const PrimeField wide(previous_prime(std::uint64_t{1} << 62));
  const PrimeField narrow(1000003);
  for (std::uint64_t a = 1; a <= 6; ++a)
    for (std::uint64_t b = 1; b <= 5; ++b) {
      const std::vector<MultiPolyQ> equations = {random_equation(r, a, b, a + b), random_equation(r, b, a + 2, 7)};
      for (const std::vector<std::int64_t>& form : {std::vector<std::int64_t>{0, 1}, {1, 0}, {1, 1}, {-2, 1}}) {
        const auto e = detail::equations_in_direction(equations, form, long_lived());
        ASSERT_TRUE(e);
        EXPECT_GE(e->f.degree(), e->g.degree());
        expect_minors(*e, (a + b) % 2 == 0 ? wide : narrow);
      }
    }
}

TEST(PlainSubresultants, AreRefusedWhereSequencesSkipDegrees) {
  const auto skipping = detail::equations_in_direction(system_of("x,y", "x^5 + y,x^4 + y + 1"), {0, 1}, long_lived());
  ASSERT_TRUE(skipping);
  EXPECT_FALSE(detail::plain_subresultants(*skipping, PrimeField(2147483629), ExecutionContext()));
}

TEST(PlainSubresultants, AreOfFormsWithTwoVariables) {
  const auto equations = system_of("x,y", "x^2 + y,x*y - 1");
  for (const std::vector<std::int64_t>& form : {std::vector<std::int64_t>{2, 3}, {0, 2}, {0, 0}, {1, 1, 1}, {1}})
    EXPECT_FALSE(detail::equations_in_direction(equations, form, long_lived()));
  EXPECT_FALSE(detail::equations_in_direction(system_of("x,y", "x^2 + y,y - 1"), {0, 1}, long_lived()));
  EXPECT_FALSE(detail::equations_in_direction(system_of("x,y", "x^9000 + y,x*y - 1"), {1, 1}, long_lived()));
  EXPECT_TRUE(detail::equations_in_direction(equations, {1, 0}, long_lived()));
}

TEST(PlainSubresultants, HaveCoefficientsBelowTheBound) {
  const auto e =
      detail::equations_in_direction(system_of("x,y", "x^3 - 7*y^2*x + 5,x^2*y - 9*x + y^3"), {0, 1}, long_lived());
  ASSERT_TRUE(e);
  const auto found = detail::plain_subresultants(*e, PrimeField(previous_prime(std::uint64_t{1} << 62)), {});
  ASSERT_TRUE(found);
  ASSERT_LT(e->bits(), 60U);
  for (const PolyZp* f : {&found->resultant, &found->s1, &found->s0}) {
    EXPECT_LT(lift(*f).coefficients().max_bits(), e->bits());
    EXPECT_LE(f->length(), e->length);
  }
}

}  // namespace
}  // namespace polyfork::test
