// Sums of products of series' rows, and what errors of products change in factors, against their definitions.
#include "poly/multi_factor/series_rows.hpp"

#include <gtest/gtest.h>

#include "forced_isa.hpp"
#include "poly/multi_factor/series_corrections.hpp"
#include "ring/table_field.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

using detail::FieldPoly;
using detail::SeriesCorrections;
using detail::SeriesRows;
using detail::StepwiseCorrections;
using detail::TableField;

class SeriesRowsIsa : public ::testing::TestWithParam<Isa> {};

SeriesRows draw_rows(Random& r, std::size_t width, std::size_t length, std::uint64_t elements, int kind) {
  SeriesRows rows(width, length);
  for (std::size_t m = 0; m < length; ++m) {
    const Residues64 row = draw_residues(r, width, elements, kind);
    std::copy(row.begin(), row.end(), rows.row(m).begin());
  }
  return rows;
}

/// out[x] = sum a[j] b[m - j] at x over first <= j < end.
template <class F>
Residues64 plain_sum(const SeriesRows& a, const SeriesRows& b, std::size_t m, std::size_t first, std::size_t end,
                     const F& field) {
  Residues64 sum(a.width + b.width - 1, 0);
  for (std::size_t j = first; j < end; ++j)
    for (std::size_t x = 0; x < a.width; ++x)
      for (std::size_t y = 0; y < b.width; ++y)
        sum[x + y] = field.add(sum[x + y], field.mul(a.row(j)[x], b.row(m - j)[y]));
  return sum;
}

template <class F>
void check_sums(Random& r, const F& field, std::uint64_t elements) {
  const auto sums = detail::row_sums(field);
  const std::size_t length = 4;
  for (const std::size_t width_a : {1, 2, 8, 9, 17, 33})
    for (const std::size_t width_b : {1, 7, 16, 17, 40})
      for (const int kind : {0, 1}) {
        const SeriesRows a = draw_rows(r, width_a, length, elements, kind);
        const SeriesRows b = draw_rows(r, width_b, length, elements, kind);
        for (std::size_t m = 0; m < length; ++m)
          for (std::size_t first = 0; first <= m + 1; ++first) {
            const std::size_t end = first + r.below(m + 2 - first);
            Residues64 out(width_a + width_b - 1, 0);
            sums(a, b, m, first, end, out);
            EXPECT_EQ(out, plain_sum(a, b, m, first, end, field)) << width_a << ' ' << width_b << ' ' << m;
          }
      }
}

TEST_P(SeriesRowsIsa, SumsOfProducts) {
  if (GetParam() > detected_isa()) GTEST_SKIP();
  const ForcedIsa forced(GetParam());
  Random r(101);
  for (const std::uint64_t p : zp_moduli()) check_sums(r, WordModulus(p), p);
  const TableField field(5, 3, ExecutionContext());
  check_sums(r, field, field.size());
}

/// Bases without a common divisor, and the inverses that corrections want.
template <class F, class C>
bool add_bases(Random& r, const F& field, std::span<const std::size_t> degrees, std::uint64_t elements, C& corrections,
               std::vector<FieldPoly>& bases) {
  for (const std::size_t n : degrees) {
    bases.push_back(draw_residues(r, n + 1, elements));
    if (bases.back().back() == 0) bases.back().back() = field.reduce(1);
  }
  for (std::size_t s = 0; s < bases.size(); ++s) {
    FieldPoly others{field.reduce(1)};
    for (std::size_t i = 0; i < bases.size(); ++i)
      if (i != s) others = detail::field_mul<F>(others, bases[i], field);
    FieldPoly inverse = detail::field_inverse(others, bases[s], field);
    if (inverse.empty()) return false;
    corrections.add(bases[s], std::move(inverse));
  }
  return true;
}

/// The changes c_s have lower degrees than the bases u_s, and sum c_s (product of the others) is the error.
template <class F>
void check_corrections(Random& r, const F& field, std::span<const std::size_t> degrees, std::uint64_t elements) {
  SeriesCorrections<F> corrections(field);
  StepwiseCorrections<F> stepwise(field);
  std::vector<FieldPoly> bases;
  if (!add_bases(r, field, degrees, elements, corrections, bases)) {
    EXPECT_LT(elements, 1U << 20);  // random bases with a common divisor
    return;
  }
  std::size_t width = 1;
  for (const std::size_t n : degrees) width += n;
  corrections.prepare(width);
  for (const int kind : {0, 1}) {
    FieldPoly error = draw_residues(r, width, elements, kind);
    error.back() = 0;
    const FieldPoly changes = corrections(error);
    ASSERT_EQ(changes.size(), width - 1);
    FieldPoly sum(width, 0);
    std::size_t at = 0;
    for (std::size_t s = 0; s < bases.size(); ++s) {
      FieldPoly product(changes.begin() + static_cast<std::ptrdiff_t>(at),
                        changes.begin() + static_cast<std::ptrdiff_t>(at + degrees[s]));
      at += degrees[s];
      for (std::size_t i = 0; i < bases.size(); ++i)
        if (i != s) product = detail::field_mul<F>(product, bases[i], field);
      for (std::size_t x = 0; x < product.size(); ++x) sum[x] = field.add(sum[x], product[x]);
    }
    EXPECT_EQ(sum, error);
  }
}

TEST_P(SeriesRowsIsa, CorrectionsSolveTheirEquation) {
  if (GetParam() > detected_isa()) GTEST_SKIP();
  const ForcedIsa forced(GetParam());
  Random r(102);
  const std::vector<std::vector<std::size_t>> shapes{{1, 1}, {1, 2, 1}, {7, 1}, {4, 4}, {8, 9}, {5, 6, 4, 1}, {16, 17}};
  for (const std::vector<std::size_t>& degrees : shapes) {
    for (const std::uint64_t p : zp_moduli()) check_corrections(r, WordModulus(p), degrees, p);
    const TableField field(7, 3, ExecutionContext());
    check_corrections(r, field, degrees, field.size());
  }
}

/// Beyond the size of the matrix the changes come step by step: the result is the same.
TEST_P(SeriesRowsIsa, CorrectionsBeyondTheMatrix) {
  if (GetParam() > detected_isa()) GTEST_SKIP();
  const ForcedIsa forced(GetParam());
  Random r(103);
  for (const std::uint64_t p : {std::uint64_t{2147483647}, (std::uint64_t{1} << 61) - 1})
    for (const std::size_t n : {250, 270}) {  // 2^18 words are 512 rows of as many words
      const std::vector<std::size_t> degrees{n, n};
      check_corrections(r, WordModulus(p), degrees, p);
    }
}

INSTANTIATE_TEST_SUITE_P(All, SeriesRowsIsa, ::testing::Values(Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& isa) { return std::to_string(static_cast<int>(isa.param)); });

}  // namespace
}  // namespace polyfork::test
