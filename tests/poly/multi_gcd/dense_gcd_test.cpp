// Gcds of dense operands: Brown's images with cofactors.
#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

#include "back_ends.hpp"
#include "forced_isa.hpp"
#include "multi_generators.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multi_gcd/dense_gcd_image.hpp"
#include "poly/multi_gcd/lane_gcd.hpp"
#include "poly/multivariate/lane_grid.hpp"
#include "poly/multivariate/multi_modular.hpp"

namespace polyfork::test {
namespace {

/// All terms up to the degree in every variable: leading coefficients are no constants.
template <class R>
SparseMultiPoly<R> full_box(Random& r, const R& ring, const Variables& v, std::uint64_t degree, std::uint64_t size) {
  std::vector<typename SparseMultiPoly<R>::Term> terms;
  std::vector<std::uint64_t> e(v.size(), 0);
  for (std::size_t k = 0; k != e.size();) {
    terms.push_back({e, random_element(r, ring, size)});
    for (k = 0; k != e.size() && ++e[k] > degree; ++k) e[k] = 0;
  }
  return SparseMultiPoly<R>::from_terms(ring, v, terms);
}

template <class R>
void expect_gcds(Random& r, const R& ring) {
  for (int round = 0; round < 5; ++round) {
    const Variables v = test_variables(2 + r.below(2));
    const std::uint64_t size = round % 4 == 0 ? std::uint64_t{1} << 50 : 20;
    const SparseMultiPoly<R> g = full_box(r, ring, v, 1 + r.below(3), size);
    const SparseMultiPoly<R> a = mul(full_box(r, ring, v, r.below(3), size), g);
    const SparseMultiPoly<R> b = mul(full_box(r, ring, v, 1 + r.below(3), size), g);
    EXPECT_EQ(gcd(a, b), detail::multi_gcd_subresultants(a, b, ExecutionContext::default_context()));
  }
}

TEST(DenseMultiGcdProperty, AsBySubresultants) {
  Random r(781);
  expect_gcds(r, Integers{});
  for (const std::uint64_t p : {std::uint64_t{3}, std::uint64_t{101}, std::uint64_t{4611686018427387847}})
    expect_gcds(r, PrimeField(p));
}

TEST(DenseMultiGcd, ImagesHaveCofactors) {
  Random r(782);
  const PrimeField field(4611686018427387847);
  const Variables v = test_variables(3);
  const MultiPolyZp g = full_box(r, field, v, 2, 0);
  const MultiPolyZp a = mul(g, full_box(r, field, v, 1, 0));
  const MultiPolyZp b = mul(g, full_box(r, field, v, 2, 0));
  const std::vector<std::size_t> sequence{0, 1, 2};
  const auto& ctx = ExecutionContext::default_context();
  const auto words = [&](const MultiPolyZp& p) {
    return detail::ModularTerms<PrimeField>(p, sequence, ctx).modulo(field.modulus(), ctx);
  };
  detail::GcdImageProblem problem{words(a), words(b), words(leading_coefficient_in(g, "x")), {2, 4, 4}};
  EXPECT_TRUE(detail::fills_array(detail::word_degrees(problem.a), problem.a.size()));
  const detail::DenseGcdImages images = detail::dense_gcd_images(problem, field.word_modulus(), ctx);
  ASSERT_EQ(images.status, detail::GcdImageStatus::found);
  const auto polynomial = [&](const detail::DenseWords& part) {
    const detail::WordTerms terms = detail::terms_of(part);
    return detail::from_modular(terms, ResidueVector(terms.coefficients.begin(), terms.coefficients.end()), sequence, g,
                                ctx);
  };
  EXPECT_EQ(polynomial(images.h), g);
  EXPECT_EQ(mul(g, polynomial(images.cofactor_a)), mul(a, leading_coefficient_in(g, "x")));
  EXPECT_EQ(mul(g, polynomial(images.cofactor_b)), mul(b, leading_coefficient_in(g, "x")));
  problem.degrees[0] = 3;  // more than the gcd has
  EXPECT_EQ(detail::dense_gcd_images(problem, field.word_modulus(), ctx).status, detail::GcdImageStatus::lower_degree);
  problem.degrees[0] = 1;
  EXPECT_EQ(detail::dense_gcd_images(problem, field.word_modulus(), ctx).status, detail::GcdImageStatus::unlucky);
}

/// In vectors and word by word; modulo 67 there are unlucky points and remainders of lower degrees.
template <class R>
void expect_same_in_vectors(Random& r, const R& ring, std::uint64_t size) {
  for (int round = 0; round < 4; ++round) {
    const Variables v = test_variables(2 + round % 2);
    const SparseMultiPoly<R> g = full_box(r, ring, v, 2 + r.below(4), size);
    const SparseMultiPoly<R> a = mul(full_box(r, ring, v, 1 + r.below(4), size), g);
    const SparseMultiPoly<R> b = mul(full_box(r, ring, v, 1 + r.below(4), size), g);
    const SparseMultiPoly<R> found = gcd(a, b);
    EXPECT_EQ(gcd(a, b, ExecutionContext::default_context().with_threads(3)), found);
    const ForcedIsa forced(Isa::scalar);
    EXPECT_EQ(gcd(a, b), found);
  }
}

TEST(DenseMultiGcdProperty, InVectorsAsWordByWord) {
  Random r(783);
  for (const std::uint64_t size : {std::uint64_t{9}, std::uint64_t{1} << 60})
    expect_same_in_vectors(r, Integers{}, size);
  for (const std::uint64_t p :
       {std::uint64_t{67}, std::uint64_t{257}, std::uint64_t{65537}, (std::uint64_t{1} << 50) - 27})
    expect_same_in_vectors(r, PrimeField(p), 0);
}

/// Coefficients of some ten words: several primes are taken at the same time, or one after the other where memory does
/// not suffice for that.
TEST(DenseMultiGcdProperty, PrimesSideBySide) {
  Random r(784);
  const Variables v = test_variables(2);
  const auto long_box = [&](std::uint64_t degree) {
    MultiPolyZ sum(v);
    for (int k = 0; k < 6; ++k)
      sum = add(scale(sum, Integer(1) << 64), full_box(r, Integers{}, v, degree, std::uint64_t{1} << 62));
    return sum;
  };
  const MultiPolyZ g = long_box(4);
  const MultiPolyZ a = mul(long_box(3), g);
  const MultiPolyZ b = mul(long_box(4), g);
  const MultiPolyZ found = gcd(a, b, ExecutionContext().with_threads(1));
  EXPECT_EQ(found, g.leading_coefficient().sign() < 0 ? neg(g) : g);
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(gcd(a, b, ctx), found);
  std::size_t served = 0;
  for (std::size_t limit = std::size_t{1} << 14; limit <= std::size_t{1} << 22; limit += limit / 4) {
    try {
      EXPECT_EQ(gcd(a, b, ExecutionContext().with_threads(4).with_memory_limit(limit)), found);
      ++served;
    } catch (const MemoryLimit&) {
    }
  }
  EXPECT_NE(served, 0U);
}

/// Arrays of four variables, the points of two of which are tasks.
TEST(DenseMultiGcdProperty, LongArraysOnAnyThreads) {
  Random r(785);
  const Variables v = test_variables(4);
  const MultiShape shape{220, 11, 1000};
  const MultiPolyZ g = nonzero_multi(r, Integers{}, v, shape);
  const MultiPolyZ a = mul(nonzero_multi(r, Integers{}, v, shape), g);
  const MultiPolyZ b = mul(nonzero_multi(r, Integers{}, v, shape), g);
  const MultiPolyZ found = gcd(a, b, ExecutionContext().with_threads(1));
  EXPECT_TRUE(try_exact_div(found, g).has_value());
  for (const Backend backend : back_ends())
    EXPECT_EQ(gcd(a, b, ExecutionContext().with_threads(4).with_backend(backend)), found);
}

/// A content that both share, in the other variable, is no part of the image: bounds of its degrees are lower than
/// those of the whole gcd.
TEST(DenseMultiGcd, CommonContentsAreNotInTheImages) {
  const Variables v = test_variables(2);
  const MultiPolyZ x = MultiPolyZ::generator({}, v, "x");
  const MultiPolyZ y = MultiPolyZ::generator({}, v, "y");
  const MultiPolyZ content = y + Integer(2);
  const MultiPolyZ g = pow(x, 3) * y + x + Integer(1);
  const MultiPolyZ a = pow(x + y * Integer(2) + Integer(3), 6) + x * x * y;
  const MultiPolyZ b = pow(x * Integer(2) - y + Integer(5), 6) - x * y * y;
  for (const Isa isa : {Isa::scalar, active_isa()}) {
    const ForcedIsa forced(isa);
    EXPECT_EQ(gcd(content * g * a, content * g * b), content * g);
  }
}

/// The first prime of the vectors divides coefficients of the gcd and of a cofactor, then leading ones.
TEST(DenseMultiGcd, PrimesOfVectorsThatDivideCoefficients) {
  const Integer p(static_cast<std::int64_t>(detail::LanePrimes().next()));
  const Variables v = test_variables(2);
  const MultiPolyZ x = MultiPolyZ::generator({}, v, "x");
  const MultiPolyZ y = MultiPolyZ::generator({}, v, "y");
  const MultiPolyZ g = x * x + p * (x * y) + y * y + Integer(3);
  const MultiPolyZ a = x * x + p * y + y * y + x + Integer(1);
  const MultiPolyZ b = x * y + x * x + p * (y * y) + Integer(2);
  EXPECT_EQ(gcd(a * g, b * g), g);
  const MultiPolyZ h = p * (x * x) + y * x + y * y + Integer(1);
  EXPECT_EQ(gcd(a * h, b * h), h);
  EXPECT_EQ(gcd(a * g + p * (x * y), a * g), MultiPolyZ::constant(v, 1));
}

/// What is charged is what is taken: a cap of a few arrays of the operands is enough, where it was six of them.
TEST(DenseMultiGcd, ChargesWhatItTakes) {
  Random r(978);
  const Variables v = test_variables(4);
  const MultiPolyZ g = full_box(r, Integers(), v, 3, 20);
  const MultiPolyZ a = mul(full_box(r, Integers(), v, 3, 20), g);
  const MultiPolyZ b = mul(full_box(r, Integers(), v, 3, 20), g);
  const std::vector<std::size_t> operand(4, 7);
  const std::vector<std::size_t> degrees(4, 3);
  const detail::LaneGcdShape shape(operand, operand, {1, 4, 4, 4}, degrees);
  const std::size_t arrays = detail::lane_places(shape.a) + detail::lane_places(shape.b);
  const std::size_t found =
      detail::lane_places(shape.h) + detail::lane_places(shape.cofactor_a) + detail::lane_places(shape.cofactor_b);
  const std::size_t words = detail::lane_gcd_words(shape, 1);
  EXPECT_GE(words, 2 * found);  // the results, and the images that they are interpolated from
  EXPECT_LE(words, 3 * found + arrays);
  EXPECT_GE(detail::lane_gcd_words(shape, 4), words);
  EXPECT_EQ(gcd(a, b, ExecutionContext().with_memory_limit(std::size_t{1} << 23)), gcd(a, b));
}

}  // namespace
}  // namespace polyfork::test
