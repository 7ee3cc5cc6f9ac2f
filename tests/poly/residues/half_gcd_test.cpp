// Half-gcd, gcd, Bezout cofactors and resultant on words, against Euclid's algorithm as it stands in a textbook.
#include "poly/residues/half_gcd.hpp"

#include <gtest/gtest.h>

#include "back_ends.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

using detail::WordAlgebra;

ResidueVector to_vector(const Residues64& a) { return ResidueVector(a.begin(), a.end()); }
Residues64 from(const ResidueVector& a) { return Residues64(a.begin(), a.end()); }

Residues64 combination(const ResidueVector& s, const Residues64& a, const ResidueVector& t, const Residues64& b,
                       const WordModulus& m) {
  const Residues64 minus_one = {m.neg(m.reduce(1))};
  return plain_sub(plain_mul(from(s), a, m), plain_mul(plain_mul(from(t), minus_one, m), b, m), m);
}

/// A pair with a common factor of about `common` coefficients; zeros make quotients of every degree.
std::pair<Residues64, Residues64> draw_pair(Random& r, std::size_t n, std::size_t m, std::size_t common,
                                            const WordModulus& modulus) {
  const std::uint64_t p = modulus.value();
  const Residues64 g = draw_residues(r, common, p, static_cast<int>(r.below(2)) * 2);
  return {stripped(plain_mul(draw_residues(r, n, p, static_cast<int>(r.below(3))), g, modulus)),
          stripped(plain_mul(draw_residues(r, m, p, static_cast<int>(r.below(3))), g, modulus))};
}

void expect_all(const WordAlgebra& w, const Residues64& a, const Residues64& b) {
  const WordModulus& m = w.modulus;
  const auto where = [&] {
    return std::to_string(m.value()) + " " + std::to_string(a.size()) + " " + std::to_string(b.size());
  };
  const Residues64 expected = plain_gcd(a, b, m);
  ASSERT_EQ(plain_monic(from(detail::gcd_words(w, to_vector(a), to_vector(b))), m), expected) << where();
  const detail::WordBezout bezout = detail::extended_gcd_words(w, to_vector(a), to_vector(b));
  ASSERT_EQ(plain_monic(from(bezout.g), m), expected) << where();
  ASSERT_EQ(combination(bezout.s, a, bezout.t, b, m), from(bezout.g)) << where();
  if (!a.empty() && !b.empty()) {  // Euclid's cofactors are the shortest
    ASSERT_LE(bezout.s.size(), std::max<std::size_t>(1, b.size() - expected.size())) << where();
    ASSERT_LE(bezout.t.size(), std::max<std::size_t>(1, a.size() - expected.size())) << where();
  }
  ASSERT_EQ(detail::resultant_words(w, to_vector(a), to_vector(b)), plain_resultant(a, b, m)) << where();
}

TEST(HalfGcd, SmallestCutoffs) {
  Random r(320);
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads).with_tuning(smallest_cutoffs());
    for (const std::uint64_t p : zp_moduli()) {
      const PrimeField field(p);
      const WordAlgebra w(field, ctx);
      for (const std::size_t n : {0, 1, 2, 3, 4, 5, 8, 11, 16, 30, 41})
        for (const std::size_t m : {0, 1, 2, 3, 5, 10, 16, 29, 30, 41})
          for (const std::size_t common : {0, 1, 1, 1, 2, 9}) {
            const auto [a, b] = draw_pair(r, n, m, common, w.modulus);
            expect_all(w, a, b);
          }
    }
  }
}

TEST(HalfGcd, Matrices) {
  Random r(321);
  const ExecutionContext ctx = ExecutionContext().with_tuning(smallest_cutoffs());
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    const WordAlgebra w(field, ctx);
    for (std::size_t n = 2; n < 90; n += 1 + n / 7) {
      auto [a, b] = draw_pair(r, n, n - 1, 1 + r.below(3), w.modulus);
      if (a.size() <= b.size()) continue;
      ResidueVector x = to_vector(a);
      ResidueVector y = to_vector(b);
      detail::WordMatrix m;
      detail::half_gcd_words(w, x, y, &m, 0, nullptr);
      EXPECT_LE(y.size(), a.size() / 2);
      EXPECT_GT(x.size(), a.size() / 2);
      EXPECT_EQ(combination(m[0][0], a, m[0][1], b, w.modulus), from(x));
      EXPECT_EQ(combination(m[1][0], a, m[1][1], b, w.modulus), from(y));
    }
  }
}

TEST(HalfGcd, AroundTheCutoffs) {
  Random r(322);
  const ExecutionContext ctx;
  const WordTuning t;
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    const WordAlgebra w(field, ctx);
    for (const std::int64_t cut : {t.half_gcd_length, t.gcd_length, std::int64_t{1500}})
      for (std::int64_t d = 0; d <= 1; ++d) {
        const auto n = static_cast<std::size_t>(cut + d);
        const auto [a, b] = draw_pair(r, n, n - r.below(3), 1 + 20 * r.below(2), w.modulus);
        expect_all(w, a, b);
      }
  }
}

TEST(HalfGcd, SameResultsInEveryContext) {
  Random r(323);
  const PrimeField field(9223372036854775783U);
  const auto [a, b] = draw_pair(r, 1500, 1400, 40, field.word_modulus());
  detail::WordBezout first;
  for (const ExecutionContext& ctx : contexts()) {
    const detail::WordBezout bezout = detail::extended_gcd_words(WordAlgebra(field, ctx), to_vector(a), to_vector(b));
    if (first.g.empty()) first = bezout;
    ASSERT_EQ(bezout.g, first.g);
    ASSERT_EQ(bezout.s, first.s);
    ASSERT_EQ(bezout.t, first.t);
  }
}

}  // namespace
}  // namespace polyfork::test
