// In-place forms and sums of products of sparse univariate polynomials, around the limits of words and of the ways that
// serve few terms.
#include <polyfork/poly/sparse/sparse_products.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "count_allocations.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

template <class P>
std::span<const P> all(const std::vector<P>& list) {
  return list;
}

using SparseZ = SparsePoly<Integers>;
using SparseZp = SparsePoly<PrimeField>;

/// So many terms at most, with exponents below `span`.
template <Ring R, class Element>
SparsePoly<R> draw(const R& ring, std::size_t terms, std::uint64_t span, IntegerGenerator& g, const Element& element) {
  std::vector<typename SparsePoly<R>::Term> list;
  for (std::size_t i = 0; i < terms; ++i) list.push_back({g.random().below(span), element()});
  return SparsePoly<R>(ring, std::move(list));
}

/// Term by term, in numbers of any size.
template <Ring R>
SparsePoly<R> sum_by_merging(const SparsePoly<R>& a, const SparsePoly<R>& b, bool subtract) {
  using Ops = detail::sup::SparseListOps<R>;
  return SparsePoly<R>::make(
      Ops::merged(a.ring(), a.packed_terms(), b.packed_terms(), subtract, ExecutionContext::default_context()), a);
}
template <Ring R>
SparsePoly<R> product_by_heap(const SparsePoly<R>& a, const SparsePoly<R>& b) {
  using Ops = detail::sup::SparseListOps<R>;
  return SparsePoly<R>::make(
      Ops::mul(a.ring(), a.packed_terms(), b.packed_terms(), ExecutionContext::default_context()), a);
}

template <Ring R>
void check_forms(const SparsePoly<R>& a, const SparsePoly<R>& b) {
  const SparsePoly<R> sum = sum_by_merging(a, b, false);
  const SparsePoly<R> difference = sum_by_merging(a, b, true);
  const SparsePoly<R> product = product_by_heap(a, b);
  EXPECT_EQ(add(a, b), sum);
  EXPECT_EQ(sub(a, b), difference);
  EXPECT_EQ(mul(a, b), product);
  SparsePoly<R> out = b;
  add_into(out, a, out);
  EXPECT_EQ(out, sum);
  sub_into(out, out, a);
  EXPECT_EQ(out, b);
  sub_into(out, a, b);
  EXPECT_EQ(out, difference);
  mul_into(out, a, b);
  EXPECT_EQ(out, product);
  out = a;
  mul_into(out, out, b);
  EXPECT_EQ(out, product);
  out = b;
  mul_into(out, out, out);
  EXPECT_EQ(out, product_by_heap(b, b));
  out = a;
  neg_into(out, out);
  EXPECT_EQ(out, neg(a));
  neg_into(out, b);
  EXPECT_EQ(out, neg(b));
  derivative_into(out, a);
  EXPECT_EQ(out, derivative(a));
  const typename R::element three = a.ring().from_integer(Integer(3));
  const SparsePoly<R> multiple = sum_by_merging(a, sum_by_merging(a, a, false), false);
  scale_into(out, a, three);
  EXPECT_EQ(out, multiple);
  out = a;
  scale_into(out, out, three);
  EXPECT_EQ(out, multiple);
  typename R::element value = three;
  evaluate_into(value, a, a.ring().one());
  EXPECT_EQ(value, evaluate(a, 1));
  sub_into(out, out, out);
  EXPECT_TRUE(out.is_zero());
  add_into(out, out, out);
  EXPECT_TRUE(out.is_zero());
  add_into(out, out, a);
  EXPECT_EQ(out, a);
}

TEST(SparseShort, IntegersAtTheLimitsOfWords) {
  IntegerGenerator g(0x5b1);
  for (const std::size_t bits : {1, 30, 61, 62, 63, 64, 65, 130})
    for (const std::size_t terms : {0, 1, 2, 5, 40, 200})
      for (const std::uint64_t span : {3U, 300U, 100000U}) {
        const auto element = [&] { return g.uniform(bits) - g.uniform(bits); };
        check_forms(draw(Integers{}, terms, span, g, element), draw(Integers{}, terms / 2 + 1, span, g, element));
        // Coefficients whose sums need one bit more, or vanish.
        const Integer most = (Integer(1) << bits) - Integer(1);
        const auto extreme = [&] { return g.random().below(2) == 0 ? most : -most; };
        check_forms(draw(Integers{}, terms, span, g, extreme), draw(Integers{}, terms / 2 + 1, span, g, extreme));
      }
}

TEST(SparseShort, Residues) {
  IntegerGenerator g(0x5b2);
  for (const std::uint64_t p : {2UL, 101UL, (1UL << 31) - 1, (1UL << 61) - 1, 9223372036854775783UL}) {
    const PrimeField field(p);
    const auto element = [&] { return g.draw(1).view().mod(p); };
    for (const std::size_t terms : {0, 1, 2, 5, 40, 200})
      for (const std::uint64_t span : {3U, 300U, 100000U})
        check_forms(draw(field, terms, span, g, element), draw(field, terms / 2 + 1, span, g, element));
  }
}

template <class Sampler>
class SparseForms : public ::testing::Test {};
using FormRings = ::testing::Types<IntegersSampler, RationalsSampler, GaussianRationalsSampler, PrimeFieldSampler<5>,
                                   PolynomialRingSampler<PrimeFieldSampler<7>, 2>>;
TYPED_TEST_SUITE(SparseForms, FormRings);

TYPED_TEST(SparseForms, AreTheFreshOnes) {
  IntegerGenerator g(0x5b3);
  const auto element = [&] { return TypeParam::sample(g); };
  for (const std::size_t terms : {0, 1, 7, 30})
    check_forms(draw(TypeParam::ring(), terms, 50, g, element), draw(TypeParam::ring(), 9, 50, g, element));
}

TYPED_TEST(SparseForms, SumsOfProducts) {
  using P = SparsePoly<typename TypeParam::ring_type>;
  IntegerGenerator g(0x5b4);
  const auto element = [&] { return TypeParam::sample(g); };
  for (const std::size_t count : {1, 2, 3, 10, 33})
    for (const std::size_t terms : {0, 1, 4, 25}) {
      std::vector<P> a, b;
      P sum(TypeParam::ring());
      for (std::size_t i = 0; i < count; ++i) {
        a.push_back(draw(TypeParam::ring(), g.random().below(terms + 1), 300, g, element));
        b.push_back(draw(TypeParam::ring(), terms, 300, g, element));
        sum = sum_by_merging(sum, product_by_heap(a[i], b[i]), false);
      }
      EXPECT_EQ(dot(all(a), all(b)), sum) << count << " " << terms;
    }
}

TEST(SparseShort, SumsOfProductsBeyondWordsAndOfManyTerms) {
  IntegerGenerator g(0x5b5);
  for (const std::size_t bits : {30, 60, 63, 64, 100})
    for (const std::size_t terms : {3, 60, 130}) {
      const auto element = [&] { return g.uniform(bits) - g.uniform(bits); };
      std::vector<SparseZ> a, b;
      SparseZ sum;
      for (std::size_t i = 0; i < 5; ++i) {
        a.push_back(draw(Integers{}, terms, i == 3 ? 200 : 100000, g, element));  // the fourth ones are dense
        b.push_back(draw(Integers{}, terms, i == 3 ? 200 : 100000, g, element));
        sum = sum_by_merging(sum, product_by_heap(a[i], b[i]), false);
      }
      for (const int threads : {1, 2, 4}) EXPECT_EQ(dot(all(a), all(b), ExecutionContext().with_threads(threads)), sum);
      // Everything cancels.
      a.insert(a.end(), b.begin(), b.end());
      std::vector<SparseZ> other(b);
      for (std::size_t i = 0; i < 5; ++i) other.push_back(-a[i]);
      EXPECT_TRUE(dot(all(a), all(other)).is_zero());
    }
}

TEST(SparseShort, VariablesAndRings) {
  const SparseZ x = SparseZ::generator();
  const SparseZ y = SparseZ::generator().with_variable("y");
  const SparseZ one = SparseZ::constant(1);
  SparseZ out = y;
  add_into(out, x, one);
  EXPECT_EQ(out, x + 1);
  add_into(out, one, y);
  EXPECT_EQ(out, y + 1);
  EXPECT_EQ(out.variable(), "y");
  EXPECT_THROW(add_into(out, x, y), DomainError);
  EXPECT_THROW(mul_into(out, y, x), DomainError);
  const std::vector<SparseZ> left = {x, y, one};
  const std::vector<SparseZ> right = {SparseZ(), y, one};
  EXPECT_EQ(dot(all(left), all(right)), y * y + 1);
  const std::vector<SparseZ> mixed = {one, y, one};
  EXPECT_THROW((void)dot(all(left), all(mixed)), DomainError);
  SparseZp residue = SparseZp::constant(PrimeField(7), 3);
  const SparseZp a = SparseZp::constant(PrimeField(5), 3);
  add_into(residue, a, a);
  EXPECT_EQ(residue, SparseZp::constant(PrimeField(5), 1));
  const std::vector<SparseZp> other = {a, SparseZp::constant(PrimeField(7), 3)};
  EXPECT_THROW((void)dot(all(other), all(other)), ModulusMismatch);
}

TEST(SparseShort, ExponentsDoNotWrap) {
  const std::uint64_t top = detail::sup::max_exponent;
  const SparseZ a = SparseZ{{top, 1}, {0, 1}};
  const SparseZ b = SparseZ{{1, 1}};
  SparseZ out;
  EXPECT_THROW(mul_into(out, a, b), DomainError);
  EXPECT_THROW((void)mul(b, a), DomainError);
  const std::vector<SparseZ> left = {b, a};
  const std::vector<SparseZ> right = {a, b};
  EXPECT_THROW((void)dot(all(left), all(right)), DomainError);
  mul_into(out, a, SparseZ{{0, -1}});
  EXPECT_EQ(out, -a);
}

TEST(SparseShort, LoopsAllocateNothing) {
  if (!allocations_are_counted) GTEST_SKIP() << "the allocator of this build cannot be counted";
  IntegerGenerator g(0x5b6);
  const auto element = [&] { return g.uniform(40) - g.uniform(40); };
  const PrimeField field(1'000'000'007);
  const auto residue = [&] { return g.draw(1).view().mod(field.modulus()); };
  for (const std::size_t terms : {1, 10, 100, 1000}) {
    const SparseZ a = draw(Integers{}, terms, 1000000, g, element);
    const SparseZ b = draw(Integers{}, terms, 1000000, g, element);
    const SparseZ t = draw(Integers{}, 8, 1000000, g, element);
    const SparseZp u = draw(field, terms, 1000000, g, residue);
    const SparseZp v = draw(field, 8, 1000000, g, residue);
    SparseZ sum, kept, product;
    SparseZp residues(field), residue_product(field);
    const auto loop = [&] {
      add_into(sum, a, b);
      sub_into(kept, sum, a);
      add_into(kept, kept, t);
      sub_into(kept, kept, t);
      mul_into(product, t, a);
      mul_into(residue_product, v, u);
      neg_into(residues, u);
      scale_into(residues, u, 77);
      if (terms < 1000) scale_into(sum, sum, Integer(3));
      add_into(residues, u, v);
      sub_into(residues, residues, v);
    };
    loop();
    loop();
    EXPECT_EQ(allocations_of(loop), 0U) << terms;
    EXPECT_EQ(kept, b);
    EXPECT_EQ(residues, u);
  }
}

}  // namespace
}  // namespace polyfork::test
