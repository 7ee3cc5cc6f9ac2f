// Roots of x^t - y, and of products of linear factors, modulo primes whose p - 1 has many small factors or few.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include <polyfork/poly/factor/factor.hpp>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "memory_sweep.hpp"
#include "poly/factor/power_roots.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::PowerRoots;

template <class E>
std::vector<E> sorted(std::vector<E> list) {
  std::sort(list.begin(), list.end());
  return list;
}

TEST(PowerRoots, AllOfSmallFields) {
  for (const std::uint64_t p : {2, 3, 5, 7, 13, 17, 31, 101, 109, 163, 257}) {
    const PrimeField field(p);
    const BigPrimeField long_field{Integer(p)};
    for (std::uint64_t t = 1; t <= 54; ++t) {
      if (t % p == 0) continue;
      std::vector<std::vector<std::uint64_t>> expected(p);
      for (std::uint64_t x = 1; x < p; ++x) expected[field.word_modulus().pow(x, t)].push_back(x);
      PowerRoots<PrimeField> roots(field, t, ExecutionContext::default_context());
      PowerRoots<BigPrimeField> long_roots(long_field, t, ExecutionContext::default_context());
      for (std::uint64_t y = 1; y < p; ++y) {
        EXPECT_EQ(sorted(roots.of(y)), expected[y]) << p << ' ' << t << ' ' << y;
        EXPECT_EQ(long_roots.of(Integer(y)).size(), expected[y].size());
      }
    }
  }
}

TEST(PowerRoots, LongFields) {
  Random random(4201);
  const BigPrimeField field{Integer(std::string("170141183460469231731687303715884105727"))};
  for (const std::uint64_t t : {1, 2, 3, 7, 18, 19, 43, 127, 126, 5418}) {  // p - 1 = 2 3^3 7^2 19 43 73 127 337 ...
    PowerRoots<BigPrimeField> roots(field, t, ExecutionContext::default_context());
    for (int round = 0; round < 4; ++round) {
      const Integer x = field.from_integer(Integer(random.next()));
      const Integer y = pow(field, x, t);
      const std::vector<Integer> found = roots.of(y);
      EXPECT_EQ(found.size(), roots.count());
      EXPECT_EQ(std::set<Integer>(found.begin(), found.end()).size(), found.size());
      EXPECT_NE(std::find(found.begin(), found.end(), x), found.end());
      for (const Integer& z : found) EXPECT_EQ(pow(field, z, t), y);
    }
  }
}

TEST(PowerRoots, LargePrimeDivisorsOfTheOrder) {
  for (const std::uint64_t p : {1000003ULL, 2305843009213693951ULL}) {  // p - 1 = 6 166667; 2 9 25 7 11 13 ... 1321
    const PrimeField field(p);
    const std::uint64_t q = p == 1000003 ? 166667 : 1321;
    const auto found =
        PowerRoots<PrimeField>(field, q, ExecutionContext::default_context()).of(field.word_modulus().pow(12345, q));
    EXPECT_EQ(std::set<std::uint64_t>(found.begin(), found.end()).size(), q);
    for (const std::uint64_t x : found) ASSERT_EQ(field.word_modulus().pow(x, q), field.word_modulus().pow(12345, q));
  }
}

TEST(PowerRoots, NoneNeedNoTables) {
  // p = 2 q + 1: x^q is 1 or -1, and 2 is neither.
  const std::uint64_t p = 4611686018427377339;
  const std::uint64_t q = p / 2;
  PowerRoots<PrimeField> roots(PrimeField(p), q, ExecutionContext::default_context());
  EXPECT_TRUE(roots.of(2).empty());
  EXPECT_THROW(roots.of(1), MemoryLimit);
}

PolyZp from_roots(const PrimeField& field, const std::set<std::uint64_t>& roots) {
  std::vector<PolyZp> level;
  for (const std::uint64_t r : roots) level.push_back(PolyZp(field, ResidueVector{field.neg(r), 1}));
  while (level.size() > 1) {
    std::vector<PolyZp> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) next.push_back(mul(level[i], level[i + 1]));
    if (level.size() % 2 != 0) next.push_back(level.back());
    level = std::move(next);
  }
  return level[0];
}

std::vector<std::uint64_t> values(const std::vector<PolynomialRoot<PrimeField>>& roots) {
  std::vector<std::uint64_t> list;
  for (const auto& root : roots) list.push_back(root.value);
  return list;
}

TEST(ManyRoots, OfEveryKindOfPrime) {
  Random random(4202);
  // 2^6 3 5 ..., 2^12 3, 2^23 7 17, 2 times a prime, 2 3^2 7 11 31 151 331, 2^57 29, and others.
  for (const std::uint64_t p :
       {67ULL, 101ULL, 163ULL, 7681ULL, 12289ULL, 65537ULL, 998244353ULL, 2147483579ULL, 2147483647ULL,
        2305843009213693951ULL, 4179340454199820289ULL, 4611686018427387847ULL}) {
    const PrimeField field(p);
    for (const std::size_t n : {3, 4, 5, 8, 17, 60, 64, 100, 333, 1200}) {
      if (n >= p) continue;
      std::set<std::uint64_t> expected;
      while (expected.size() < n) expected.insert(random.below(p));
      const PolyZp f = from_roots(field, expected);
      EXPECT_EQ(values(roots(f)), std::vector<std::uint64_t>(expected.begin(), expected.end())) << p << ' ' << n;
    }
  }
}

TEST(ManyRoots, AllElements) {
  for (const std::uint64_t p : {67ULL, 71ULL, 73ULL, 97ULL, 101ULL, 257ULL, 769ULL, 7681ULL}) {
    const PrimeField field(p);
    std::set<std::uint64_t> all;
    for (std::uint64_t x = 0; x < p; ++x) all.insert(x);
    EXPECT_EQ(roots(from_roots(field, all)).size(), p);
    all.erase(p / 3);
    all.erase(0);
    EXPECT_EQ(values(roots(from_roots(field, all))), std::vector<std::uint64_t>(all.begin(), all.end()));
  }
}

TEST(ManyRoots, OfInflatedForms) {
  const PrimeField field(12289);
  ResidueVector c(2 * 3072 * 2 + 1, 0);  // x^6144 has every square
  c[0] = 12288;
  c[12288] = 1;
  const PolyZp f(field, c);
  EXPECT_EQ(roots(f).size(), 12288U);
  EXPECT_EQ(roots(mul(f, PolyZp(field, ResidueVector{12288, 0, 1}))).size(), 12288U);
  const auto repeated = roots(PolyZp(PrimeField(5), ResidueVector{4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));  // (x^2 - 1)^5
  ASSERT_EQ(repeated.size(), 2U);
  EXPECT_EQ(repeated[0].multiplicity, 5U);
  const BigPrimeField long_field{Integer(std::string("170141183460469231731687303715884105727"))};
  std::vector<Integer> list(127 * 6 + 1);
  list[0] = long_field.neg(Integer(1));
  list[127 * 6] = 1;
  EXPECT_EQ(roots(DensePoly<BigPrimeField>::from_elements(long_field, list)).size(), 127U * 6);
  ResidueVector long_list((1 << 20) + 1);
  long_list[0] = 998244352;
  long_list[1 << 20] = 1;
  EXPECT_EQ(roots(PolyZp(PrimeField(998244353), long_list)).size(), 1U << 20);
}

TEST(ManyRoots, LimitsAndThreads) {
  Random random(4203);
  const PrimeField field(998244353);
  std::set<std::uint64_t> list;
  while (list.size() < 3000) list.insert(random.below(field.modulus()));
  const PolyZp f = from_roots(field, list);
  const auto expected = roots(f);
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(roots(f, ctx), expected);
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return roots(f, ctx); }, expected, 1 << 12, 1 << 24);
  expect_cancelled_throughout("roots", [&](const ExecutionContext& ctx) { roots(f, ctx); });
}

}  // namespace
}  // namespace polyfork::test
