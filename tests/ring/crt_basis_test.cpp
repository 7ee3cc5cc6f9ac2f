// CrtBasis: round trips, edge values, thread counts, limits.
#include <polyfork/ring/crt_basis.hpp>

#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

using Residues = std::vector<ResidueVector>;

Residues to_residues(const CrtBasis& basis, const IntegerVector& values,
                     const ExecutionContext& ctx = ExecutionContext::default_context()) {
  Residues residues(basis.size(), ResidueVector(values.size(), ~std::uint64_t{0}));
  const std::vector<std::span<std::uint64_t>> spans(residues.begin(), residues.end());
  basis.to_residues(values, spans, ctx);
  return residues;
}

IntegerVector from_residues(const CrtBasis& basis, const Residues& residues,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::vector<std::span<const std::uint64_t>> spans(residues.begin(), residues.end());
  return basis.from_residues(spans, ctx);
}

/// Values at the ends of [-M/2, M/2), around zero and random ones between.
IntegerVector edge_values(const CrtBasis& basis, IntegerGenerator& g, std::size_t size) {
  const Integer& m = basis.product();
  const Integer lowest = -(m >> 1);  // for odd M: -(M-1)/2
  const Integer end = lowest + m;
  std::vector<Integer> values{lowest, end - 1, -1, 0};
  for (const Integer& v : {lowest + 1, end - 2, Integer(1), m >> 2, -(m >> 2)})
    if (v >= lowest && v < end) values.push_back(v);
  while (values.size() < size) values.push_back(g.uniform(m.bit_length() + 70) - (Integer(1) << m.bit_length()));
  for (Integer& v : values) v = floor_div_rem(v - lowest, m).second + lowest;
  return IntegerVector(values);
}

std::vector<std::uint64_t> prime_list(std::size_t count, std::uint64_t bound) { return primes_below(bound, count); }

TEST(CrtBasis, RefusesBadPrimes) {
  EXPECT_THROW(CrtBasis({}), DomainError);
  EXPECT_THROW(CrtBasis(CrtBasis::KnownPrimes{}, {}), DomainError);
  EXPECT_THROW(CrtBasis({7, 11, 7}), DomainError);
  EXPECT_THROW(CrtBasis({7, 9}), DomainError);
  EXPECT_THROW(CrtBasis({18446744073709551557U}), DomainError);
  const CrtBasis basis({3, 5, 7});
  EXPECT_EQ(basis.product(), 105);
  EXPECT_EQ(basis.prime(1), 5U);
  EXPECT_GT(basis.bytes(), 0U);
}

TEST(CrtBasis, RefusesBadShapes) {
  const CrtBasis basis({3, 5});
  const IntegerVector values{1, 2};
  std::vector<std::uint64_t> a(2), b(3);
  const std::span<std::uint64_t> one[] = {a}, uneven[] = {a, b};
  EXPECT_THROW(basis.to_residues(values, one), DomainError);
  EXPECT_THROW(basis.to_residues(values, uneven), DomainError);
  const std::span<const std::uint64_t> const_one[] = {a}, const_uneven[] = {a, b};
  EXPECT_THROW((void)basis.from_residues(const_one), DomainError);
  EXPECT_THROW((void)basis.from_residues(const_uneven), DomainError);
}

TEST(CrtBasisProperty, SmallRangesCompletely) {
  for (const auto& primes : std::vector<std::vector<std::uint64_t>>{{2}, {3}, {2, 3}, {3, 5, 7}, {2, 3, 5, 7, 11}}) {
    const CrtBasis basis(primes);
    const std::int64_t m = basis.product().to_int64();
    std::vector<Integer> all;
    // [-M/2, M/2): for odd M the integers in it are -(M-1)/2 .. (M-1)/2.
    for (std::int64_t x = -(m / 2); x < -(m / 2) + m; ++x) all.emplace_back(x);
    const IntegerVector values(all);
    EXPECT_EQ(from_residues(basis, to_residues(basis, values)), values);
  }
}

TEST(CrtBasisProperty, RoundTripWith1To40Primes) {
  IntegerGenerator g(60);
  for (std::size_t count = 1; count <= 40; ++count) {
    for (const std::uint64_t bound : {std::uint64_t{1} << 63, std::uint64_t{1} << 62, std::uint64_t{1} << 50,
                                      std::uint64_t{1} << 31, std::uint64_t{1000}}) {
      const CrtBasis basis(prime_list(count, bound));
      const IntegerVector values = edge_values(basis, g, 150);
      const Residues residues = to_residues(basis, values);
      for (std::size_t j = 0; j < count; ++j)
        for (std::size_t i = 0; i < values.size(); ++i)
          ASSERT_EQ(residues[j][i], values[i].mod(basis.prime(j))) << count << ' ' << bound << ' ' << i;
      ASSERT_EQ(from_residues(basis, residues), values) << count << ' ' << bound;
    }
  }
}

TEST(CrtBasisProperty, SmallPrimesWithTwo) {
  IntegerGenerator g(61);
  std::vector<std::uint64_t> primes = primes_below(100, 25);  // all of them, M even
  const CrtBasis basis(primes);
  EXPECT_FALSE(basis.product().is_odd());
  const IntegerVector values = edge_values(basis, g, 200);
  EXPECT_EQ(from_residues(basis, to_residues(basis, values)), values);
}

TEST(CrtBasisProperty, ResiduesOfLongIntegers) {
  // Beyond one block of limbs, at the block's edges, with mixed sizes and signs.
  IntegerGenerator g(62);
  const CrtBasis basis({2, 3, 65537, 1125899906842597, 9223372036854775783U});
  std::vector<Integer> list;
  for (const std::size_t limbs : {0, 1, 2, 63, 64, 65, 127, 128, 129, 200}) {
    for (int i = 0; i < 8; ++i) list.push_back(g.uniform(64 * limbs));
    list.push_back((Integer(1) << (64 * limbs)) - 1);
    list.push_back(-(Integer(1) << (64 * limbs)));
    list.push_back(-list.back() * Integer(9223372036854775783U));
  }
  const IntegerVector values(list);
  const Residues residues = to_residues(basis, values);
  for (std::size_t j = 0; j < basis.size(); ++j)
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_EQ(residues[j][i], values[i].mod(basis.prime(j))) << i << " mod " << basis.prime(j);
}

TEST(CrtBasisProperty, TheResultIsReducedAndCompact) {
  const CrtBasis basis(prime_list(20, std::uint64_t{1} << 63));
  const IntegerVector values{5, -6, 0};
  const IntegerVector result = from_residues(basis, to_residues(basis, values));
  EXPECT_EQ(result, values);
  EXPECT_EQ(result.stride(0), 1U);
  EXPECT_TRUE(from_residues(basis, to_residues(basis, IntegerVector())).empty());
}

/// Fewer primes where the integers are short, in stripes of their own; by the vector kernels and by the portable code.
TEST(CrtBasisProperty, SegmentsWithBasesOfTheirOwn) {
  IntegerGenerator g(9);
  for (const std::uint64_t bound : {std::uint64_t{1} << 50, std::uint64_t{1} << 62}) {
    const std::vector<std::uint64_t> primes = primes_below(bound, 12);
    const CrtBasis longest(primes);
    const CrtBasis shortest(std::vector<std::uint64_t>(primes.begin(), primes.begin() + 3));
    const IntegerVector low = g.vector(128, 2);
    const IntegerVector middle = g.vector(192, 9);
    const IntegerVector high = g.vector(70, 2);
    std::vector<Integer> all;
    for (const IntegerVector* part : {&low, &middle, &high})
      for (std::size_t i = 0; i < part->size(); ++i) all.emplace_back((*part)[i]);
    const IntegerVector values{std::span<const Integer>(all)};
    Residues residues(primes.size(), ResidueVector(values.size()));
    const std::vector<std::span<std::uint64_t>> out(residues.begin(), residues.end());
    longest.to_residues(values, out);
    const std::vector<std::span<const std::uint64_t>> in(residues.begin(), residues.end());
    const std::vector<CrtSegment> segments = {{0, &shortest}, {128, &longest}, {320, &shortest}};
    for (const int threads : {1, 2})
      EXPECT_EQ(from_residues(segments, in, ExecutionContext().with_threads(threads)), values);

    const auto refused = [&](std::vector<CrtSegment> wrong) { EXPECT_THROW(from_residues(wrong, in), DomainError); };
    refused({});
    refused({{64, &longest}});
    refused({{0, &longest}, {100, &shortest}});
    refused({{0, &longest}, {256, &shortest}, {128, &longest}});
    EXPECT_THROW(from_residues(segments, std::span(in).first(5)), DomainError);
  }
}

TEST(ThreadsCrtBasisProperty, IdenticalForEveryThreadCount) {
  IntegerGenerator g(63);
  const CrtBasis basis(prime_list(40, std::uint64_t{1} << 63));
  const IntegerVector values = edge_values(basis, g, 1000);
  const ExecutionContext serial = ExecutionContext().with_backend(Backend::serial);
  const Residues expected = to_residues(basis, values, serial);
  EXPECT_EQ(from_residues(basis, expected, serial), values);
  for (const int threads : {1, 2, 4}) {
    const ExecutionContext ctx = ExecutionContext().with_backend(Backend::thread).with_threads(threads);
    EXPECT_EQ(to_residues(basis, values, ctx), expected);
    EXPECT_EQ(from_residues(basis, expected, ctx), values);
  }
}

TEST(CrtBasisProperty, IdenticalForEveryBackend) {
  IntegerGenerator g(64);
  const CrtBasis basis(prime_list(40, std::uint64_t{1} << 63));
  const IntegerVector values = edge_values(basis, g, 1000);
  for (const Backend backend : {Backend::tbb, Backend::openmp, Backend::serial}) {
    const ExecutionContext ctx = ExecutionContext().with_backend(backend).with_threads(2);
    const Residues residues = to_residues(basis, values, ctx);
    EXPECT_EQ(from_residues(basis, residues, ctx), values);
  }
}

TEST(CrtBasis, HonoursStopTokenAndMemoryLimit) {
  const CrtBasis basis(prime_list(4, std::uint64_t{1} << 63));
  IntegerGenerator g(65);
  const IntegerVector values = edge_values(basis, g, 300);
  const Residues residues = to_residues(basis, values);
  std::stop_source stop;
  stop.request_stop();
  const ExecutionContext cancelled = ExecutionContext().with_stop_token(stop.get_token());
  EXPECT_THROW((void)to_residues(basis, values, cancelled), Cancelled);
  EXPECT_THROW((void)from_residues(basis, residues, cancelled), Cancelled);

  const ExecutionContext tight = ExecutionContext().with_memory_limit(1000);
  EXPECT_THROW((void)from_residues(basis, residues, tight), MemoryLimit);
  EXPECT_EQ(tight.memory().used(), 0U);
  const ExecutionContext enough = ExecutionContext().with_memory_limit(1 << 20);
  EXPECT_EQ(from_residues(basis, residues, enough), values);
  EXPECT_EQ(enough.memory().used(), 0U);
  EXPECT_GT(enough.memory().peak(), values.bytes() / 2);
}

}  // namespace
}  // namespace polyfork::test
