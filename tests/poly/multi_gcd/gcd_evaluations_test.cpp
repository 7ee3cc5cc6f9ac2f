// How many univariate gcds, and evaluations of both operands, the images of sparse gcds take.
#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

#include "back_ends.hpp"
#include "multi_generators.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multi_gcd/multi_gcd_image.hpp"
#include "poly/multivariate/multi_modular.hpp"

namespace polyfork::test {
namespace {

using Row = std::vector<std::uint32_t>;

detail::WordTerms residues_of(const MultiPolyZ& a, std::uint64_t p) {
  const std::vector<std::size_t> sequence{0, 1, 2, 3};
  return detail::ModularTerms<Integers>(a, sequence, ExecutionContext::default_context())
      .modulo(p, ExecutionContext::default_context());
}

/// The most monomials in the first k variables that a coefficient in x_0 has.
std::size_t longest_prefixes(const detail::WordTerms& a, std::size_t k) {
  std::vector<std::set<Row>> of(a.monomial(0)[0] + 1);
  for (std::size_t i = 0; i < a.size(); ++i) of[a.monomial(i)[0]].insert(Row(a.monomial(i), a.monomial(i) + k));
  std::size_t most = 0;
  for (const auto& rows : of) most = std::max(most, rows.size());
  return most;
}

/// One image at a point, then for every variable as many as its degree times the monomials found before, and one that
/// checks; where the monomials are known, as many as a coefficient has, and one that checks.
TEST(GcdEvaluations, AreNoMoreThanTheMonomialsAskFor) {
  Random r(931);
  const Variables v = test_variables(4);
  const WordModulus m(detail::GcdPrimes().next());
  for (const std::size_t terms : {2, 10, 40, 120}) {
    const MultiShape shape{terms, 9, 1000};
    const MultiPolyZ factor = nonzero_multi(r, Integers{}, v, shape) + MultiPolyZ::monomial({}, v, 3, {10, 1, 0, 2});
    const MultiPolyZ a = mul(factor, nonzero_multi(r, Integers{}, v, {5, 3, 9}));
    const MultiPolyZ b = mul(factor, nonzero_multi(r, Integers{}, v, {6, 4, 9}));
    const MultiPolyZ g = gcd(a, b);  // the others may share a factor
    const detail::WordTerms expected = residues_of(g, m.value());
    std::vector<std::size_t> degrees = detail::word_degrees(expected);
    const detail::GcdImageProblem problem{residues_of(a, m.value()), residues_of(b, m.value()),
                                          residues_of(leading_coefficient_in(g, "x"), m.value()), degrees};
    std::size_t images = 1;
    for (std::size_t k = 1; k < degrees.size(); ++k)
      if (degrees[k] != 0) images += degrees[k] * longest_prefixes(expected, k) + 1;
    for (const ExecutionContext& ctx : contexts()) {
      const detail::GcdImage image = detail::gcd_image(problem, m, ctx);
      ASSERT_EQ(image.status, detail::GcdImageStatus::found);
      EXPECT_EQ(image.terms.exponents, expected.exponents);
      EXPECT_EQ(image.terms.coefficients, expected.coefficients);
      EXPECT_EQ(image.points, images) << terms;
      const detail::GcdImage known = detail::gcd_image_on(expected, detail::GcdPart::gcd, 1, problem, m, ctx);
      ASSERT_EQ(known.status, detail::GcdImageStatus::found);
      EXPECT_EQ(known.terms.coefficients, expected.coefficients);
      EXPECT_EQ(known.points, longest_prefixes(expected, 4) + 1) << terms;
    }
  }
}

}  // namespace
}  // namespace polyfork::test
