// Sparse polynomials in several variables over Q against FLINT's fmpq_mpoly: random small cases with zeros, constants,
// cancellation, shared and coprime denominators, numbers of a word and of several limbs, results in the place of
// operands.
#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <flint/fmpq.h>
#include <flint/fmpq_mpoly.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>

#include "flint_mpoly_q.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

using Context = MpolyContextQ;
using Fraction = FlintFraction;
using Flint = MpolyQ;

constexpr std::size_t words_of_integers[] = {1, 2, 5, 16};
constexpr std::size_t word_counts = std::size(words_of_integers);

Integer random_integer(Random& r, std::size_t words) {
  switch (r.below(8)) {
    case 0:
      return static_cast<std::int64_t>(r.below(3)) - 1;
    case 1:  // at the edge of a word, or of the last one
      return (Integer(1) << (r.below(3) == 0 ? 62 : 64 * (1 + r.below(words)))) - Integer(r.below(3));
    case 2:
      return Integer(static_cast<std::int64_t>(r.below(60)) - 30);
    default: {
      Integer x;
      for (std::size_t k = 0; k < words; ++k) x = (x << 60) + Integer(r.below(std::uint64_t{1} << 60));
      if (r.below(3) == 0) x >>= r.below(60);
      return r.below(2) == 0 ? x : -x;
    }
  }
}

/// What denominators have.
enum class Below { one, equal, few, any };

struct Shape {
  std::size_t terms;
  std::uint64_t degree;
  std::size_t words;
  Below below;
};

Rational random_rational(Random& r, const Shape& s) {
  const Integer top = random_integer(r, s.words);
  switch (s.below) {
    case Below::one:
      return top;
    case Below::equal:
      return {top, Integer(2 * 3 * 5 * 7)};
    case Below::few:
      return {top, Integer(1 + r.below(50))};
    default: {
      const Integer bottom = random_integer(r, s.words);
      return {top, bottom.is_zero() ? Integer(1) : bottom};
    }
  }
}

MultiPolyQ random_poly(Random& r, const Variables& v, const Shape& s) {
  std::vector<MultiPolyQ::Term> terms;
  for (std::size_t i = r.below(s.terms + 1); i-- != 0;) {
    std::vector<std::uint64_t> e(v.size());
    for (auto& x : e) x = r.below(4) == 0 ? 0 : r.below(s.degree + 1);
    terms.push_back({std::move(e), random_rational(r, s)});
  }
  return MultiPolyQ::from_terms(v, terms);
}

/// call(out, x, y) into a polynomial with another value, and into each operand.
template <class Call>
void expect_everywhere(const Flint& expected, const MultiPolyQ& a, const MultiPolyQ& b, const MultiPolyQ& other,
                       const Call& call) {
  const MultiPolyQ wanted = expected.get();
  MultiPolyQ out = other;
  call(out, a, b);
  ASSERT_EQ(out, wanted) << a << "\n" << b;
  call(out, a, b);
  ASSERT_EQ(out, wanted);
  ASSERT_EQ(out.coefficients().denominator(), wanted.coefficients().denominator());
  MultiPolyQ x = a;
  call(x, x, b);
  ASSERT_EQ(x, wanted) << a << "\n" << b;
  MultiPolyQ y = b;
  call(y, a, y);
  ASSERT_EQ(y, wanted) << a << "\n" << b;
}

void check_ring(const Context& c, const MultiPolyQ& a, const MultiPolyQ& b, const MultiPolyQ& other,
                const Rational& factor) {
  const Flint fa(c, a);
  const Flint fb(c, b);
  Flint r(c);
  fmpq_mpoly_add(r.p, fa.p, fb.p, c.ctx);
  expect_everywhere(r, a, b, other, [](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ& y) { add_into(o, x, y); });
  EXPECT_EQ(add(a, b), r.get());
  fmpq_mpoly_sub(r.p, fa.p, fb.p, c.ctx);
  expect_everywhere(r, a, b, other, [](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ& y) { sub_into(o, x, y); });
  EXPECT_TRUE(sub(a, a).is_zero());
  EXPECT_EQ(sub(add(a, b), b), a);
  fmpq_mpoly_neg(r.p, fa.p, c.ctx);
  expect_everywhere(r, a, a, other, [](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ&) { neg_into(o, x); });
  const Fraction f(factor);
  fmpq_mpoly_scalar_mul_fmpq(r.p, fa.p, f.value, c.ctx);
  expect_everywhere(r, a, a, other,
                    [&](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ&) { scale_into(o, x, factor); });
  fmpq_mpoly_mul(r.p, fa.p, fb.p, c.ctx);
  expect_everywhere(r, a, b, other, [](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ& y) { mul_into(o, x, y); });
  fmpq_mpoly_mul(r.p, fa.p, fa.p, c.ctx);
  MultiPolyQ square = a;
  mul_into(square, square, square);
  EXPECT_EQ(square, r.get()) << a;
  EXPECT_EQ(mul(a, a), r.get()) << a;
}

void check_division(const Context& c, const MultiPolyQ& a, const MultiPolyQ& b) {
  if (b.is_zero()) return;
  const MultiPolyQ product = mul(a, b);
  EXPECT_EQ(exact_div(product, b), a) << a << "\n" << b;
  const MultiPolyQ dividend = add(product, a);
  for (const MultiPolyQ* const f : {&dividend, &a}) {
    const Flint ff(c, *f);
    const Flint fb(c, b);
    Flint q(c), r(c);
    const std::optional<MultiPolyQ> exact = try_exact_div(*f, b);
    ASSERT_EQ(exact.has_value(), fmpq_mpoly_divides(q.p, ff.p, fb.p, c.ctx) != 0) << *f << "\n" << b;
    if (exact) {
      EXPECT_EQ(*exact, q.get());
      expect_everywhere(q, *f, b, a,
                        [](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ& y) { exact_div_into(o, x, y); });
    } else {
      MultiPolyQ out = a;
      EXPECT_THROW(exact_div_into(out, *f, b), DomainError);
    }
    fmpq_mpoly_divrem(q.p, r.p, ff.p, fb.p, c.ctx);
    const auto division = div_rem(*f, b);
    ASSERT_EQ(division.quotient, q.get()) << *f << "\n" << b;
    ASSERT_EQ(division.remainder, r.get()) << *f << "\n" << b;
    MultiPolyQ other;
    expect_everywhere(q, *f, b, a,
                      [&](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ& y) { div_rem_into(o, other, x, y); });
    EXPECT_EQ(other, division.remainder);
    expect_everywhere(r, *f, b, a,
                      [&](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ& y) { div_rem_into(other, o, x, y); });
    EXPECT_EQ(other, division.quotient);
  }
}

void check_calculus(Random& random, const Context& c, const MultiPolyQ& a, const MultiPolyQ& other, const Shape& s) {
  const Flint fa(c, a);
  Flint r(c);
  std::vector<Rational> point;
  for (std::size_t v = 0; v < c.variables.size(); ++v)
    point.push_back(random.below(3) == 0 ? Rational(static_cast<std::int64_t>(random.below(5)) - 2)
                                         : random_rational(random, {1, 1, 1, s.below}));
  std::vector<std::unique_ptr<Fraction>> coordinates;
  std::vector<fmpq*> pointers;
  for (const Rational& x : point) {
    coordinates.push_back(std::make_unique<Fraction>(x));
    pointers.push_back(coordinates.back()->value);
  }
  for (std::size_t v = 0; v < c.variables.size(); ++v) {
    const std::string& name = c.variables.name(v);
    fmpq_mpoly_derivative(r.p, fa.p, static_cast<slong>(v), c.ctx);
    expect_everywhere(r, a, a, other,
                      [&](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ&) { derivative_into(o, x, name); });
    fmpq_mpoly_evaluate_one_fmpq(r.p, fa.p, static_cast<slong>(v), pointers[v], c.ctx);
    EXPECT_EQ(evaluate_at(a, name, point[v]), r.get()) << a << " at " << name << " = " << point[v];
    expect_everywhere(r, a, a, other, [&](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ&) {
      evaluate_at_into(o, x, name, point[v]);
    });
  }
  Fraction value;
  fmpq_mpoly_evaluate_all_fmpq(value.value, fa.p, pointers.data(), c.ctx);
  EXPECT_EQ(evaluate(a, point), value.get()) << a;
  Rational into(17);
  evaluate_into(into, a, point);
  EXPECT_EQ(into, value.get());
}

void check(std::uint64_t stream, int rounds, std::size_t most_terms) {
  Random r(stream);
  const std::size_t counts = most_terms > 20 ? word_counts - 1 : word_counts;  // denominators have as many as all terms
  for (int round = 0; round < rounds; ++round) {
    const Context c(test_variables(1 + r.below(6), static_cast<MonomialOrder>(r.below(3))));
    const Shape s{1 + r.below(most_terms), r.below(4) == 0 ? 40U : 4U, words_of_integers[r.below(counts)],
                  static_cast<Below>(r.below(4))};
    Shape t = s;
    if (r.below(3) == 0) t.below = static_cast<Below>(r.below(4)), t.words = words_of_integers[r.below(counts)];
    MultiPolyQ a = random_poly(r, c.variables, s);
    MultiPolyQ b = random_poly(r, c.variables, t);
    const MultiPolyQ other = random_poly(r, c.variables, t);
    if (r.below(4) == 0) b = sub(other, a);                // a sum that cancels
    if (r.below(4) == 0) a = mul(a, Rational(6, 35) * b);  // contents that are met by denominators
    const Rational factor = random_rational(r, t);
    check_ring(c, a, b, other, factor);
    check_calculus(r, c, a, other, s);
    // Where nothing divides, numbers grow with every term of a quotient.
    const std::size_t words = std::max(s.words, t.words);
    if (a.term_count() * b.term_count() * words <= 800) check_division(c, a, b);
    if (a.term_count() <= 4)
      for (const ulong k : {0, 1, 2, 3, 5, 12}) {
        if (a.term_count() > 2 && k > 5) continue;
        const Flint fa(c, a);
        Flint power(c);
        ASSERT_NE(fmpq_mpoly_pow_ui(power.p, fa.p, k, c.ctx), 0);
        EXPECT_EQ(pow(a, std::uint64_t{k}), power.get()) << a << " ^ " << k;
        expect_everywhere(power, a, a, other,
                          [&](MultiPolyQ& o, const MultiPolyQ& x, const MultiPolyQ&) { pow_into(o, x, k); });
      }
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(RationalMultiOracle, FewTerms) { check(1200, 12000, 4); }
TEST(RationalMultiOracle, SomeTerms) { check(1201, 1500, 12); }
TEST(RationalMultiOracle, ManyTerms) { check(1202, 20, 100); }

}  // namespace
}  // namespace polyfork::test
