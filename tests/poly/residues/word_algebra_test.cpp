// Ranges of products, series, and Newton's division on words, against their definitions.
#include "poly/residues/word_algebra.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "back_ends.hpp"
#include "fft/word_transform.hpp"
#include "poly/residues/division_newton.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/inverse_series_word.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

using detail::WordAlgebra;

const std::size_t lengths[] = {1, 2, 3, 5, 8, 13, 31, 64, 65, 100, 129};

std::vector<ExecutionContext> tuned_contexts() {
  return {ExecutionContext(), ExecutionContext().with_tuning(smallest_cutoffs()),
          ExecutionContext().with_threads(3).with_tuning(smallest_cutoffs())};
}

TEST(WordAlgebra, RangesOfProducts) {
  Random r(301);
  for (const ExecutionContext& ctx : tuned_contexts())
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      const WordAlgebra w(field, ctx);
      for (const std::size_t n : lengths)
        for (const std::size_t m : lengths) {
          const int kind = static_cast<int>(r.below(3));
          const Residues64 a = draw_residues(r, n, p, kind);
          const Residues64 b = draw_residues(r, m, p, kind);
          Residues64 c = plain_mul(a, b, field.word_modulus());
          const std::size_t begin = r.below(n + m);
          const std::size_t end = begin + r.below(n + m - begin + 3);
          c.resize(n + m + 3);
          Residues64 out(end - begin, 7);
          detail::mul_range(w, a, b, begin, out);
          ASSERT_EQ(out, Residues64(c.begin() + static_cast<std::ptrdiff_t>(begin),
                                    c.begin() + static_cast<std::ptrdiff_t>(end)))
              << p << " " << n << " " << m << " " << begin << " " << end;
        }
    }
}

TEST(WordAlgebra, RangesOfLongProducts) {
  Random r(302);
  const ExecutionContext ctx;
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    const WordAlgebra w(field, ctx);
    const Residues64 a = draw_residues(r, 3000, p, 1);
    const Residues64 b = draw_residues(r, 131, p, 1);
    const Residues64 c = plain_mul(a, b, field.word_modulus());
    for (const std::size_t begin : {0, 100, 130, 1000, 2900}) {
      Residues64 out(std::min<std::size_t>(2000, c.size() - begin));
      detail::mul_range(w, a, b, begin, out);
      ASSERT_TRUE(std::equal(out.begin(), out.end(), c.begin() + static_cast<std::ptrdiff_t>(begin))) << begin;
    }
    Residues64 square(a.size());
    detail::mul_range(w, a, a, 0, square);
    const Residues64 expected = plain_mul(a, a, field.word_modulus());
    ASSERT_TRUE(std::equal(square.begin(), square.end(), expected.begin()));
  }
}

TEST(WordAlgebra, SumsOfProductsAndCyclicProducts) {
  Random r(303);
  for (const ExecutionContext& ctx : {ExecutionContext(), ExecutionContext().with_threads(4)})
    for (const std::uint64_t p : zp_moduli())
      for (const std::size_t n : {8, 64, 1024}) {
        const WordModulus m(p);
        const auto plan = detail::plan_cyclic_transform({p, true, n, n, {0, n}}, 2, 1, active_isa());
        const detail::WordTransform transform(plan, ctx);
        std::vector<ResidueVector> images(6, ResidueVector(transform.image_words()));
        std::vector<Residues64> operands;
        Residues64 expected(n);
        for (std::size_t i = 0; i < 4; ++i) {
          operands.push_back(draw_residues(r, n - i, p, 1));
          transform.forward(operands[i], images[i].data(), ctx);
        }
        for (const std::size_t i : {0, 2}) {
          const Residues64 c = plain_mul(operands[i], operands[i + 1], m);
          for (std::size_t k = 0; k < c.size(); ++k) expected[k % n] = m.add(expected[k % n], c[k]);
        }
        transform.multiply(images[4].data(), images[0].data(), images[1].data(), ctx);
        transform.multiply(images[5].data(), images[2].data(), images[3].data(), ctx);
        transform.accumulate(images[4].data(), images[5].data(), ctx);
        Residues64 out(n);
        transform.inverse(images[4].data(), {0, n}, out, ctx);
        ASSERT_EQ(out, expected) << p << " " << n;
        transform.multiply(images[0].data(), images[0].data(), images[0].data(), ctx);
        transform.inverse(images[0].data(), {1, n}, std::span(out).first(n - 1), ctx);
        std::fill(expected.begin(), expected.end(), 0);
        const Residues64 c = plain_mul(operands[0], operands[0], m);
        for (std::size_t k = 0; k < c.size(); ++k) expected[k % n] = m.add(expected[k % n], c[k]);
        for (std::size_t k = 1; k < n; ++k) ASSERT_EQ(out[k - 1], expected[k]);
      }
}

TEST(WordAlgebra, SeriesInverseAndQuotient) {
  Random r(304);
  for (const ExecutionContext& ctx : tuned_contexts())
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      const WordAlgebra w(field, ctx);
      for (const std::size_t n : {1, 2, 3, 4, 7, 16, 33, 95, 96, 97, 98, 193, 194, 200, 385, 512}) {
        const std::size_t length = 1 + r.below(n + 10);
        Residues64 f = draw_residues(r, length, p, static_cast<int>(r.below(3)));
        if (f[0] == 0) f[0] = 1;
        Residues64 inverse(n);
        detail::inverse_series_words(w, f, inverse);
        Residues64 one = plain_mul(f, inverse, field.word_modulus());
        one.resize(n);
        Residues64 expected(n);
        expected[0] = 1;
        ASSERT_EQ(one, expected) << p << " " << n << " " << length;
        const Residues64 a = draw_residues(r, r.below(n + 5), p);
        Residues64 quotient(n);
        detail::quotient_series_words(w, a, f, quotient);
        expected = plain_mul(a, inverse, field.word_modulus());
        expected.resize(n);
        ASSERT_EQ(quotient, expected) << p << " " << n;
      }
    }
}

void expect_division(const WordAlgebra& w, const Residues64& a, const Residues64& b,
                     const detail::WordDivisor* divisor) {
  Residues64 quotient(a.size() - b.size() + 1);
  Residues64 rest = a;
  if (divisor != nullptr)
    divisor->div_rem(w, rest, quotient);
  else
    detail::div_rem_words(w, rest, b, quotient);
  rest.resize(b.size() - 1);
  const auto [q, rem] = plain_div_rem(a, b, w.modulus);
  ASSERT_EQ(stripped(quotient), q) << w.modulus.value() << " " << a.size() << " " << b.size();
  ASSERT_EQ(stripped(rest), rem) << w.modulus.value() << " " << a.size() << " " << b.size();
}

TEST(WordAlgebra, DivisionOfAllShapes) {
  Random r(305);
  for (const ExecutionContext& ctx : tuned_contexts())
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      const WordAlgebra w(field, ctx);
      for (const std::size_t m : {1, 2, 3, 4, 8, 9, 10, 16, 17, 33, 64, 65, 66, 100})
        for (const std::size_t nq : {1, 2, 3, 7, 8, 9, 31, 32, 33, 64, 65, 99, 100, 101, 150, 300}) {
          Residues64 b = draw_residues(r, m, p, static_cast<int>(r.below(3)));
          if (b.back() == 0) b.back() = 1;
          expect_division(w, draw_residues(r, nq + m - 1, p, static_cast<int>(r.below(3))), b, nullptr);
        }
    }
}

TEST(WordAlgebra, DivisionAroundTheCutoff) {
  Random r(306);
  const ExecutionContext ctx;
  const auto cut = static_cast<std::size_t>(WordTuning().division_length);
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    const WordAlgebra w(field, ctx);
    for (const std::size_t m : {cut, cut + 1, 2 * cut + 1})
      for (const std::size_t nq : {cut, cut + 1, 512UL, 513UL, 2 * m + 3, 3000UL}) {
        Residues64 b = draw_residues(r, m, p);
        b.back() = 1;
        expect_division(w, draw_residues(r, nq + m - 1, p, 1), b, nullptr);
      }
  }
}

TEST(WordAlgebra, PreparedDivisors) {
  Random r(307);
  for (const ExecutionContext& ctx : tuned_contexts())
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      const WordAlgebra w(field, ctx);
      for (const std::size_t m : {1, 2, 3, 9, 33, 70}) {
        Residues64 b = draw_residues(r, m, p);
        b.back() = p - 1;
        for (const std::size_t prepared_for : {1, 5, 40, 200}) {
          const detail::WordDivisor divisor(w, b, prepared_for);
          for (const std::size_t nq : {1, 2, 5, 6, 39, 40, 41, 90, 250})
            expect_division(w, draw_residues(r, nq + m - 1, p), b, &divisor);
        }
      }
    }
}

TEST(WordAlgebra, ChargesAndGivesBackItsMemory) {
  Random r(308);
  const PrimeField field(9223372036854775783U);
  const ExecutionContext ctx = ExecutionContext().with_memory_limit(std::size_t{64} << 20);
  const WordAlgebra w(field, ctx);
  const Residues64 b = draw_residues(r, 2000, field.modulus(), 1);
  expect_division(w, draw_residues(r, 3999, field.modulus()), b, nullptr);
  const std::size_t plans = ctx.plan_cache().bytes();
  EXPECT_EQ(ctx.memory().used(), plans);
  EXPECT_GT(ctx.memory().peak(), plans + 2000 * sizeof(std::uint64_t));
  const ExecutionContext small = ExecutionContext().with_memory_limit(20000);
  Residues64 rest(3999, 1);
  Residues64 quotient(2000);
  EXPECT_THROW(detail::div_rem_words(WordAlgebra(field, small), rest, b, quotient), MemoryLimit);
  EXPECT_EQ(small.memory().used(), small.plan_cache().bytes());
}

}  // namespace
}  // namespace polyfork::test
