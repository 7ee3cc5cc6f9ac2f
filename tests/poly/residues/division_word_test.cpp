// Division of short polynomials modulo words: rows in words and in vectors (kernels/division_rows.cpp), columns with
// every kind of sum, blocks in vectors.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/residues/partial_products.hpp>
#include <polyfork/poly/residues/power_series.hpp>

#include "forced_isa.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

/// Moduli around the bounds of what is summed how: words hold 16 products below 2^30, rows of any number below 2^28,
/// columns in vectors 2^50, pairs without a third word (2^64 / terms).
constexpr std::uint64_t division_moduli[] = {2,
                                             3,
                                             7,
                                             65537,
                                             (1ULL << 28) - 57,
                                             (1ULL << 30) - 35,
                                             (1ULL << 30) + 3,
                                             2147483647,
                                             4294967291,
                                             4294967311,
                                             (1ULL << 50) - 27,
                                             (1ULL << 50) + 55,
                                             (1ULL << 59) - 55,
                                             (1ULL << 61) - 1,
                                             4611686018427387847,
                                             9223372036854775783ULL};

PolyZp from_residues(const PrimeField& field, const Residues64& words) {
  return PolyZp(field, ResidueVector(words.begin(), words.end()));
}

void expect_division(const PrimeField& field, const Residues64& words_a, const Residues64& words_b) {
  const auto [plain_quotient, plain_rest] = plain_div_rem(words_a, words_b, field.word_modulus());
  const PolyZp a = from_residues(field, words_a);
  const PolyZp b = from_residues(field, words_b);
  const PolyZp quotient = from_residues(field, plain_quotient);
  const PolyZp rest = from_residues(field, plain_rest);
  PolyZp q(field), r(field);
  div_rem_into(q, r, a, b);
  ASSERT_EQ(q, quotient) << field.modulus() << " " << a.length() << " " << b.length();
  ASSERT_EQ(r, rest) << field.modulus() << " " << a.length() << " " << b.length();
  // Every way in which results may be operands.
  PolyZp x = a, y = b;
  div_rem_into(x, r, x, b);
  ASSERT_EQ(x, quotient);
  ASSERT_EQ(r, rest);
  div_rem_into(q, y, a, y);
  ASSERT_EQ(q, quotient);
  ASSERT_EQ(y, rest);
  x = a, y = b;
  div_rem_into(q, x, x, y);
  ASSERT_EQ(q, quotient);
  ASSERT_EQ(x, rest);
  x = a;
  div_rem_into(x, y, x, y);
  ASSERT_EQ(x, quotient);
  ASSERT_EQ(y, rest);
  x = a, y = b;
  div_rem_into(y, x, x, y);
  ASSERT_EQ(y, quotient);
  ASSERT_EQ(x, rest);
  const PolyZp multiple = sub(a, rest);
  exact_div_into(q, multiple, b);
  ASSERT_EQ(q, quotient);
  if (!rest.is_zero()) {
    ASSERT_THROW(exact_div_into(q, a, b), DomainError);
  }
}

void expect_divisions() {
  Random random(53);
  for (const std::uint64_t p : division_moduli) {
    const PrimeField field(p);
    for (const std::size_t nb :
         {1, 2, 3, 4, 7, 8, 9, 10, 13, 14, 15, 16, 17, 19, 20, 21, 31, 33, 34, 48, 63, 64, 65, 90, 128})
      for (const std::size_t nq : {1, 2, 3, 4, 5, 6, 15, 16, 17, 20, 32, 33, 44, 64, 65, 100, 129, 130})
        for (const int kind : {0, 1, 2}) {
          if (kind != 0 && (nb + nq) % 3 != 0) continue;
          Residues64 a = draw_residues(random, nb + nq - 1, p, kind);
          Residues64 b = draw_residues(random, nb, p, kind);
          b.back() = (nb + nq) % 4 == 0 ? 1 : 1 + random.below(p - 1);
          if (a.back() == 0) a.back() = 1;
          expect_division(field, a, b);
        }
  }
}

/// Long ones, and inverses of power series, which are quotients of 1.
void expect_long_divisions() {
  Random random(54);
  for (const std::uint64_t p : division_moduli) {
    const PrimeField field(p);
    for (const auto& [nb, nq] : {std::pair<std::size_t, std::size_t>{300, 280}, {20, 700}, {800, 770}, {513, 21}}) {
      Residues64 b = draw_residues(random, nb, p);
      b.back() = 1 + random.below(p - 1);
      expect_division(field, draw_residues(random, nb + nq - 1, p), b);
    }
    for (const std::size_t n : {1, 2, 19, 20, 21, 33, 64, 100, 256, 300, 800})
      for (const std::size_t length : {std::size_t{1}, std::size_t{19}, std::size_t{40}, n}) {
        Residues64 f = draw_residues(random, length, p);
        f[0] = 1 + random.below(p - 1);
        const PolyZp series = from_residues(field, stripped(f));
        const PolyZp inverse = inverse_series(series, n);
        ASSERT_LE(inverse.length(), n);
        ASSERT_EQ(mullow(series, inverse, n), PolyZp(field, {1})) << p << " " << n << " " << length;
      }
  }
}

TEST(DivisionOfResidues, EverySizeAroundTheCutOffs) { expect_divisions(); }

TEST(DivisionOfResidues, LongOnesAndPowerSeries) { expect_long_divisions(); }

TEST(DivisionOfResidues, OnePolynomialInEveryPlace) {
  const PrimeField field(65537);
  PolyZp a(field, {3, 1, 4, 1, 5, 9, 2, 6});
  PolyZp r(field);
  div_rem_into(a, r, a, a);
  EXPECT_EQ(a, PolyZp(field, {1}));
  EXPECT_TRUE(r.is_zero());
  a = PolyZp(field, {3, 1, 4});
  PolyZp q(field);
  div_rem_into(q, a, a, a);
  EXPECT_EQ(q, PolyZp(field, {1}));
  EXPECT_TRUE(a.is_zero());
}

class DivisionOfResiduesIsa : public ::testing::TestWithParam<Isa> {};

TEST_P(DivisionOfResiduesIsa, EverySizeAroundTheCutOffs) {
  if (GetParam() > active_isa()) GTEST_SKIP();
  const ForcedIsa forced(GetParam());
  expect_divisions();
  expect_long_divisions();
}

INSTANTIATE_TEST_SUITE_P(Levels, DivisionOfResiduesIsa,
                         ::testing::Values(Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& test) { return std::string(isa_name(test.param)); });

}  // namespace
}  // namespace polyfork::test
