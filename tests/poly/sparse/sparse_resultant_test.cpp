// Resultants, discriminants and chains of subresultants of sparse univariate polynomials: the dense ones, and degrees
// that no dense polynomial has.
#include <polyfork/poly/sparse/sparse_resultant.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/sparse/convert_sparse.hpp>

#include "back_ends.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

using SparseZ = SparsePoly<Integers>;
using SparseQ = SparsePoly<Rationals>;
using SparseZp = SparsePoly<PrimeField>;
constexpr std::uint64_t huge = std::uint64_t{1} << 60;

template <class Sampler>
class SparseResultantProperty : public ::testing::Test {
 public:
  using R = typename Sampler::ring_type;
  SparsePoly<R> draw(std::size_t length, std::uint64_t step, std::uint64_t low) {
    std::vector<typename SparsePoly<R>::Term> terms;
    for (std::size_t i = 0; i < length; ++i)
      if (below(3) != 0) terms.push_back({low + step * i, Sampler::sample(generator)});
    return SparsePoly<R>(ring, std::move(terms));
  }
  std::uint64_t below(std::uint64_t n) { return generator.random().below(n); }
  R ring = Sampler::ring();
  IntegerGenerator generator{0x4e6};
};

using Rings = ::testing::Types<IntegersSampler, RationalsSampler, PrimeFieldSampler<5>, LargePrime, Mersenne127,
                               PolynomialRingSampler<PrimeFieldSampler<7>, 2>>;
TYPED_TEST_SUITE(SparseResultantProperty, Rings);

TYPED_TEST(SparseResultantProperty, EqualsTheDenseOne) {
  for (int round = 0; round < 20; ++round) {
    const std::uint64_t step = 1 + this->below(3);
    const auto a = this->draw(1 + this->below(4), step, round % 3 == 0 ? this->below(4) : 0);
    const auto b = this->draw(1 + this->below(4), step, round % 3 == 1 ? this->below(4) : 0);
    EXPECT_EQ(resultant(a, b), resultant(to_dense(a), to_dense(b))) << a << " | " << b;
    if (!a.is_constant()) {
      EXPECT_EQ(discriminant(a), discriminant(to_dense(a))) << a;
    }
    if (a.is_constant() || b.is_constant()) continue;
    const auto chain = subresultant_chain(a, b);
    const auto expected = subresultant_chain(to_dense(a), to_dense(b));
    ASSERT_EQ(chain.size(), expected.size());
    for (std::size_t i = 0; i < chain.size(); ++i) {
      EXPECT_EQ(chain[i].index, expected[i].index);
      EXPECT_EQ(to_dense(chain[i].value), expected[i].value);
    }
  }
}

TEST(SparseResultant, RemaindersByPowers) {
  const SparseZ x = SparseZ::generator();
  const SparseZ b = pow(x, 3) * Integer(5) - x * Integer(2) + SparseZ::constant(7);
  const SparseZ a = pow(x, 2501) * Integer(3) + pow(x, 13) - SparseZ::constant(2);
  EXPECT_EQ(resultant(a, b), resultant(to_dense(a), to_dense(b)));
  EXPECT_EQ(resultant(b, a), resultant(to_dense(b), to_dense(a)));
  const PrimeField field(1108307720798209);
  const SparseZp u = reduce(a, field);
  const SparseZp v = reduce(b, field);
  EXPECT_EQ(resultant(u, v), resultant(to_dense(u), to_dense(v)));
  EXPECT_EQ(resultant(v, u), resultant(to_dense(v), to_dense(u)));
  EXPECT_EQ(resultant(pow(u, 3), v), resultant(to_dense(pow(u, 3)), to_dense(v)));
  EXPECT_EQ(resultant(u * v, v), 0U);
}

TEST(SparseResultant, HugeDegrees) {
  const PrimeField field(101);
  const SparseZp x = SparseZp::generator(field);
  const SparseZp f = pow(x, huge) - SparseZp::constant(field, 3);
  const WordModulus& m = field.word_modulus();
  // f(2) f(5) for the roots of (x - 2)(x - 5), in even degree
  const SparseZp g = (x - SparseZp::constant(field, 2)) * (x - SparseZp::constant(field, 5));
  EXPECT_EQ(resultant(f, g), m.mul(evaluate(f, 2), evaluate(f, 5)));
  EXPECT_EQ(resultant(g, f), resultant(f, g));
  EXPECT_THROW((void)resultant(f, f * g), MemoryLimit);
  // disc(x^n - c) = (-1)^(n (n - 1) / 2) n^n (-c)^(n - 1)
  EXPECT_EQ(discriminant(f), m.neg(m.mul(m.pow(m.reduce(huge), huge), m.pow(3, huge - 1))));
  const SparseZ y = SparseZ::generator();
  const SparseZ z = pow(y, huge / 2);
  EXPECT_EQ(resultant(z * z + z - SparseZ::constant(1), z - SparseZ::constant(1)), 1);
  EXPECT_THROW((void)resultant(z * z + z + SparseZ::constant(1), z - SparseZ::constant(1)), MemoryLimit);
  EXPECT_EQ(resultant(pow(y, huge), y - SparseZ::constant(1)), 1);
}

TEST(SparseResultant, Errors) {
  const SparseZ x = SparseZ::generator();
  const SparseZ f = pow(x, huge) - SparseZ::constant(1);
  const auto unlimited = ExecutionContext().with_memory_limit(SIZE_MAX);
  EXPECT_THROW((void)resultant(f, x - SparseZ::constant(2), unlimited), MemoryLimit);
  EXPECT_THROW((void)resultant(f, f + x, unlimited), MemoryLimit);
  EXPECT_THROW((void)discriminant(f + x, unlimited), MemoryLimit);
  EXPECT_THROW((void)subresultant_chain(f, x, unlimited), MemoryLimit);
  EXPECT_THROW((void)discriminant(SparseZ::constant(3)), DomainError);
  EXPECT_THROW((void)subresultant_chain(x, SparseZ::constant(3)), DomainError);
  EXPECT_THROW((void)resultant(x, SparseZ::generator().with_variable("y")), DomainError);
  EXPECT_THROW((void)resultant(SparseZp::generator(PrimeField(3)), SparseZp::generator(PrimeField(5))),
               ModulusMismatch);
}

TEST(ThreadsSparseResultant, SameResults) {
  const SparseZ a{{3000, 7}, {11, -5}, {0, 2}};
  const SparseZ b{{3, 9}, {1, 4}, {0, -1}};
  const Integer expected = resultant(a, b, ExecutionContext().with_threads(1));
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(resultant(a, b, ctx), expected);
}

}  // namespace
}  // namespace polyfork::test
