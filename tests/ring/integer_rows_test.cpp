// Views of signed rows as conversions to residues take them: rows in two's complement and magnitudes, under every
// instruction set, against residues of integers one by one; and back into rows in two's complement.
#include "ring/integer_rows.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "back_ends.hpp"
#include "forced_isa.hpp"
#include "integer_generators.hpp"
#include "ring/crt/crt_kernels.hpp"

namespace polyfork::test {
namespace {

using detail::IntegerRows;

constexpr std::uint64_t one = 1;
constexpr std::uint64_t guard = ~std::uint64_t{0};

/// An instruction set, and whether rows are multiplied in pairs where there are kernels for that.
struct Level {
  Isa isa;
  bool pairs;
};

class IntegerRowsIsa : public testing::TestWithParam<Level> {
 protected:
  void SetUp() override {
    if (GetParam().isa > detected_isa()) GTEST_SKIP() << "this machine does not offer " << isa_name(GetParam().isa);
    force_isa_for_testing(GetParam().isa);
    detail::force_crt_pairs_for_testing(GetParam().pairs);
  }
  void TearDown() override {
    force_isa_for_testing(before_);
    detail::force_crt_pairs_for_testing({});
  }

 private:
  Isa before_ = active_isa();
};

/// Integers as rows of two's complement, whose rows may be further apart than they are wide.
struct Rows {
  std::size_t width;
  std::size_t stride;
  std::vector<mp_limb_t> limbs;

  Rows(const std::vector<Integer>& values, std::size_t its_width, std::size_t gap)
      : width(its_width), stride(width + gap), limbs(values.size() * stride, guard) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      mp_limb_t* const row = limbs.data() + i * stride;
      const auto magnitude = values[i].view().limbs();
      std::fill_n(row, width, mp_limb_t{0});
      std::copy(magnitude.begin(), magnitude.end(), row);
      if (values[i].sign() < 0) mpn_neg(row, row, static_cast<mp_size_t>(width));
    }
  }
  IntegerRows view(std::size_t count, bool mirrored = false) const {
    return {limbs.data(), stride, count, width, nullptr, mirrored};
  }
};

/// What rows of `width` limbs can hold at the ends of their range and around the ends of words, with zeros and random
/// numbers among them.
std::vector<Integer> values_for(IntegerGenerator& g, std::size_t width, std::size_t size) {
  const std::size_t bits = 64 * width - 1;
  const Integer top = Integer(1) << bits;
  std::vector<Integer> values{0, -top, top - 1, -1, 1, 0, 1 - top, 0, 2 - top};
  for (std::size_t k = 49; k < bits; k = k + 1 < 64 ? k + 1 : k + 63)
    for (const int d : {-1, 0, 1}) {
      values.push_back((Integer(1) << k) + d);
      values.push_back(-(Integer(1) << k) + d);
    }
  while (values.size() < size) {
    const Integer x = g.uniform(1 + g.random().below(bits));
    values.push_back(g.random().below(2) == 0 ? x : -x);
    if (g.random().below(5) == 0) values.push_back(0);
  }
  return values;
}

std::vector<ResidueVector> residues_of(const CrtBasis& basis, const IntegerRows& rows, const ExecutionContext& ctx) {
  std::vector<ResidueVector> residues(basis.size(), ResidueVector(rows.count + 1, guard));
  std::vector<std::span<std::uint64_t>> spans;
  for (ResidueVector& r : residues) spans.emplace_back(r.data(), rows.count);
  rows_to_residues(basis, rows, spans, ctx);
  for (ResidueVector& r : residues) {
    EXPECT_EQ(r.back(), guard);
    r.pop_back();
  }
  return residues;
}

void expect_residues(const CrtBasis& basis, const std::vector<Integer>& values, const IntegerRows& rows,
                     const char* what, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::vector<ResidueVector> residues = residues_of(basis, rows, ctx);
  for (std::size_t j = 0; j < basis.size(); ++j)
    for (std::size_t i = 0; i < rows.count; ++i) {
      const WordModulus& m = basis.modulus(j);
      const std::uint64_t r = values[i].view().mod(m.value());
      ASSERT_EQ(residues[j][i], rows.mirrored && i % 2 != 0 ? m.neg(r) : r)
          << what << ", row " << i << " of " << rows.count << ", " << rows.width << " limbs, " << values[i] << " mod "
          << m.value() << ", " << basis.kernels();
    }
}

/// Both entries, as they are and mirrored.
void expect_both(const CrtBasis& basis, const std::vector<Integer>& values, std::size_t width, std::size_t size) {
  for (const std::size_t gap : {0, 3}) {
    const Rows rows(values, width, gap);
    for (const bool mirrored : {false, true})
      expect_residues(basis, values, rows.view(size, mirrored), "two's complement");
  }
  const IntegerVector vector{std::span<const Integer>(values).first(size)};
  for (std::size_t begin = 0; begin < size; begin += IntegerVector::stripe_rows) {
    const std::size_t count = std::min(IntegerVector::stripe_rows, size - begin);
    const std::vector<Integer> part(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                    values.begin() + static_cast<std::ptrdiff_t>(begin + count));
    IntegerRows stripe = detail::IntegerSource(vector).rows(begin, count);
    expect_residues(basis, part, stripe, "magnitudes");
    stripe.mirrored = true;
    expect_residues(basis, part, stripe, "magnitudes");
  }
}

TEST_P(IntegerRowsIsa, BothKindsGiveTheResiduesOfTheIntegers) {
  IntegerGenerator g(81);
  for (const std::size_t primes : {1, 7, 40}) {
    // A prime beyond 2^50 is for the portable code, whatever the instruction set.
    for (const std::uint64_t below : {one << 50, one << 31, one << 62}) {
      const CrtBasis basis(primes_below(below, primes));
      for (const std::size_t width : {1, 2, 3, 8}) {
        const std::vector<Integer> values = values_for(g, width, 140);
        expect_both(basis, values, width, 140);
      }
    }
  }
}

TEST_P(IntegerRowsIsa, AnyNumberOfRows) {
  IntegerGenerator g(82);
  const CrtBasis basis(primes_below(one << 50, 5));
  const std::vector<Integer> values = values_for(g, 2, 140);
  for (const std::size_t size : {0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129})
    expect_both(basis, values, 2, size);
}

TEST_P(IntegerRowsIsa, RowsOfSeveralBlocksOfDigits) {
  IntegerGenerator g(83);
  for (const std::size_t primes : {3, 30}) {
    const CrtBasis basis(primes_below(one << 50, primes));
    for (const std::size_t width : {64, 100, 104, 130, 260}) {
      const std::vector<Integer> values = values_for(g, width, 90);
      expect_both(basis, values, width, 90);
    }
  }
}

/// Panels that are all zero, or all -1, have no limbs or one beside the sign.
TEST_P(IntegerRowsIsa, PanelsOfZerosAndOfMinusOnes) {
  const CrtBasis basis(primes_below(one << 50, 6));
  for (const int x : {0, -1}) {
    std::vector<Integer> values(150, Integer(x));
    expect_both(basis, values, 3, 150);
    values[70] = -(Integer(1) << 128);
    expect_both(basis, values, 3, 150);
  }
}

TEST_P(IntegerRowsIsa, RowsReturnAsTheyWere) {
  IntegerGenerator g(84);
  for (const std::size_t width : {1, 2, 3, 11}) {
    const CrtBasis basis(primes_below(one << 50, 64 * width / 49 + 2));
    const std::vector<Integer> values = values_for(g, width, 150);
    const Rows rows(values, width, 0);
    for (const ExecutionContext& ctx : contexts()) {
      const std::vector<ResidueVector> residues = residues_of(basis, rows.view(values.size()), ctx);
      const std::vector<std::span<const std::uint64_t>> spans(residues.begin(), residues.end());
      const std::size_t begin = 13;
      std::vector<std::uint64_t> out((values.size() - begin) * width + 1, guard);
      basis.from_residues_rounded(spans, begin, values.size(), 0, out.data(), width, ctx);
      EXPECT_EQ(out.back(), guard);
      out.pop_back();
      ASSERT_TRUE(std::equal(out.begin(), out.end(), rows.limbs.begin() + static_cast<std::ptrdiff_t>(begin * width)))
          << width << " limbs, " << basis.kernels();
    }
  }
}

TEST_P(IntegerRowsIsa, MuchIsConvertedLikeItsParts) {
  IntegerGenerator g(85);
  const CrtBasis basis(primes_below(one << 50, 140));  // enough residues to go past the caches
  const std::vector<Integer> few = values_for(g, 2, 500);
  std::vector<Integer> values;
  for (std::size_t i = 0; i < 8000; ++i) values.push_back(few[(i * 7) % few.size()]);
  const Rows rows(values, 2, 0);
  const IntegerVector vector{std::span<const Integer>(values)};
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    std::vector<ResidueVector> expected(basis.size(), ResidueVector(values.size()));
    basis.to_residues(vector, std::vector<std::span<std::uint64_t>>(expected.begin(), expected.end()), ctx);
    EXPECT_EQ(residues_of(basis, rows.view(values.size()), ctx), expected);
  }
}

TEST(IntegerRows, WantsOneArrayForEachPrime) {
  const CrtBasis basis({3, 5, 7});
  const Rows rows({1, 2}, 1, 0);
  ResidueVector residues(2);
  const std::vector<std::span<std::uint64_t>> too_few(2, std::span(residues));
  const std::vector<std::span<std::uint64_t>> too_short(3, std::span(residues).first(1));
  EXPECT_THROW(rows_to_residues(basis, rows.view(2), too_few, {}), DomainError);
  EXPECT_THROW(rows_to_residues(basis, rows.view(2), too_short, {}), DomainError);
}

INSTANTIATE_TEST_SUITE_P(Levels, IntegerRowsIsa,
                         testing::Values(Level{Isa::scalar, false}, Level{Isa::avx2, false}, Level{Isa::avx512, false},
                                         Level{Isa::ifma, false}, Level{Isa::ifma, true}),
                         [](const auto& level) {
                           return std::string(isa_name(level.param.isa)) + (level.param.pairs ? "_in_pairs" : "");
                         });

}  // namespace
}  // namespace polyfork::test
