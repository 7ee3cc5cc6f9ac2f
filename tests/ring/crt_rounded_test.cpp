// CrtBasis::from_residues_rounded: quotients by powers of two, from the leading digits alone, under every instruction
// set.
#include <gtest/gtest.h>

#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "forced_isa.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

Integer integer_of(const std::uint64_t* row, std::size_t limbs) {
  Integer x = 0;
  for (std::size_t k = limbs; k-- > 0;) x = (x << 64) + Integer(row[k]);
  if ((row[limbs - 1] >> 63) != 0) x -= Integer(1) << (64 * limbs);
  return x;
}

/// Below M / 8: random ones of all lengths, powers of two, halves and what lies next to them.
std::vector<Integer> values_for(const CrtBasis& basis, std::size_t drop, IntegerGenerator& g) {
  const std::size_t most = basis.product().bit_length() - 4;
  std::vector<Integer> values{0, 1, -1, (Integer(1) << most) - Integer(1), Integer(1) - (Integer(1) << most)};
  for (int i = 0; i < 40; ++i) {
    const std::size_t bits = 1 + g.random().below(most);
    const Integer x = g.uniform(static_cast<unsigned>(bits));
    values.push_back(g.random().below(2) == 0 ? x : -x);
  }
  if (drop != 0 && drop + 12 < most)
    for (int i = -5; i <= 5; ++i)
      for (const int off : {-1, 0, 1}) values.push_back((Integer(2 * i + 1) << (drop - 1)) + Integer(off));
  return values;
}

void expect_rounded(const CrtBasis& basis, std::size_t drop, IntegerGenerator& g, const ExecutionContext& ctx) {
  const std::vector<Integer> values = values_for(basis, drop, g);
  const IntegerVector v{std::span<const Integer>(values)};
  std::vector<ResidueVector> residues(basis.size(), ResidueVector(v.size()));
  basis.to_residues(v, std::vector<std::span<std::uint64_t>>(residues.begin(), residues.end()), ctx);
  const std::size_t kept = basis.product().bit_length() - std::min(drop, basis.product().bit_length());
  const std::size_t limbs = kept / 64 + 1;
  const std::size_t begin = g.random().below(3) * IntegerVector::stripe_rows % v.size();
  std::vector<std::uint64_t> rows((v.size() - begin) * limbs);
  basis.from_residues_rounded(std::vector<std::span<const std::uint64_t>>(residues.begin(), residues.end()), begin,
                              v.size(), drop, rows.data(), limbs, ctx);
  // |x - r 2^drop| <= 2^drop (1/2 + 2^-35)
  const Integer bound = (Integer(1) << (drop + 34)) + (Integer(1) << drop);
  for (std::size_t i = begin; i < v.size(); ++i) {
    const Integer r = integer_of(rows.data() + (i - begin) * limbs, limbs);
    ASSERT_LE(abs(values[i] - (r << drop)) << 35, bound)
        << values[i] << " by 2^" << drop << " gives " << r << ", " << basis.size() << " primes, " << basis.kernels();
  }
}

TEST(CrtRoundedProperty, IsTheNearestQuotient) {
  IntegerGenerator g(61);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, detected_isa()}) {
    if (isa > detected_isa()) continue;
    const ForcedIsa forced(isa);
    for (const std::size_t count : {1U, 2U, 5U, 17U, 40U, 256U, 257U, 300U}) {
      const CrtBasis basis(primes_below(std::uint64_t{1} << 50, count));
      const std::size_t bits = basis.product().bit_length();
      for (const std::size_t drop : {std::size_t{0}, std::size_t{1}, std::size_t{63}, std::size_t{99}, std::size_t{100},
                                     std::size_t{156}, bits / 3, bits / 2, bits - 60, bits - 5, bits + 3, bits + 300}) {
        if (drop > bits + 1000) continue;
        const ExecutionContext ctx = ExecutionContext().with_threads(1 + static_cast<int>(g.random().below(3)));
        expect_rounded(basis, drop, g, ctx);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(CrtRounded, WantsOneArrayForEachPrime) {
  const CrtBasis basis({3, 5, 7});
  std::uint64_t out = 0;
  EXPECT_THROW(basis.from_residues_rounded({}, 0, 0, 0, &out, 1), DomainError);
}

}  // namespace
}  // namespace polyfork::test
