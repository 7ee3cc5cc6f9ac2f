// The vector kernels of CrtBasis: every level forced, against GMP and against the portable code.
#include "ring/crt/crt_kernels.hpp"

#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "back_ends.hpp"
#include "core/cpu_ports.hpp"
#include "forced_isa.hpp"
#include "integer_generators.hpp"
#include "ring/crt/crt_tables.hpp"

namespace polyfork::test {
namespace {

constexpr std::uint64_t one = 1;
using Residues = std::vector<ResidueVector>;

/// An instruction set, and whether rows are multiplied in pairs where there are kernels for that.
struct Level {
  Isa isa;
  bool pairs;
};

class ForcedLevel {
 public:
  explicit ForcedLevel(Level level) : isa_(level.isa) { detail::force_crt_pairs_for_testing(level.pairs); }
  ~ForcedLevel() { detail::force_crt_pairs_for_testing({}); }
  ForcedLevel(const ForcedLevel&) = delete;
  ForcedLevel& operator=(const ForcedLevel&) = delete;

 private:
  ForcedIsa isa_;
};

class CrtKernelsIsa : public testing::TestWithParam<Level> {
 protected:
  void SetUp() override {
    if (GetParam().isa > detected_isa()) GTEST_SKIP() << "this machine does not offer " << isa_name(GetParam().isa);
  }
};

constexpr std::uint64_t guard = ~std::uint64_t{0};

/// One word more than asked for stands behind each array, and must survive.
Residues to_residues(const CrtBasis& basis, const IntegerVector& values,
                     const ExecutionContext& ctx = ExecutionContext::default_context()) {
  Residues residues(basis.size(), ResidueVector(values.size() + 1, guard));
  std::vector<std::span<std::uint64_t>> spans;
  for (ResidueVector& r : residues) spans.emplace_back(r.data(), values.size());
  basis.to_residues(values, spans, ctx);
  for (ResidueVector& r : residues) {
    EXPECT_EQ(r.back(), guard);
    r.pop_back();
  }
  return residues;
}

IntegerVector from_residues(const CrtBasis& basis, const Residues& residues,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::vector<std::span<const std::uint64_t>> spans(residues.begin(), residues.end());
  return basis.from_residues(spans, ctx);
}

/// 0, +-1, powers of two and their neighbours, random numbers; of at most `bits` bits.
std::vector<Integer> sample(IntegerGenerator& g, std::size_t bits, std::size_t size) {
  std::vector<Integer> values{0, 1, -1};
  for (const std::size_t k : {49, 50, 51, 52, 63, 64, 100, 104})
    if (k < bits) values.push_back(Integer(1) << k);
  for (std::size_t k = bits < 130 ? 0 : bits - 130; k < bits; k += 13) {
    values.push_back(Integer(1) << k);
    values.push_back(-(Integer(1) << k));
    values.push_back((Integer(1) << k) - 1);
    values.push_back(1 - (Integer(1) << k));
  }
  while (values.size() < size) values.push_back(g.uniform(bits) - g.uniform(bits));
  return values;
}

/// The same, brought into [-M/2, M/2), and the ends of that range with what lies near them.
IntegerVector centred(const CrtBasis& basis, IntegerGenerator& g, std::size_t size) {
  const Integer& m = basis.product();
  const Integer lowest = -(m >> 1);
  std::vector<Integer> values = sample(g, m.bit_length(), size);
  for (const int d : {0, 1, 2, 100}) {
    values.insert(values.begin(), lowest + d);
    values.insert(values.begin() + 3, lowest + m - 1 - d);
  }
  for (std::size_t k = 1; k < m.bit_length(); k += 1 + k / 2) {
    values.push_back(lowest + (Integer(1) << k));
    values.push_back(lowest + m - (Integer(1) << k));
  }
  for (Integer& v : values) v = floor_div_rem(v - lowest, m).second + lowest;
  return IntegerVector(values);
}

void expect_residues(const CrtBasis& basis, const IntegerVector& values, const Residues& residues) {
  for (std::size_t j = 0; j < basis.size(); ++j)
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_EQ(residues[j][i], values[i].mod(basis.prime(j))) << i << " mod " << basis.prime(j);
}

std::vector<std::uint64_t> odd_primes(std::size_t count) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t p = 3; primes.size() < count; p = next_prime(p)) primes.push_back(p);
  return primes;
}

TEST_P(CrtKernelsIsa, ForcedLevelRuns) {
  const ForcedLevel forced(GetParam());
  const std::string_view expected = GetParam().isa == Isa::scalar ? "portable" : isa_name(GetParam().isa);
  EXPECT_EQ(CrtBasis({3, 1125899906842597}).kernels(), expected);
  // An even prime and long ones are for the portable code.
  EXPECT_EQ(CrtBasis({2, 3}).kernels(), "portable");
  EXPECT_EQ(CrtBasis({3, (one << 50) + 55}).kernels(), "portable");
}

TEST_P(CrtKernelsIsa, FewPrimes) {
  const ForcedLevel forced(GetParam());
  IntegerGenerator g(70);
  for (std::size_t count = 1; count <= 13; ++count) {
    for (const auto& primes : {primes_below(one << 50, count), primes_below(one << 31, count), odd_primes(count)}) {
      const CrtBasis basis(primes);
      const IntegerVector values = centred(basis, g, 150);
      const Residues residues = to_residues(basis, values);
      expect_residues(basis, values, residues);
      ASSERT_EQ(from_residues(basis, residues), values) << count << " primes from " << primes[0];
    }
  }
}

TEST_P(CrtKernelsIsa, PrimesOfAllSizesTogether) {
  const ForcedLevel forced(GetParam());
  IntegerGenerator g(71);
  std::vector<std::uint64_t> primes;
  for (unsigned bits = 2; bits <= 50; ++bits) primes.push_back(previous_prime(one << bits));
  const CrtBasis basis(primes);
  const IntegerVector values = centred(basis, g, 200);
  const Residues residues = to_residues(basis, values);
  expect_residues(basis, values, residues);
  EXPECT_EQ(from_residues(basis, residues), values);
}

TEST_P(CrtKernelsIsa, AnySize) {
  // Sizes around the lanes, the panels and the stripes.
  const ForcedLevel forced(GetParam());
  IntegerGenerator g(72);
  const CrtBasis basis(primes_below(one << 50, 7));
  const IntegerVector all = centred(basis, g, 200);
  for (const std::size_t size :
       {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33, 40, 63, 64, 65, 96, 128, 129}) {
    const IntegerVector values = all.slice(0, size);
    const Residues residues = to_residues(basis, values);
    expect_residues(basis, values, residues);
    ASSERT_EQ(from_residues(basis, residues), values) << size;
  }
}

TEST_P(CrtKernelsIsa, AroundTheTwoLevelCutOff) {
  const ForcedLevel forced(GetParam());
  IntegerGenerator g(73);
  for (const std::size_t count : {detail::crt_one_level - 1, detail::crt_one_level, detail::crt_one_level + 1,
                                  detail::crt_one_level + 16, std::size_t{300}}) {
    for (const auto& primes : {primes_below(one << 50, count), odd_primes(count)}) {
      const CrtBasis basis(primes);
      const IntegerVector values = centred(basis, g, 130);
      const Residues residues = to_residues(basis, values);
      expect_residues(basis, values, residues);
      ASSERT_EQ(from_residues(basis, residues), values) << count << " primes from " << primes[0];
    }
  }
}

TEST_P(CrtKernelsIsa, IntegersOfSeveralBlocks) {
  // Longer than a block of digits, at its edges and at those of limbs; many and few primes.
  const ForcedLevel forced(GetParam());
  IntegerGenerator g(74);
  for (const std::size_t count : {1, 2, 5, 30, 140}) {
    const CrtBasis basis(count == 5 ? odd_primes(5) : primes_below(one << 50, count));
    std::vector<Integer> list;
    for (const std::size_t bits : {1600, 1601, 1664, 1665, 3200, 3328, 6400, 6401, 6656, 6657, 13000, 20000}) {
      list.push_back(g.uniform(bits));
      list.push_back(-g.uniform(bits));
      list.push_back((Integer(1) << bits) - 1);
      list.push_back(-(Integer(1) << bits));
      const IntegerVector values(list);  // shorter ones meet in panels of their own as well
      expect_residues(basis, values, to_residues(basis, values));
    }
  }
}

TEST_P(CrtKernelsIsa, MixedLengthsAndLooseStrides) {
  const ForcedLevel forced(GetParam());
  IntegerGenerator g(75);
  const CrtBasis basis(primes_below(one << 50, 5));
  IntegerVector values = g.vector(300, 30);
  expect_residues(basis, values, to_residues(basis, values));
  IntegerVector loose(70, 9);  // rows longer than any number in them
  for (std::size_t i = 0; i < 70; i += 3) loose.assign(i, g.draw(i % 9).view());
  expect_residues(basis, loose, to_residues(basis, loose));
  const IntegerVector zeros(100, std::size_t{0});  // no limbs at all
  const Residues residues = to_residues(basis, zeros);
  expect_residues(basis, zeros, residues);
  EXPECT_EQ(from_residues(basis, residues), zeros);
}

TEST_P(CrtKernelsIsa, EqualsThePortableCode) {
  IntegerGenerator g(76);
  for (const std::size_t count : {3, 20, 64}) {
    const std::vector<std::uint64_t> primes = primes_below(one << 50, count);
    const ForcedIsa none(Isa::scalar);
    const CrtBasis portable(primes);
    const IntegerVector values = centred(portable, g, 400);
    const Residues residues = to_residues(portable, values);
    const ForcedLevel forced(GetParam());
    const CrtBasis basis(primes);
    EXPECT_EQ(to_residues(basis, values), residues);
    EXPECT_EQ(from_residues(basis, residues), from_residues(portable, residues));
  }
}

TEST_P(CrtKernelsIsa, IdenticalForEveryContext) {
  const ForcedLevel forced(GetParam());
  IntegerGenerator g(77);
  const CrtBasis basis(primes_below(one << 50, 40));
  const IntegerVector values = centred(basis, g, 3000);
  const Residues expected = to_residues(basis, values);
  expect_residues(basis, values.slice(0, 100), to_residues(basis, values.slice(0, 100)));
  for (const ExecutionContext& ctx : contexts()) {
    EXPECT_EQ(to_residues(basis, values, ctx), expected);
    EXPECT_EQ(from_residues(basis, expected, ctx), values);
  }
}

TEST_P(CrtKernelsIsa, SumsAtTheirLargest) {
  // The most primes that the kernels take, every residue p - 1 and every digit full.
  const ForcedLevel forced(GetParam());
  const CrtBasis basis(primes_below(one << 50, detail::crt_max_primes));
  EXPECT_EQ(basis.kernels(), GetParam().isa == Isa::scalar ? "portable" : isa_name(GetParam().isa));
  const std::size_t bits = basis.product().bit_length() - 1;
  const IntegerVector values{-1, (Integer(1) << (bits - 1)) - 1, 1 - (Integer(1) << (bits - 1)), basis.product() >> 1,
                             -(basis.product() >> 1)};
  const Residues residues = to_residues(basis, values);
  expect_residues(basis, values, residues);
  EXPECT_EQ(from_residues(basis, residues), values);
}

TEST_P(CrtKernelsIsa, HonoursStopTokenAndMemoryLimit) {
  const ForcedLevel forced(GetParam());
  IntegerGenerator g(78);
  const CrtBasis basis(primes_below(one << 50, 9));
  const IntegerVector values = centred(basis, g, 300);
  const Residues residues = to_residues(basis, values);
  std::stop_source stop;
  stop.request_stop();
  const ExecutionContext cancelled = ExecutionContext().with_stop_token(stop.get_token());
  EXPECT_THROW((void)to_residues(basis, values, cancelled), Cancelled);
  EXPECT_THROW((void)from_residues(basis, residues, cancelled), Cancelled);
  EXPECT_THROW(CrtBasis(primes_below(one << 50, 9), cancelled), Cancelled);
  const ExecutionContext tight = ExecutionContext().with_memory_limit(1000);
  EXPECT_THROW((void)from_residues(basis, residues, tight), MemoryLimit);
  EXPECT_THROW(CrtBasis(primes_below(one << 50, 9), tight), MemoryLimit);
  EXPECT_EQ(tight.memory().used(), 0U);
}

/// Both directions go past the caches where there is much; rows on any word, integers of more than one block of digits,
/// and a last panel that is not full.
TEST_P(CrtKernelsIsa, MuchIsConvertedLikeItsParts) {
  const ForcedLevel forced(GetParam());
  constexpr std::size_t part = 512, size = 16 * part + 77;
  const CrtBasis basis(primes_below(one << 50, 140));
  IntegerGenerator g(29);
  const IntegerVector values = centred(basis, g, 600);
  std::vector<Integer> repeated;
  for (std::size_t i = 0; i < size; ++i) repeated.emplace_back(values[(i * 7 + i / 600) % values.size()]);
  const IntegerVector many(repeated);
  for (const int threads : {1, 2}) {  // with more, there would have to be more to go past the caches
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (const std::size_t shift : {0, 3}) {
      std::vector<ResidueVector> rows(basis.size(), ResidueVector(size + 9, guard));
      std::vector<std::span<std::uint64_t>> to;
      for (ResidueVector& row : rows) to.emplace_back(row.data() + shift, size);
      basis.to_residues(many, to, ctx);
      for (const ResidueVector& row : rows) {
        for (std::size_t i = 0; i < shift; ++i) ASSERT_EQ(row[i], guard);
        for (std::size_t i = shift + size; i < row.size(); ++i) ASSERT_EQ(row[i], guard);
      }
      const std::vector<std::span<const std::uint64_t>> from(to.begin(), to.end());
      EXPECT_EQ(basis.from_residues(from, ctx), many);
      for (std::size_t begin = 0; begin < size; begin += 5 * part) {
        const std::size_t count = std::min(part, size - begin);
        const auto first = repeated.begin() + static_cast<std::ptrdiff_t>(begin);
        const IntegerVector some(std::vector<Integer>(first, first + static_cast<std::ptrdiff_t>(count)));
        const Residues expected = to_residues(basis, some);
        for (std::size_t j = 0; j < basis.size(); ++j)
          for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(to[j][begin + i], expected[j][i]) << j << ' ' << begin + i;
      }
    }
  }
}

TEST_P(CrtKernelsIsa, CountsItsBytes) {
  const ForcedLevel forced(GetParam());
  const CrtBasis small(primes_below(one << 50, 100));
  EXPECT_GT(small.bytes(), 8 * 100 * 78U);
  if (GetParam().isa == Isa::scalar) return;
  const CrtBasis large(primes_below(one << 50, 1000));
  EXPECT_LT(large.bytes(), 2600 * 1000 + 1000 * 1000 / 2 + 100000U);
}

TEST(CrtKernels, PairRowsWhereAdditionsHavePortsAndRowsAreMany) {
  for (const std::size_t primes : {1, 15, 16, 300}) {
    EXPECT_EQ(detail::crt_kernels(Isa::scalar, primes), nullptr);
#if defined(__x86_64__)
    EXPECT_FALSE(detail::crt_kernels(Isa::avx512, primes)->pairs);
    EXPECT_EQ(detail::crt_kernels(Isa::ifma, primes)->pairs, primes >= 16 && detail::adds_beside_multiplies());
#endif
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, CrtKernelsIsa,
                         testing::Values(Level{Isa::scalar, false}, Level{Isa::avx2, false}, Level{Isa::avx512, false},
                                         Level{Isa::ifma, false}, Level{Isa::ifma, true}),
                         [](const auto& level) {
                           return std::string(isa_name(level.param.isa)) + (level.param.pairs ? "_in_pairs" : "");
                         });

}  // namespace
}  // namespace polyfork::test
