// Products of sparse polynomials: every algorithm against the naive reference and the others, for all thread counts.
#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/tuning.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "forced_isa.hpp"
#include "naive_sparse.hpp"
#include "plan_budgets.hpp"
#include "poly/multi_products/multi_mul_plan.hpp"
#include "poly/multi_products/multi_radix.hpp"
#include "poly/multi_products/multi_scatter.hpp"
#include "poly/multi_products/multi_term_estimate.hpp"

namespace polyfork::test {
namespace {

constexpr MultiMulAlgorithm all_algorithms[] = {MultiMulAlgorithm::heap, MultiMulAlgorithm::hashed,
                                                MultiMulAlgorithm::array, MultiMulAlgorithm::kronecker};

/// Many ranges for few products.
ExecutionContext fine_grained(int threads) {
  MultiMulTuning tuning;
  tuning.heap_products = 0;
  tuning.heap_range_products = 200;
  tuning.range_products = 100;
  tuning.merged_products = 100;
  tuning.range_places = 50;
  tuning.block = 3;
  return ExecutionContext().with_tuning(Tuning().set(tuning)).with_threads(threads);
}

TEST(MultiMulProperty, AlgorithmsAgreeOverZ) {
  IntegerGenerator g(910);
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    for (const std::size_t limbs : {1, 2, 5}) {
      for (const std::uint64_t bound : {2ULL, 9ULL}) {
        const auto element = [&](IntegerGenerator& x) {
          return limbs == 1 ? x.uniform(62) - x.uniform(62) : x.draw(limbs);
        };
        const MultiPolyZ a = random_sparse(Integers{}, v, 1 + g.random().below(70), bound, g, element);
        const MultiPolyZ b = random_sparse(Integers{}, v, 1 + g.random().below(70), 7, g, element);
        const auto expected = naive_mul(Integers{}, to_naive(a), to_naive(b));
        for (const MultiMulAlgorithm algorithm : all_algorithms) {
          for (const int threads : {1, 2, 4}) {
            const MultiPolyZ product = mul_with(algorithm, a, b, fine_grained(threads));
            EXPECT_EQ(to_naive(product), expected) << multi_mul_algorithm_name(algorithm);
            EXPECT_EQ(product.monomials().layout(), (a * b).monomials().layout());
          }
        }
      }
    }
  }
}

/// Rows of small numbers merged two by two; fewer and more terms than one range takes.
TEST(MultiMulProperty, MergedRowsAgreeWithTheReference) {
  IntegerGenerator g(920);
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    for (const std::size_t bits : {1, 30, 59}) {
      const auto element = [&](IntegerGenerator& x) { return x.uniform(bits) - x.uniform(bits); };
      for (const std::uint64_t bound : {2ULL, 9ULL, 1ULL << 12}) {
        const MultiPolyZ a = random_sparse(Integers{}, v, 1 + g.random().below(70), bound, g, element);
        const MultiPolyZ b = random_sparse(Integers{}, v, 1 + g.random().below(70), bound, g, element);
        if (a.is_zero() || b.is_zero()) continue;
        const auto expected = naive_mul(Integers{}, to_naive(a), to_naive(b));
        for (const int threads : {1, 2, 4}) {
          const MultiPolyZ product = mul_with(MultiMulAlgorithm::merged, a, b, fine_grained(threads));
          EXPECT_EQ(to_naive(product), expected);
          EXPECT_EQ(product.monomials().layout(), mul_with(MultiMulAlgorithm::heap, a, b).monomials().layout());
          EXPECT_TRUE(mul_with(MultiMulAlgorithm::merged, a, -b, fine_grained(threads)) == -product);
        }
        EXPECT_EQ(to_naive(mul_with(MultiMulAlgorithm::merged, a, b)), expected);
      }
    }
  }
}

/// Short products by rows and in a box, also such of one place or of fields that do not vary, with sums that vanish and
/// with operands in the place of the result.
TEST(MultiMulProperty, ShortProductsAgreeWithTheReference) {
  IntegerGenerator g(921);
  for (const Variables& v : all_orders({"x", "y", "z"}))
    for (const std::size_t bits : {1, 25, 30, 59})
      for (const std::uint64_t bound : {1ULL, 3ULL, 6ULL, 300ULL}) {
        const auto element = [&](IntegerGenerator& x) { return x.uniform(bits) - x.uniform(bits); };
        const MultiPolyZ a = random_sparse(Integers{}, v, 1 + g.random().below(110), bound, g, element);
        const MultiPolyZ b = random_sparse(Integers{}, v, 1 + g.random().below(110), bound, g, element);
        const auto expected = naive_mul(Integers{}, to_naive(a), to_naive(b));
        EXPECT_EQ(to_naive(mul(a, b)), expected) << bits << " " << bound;
        MultiPolyZ out = a;
        mul_into(out, out, b);
        EXPECT_EQ(out, mul(b, a));
      }
  const Variables v({"x", "y"});
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  MultiPolyZ sum(v), alternating(v);
  for (std::uint64_t k = 0; k < 20; ++k) {
    sum += pow(x, 19 - k) * pow(y, k);
    alternating += pow(x, 19 - k) * pow(-y, k);
  }
  const MultiPolyZ difference = (x - y) * sum;  // x^20 - y^20
  EXPECT_EQ(difference.term_count(), 2U);
  EXPECT_EQ(mul(sum, alternating) * (x - y) * (x + y), mul(difference, difference));
  const ExecutionContext little = ExecutionContext().with_memory_limit(1 << 10);
  EXPECT_THROW(mul(sum, alternating, little), MemoryLimit);
  EXPECT_EQ(little.memory().used(), 0U);
}

TEST(MultiMul, MergedRowsRefuseWhatTheirSumsCannotHold) {
  const Variables v({"x", "y"});
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  const MultiPolyZ most = (x + y) * ((Integer(1) << 63) - Integer(1));
  EXPECT_THROW(mul_with(MultiMulAlgorithm::merged, most, most), DomainError);  // 2 (2^63 - 1)^2 and a sign
  EXPECT_EQ(mul_with(MultiMulAlgorithm::merged, most, x - y), most * (x - y));
  const MultiPolyZ more = (x + y) * (Integer(1) << 63);
  EXPECT_THROW(mul_with(MultiMulAlgorithm::merged, more, x), DomainError);
  const MultiPolyZ far = pow(x, std::uint64_t{1} << 40) + pow(y, std::uint64_t{1} << 40);
  EXPECT_THROW(mul_with(MultiMulAlgorithm::merged, far, far), DomainError);
  const PrimeField field(101);
  const MultiPolyZp z = MultiPolyZp::generator(field, v, "x");
  EXPECT_THROW(mul_with(MultiMulAlgorithm::merged, z, z), DomainError);
}

TEST(MultiMulProperty, AlgorithmsAgreeModuloPrimes) {
  IntegerGenerator g(911);
  for (const std::uint64_t p : {2ULL, 101ULL, 4294967311ULL, 9223372036854775783ULL}) {
    const PrimeField field(p);
    const auto element = [&](IntegerGenerator& x) { return x.random().next() % p; };
    for (const Variables& v : all_orders({"x", "y"})) {
      const MultiPolyZp a = random_sparse(field, v, 1 + g.random().below(60), 12, g, element);
      const MultiPolyZp b = random_sparse(field, v, 1 + g.random().below(60), 9, g, element);
      if (a.is_zero() || b.is_zero()) continue;
      const auto expected = naive_mul(field, to_naive(a), to_naive(b));
      for (const MultiMulAlgorithm algorithm : all_algorithms)
        for (const int threads : {1, 2, 4})
          EXPECT_EQ(to_naive(mul_with(algorithm, a, b, fine_grained(threads))), expected)
              << multi_mul_algorithm_name(algorithm);
    }
  }
}

TEST(MultiMulProperty, SparseBoxesOfEveryWidth) {
  IntegerGenerator g(912);
  const auto element = [](IntegerGenerator& x) { return x.draw(1); };
  for (const Variables& v : all_orders({"x", "y", "z", "t"})) {
    for (const std::uint64_t bound : {1ULL << 10, 1ULL << 14, 1ULL << 20, 1ULL << 55}) {
      const MultiPolyZ a = random_sparse(Integers{}, v, 40, bound, g, element);
      const MultiPolyZ b = random_sparse(Integers{}, v, 50, bound, g, element);
      const auto expected = naive_mul(Integers{}, to_naive(a), to_naive(b));
      EXPECT_EQ(to_naive(mul_with(MultiMulAlgorithm::heap, a, b, fine_grained(2))), expected);
      EXPECT_EQ(to_naive(mul(a, b, fine_grained(1))), expected);
      if (multi_mul_shape(a, b).places != 0) {
        EXPECT_EQ(to_naive(mul_with(MultiMulAlgorithm::hashed, a, b, fine_grained(2))), expected);
      } else {
        EXPECT_THROW(mul_with(MultiMulAlgorithm::hashed, a, b), DomainError);
      }
    }
  }
}

TEST(MultiMul, ExponentsFarFromZeroLieInASmallBox) {
  const Variables v({"x", "y"});
  const MultiPolyZ far = MultiPolyZ::monomial({}, v, 1, {std::uint64_t{1} << 61, std::uint64_t{1} << 60});
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  const MultiPolyZ a = (x + y + Integer(1)) * (x - y);
  for (const MultiMulAlgorithm algorithm : all_algorithms)
    EXPECT_EQ(mul_with(algorithm, a * far, a * far, fine_grained(1)), (a * a) * (far * far));
}

TEST(MultiMul, CancellationOfTermsLeavesNoZeros) {
  const Variables v({"x", "y"});
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  MultiPolyZ a = MultiPolyZ::constant(v, 1);
  MultiPolyZ b = MultiPolyZ::constant(v, 1);
  for (int i = 0; i < 40; ++i) {
    a += MultiPolyZ::monomial({}, v, 1, {std::uint64_t(i) + 1, 3 * std::uint64_t(i)});
    b += MultiPolyZ::monomial({}, v, i % 2 == 0 ? 1 : -1, {3 * std::uint64_t(i), std::uint64_t(i) + 1});
  }
  for (const MultiMulAlgorithm algorithm : all_algorithms) {
    EXPECT_EQ(to_naive(mul_with(algorithm, a, b, fine_grained(2))), naive_mul(Integers{}, to_naive(a), to_naive(b)));
    EXPECT_EQ(to_string(mul_with(algorithm, x + y, x - y)), "x^2 - y^2");
  }
}

TEST(MultiMul, SumsAtTheEndsOfTheAccumulators) {
  // 2^63 - 1 and its negative, many of them meeting in one monomial: sums of 128 bits and just more.
  const Variables v({"x"});
  for (const Integer& c : {(Integer(1) << 63) - Integer(1), Integer(1) - (Integer(1) << 63), (Integer(1) << 62)}) {
    std::vector<MultiPolyZ::Term> terms;
    for (std::uint64_t i = 0; i < 20; ++i) terms.push_back({{i}, c});
    const MultiPolyZ a = MultiPolyZ::from_terms(v, terms);
    for (const MultiMulAlgorithm algorithm : all_algorithms) {
      EXPECT_EQ(to_naive(mul_with(algorithm, a, a, fine_grained(1))), naive_mul(Integers{}, to_naive(a), to_naive(a)));
      EXPECT_EQ(mul_with(algorithm, a, -a, fine_grained(1)), -mul_with(algorithm, a, a, fine_grained(1)));
    }
  }
}

TEST(MultiMulProperty, ShortProducts) {
  IntegerGenerator g(916);
  // Around 2^60 and 1024 products, where the general algorithms take over.
  for (const Variables& v : all_orders({"x", "y"})) {
    for (const std::size_t bits : {3, 59, 60, 61, 64}) {
      const auto element = [&](IntegerGenerator& x) {
        const Integer value = (Integer(1) << bits) - Integer(1) - x.uniform(2);
        return x.random().below(2) == 0 ? value : -value;
      };
      for (const std::uint64_t bound : {3ULL, 1ULL << 18, 1ULL << 29}) {
        for (const std::size_t n : {1, 2, 7, 8, 31, 32, 33}) {
          const MultiPolyZ a = random_sparse(Integers{}, v, n, bound, g, element);
          const MultiPolyZ b = random_sparse(Integers{}, v, n == 1 ? 70 : 32, bound, g, element);
          const auto expected = naive_mul(Integers{}, to_naive(a), to_naive(b));
          EXPECT_EQ(to_naive(a * b), expected);
          EXPECT_EQ(a * b, mul_with(MultiMulAlgorithm::heap, a, b));
          EXPECT_EQ((a * b).monomials().layout(), mul_with(MultiMulAlgorithm::heap, b, a).monomials().layout());
        }
      }
    }
  }
}

TEST(MultiMulProperty, ShortProductsThatNeedWiderFields) {
  IntegerGenerator g(921);
  const auto element = [](IntegerGenerator& x) { return x.uniform(20) - x.uniform(20); };
  for (const auto& names : {std::vector<std::string>{"x", "y", "z", "t"}, {"a", "b", "c", "d", "e"}}) {
    for (const std::uint64_t bound : {60ULL, 64ULL, 100ULL, 120ULL, 30000ULL}) {
      const MultiPolyZ a = random_sparse(Integers{}, Variables(names), 12, bound, g, element);
      const MultiPolyZ b = random_sparse(Integers{}, Variables(names), 9, bound, g, element);
      EXPECT_EQ(to_naive(a * b), naive_mul(Integers{}, to_naive(a), to_naive(b)));
      EXPECT_EQ((a * b).monomials().layout(), mul_with(MultiMulAlgorithm::heap, b, a).monomials().layout());
    }
  }
}

/// Terms in strips with holes: every monomial of a box is there or not.
MultiPolyZ random_dense(const Variables& v, std::uint64_t bound, unsigned bits, bool negative, IntegerGenerator& g) {
  std::vector<MultiPolyZ::Term> terms;
  for (std::uint64_t x = 0; x <= bound; ++x)
    for (std::uint64_t y = 0; y <= bound; ++y)
      for (std::uint64_t z = 0; z <= 3 * bound; ++z)
        if (g.random().below(8) != 0) {
          const Integer c = (Integer(1) << bits) - Integer(1) - Integer(g.random().below(3));
          terms.push_back({{x, y, z}, negative && g.random().below(2) != 0 ? -c : c});
        }
  return MultiPolyZ::from_terms(v, terms);
}

TEST(MultiMulProperty, StripsAgreeWithTheHeap) {
  IntegerGenerator g(917);
  MultiMulTuning tuning;
  tuning.range_places = 200;
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    for (const unsigned bits : {3U, 25U, 26U, 27U, 28U, 29U, 31U, 32U, 50U, 51U, 52U, 62U, 63U}) {
      for (const bool negative : {false, true}) {
        const MultiPolyZ a = random_dense(v, 3, bits, negative, g);
        const MultiPolyZ b = random_dense(v, 2, bits, negative, g);
        const MultiPolyZ expected = mul_with(MultiMulAlgorithm::heap, a, b);
        for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
          if (isa > detected_isa()) continue;
          const ForcedIsa forced(isa);
          for (const int threads : {1, 2, 4}) {
            const ExecutionContext ctx = ExecutionContext().with_tuning(Tuning().set(tuning)).with_threads(threads);
            EXPECT_EQ(mul_with(MultiMulAlgorithm::array, a, b, ctx), expected) << bits << ' ' << isa_name(isa);
          }
        }
      }
    }
  }
}

TEST(MultiMul, VariablesThatDoNotOccurLeaveTheStrips) {
  IntegerGenerator g(919);
  const Variables used({"x", "y", "z"});
  const MultiPolyZ a = random_dense(used, 3, 30, true, g);
  const MultiPolyZ b = random_dense(used, 2, 30, true, g);
  const MultiPolyZ product = mul_with(MultiMulAlgorithm::heap, a, b);
  for (const auto& names :
       {std::vector<std::string>{"x", "y", "z", "u"}, {"x", "y", "z", "u", "v", "w"}, {"u", "x", "y", "z"}}) {
    const Variables more(names);
    const MultiPolyZ c = a.with_variables(more);
    const MultiPolyZ d = b.with_variables(more);
    EXPECT_EQ(multi_mul_shape(c, d).strips_a, multi_mul_shape(a, b).strips_a) << names.size();
    EXPECT_EQ(mul_with(MultiMulAlgorithm::array, c, d), product.with_variables(more)) << names.size();
  }
}

TEST(MultiMul, LongStripsAreCut) {
  IntegerGenerator g(918);
  const Variables v({"x", "y"});
  std::vector<MultiPolyZ::Term> terms;
  for (std::uint64_t x = 0; x < 3; ++x)
    for (std::uint64_t y = 0; y < 2500; ++y) terms.push_back({{x, y}, g.uniform(51) - g.uniform(51)});
  const MultiPolyZ a = MultiPolyZ::from_terms(v, terms);
  EXPECT_EQ(mul_with(MultiMulAlgorithm::array, a, a), mul_with(MultiMulAlgorithm::hashed, a, a));
}

TEST(MultiMulThreads, RangesRunInParallel) {
  IntegerGenerator g(913);
  const auto element = [](IntegerGenerator& x) { return x.draw(1); };
  const MultiPolyZ a = random_sparse(Integers{}, Variables({"x", "y", "z"}), 300, 30, g, element);
  for (const MultiMulAlgorithm algorithm : all_algorithms) {
    const MultiPolyZ product = mul_with(algorithm, a, a, fine_grained(1));
    for (const int threads : {2, 4}) EXPECT_EQ(mul_with(algorithm, a, a, fine_grained(threads)), product);
  }
}

TEST(MultiMul, MultiplesOfOneExponentAreSpread) {
  // Fibonacci's numbers times the multiplier of a hash by the golden ratio lie next to zero.
  IntegerGenerator g(916);
  for (const std::uint64_t step : {std::uint64_t{1134903170}, std::uint64_t{1} << 31, std::uint64_t{2971215073}}) {
    std::vector<MultiPolyZ::Term> terms;
    for (int i = 0; i < 700; ++i) terms.push_back({{(g.uniform(20).to_int64() & 0xfffff) * step}, Integer(i + 1)});
    const MultiPolyZ a = MultiPolyZ::from_terms(Variables({"x"}), terms);
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < a.term_count(); ++i) keys.push_back(a.exponents(i)[0]);
    const std::uint64_t multiplier = detail::spreading_multiplier({keys, keys, {}});
    std::set<std::uint64_t> homes;
    for (std::size_t i = 300; i < 400; ++i) homes.insert(((keys[i] + keys[350]) * multiplier) >> 50);
    EXPECT_GT(homes.size(), 90U) << step;
    const MultiPolyZ product = mul_with(MultiMulAlgorithm::hashed, a, a);
    EXPECT_EQ(product, mul_with(MultiMulAlgorithm::heap, a, a));
  }
}

TEST(MultiMulThreads, OtherRingsInParallel) {
  const GaussianRationals ring;
  IntegerGenerator g(917);
  using Poly = SparseMultiPoly<GaussianRationals>;
  std::vector<Poly::Term> terms;
  for (std::uint64_t i = 0; i < 250; ++i)
    terms.push_back({{static_cast<std::uint64_t>(g.uniform(6).to_int64()), i % 17, i / 20},
                     GaussianRational(Rational(g.uniform(30), Integer(7)), Rational(g.uniform(9)))});
  const Poly a = Poly::from_terms(ring, Variables({"x", "y", "z"}), terms);
  const Poly expected = mul(a, a, ExecutionContext().with_threads(1));
  for (const int threads : {2, 3, 8}) EXPECT_EQ(mul(a, a, ExecutionContext().with_threads(threads)), expected);
  // (x + i)^2 and the like, term by term
  EXPECT_EQ(mul(a, Poly::constant(ring, Variables({"x", "y", "z"}), GaussianRational(Rational(0), Rational(1)))),
            scale(a, GaussianRational(Rational(0), Rational(1))));
  Poly sum(ring, Variables({"x", "y", "z"}));
  for (std::size_t i = 0; i < a.term_count(); ++i)
    sum = add(sum,
              mul(a, Poly::from_terms(ring, a.variables(), {{a.exponents(i), GaussianRational(a.coefficients()[i])}})));
  EXPECT_EQ(sum, expected);
}

TEST(MultiMulPlan, ChoosesByShape) {
  using detail::plan_multi_mul;
  using detail::plan_multi_mul_with;
  MultiMulShape s{.terms_a = 5,
                  .terms_b = 5,
                  .bits_a = 10,
                  .bits_b = 10,
                  .words = 1,
                  .places = 100,
                  .length_a = 50,
                  .length_b = 50};
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::small);
  s.bits_a = 61;  // pairs of terms are sorted first
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::small);
  s.bits_a = std::size_t{64} << 9;
  EXPECT_NE(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::small);
  s = {.terms_a = 100,
       .terms_b = 100,
       .bits_a = 37,
       .bits_b = 37,
       .words = 1,
       .places = 626951521,
       .length_a = 300000000,
       .length_b = 300000000};
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::small);
  s.places = 30000;  // many products meet, and their sums are longer than words
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::array);
  s.places = 10000;  // in cells of two words
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::small);
  s.places = 30000;
  s.bits_a = s.bits_b = 25;
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::small);
  s = {.terms_a = 200,
       .terms_b = 200,
       .bits_a = 37,
       .bits_b = 37,
       .words = 1,
       .places = 626951521,
       .length_a = 300000000,
       .length_b = 300000000};
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::merged);
  s.bits_a = 64;
  EXPECT_NE(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::merged);
  s = {.terms_a = 6188,
       .terms_b = 6188,
       .bits_a = 37,
       .bits_b = 37,
       .words = 1,
       .places = 626951521,
       .length_a = 300000000,
       .length_b = 300000000,
       .terms = 5800000};
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::hashed);
  s.places = 0;
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::heap);
  s = {.terms_a = 10626,
       .terms_b = 10626,
       .bits_a = 39,
       .bits_b = 39,
       .words = 1,
       .places = 2825761,
       .length_a = 1412881,
       .length_b = 1412881};
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::array);
  s = {.terms_a = 1000000,
       .terms_b = 1000000,
       .bits_a = 39,
       .bits_b = 39,
       .words = 2,
       .places = std::uint64_t{1} << 60,
       .length_a = 1,
       .length_b = 1};
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::hashed);
  EXPECT_LE(plan_multi_mul(s, budget(1)).cut().ranges, 250000U);  // rows keep some products in each
  s = {.terms_a = 1000000,
       .terms_b = 1000000,
       .bits_a = 20,
       .bits_b = 20,
       .words = 1,
       .places = 4000000,
       .length_a = 2000000,
       .length_b = 2000000};
  EXPECT_EQ(plan_multi_mul(s, budget(1)).algorithm, MultiMulAlgorithm::kronecker);
  EXPECT_NE(plan_multi_mul(s, budget(1, 1 << 20)).algorithm, MultiMulAlgorithm::kronecker);
  EXPECT_FALSE(plan_multi_mul(s, budget(1)).describe().to_text().empty());
  s.places = 0;
  EXPECT_THROW(plan_multi_mul_with(MultiMulAlgorithm::array, s, budget(1)), DomainError);
  s.terms_a = 0;
  EXPECT_THROW(plan_multi_mul(s, budget(1)), DomainError);
}

TEST(MultiMulPlan, EstimatesTheTermsOfTheProduct) {
  const std::vector<std::uint64_t> far{900000, 80000, 5000, 300, 20, 1};
  std::vector<std::uint64_t> near(1000);
  for (std::size_t i = 0; i < near.size(); ++i) near[i] = near.size() - i;
  EXPECT_EQ(detail::estimated_terms(std::vector<std::uint64_t>{7}, near), near.size());
  EXPECT_EQ(detail::estimated_terms(far, std::vector<std::uint64_t>{0}), far.size());
  EXPECT_NEAR(static_cast<double>(detail::estimated_terms(near, near)), 2000, 1000);
  std::vector<std::uint64_t> multiples;
  for (const std::uint64_t i : near) multiples.push_back(1000 * i);
  EXPECT_EQ(detail::estimated_terms(near, multiples), 1000000U);  // no two meet
  const MultiPolyZ a = pow(parse_poly<MultiPolyZ>("1 + x + y^3 + z^9", Variables({"x", "y", "z"})), 18);
  EXPECT_NEAR(static_cast<double>(multi_mul_shape(a, a).terms), static_cast<double>(mul(a, a).term_count()), 5000);
  EXPECT_EQ(multi_mul_shape(a, parse_poly<MultiPolyZ>("x + 1", a.variables())).terms, 0U);  // few products
}

TEST(MultiMulPlan, LeavesUnderTheMemoryLimit) {
  IntegerGenerator g(914);
  const auto element = [](IntegerGenerator& x) { return x.draw(1); };
  const MultiPolyZ a = random_sparse(Integers{}, Variables({"x", "y", "z"}), 400, 1000, g, element);
  for (const MultiMulAlgorithm algorithm : all_algorithms) {
    const ExecutionContext small = ExecutionContext().with_memory_limit(1 << 17);
    EXPECT_THROW(mul_with(algorithm, a, a, small), MemoryLimit) << multi_mul_algorithm_name(algorithm);
    EXPECT_EQ(small.memory().used(), 0U);
  }
}

TEST(MultiRadix, SortsLikeTheLibrary) {
  Random random(915);
  for (const std::size_t n : {0, 1, 255, 256, 5000}) {
    for (const unsigned bits : {8U, 11U, 12U, 22U, 40U, 44U, 45U, 62U}) {
      detail::RadixSorter sorter;
      std::vector<std::uint64_t> keys;
      for (std::size_t i = 0; i < n; ++i) {
        keys.push_back(random.next() >> (64 - bits));
        sorter.push_back(keys.back(), static_cast<std::uint32_t>(i));
      }
      sorter.sort(std::uint64_t{1} << bits);
      std::vector<std::uint64_t> found;
      sorter.for_each_descending([&](std::uint64_t key, std::uint32_t i) {
        EXPECT_EQ(keys[i], key);
        found.push_back(key);
      });
      std::sort(keys.rbegin(), keys.rend());
      EXPECT_EQ(found, keys);
    }
  }
}

}  // namespace
}  // namespace polyfork::test
