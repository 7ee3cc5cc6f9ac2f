// Residues modulo polynomials over word primes against dense polynomials.
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "system/modular/residue_algebra.hpp"

namespace polyfork::test {
namespace {

using detail::ResidueAlgebra;
using detail::SmallPrime;
using detail::WordCoefficients;

WordCoefficients random_words(std::size_t n, const SmallPrime& p, std::mt19937_64& random) {
  WordCoefficients words(n);
  for (std::uint32_t& c : words) c = p.reduce(random() % 8 == 0 ? random() % 2 : random());
  return words;
}

PolyZp dense(const WordCoefficients& words, const PrimeField& field) {
  return PolyZp(field, ResidueVector(words.begin(), words.end()));
}

TEST(ResidueAlgebraProperty, AgreesWithDensePolynomials) {
  std::mt19937_64 random(31);
  const ExecutionContext& ctx = ExecutionContext::default_context();
  for (const std::uint32_t prime : {2147483647U, 1073741827U, 101U, 3U})
    for (const std::size_t n : {1U, 2U, 3U, 7U, 15U, 16U, 17U, 33U, 64U, 130U}) {
      const SmallPrime p(prime);
      const PrimeField field(prime);
      WordCoefficients modulus = random_words(n, p, random);
      modulus.push_back(1);
      const ResidueAlgebra algebra(modulus, p);
      const PolyZp F = dense(modulus, field);
      const WordCoefficients a = random_words(n, p, random);
      const WordCoefficients b = random_words(n, p, random);
      EXPECT_EQ(dense(algebra.product(a, b), field), rem(mul(dense(a, field), dense(b, field), ctx), F, ctx));
      const WordCoefficients tall = random_words(3 * n + 1, p, random);
      EXPECT_EQ(dense(algebra.residue(tall), field), rem(dense(tall, field), F, ctx));
      EXPECT_EQ(dense(algebra.slope(), field), derivative(F, 1, ctx));
      const auto inverse = algebra.inverse(a, ctx);
      const PolyZp common = gcd(dense(a, field), F, ctx);
      EXPECT_EQ(inverse.has_value(), common.degree() == 0);
      if (inverse) {
        EXPECT_EQ(dense(algebra.product(a, *inverse), field), PolyZp::constant(field, 1));
      }
      EXPECT_EQ(dense(detail::monic_gcd(a, modulus, p, ctx), field), common);
      // A factor in common.
      const PolyZp factor = dense({p.reduce(random()), 1}, field);
      const PolyZp left = mul(dense(a, field), factor, ctx);
      const PolyZp right = mul(dense(b, field), factor, ctx);
      const auto words = [](const PolyZp& f) { return detail::word_coefficients(f, f.length()); };
      EXPECT_EQ(dense(detail::monic_gcd(words(left), words(right), p, ctx), field), gcd(left, right, ctx));
    }
}

TEST(ResidueAlgebra, OfUnitsAndZero) {
  const SmallPrime p(101);
  const ExecutionContext& ctx = ExecutionContext::default_context();
  const ResidueAlgebra algebra({100, 0, 1}, p);  // x^2 - 1
  EXPECT_EQ(algebra.inverse({5, 0}, ctx), (WordCoefficients{81, 0}));
  EXPECT_EQ(algebra.inverse({0, 1}, ctx), (WordCoefficients{0, 1}));
  EXPECT_EQ(algebra.inverse({1, 1}, ctx), std::nullopt);
  EXPECT_EQ(algebra.inverse({0, 0}, ctx), std::nullopt);
  EXPECT_TRUE(detail::monic_gcd({0, 0}, {}, p, ctx).empty());
  WordCoefficients a{1, 2};
  algebra.add_multiple(a, WordCoefficients{3, 100}, 2);
  EXPECT_EQ(a, (WordCoefficients{7, 0}));
}

}  // namespace
}  // namespace polyfork::test
