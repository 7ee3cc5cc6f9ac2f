// Sums and differences of sparse polynomials: ranges of merges, every ring and layout against the naive reference, for
// all thread counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/detail/multi_merge_ranges.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "count_allocations.hpp"
#include "naive_sparse.hpp"
#include "poly/multi_products/multi_merge_words.hpp"

namespace polyfork::test {
namespace {

using detail::MergeRange;
using detail::PackedMonomials;

/// Strictly descending, about one of `sparsity` numbers below `top`.
PackedMonomials random_list(std::uint64_t top, std::uint64_t sparsity, IntegerGenerator& g) {
  PackedMonomials list(detail::MonomialLayout::for_value(2, 1ULL << 40));
  for (std::uint64_t x = top; x-- != 0;) {
    const std::uint64_t fields[] = {x / 3, x % 3};
    if (g.random().below(sparsity) == 0) list.push_fields(fields);
  }
  return list;
}

TEST(MergeRanges, CoverBothListsInOrder) {
  IntegerGenerator g(940);
  for (const auto& [sparse_a, sparse_b] : {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {2, 2}, {1, 9}, {30, 2}}) {
    for (const std::uint64_t top : {0ULL, 1ULL, 2ULL, 7ULL, 60ULL}) {
      const PackedMonomials a = random_list(top, sparse_a, g);
      const PackedMonomials b = random_list(top, sparse_b, g);
      const std::size_t terms = a.size() + b.size();
      for (std::size_t count = 1; count <= terms + 3; ++count) {
        const std::vector<MergeRange> ranges = detail::merge_ranges(a, b, count);
        ASSERT_EQ(ranges.size(), count);
        EXPECT_EQ(ranges.front().begin(), 0U);
        EXPECT_EQ(ranges.back().a_end, a.size());
        EXPECT_EQ(ranges.back().b_end, b.size());
        for (std::size_t r = 0; r < count; ++r) {
          EXPECT_LE(ranges[r].size(), terms / count + 2);
          if (r == 0) continue;
          EXPECT_EQ(ranges[r].a_begin, ranges[r - 1].a_end);
          EXPECT_EQ(ranges[r].b_begin, ranges[r - 1].b_end);
          // What stands before the cut is above what stands behind it, in the other list, too.
          const auto above = [&](const PackedMonomials& x, std::size_t i, const PackedMonomials& y, std::size_t j) {
            return i == 0 || j == y.size() || detail::compare_words(x[i - 1], y[j], x.words()) > 0;
          };
          EXPECT_TRUE(above(a, ranges[r].a_begin, b, ranges[r].b_begin));
          EXPECT_TRUE(above(b, ranges[r].b_begin, a, ranges[r].a_begin));
        }
      }
    }
  }
}

/// All numbers of threads, both ways round.
template <class R>
void expect_sums(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b) {
  const R& ring = a.ring();
  const NaiveSparse<R> x = to_naive(a);
  const NaiveSparse<R> y = to_naive(b);
  NaiveSparse<R> sum = x;
  NaiveSparse<R> difference = x;
  for (const auto& [e, c] : y) {
    add_to(ring, sum, e, c);
    add_to(ring, difference, e, ring.neg(c));
  }
  for (const int threads : {1, 2, 5}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    EXPECT_EQ(to_naive(add(a, b, ctx)), sum);
    EXPECT_EQ(to_naive(add(b, a, ctx)), sum);
    EXPECT_EQ(to_naive(sub(a, b, ctx)), difference);
    EXPECT_EQ(sub(b, a, ctx), -sub(a, b, ctx));
    EXPECT_TRUE(sub(a, a, ctx).is_zero());
    if (threads == 2) continue;
    SparseMultiPoly<R> out = b;
    add_into(out, a, out, ctx);
    EXPECT_EQ(to_naive(out), sum);
    sub_into(out, out, b, ctx);
    EXPECT_EQ(out, a);
    sub_into(out, out, b, ctx);
    EXPECT_EQ(to_naive(out), difference);
    add_into(out, out, out, ctx);
    sub_into(out, out, out, ctx);
    EXPECT_TRUE(out.is_zero());
  }
}

/// b, plus terms that cancel terms of a or meet them: every `step`-th.
template <class R>
SparseMultiPoly<R> meeting(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::size_t step) {
  std::vector<typename SparseMultiPoly<R>::Term> terms;
  for (std::size_t i = 0; i < a.term_count(); i += step) {
    const typename R::element c = a.coefficient(i);
    terms.push_back({a.exponents(i), i % 2 == 0 ? a.ring().neg(c) : a.ring().add(c, a.ring().one())});
  }
  return b + SparseMultiPoly<R>::from_terms(a.ring(), a.variables(), terms);
}

TEST(SparseSumProperty, LengthsFarApart) {
  IntegerGenerator g(919);
  const auto element = [](IntegerGenerator& x) { return x.uniform(62) - x.uniform(62); };
  for (const Variables& v :
       {Variables({"x", "y"}), Variables({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}),
        Variables({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r"})}) {
    for (const std::size_t longer : {1, 15, 16, 17, 40, 63, 64, 65, 200, 472, 473, 1000}) {
      for (const std::size_t shorter : {1, 2, 9, 40}) {
        const MultiPolyZ a = random_sparse(Integers{}, v, longer, 40, g, element);
        expect_sums(a, meeting(a, random_sparse(Integers{}, v, shorter, 40, g, element), 1 + longer / 3));
      }
    }
  }
}

TEST(SparseSumProperty, ManyRangesOfWords) {
  IntegerGenerator g(941);
  const auto element = [](IntegerGenerator& x) { return x.uniform(62) - x.uniform(62); };
  constexpr std::size_t n = detail::merge_range_terms;
  // The largest field decides the words of a monomial: 1, 2 and 3.
  for (const std::uint64_t bound : {std::uint64_t{1000}, std::uint64_t{1} << 30, std::uint64_t{1} << 60}) {
    const std::pair<std::size_t, std::size_t> lengths[] = {{n / 2, n / 2}, {n, n / 2 + 1}, {n, n + 7}, {3 * n, 20}};
    for (const auto& [longer, shorter] : std::span(lengths).subspan(bound == 1000 ? 0 : 2)) {
      const Variables v({"x", "y", "z"});
      const MultiPolyZ a = random_sparse(Integers{}, v, longer, bound, g, element);
      const MultiPolyZ b = random_sparse(Integers{}, v, shorter, bound, g, element);
      expect_sums(a, b);
      expect_sums(a, meeting(a, b, 3));
    }
  }
}

TEST(SparseSumProperty, ManyRangesOfLayouts) {
  IntegerGenerator g(942);
  const auto element = [](IntegerGenerator& x) { return x.uniform(20) - x.uniform(20); };
  constexpr std::size_t n = detail::merge_range_terms;
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    const MultiPolyZ a = random_sparse(Integers{}, v, 2 * n, 60, g, element);
    const MultiPolyZ wide = random_sparse(Integers{}, v, 5, 1ULL << 40, g, element);
    expect_sums(a, random_sparse(Integers{}, v, n, 60, g, element));
    expect_sums(a, a + wide);
  }
}

TEST(SparseSumProperty, ManyRangesOfLongIntegers) {
  IntegerGenerator g(943);
  constexpr std::size_t n = detail::merge_range_terms;
  const Variables v({"x", "y", "z"});
  for (const std::size_t limbs : {1, 2, 5}) {
    const auto element = [&](IntegerGenerator& x) { return x.draw(limbs); };
    const MultiPolyZ a = random_sparse(Integers{}, v, 2 * n, 500, g, element);
    const MultiPolyZ b = random_sparse(Integers{}, v, n, 500, g, element);
    expect_sums(a, meeting(a, b, 5));
  }
  // One coefficient in the last range is no word.
  const auto small = [](IntegerGenerator& x) { return x.uniform(30); };
  const MultiPolyZ a = random_sparse(Integers{}, v, 2 * n, 500, g, small);
  expect_sums(a, a + MultiPolyZ::from_terms(v, {{{0, 0, 0}, Integer(1) << 62}}));
  expect_sums(a, a + MultiPolyZ::from_terms(v, {{{0, 0, 0}, Integer(1) << 64}}));
}

TEST(SparseSumProperty, ManyRangesOverOtherRings) {
  IntegerGenerator g(944);
  constexpr std::size_t n = detail::merge_range_terms;
  const Variables v({"x", "y"});
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{65537}, (std::uint64_t{1} << 61) - 1}) {
    const PrimeField field(p);
    const auto element = [&](IntegerGenerator& x) { return x.random().below(p - 1) + 1; };
    const auto a = random_sparse(field, v, 2 * n, 300, g, element);
    expect_sums(a, meeting(a, random_sparse(field, v, n, 300, g, element), 4));
  }
  const auto rational = [](IntegerGenerator& x) {
    return Rational(x.uniform(30) + Integer(1), x.uniform(4) + Integer(1));
  };
  const auto a = random_sparse(Rationals{}, v, n, 200, g, rational);
  expect_sums(a, meeting(a, random_sparse(Rationals{}, v, n, 200, g, rational), 4));
  const auto gaussian = [&](IntegerGenerator& x) { return GaussianRational(rational(x), rational(x)); };
  const auto b = random_sparse(GaussianRationals{}, v, n, 200, g, gaussian);
  expect_sums(b, meeting(b, random_sparse(GaussianRationals{}, v, n, 200, g, gaussian), 4));
}

/// The merge of words by itself: exact numbers of terms around its cut-offs, every coefficient at its place.
TEST(WordMerge, ExactSizesAroundTheCutOffs) {
  constexpr std::size_t n = detail::merge_range_terms;
  const auto list = [](std::size_t size, std::uint64_t last, std::uint64_t step) {
    PackedMonomials monomials(detail::MonomialLayout::for_value(1, 1ULL << 40));
    for (std::size_t i = size; i-- != 0;) {
      const std::uint64_t field[] = {last + i * step};
      monomials.push_fields(field);
    }
    return monomials;
  };
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (const std::size_t terms : {2UL, 63UL, 64UL, 65UL, 511UL, 512UL, 513UL, n - 1, n, n + 1, 2 * n, 2 * n + 1}) {
      for (const std::uint64_t step : {1ULL, 2ULL}) {  // all monomials meet, or none
        const PackedMonomials a = list(terms / 2, 0, step);
        const PackedMonomials b = list(terms - terms / 2, step - 1, step);
        const std::vector<std::uint64_t> x(a.size(), 5);
        const std::vector<std::uint64_t> y(b.size(), 4);
        for (const std::uint64_t modulus : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{9}}) {
          detail::WordMerge merge(a, b, modulus, ctx);
          ASSERT_TRUE(merge.run([&](const MergeRange& r, std::uint64_t*) {
            return std::optional(detail::MergeWords{x.data() + r.a_begin, y.data() + r.b_begin});
          }));
          const std::size_t met = step == 1 ? a.size() : 0;
          const std::size_t expected = terms - met - (modulus == 9 ? met : 0);  // 5 + 4 = 0 modulo 9
          ASSERT_EQ(merge.size(), expected) << terms;
          std::vector<std::uint64_t> sums(expected);
          const PackedMonomials monomials =
              merge.write([&](std::size_t first, std::span<const std::uint64_t> coefficients) {
                std::copy(coefficients.begin(), coefficients.end(), sums.begin() + static_cast<std::ptrdiff_t>(first));
              });
          ASSERT_EQ(monomials.size(), expected);
          for (std::size_t i = 0; i < expected; ++i) {
            if (i != 0) {
              ASSERT_GT(detail::compare_words(monomials[i - 1], monomials[i], 1), 0);
            }
            const std::uint64_t e = monomials.field(i, 0);
            const bool in_a = e % step == 0 && e / step < a.size();
            const bool in_b = e >= step - 1 && (e - (step - 1)) % step == 0 && (e - (step - 1)) / step < b.size();
            const std::uint64_t sum = (in_a ? 5 : 0) + (in_b ? 4 : 0);
            ASSERT_EQ(sums[i], modulus == 0 ? sum : sum % modulus);
          }
        }
      }
    }
    const PackedMonomials even = list(2 * n, 0, 2);
    const PackedMonomials odd = list(n, 1, 2);
    detail::WordMerge merge(even, odd, 0, ctx);
    EXPECT_FALSE(merge.run([&](const MergeRange& r, std::uint64_t* scratch) -> std::optional<detail::MergeWords> {
      if (r.a_end == 2 * n) return std::nullopt;  // no words in the last range
      std::fill_n(scratch, r.size(), 1);
      return detail::MergeWords{scratch, scratch + (r.a_end - r.a_begin)};
    }));
  }
}

/// Few terms, whose sums stand in the result's arrays where these have as many: a hundred thousand, terms that meet and
/// cancel, operands in the place of results, coefficients at the ends of a limb.
TEST(SparseSumProperty, FewTerms) {
  IntegerGenerator g(947);
  const std::vector<Variables> orders = all_orders({"x", "y"});
  MultiPolyZ out;
  for (int i = 0; i < 100'000; ++i) {
    const Variables& v = orders[static_cast<std::size_t>(i) % orders.size()];
    const auto element = [&](IntegerGenerator& x) {
      return i % 4 == 0 ? x.edge() : Integer(int(x.random().below(5)) - 2);
    };
    const std::uint64_t bound = 1 + g.random().below(4);
    const MultiPolyZ a = random_sparse(Integers{}, v, g.random().below(i % 64 == 0 ? 40 : 7), bound, g, element);
    const MultiPolyZ b = i % 5 == 0 ? neg(a) : random_sparse(Integers{}, v, g.random().below(7), bound, g, element);
    const bool minus = i % 2 == 1;
    NaiveSparse<Integers> expected = to_naive(a);
    for (const auto& [e, c] : to_naive(b)) {
      expected[e] += minus ? -c : c;
      if (expected[e].is_zero()) expected.erase(e);
    }
    for (int again = 0; again < 2; ++again) {
      minus ? sub_into(out, a, b) : add_into(out, a, b);
      ASSERT_EQ(to_naive(out), expected) << i;
    }
    ASSERT_EQ(minus ? sub(a, b) : add(a, b), out) << i;
    MultiPolyZ left = a;
    minus ? sub_into(left, left, b) : add_into(left, left, b);
    ASSERT_EQ(left, out) << i;
    MultiPolyZ right = b;
    minus ? sub_into(right, a, right) : add_into(right, a, right);
    ASSERT_EQ(right, out) << i;
  }
}

TEST(PackedMonomials, LargestFields) {
  IntegerGenerator g(948);
  for (const std::size_t fields : {1, 2, 3, 5, 7, 9, 70})
    for (const unsigned bits : {1, 3, 7, 8, 20, 31, 33, 63}) {
      PackedMonomials list(detail::MonomialLayout::for_value(fields, (std::uint64_t{1} << bits) - 1));
      EXPECT_EQ(list.largest_field(), 0U);
      std::vector<std::uint64_t> most(fields, 0);
      for (int i = 0; i < 20; ++i) {
        std::vector<std::uint64_t> monomial(fields);
        for (std::size_t f = 0; f < fields; ++f) {
          monomial[f] = g.random()() >> (64 - bits) >> g.random().below(bits);
          most[f] = std::max(most[f], monomial[f]);
        }
        list.push_fields(monomial);
        EXPECT_EQ(list.maxima(), most);
        EXPECT_EQ(list.largest_field(), *std::max_element(most.begin(), most.end()));
      }
    }
}

TEST(SparseSum, StopsAndKeepsToItsMemory) {
  IntegerGenerator g(945);
  const Variables v({"x", "y", "z"});
  const auto element = [](IntegerGenerator& x) { return x.uniform(40); };
  const MultiPolyZ a = random_sparse(Integers{}, v, 50000, 1000, g, element);
  const MultiPolyZ b = random_sparse(Integers{}, v, 50000, 1000, g, element);
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    EXPECT_THROW(add(a, b, ctx.with_memory_limit(1 << 20)), MemoryLimit);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(add(a, b, ctx.with_stop_token(stop.get_token())), Cancelled);
    const ExecutionContext counted = ctx.with_memory_limit(std::size_t{1} << 30);
    const MultiPolyZ sum = add(a, b, counted);
    EXPECT_GE(counted.memory().peak(), sum.monomials().bytes() + sum.coefficients().bytes());
    const ExecutionContext enough = ctx.with_memory_limit(std::size_t{16} << 20);
    EXPECT_EQ(add(a, b, enough), a + b);
    EXPECT_EQ(enough.memory().used(), 0U);
  }
}

TEST(SparseSum, IntoAPolynomialOfOtherVariablesOrRing) {
  const Variables xy({"x", "y"});
  const MultiPolyZ x = MultiPolyZ::generator(xy, "x");
  const MultiPolyZ y = MultiPolyZ::generator(xy, "y");
  MultiPolyZ out = MultiPolyZ::generator(Variables({"a", "b", "c"}), "b");
  add_into(out, x, y);
  EXPECT_EQ(out, x + y);
  mul_into(out, out, out);
  EXPECT_EQ(out, (x + y) * (x + y));
  mul_into(out, out, MultiPolyZ(xy));
  EXPECT_TRUE(out.is_zero());
  EXPECT_THROW(add_into(out, x, MultiPolyZ::generator(Variables({"z"}), "z")), DomainError);
  sub_into(out, x, MultiPolyZ::constant({}, 5));  // a constant in no variables
  EXPECT_EQ(out, x - Integer(5));
  MultiPolyZp residue(PrimeField(7), xy);
  const MultiPolyZp one = MultiPolyZp::constant(PrimeField(5), xy, 3);
  add_into(residue, one, one);
  EXPECT_EQ(residue, MultiPolyZp::constant(PrimeField(5), xy, 1));
}

TEST(SparseSum, WordsThatOutgrowALimb) {
  const Variables v({"x"});
  const auto term = [&](const Integer& c, std::uint64_t e) { return MultiPolyZ::monomial(v, c, {e}); };
  const Integer most = (Integer(1) << 64) - Integer(1);
  const MultiPolyZ a = term(most, 2) + term(-most, 1) + term(1, 0);
  EXPECT_EQ(a + a, term(most + most, 2) + term(-most - most, 1) + term(2, 0));
  EXPECT_EQ(a - term(most - Integer(1), 2), term(1, 2) + term(-most, 1) + term(1, 0));
  EXPECT_EQ(term(1, 2) - a, term(Integer(1) - most, 2) + term(most, 1) - term(1, 0));
  MultiPolyZ out = a;
  add_into(out, out, a);
  EXPECT_EQ(out, a + a);
}

/// Loops of sums and short products, also with operands in the place of results.
TEST(SparseSum, LoopsAllocateNothing) {
  if (!allocations_are_counted) GTEST_SKIP() << "the allocator of this build cannot be counted";
  IntegerGenerator g(943);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  const auto element = [](IntegerGenerator& x) { return x.uniform(40) - x.uniform(40); };
  const Variables v({"x", "y", "z"});
  for (const std::size_t terms : {1, 10, 100, 1000}) {
    const MultiPolyZ a = random_sparse(Integers{}, v, terms, 40, g, element);
    const MultiPolyZ b = random_sparse(Integers{}, v, terms, 40, g, element);
    const MultiPolyZ t = random_sparse(Integers{}, v, 2, 40, g, element);
    MultiPolyZ sum, kept, product;
    const auto loop = [&] {
      add_into(sum, a, b, ctx);
      sub_into(kept, sum, a, ctx);
      if (terms <= 100) add_into(kept, kept, t, ctx);
      if (terms <= 100) sub_into(kept, kept, t, ctx);
      if (terms <= 100) mul_into(product, t, a, ctx);
    };
    loop();
    loop();
    EXPECT_EQ(allocations_of(loop), 0U) << terms;
    EXPECT_EQ(kept, b);
  }
}

}  // namespace
}  // namespace polyfork::test
