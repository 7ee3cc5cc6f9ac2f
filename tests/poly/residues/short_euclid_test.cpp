// Euclid's algorithm on the stack: inverses, gcds, resultants and cofactors by their definitions.
#include "poly/residues/short_euclid.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "forced_isa.hpp"
#include "poly/residues/half_gcd.hpp"
#include "random.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

std::vector<std::uint64_t> odd_moduli() {
  std::vector<std::uint64_t> moduli = zp_moduli();
  moduli.erase(moduli.begin());
  moduli.insert(moduli.end(), {5, 7, 4294967291, 4611686018427387847, 9223372036854775807U - 24});
  return moduli;
}

PolyZp draw(Random& random, const PrimeField& field, std::size_t n, int kind) {
  const Residues64 words = draw_residues(random, n, field.modulus(), kind);
  PolyZp f = PolyZp::from_elements(field, words);
  return f;
}

TEST(ShortEuclidProperty, Inverses) {
  Random random(0x1e1);
  for (const std::uint64_t p : odd_moduli()) {
    const WordModulus m(p);
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t a = i < 64 ? m.pow(2, static_cast<std::uint64_t>(i)) : 1 + random.below(p - 1);
      ASSERT_EQ(detail::short_inverse(m, a), m.inverse(a)) << a << " modulo " << p;
    }
    ASSERT_EQ(detail::short_inverse(m, p - 1), p - 1);
  }
}

/// Half-gcds and rows in vectors, which a tuning asks for, against words on the stack.
TEST(ShortEuclidProperty, GcdsAndResultants) {
  Random random(0x1e2);
  const ExecutionContext other = ExecutionContext().with_tuning(smallest_cutoffs());
  for (const std::uint64_t p : odd_moduli()) {
    const PrimeField field(p);
    for (int i = 0; i < 1500; ++i) {
      const std::size_t most = i % 20 == 0 ? 70 : 12;
      PolyZp a = draw(random, field, random.below(most), i % 3);
      PolyZp b = draw(random, field, random.below(most), i % 5 == 0 ? 2 : 0);
      if (i % 4 == 0) {
        const PolyZp common = draw(random, field, 1 + random.below(6), 0);
        a = mul(a, common);
        b = mul(b, common);
      }
      const PolyZp g = gcd(a, b);
      ASSERT_EQ(g, gcd(a, b, other)) << a << " | " << b << " modulo " << p;
      PolyZp out = a;
      gcd_into(out, out, b);
      ASSERT_EQ(out, g);
      out = b;
      gcd_into(out, a, out);
      ASSERT_EQ(out, g);
      ASSERT_EQ(resultant(a, b), resultant(a, b, other)) << a << " | " << b << " modulo " << p;
    }
  }
}

/// Every modulus for vectors of short residues, at lengths around whole vectors; degrees that drop by more than one.
TEST(ShortEuclidProperty, ModuliBelow128) {
  Random random(0x1e4);
  const ExecutionContext other = ExecutionContext().with_tuning(smallest_cutoffs());
  for (std::uint64_t p = 3; p < 132; p += 2) {
    if (!is_prime(p)) continue;
    const PrimeField field(p);
    for (int i = 0; i < 300; ++i) {
      const std::size_t most = i % 3 == 0 ? 65 : 26;
      PolyZp a = draw(random, field, 6 + random.below(most - 6), i % 3);
      PolyZp b = draw(random, field, 6 + random.below(most - 6), i % 5 == 0 ? 2 : 0);
      if (i % 4 == 0) {
        const PolyZp common = draw(random, field, 1 + random.below(12), 0);
        a = mul(a, common);
        b = mul(b, common);
      }
      if (i % 7 == 0) a = add(mul(draw(random, field, 1 + random.below(40), 1), b), draw(random, field, 1, 1));
      ASSERT_EQ(gcd(a, b), gcd(a, b, other)) << a << " | " << b << " modulo " << p;
      ASSERT_EQ(resultant(a, b), resultant(a, b, other)) << a << " | " << b << " modulo " << p;
      ASSERT_EQ(resultant(b, a), resultant(b, a, other)) << a << " | " << b << " modulo " << p;
    }
  }
}

TEST(ShortEuclidProperty, Cofactors) {
  Random random(0x1e3);
  for (const std::uint64_t p : odd_moduli()) {
    const PrimeField field(p);
    for (int i = 0; i < 1000; ++i) {
      PolyZp a = draw(random, field, 2 + random.below(i % 20 == 0 ? 63 : 9), i % 3);
      PolyZp b = draw(random, field, 2 + random.below(i % 20 == 0 ? 63 : 9), i % 5 == 0 ? 2 : 0);
      if (a.length() < b.length()) std::swap(a, b);
      if (b.length() < 2) continue;
      ResidueVector s(b.length() - 1), t(a.length() - 1);
      const std::uint64_t r =
          detail::short_bezout(s.data(), t.data(), a.coefficients(), b.coefficients(), field.word_modulus());
      ASSERT_EQ(r, resultant(a, b));
      if (r == 0) continue;
      const PolyZp sum = add(mul(PolyZp(field, s), a), mul(PolyZp(field, t), b));
      ASSERT_EQ(sum, PolyZp::constant(field, r)) << a << " | " << b << " modulo " << p;
    }
  }
}

TEST(ShortEuclid, EveryInstructionSet) {
  Random random(0x1e4);
  const PrimeField field((std::uint64_t{1} << 50) - 27);
  for (const std::size_t n : {2, 8, 23, 24, 25, 26, 40, 63, 64, 65}) {
    const PolyZp a = draw(random, field, n, 0);
    const PolyZp b = mul(draw(random, field, n - 1, 0), PolyZp(field, {3, 1}));
    const PolyZp c = mul(a, PolyZp(field, {3, 1}));
    const PolyZp g = gcd(c, b);
    const std::uint64_t r = resultant(a, b);
    for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
      if (isa > detected_isa()) continue;
      const ForcedIsa forced(isa);
      EXPECT_EQ(gcd(c, b), g) << n;
      EXPECT_EQ(resultant(a, b), r) << n;
    }
  }
}

TEST(ShortEuclid, Stops) {
  std::stop_source source;
  source.request_stop();
  const ExecutionContext stopped = ExecutionContext().with_stop_token(source.get_token());
  const PrimeField field(101);
  const PolyZp a(field, {1, 2, 3});
  PolyZp out(field);
  EXPECT_THROW(gcd_into(out, a, a, stopped), Cancelled);
  EXPECT_THROW(resultant(a, a, stopped), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
