// Sums of many products of sparse polynomials against products and sums one after another: in boxes of words and of
// pairs of words, by rows, by halves; exponents of one word and of several; over Z, Q, Z/pZ and other rings.
#include <polyfork/poly/multi_products/multi_multiplication.hpp>
#include <polyfork/poly/multi_products/multi_products.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/ring/gaussian_rationals.hpp>
#include <polyfork/ring/primes.hpp>

#include "naive_sparse.hpp"

namespace polyfork::test {
namespace {

template <class P>
std::span<const P> all(const std::vector<P>& list) {
  return list;
}

/// Product after product.
template <Ring R>
SparseMultiPoly<R> naive_dot(const R& ring, const Variables& v, const std::vector<SparseMultiPoly<R>>& a,
                             const std::vector<SparseMultiPoly<R>>& b) {
  NaiveSparse<R> sum;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum = naive_add(ring, std::move(sum), naive_mul(ring, to_naive(a[i]), to_naive(b[i])));
  return from_naive(ring, v, sum);
}

template <Ring R, class Element>
void check_dots(const R& ring, const Element& element, std::uint64_t seed) {
  using P = SparseMultiPoly<R>;
  IntegerGenerator g(seed);
  for (const Variables& v : all_orders({"x", "y", "z"}))
    for (const std::size_t count : {2, 3, 9})
      for (const std::size_t terms : {1, 6, 40})
        for (const std::uint64_t bound : {2ULL, 7ULL, 1000ULL, 1ULL << 40}) {
          std::vector<P> a, b;
          for (std::size_t i = 0; i < count; ++i) {
            a.push_back(random_sparse(ring, v, g.random().below(terms + 1), bound, g, element));
            b.push_back(random_sparse(ring, v, 1 + g.random().below(terms), i % 2 == 0 ? 5 : bound, g, element));
          }
          const P expected = naive_dot(ring, v, a, b);
          for (const int threads : {1, 3})
            EXPECT_EQ(dot(all(a), all(b), ExecutionContext().with_threads(threads)), expected)
                << count << " " << terms << " " << bound;
          // The other way round, and with everything taken away again.
          EXPECT_EQ(dot(all(b), all(a)), expected);
          const std::vector<P> left = b;
          for (const P& p : a) b.push_back(p);
          for (const P& p : left) a.push_back(-p);
          EXPECT_TRUE(dot(all(a), all(b)).is_zero());
        }
}

TEST(MultiDot, Integers) {
  for (const std::size_t bits : {1, 25, 30, 59, 60, 61, 64, 200})
    check_dots(
        Integers{}, [bits](IntegerGenerator& x) { return x.uniform(bits) - x.uniform(bits); }, 950 + bits);
}

TEST(MultiDot, ExtremeWords) {
  for (const std::size_t bits : {25, 30, 60}) {
    const Integer most = (Integer(1) << bits) - Integer(1);
    check_dots(
        Integers{}, [most](IntegerGenerator& x) { return x.random().below(8) == 0 ? -most : most; }, 951);
  }
}

TEST(MultiDot, Residues) {
  for (const std::uint64_t p : {2UL, 7UL, 65537UL, (1UL << 31) - 1, (1UL << 61) - 1, 9223372036854775783UL})
    check_dots(
        PrimeField(p), [p](IntegerGenerator& x) { return x.draw(1).view().mod(p); }, 952);
}

TEST(MultiDot, OtherRings) {
  check_dots(
      Rationals{}, [](IntegerGenerator& x) { return x.rational(1); }, 953);
  check_dots(
      GaussianRationals{}, [](IntegerGenerator& x) { return GaussianRational(x.rational(1), x.rational(1)); }, 954);
}

TEST(MultiDot, ManyLongOnes) {
  IntegerGenerator g(955);
  const Variables v({"x", "y"});
  for (const std::uint64_t bound : {30ULL, 100000ULL}) {
    std::vector<MultiPolyZ> a, b;
    MultiPolyZ sum(v);
    for (std::size_t i = 0; i < 40; ++i) {
      const auto element = [](IntegerGenerator& x) { return x.uniform(40) - x.uniform(40); };
      a.push_back(random_sparse(Integers{}, v, i % 5 == 0 ? 150 : 20, bound, g, element));
      b.push_back(random_sparse(Integers{}, v, 130, bound, g, element));
      sum = sum + mul_with(MultiMulAlgorithm::heap, a[i], b[i]);
    }
    for (const int threads : {1, 2, 4}) EXPECT_EQ(dot(all(a), all(b), ExecutionContext().with_threads(threads)), sum);
    const ExecutionContext small = ExecutionContext().with_memory_limit(1 << 14);
    EXPECT_THROW((void)dot(all(a), all(b), small), MemoryLimit);
    EXPECT_EQ(small.memory().used(), 0U);
  }
}

TEST(MultiDot, VariablesAndRings) {
  const Variables xy({"x", "y"});
  const Variables z({"z"});
  const MultiPolyZ x = MultiPolyZ::generator(xy, "x");
  const MultiPolyZ other = MultiPolyZ::generator(z, "z");
  const MultiPolyZ two = MultiPolyZ::constant(z, 2);
  const std::vector<MultiPolyZ> left = {x, two};
  const std::vector<MultiPolyZ> right = {x, two};
  EXPECT_EQ(dot(all(left), all(right)), x * x + 4);
  const std::vector<MultiPolyZ> mixed = {x, other};
  EXPECT_THROW((void)dot(all(mixed), all(right)), DomainError);
  const std::vector<MultiPolyZp> residues = {MultiPolyZp::constant(PrimeField(5), xy, 3),
                                             MultiPolyZp::constant(PrimeField(7), xy, 3)};
  EXPECT_THROW((void)dot(all(residues), all(residues)), ModulusMismatch);
  const MultiPolyZ top = MultiPolyZ::monomial(xy, 1, {INT64_MAX, 0});
  const std::vector<MultiPolyZ> beyond = {x, top};
  const std::vector<MultiPolyZ> steps = {x, x};
  EXPECT_THROW((void)dot(all(beyond), all(steps)), DomainError);
}

/// Short products modulo p, which are made without preparation as those over Z are.
TEST(MultiMulResidues, ShortOnesAgreeWithTheHeap) {
  IntegerGenerator g(956);
  for (const std::uint64_t p : {2UL, 7UL, 65537UL, (1UL << 31) - 1, (1UL << 59) - 55, 9223372036854775783UL}) {
    const PrimeField field(p);
    const auto element = [p](IntegerGenerator& x) { return x.draw(1).view().mod(p); };
    for (const Variables& v : all_orders({"x", "y", "z"}))
      for (const std::uint64_t bound : {1ULL, 3ULL, 6ULL, 300ULL}) {
        const MultiPolyZp a = random_sparse(field, v, 1 + g.random().below(110), bound, g, element);
        const MultiPolyZp b = random_sparse(field, v, 1 + g.random().below(110), bound, g, element);
        if (a.is_zero() || b.is_zero()) continue;
        const MultiPolyZp product = mul_with(MultiMulAlgorithm::heap, a, b);
        EXPECT_EQ(mul(a, b), product) << p << " " << bound;
        MultiPolyZp out = a;
        mul_into(out, out, b);
        EXPECT_EQ(out, product);
      }
  }
}

/// The common denominator of all would be as long as all of them together.
TEST(MultiDot, OverQWithManyDenominators) {
  const Variables v({"x", "y"});
  std::vector<MultiPolyQ> a;
  std::vector<MultiPolyQ> b;
  MultiPolyQ expected(v);
  std::uint64_t p = std::uint64_t{1} << 62;
  for (std::uint64_t i = 0; i < 300; ++i) {
    p = previous_prime(p);
    a.push_back(MultiPolyQ::from_terms(v, {{{i % 3, 1}, Rational(Integer(3), Integer(p))}, {{0, 2}, Rational(5)}}));
    b.push_back(MultiPolyQ::from_terms(v, {{{1, i % 5}, Rational(7)}, {{0, 0}, Rational(-1, 2)}}));
    expected = add(expected, mul(a.back(), b.back()));
  }
  EXPECT_EQ(dot(a, b), expected);
}

}  // namespace
}  // namespace polyfork::test
