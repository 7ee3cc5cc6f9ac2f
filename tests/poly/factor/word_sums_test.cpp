// Sums of products by Montgomery's method, arithmetic modulo polynomials and composition against their definitions.
#include "poly/factor/word_sums.hpp"

#include <gtest/gtest.h>

#include "factor_checks.hpp"
#include "forced_isa.hpp"
#include "poly/factor/word_composition.hpp"
#include "poly/residues/word_recurrence.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

using detail::SumKernel;
using detail::SumModulus;

class WordSumsIsa : public ::testing::TestWithParam<Isa> {};

Residues64 padded(const Residues64& a) {
  Residues64 wide(a.size() + 2 * SumKernel::padding);
  std::copy(a.begin(), a.end(), wide.begin() + SumKernel::padding);
  return wide;
}

/// Residues near both ends, too: kind 1 is all p - 1.
TEST_P(WordSumsIsa, ColumnsSquaresAndCombinations) {
  if (GetParam() > active_isa()) GTEST_SKIP();
  Random r(95);
  for (const std::uint64_t p : zp_moduli()) {
    const WordModulus m(p);
    const SumModulus sums(m);
    const SumKernel& kernel = detail::sum_kernel(p, GetParam());
    for (const std::size_t n : {1, 2, 3, 7, 8, 9, 16, 17, 40, 100})
      for (const int kind : {0, 1}) {
        const std::size_t n_b = 1 + r.below(60);
        const Residues64 a = draw_residues(r, n, p, kind);
        const Residues64 b = draw_residues(r, n_b, p, kind);
        const Residues64 wide_b = padded(b);
        const Residues64 wide_a = padded(a);
        const auto with_r = [&](Residues64 v) {
          for (auto& x : v) x = sums.with_r(x);
          return v;
        };
        Residues64 expected = plain_mul(a, b, m);
        const std::size_t begin = r.below(expected.size());
        const std::size_t end = begin + 1 + r.below(expected.size() - begin);
        Residues64 out(end - begin + 1, 77);
        kernel.columns(sums, a.data(), n, wide_b.data() + SumKernel::padding, n_b, out.data(), begin, end);
        EXPECT_EQ(out.back(), 77U);  // nothing beyond
        out.pop_back();
        EXPECT_EQ(with_r(out), Residues64(expected.begin() + static_cast<std::ptrdiff_t>(begin),
                                          expected.begin() + static_cast<std::ptrdiff_t>(end)));
        Residues64 square(2 * n - 1);
        kernel.square(sums, wide_a.data() + SumKernel::padding, n, square.data());
        EXPECT_EQ(with_r(square), plain_mul(a, a, m));
        const std::size_t stride = 48;
        const std::size_t count = 1 + r.below(stride);
        const Residues64 rows = draw_residues(r, n * stride, p, kind);
        Residues64 sum(count);
        kernel.combine(sums, a.data(), n, rows.data(), stride, sum.data(), count);
        Residues64 plain(count);
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < count; ++j) plain[j] = m.add(plain[j], m.mul(a[i], rows[i * stride + j]));
        EXPECT_EQ(with_r(sum), plain);
      }
  }
}

TEST_P(WordSumsIsa, SumsOfProductsOfRows) {
  if (GetParam() > active_isa()) GTEST_SKIP();
  Random r(97);
  for (const std::uint64_t p : zp_moduli()) {
    const WordModulus m(p);
    const SumModulus sums(m);
    const SumKernel& kernel = detail::sum_kernel(p, GetParam());
    EXPECT_EQ(kernel.rows != nullptr, kernel.vectors);
    if (!kernel.vectors) continue;
    for (const std::size_t width_a : {1, 2, 5, 16, 33})
      for (const std::size_t width_b : {1, 7, 16, 17, 50})
        for (const std::size_t count : {1, 2, 9}) {
          // Rows of b stand from the last one on, zeros around each.
          const std::size_t step_b = width_b + SumKernel::padding;
          Residues64 a;
          Residues64 b(count * step_b + SumKernel::padding);
          Residues64 expected(width_a + width_b - 1);
          for (std::size_t j = 0; j < count; ++j) {
            const Residues64 row_a = draw_residues(r, width_a, p, static_cast<int>(j % 2));
            const Residues64 row_b = draw_residues(r, width_b, p, static_cast<int>(j % 2));
            a.insert(a.end(), row_a.begin(), row_a.end());
            const std::size_t at = SumKernel::padding + (count - 1 - j) * step_b;
            std::copy(row_b.begin(), row_b.end(), b.begin() + static_cast<std::ptrdiff_t>(at));
            const Residues64 product = plain_mul(row_a, row_b, m);
            for (std::size_t x = 0; x < expected.size(); ++x) expected[x] = m.add(expected[x], product[x]);
          }
          Residues64 out(expected.size() + 1, 77);
          kernel.rows(
              sums, {a.data(), width_a, static_cast<std::ptrdiff_t>(width_a)},
              {b.data() + SumKernel::padding + (count - 1) * step_b, width_b, -static_cast<std::ptrdiff_t>(step_b)},
              count, out.data());
          EXPECT_EQ(out.back(), 77U);
          out.pop_back();
          for (auto& x : out) x = sums.with_r(x);
          EXPECT_EQ(out, expected) << p << ' ' << width_a << ' ' << width_b << ' ' << count;
        }
  }
}

INSTANTIATE_TEST_SUITE_P(All, WordSumsIsa, ::testing::Values(Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& isa) { return std::to_string(static_cast<int>(isa.param)); });

std::vector<ExecutionContext> both_regimes() {
  return {ExecutionContext(), ExecutionContext().with_tuning(smallest_factor_cutoffs())};
}

Residues64 plain_rem(const Residues64& a, const Residues64& f, const WordModulus& m) {
  Residues64 r = plain_div_rem(a, f, m).second;
  r.resize(f.size() - 1);
  return r;
}

TEST(WordQuotient, ProductsPowersAndCompositions) {
  Random r(96);
  for (const ExecutionContext& ctx : both_regimes())
    for (const std::uint64_t p : zp_moduli())
      for (const std::size_t n : {1, 2, 3, 8, 17}) {
        const WordModulus m(p);
        const detail::FactorAlgebra w(PrimeField::trusted(p), ctx);
        Residues64 f = draw_residues(r, n + 1, p);
        f[n] = 1;
        const detail::WordQuotient q(w, f);
        const Residues64 a = draw_residues(r, n, p);
        const Residues64 b = draw_residues(r, n, p);
        const auto element = [&](const Residues64& v) {
          Residues64 e(n);
          q.from_residues(v, e);
          return e;
        };
        const auto residues = [&](const Residues64& v) {
          Residues64 e(n);
          q.to_residues(v, e);
          return e;
        };
        const auto times = [&](const Residues64& x, const Residues64& y) {
          return plain_rem(plain_mul(x, y, m), f, m);
        };
        Residues64 out(n);
        q.multiply(element(a), element(b), out);
        EXPECT_EQ(residues(out), times(a, b));
        q.multiply(element(a), detail::WordQuotient::Factor(q, element(b)), out);
        EXPECT_EQ(residues(out), times(a, b));
        q.square(element(a), out);
        EXPECT_EQ(residues(out), times(a, a));
        for (const std::size_t length : {n - 1, n, n + 1, 3 * n + 2}) {
          const Residues64 c = draw_residues(r, length, p);
          q.reduce(c, out);
          EXPECT_EQ(residues(out), plain_rem(c, f, m));
        }
        for (const std::uint64_t e : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{13}, p, r.next() >> 20 | 1}) {
          const auto plain_power = [&](Residues64 base) {
            base = plain_rem(base, f, m);
            Residues64 power = plain_rem({1}, f, m);
            for (int i = 63; i >= 0; --i) {
              power = times(power, power);
              if (e >> i & 1) power = times(power, base);
            }
            return power;
          };
          q.power(element(a), e, out);
          EXPECT_EQ(residues(out), plain_power(a)) << p << " " << n << " " << e;
          for (const std::uint64_t shift : {std::uint64_t{0}, r.below(p)}) {
            q.power_of_linear(shift, e, out);
            EXPECT_EQ(residues(out), plain_power({shift, 1})) << p << " " << n << " " << e;
          }
        }
        Residues64 composed;  // a(b) by Horner's rule
        for (std::size_t i = n; i-- != 0;) {
          composed = plain_rem(plain_mul(composed, b, m), f, m);
          composed[0] = m.add(composed[0], a[i]);
        }
        Residues64 g = draw_residues(r, n / 2 + 2, p);  // times a cofactor, f is the modulus of a map that is reduced
        g.back() = 1;
        const Residues64 multiple = plain_mul(f, g, m);
        const detail::WordQuotient larger(w, multiple);
        Residues64 wide_b = b;
        wide_b.resize(larger.degree());
        larger.from_residues(wide_b, wide_b);
        for (const std::size_t uses : {1, 3, 100}) {
          detail::CompositionMap(q, element(b), uses).apply(element(a), out);
          EXPECT_EQ(residues(out), composed);
          const detail::CompositionMap map(larger, wide_b, uses);
          detail::CompositionMap(q, map).apply(element(a), out);
          EXPECT_EQ(residues(out), composed);
        }
      }
}

TEST(WordRecurrence, OfPowersOfRoots) {
  const WordModulus m(101);
  const std::uint64_t roots[] = {3, 17, 50};
  Residues64 polynomial{1};
  for (const std::uint64_t root : roots) polynomial = plain_mul(polynomial, {m.neg(root), 1}, m);
  Residues64 terms;
  for (int k = 0; k < 10; ++k) {
    std::uint64_t sum = 0;
    for (const std::uint64_t root : roots)
      sum = m.add(sum, m.mul(root + 1, m.pow(root, static_cast<std::uint64_t>(k))));
    terms.push_back(sum);
  }
  EXPECT_EQ(detail::minimal_recurrence(terms, m), polynomial);
  EXPECT_EQ(detail::minimal_recurrence(Residues64(6), m), Residues64{1});
}

}  // namespace
}  // namespace polyfork::test
