// Groebner bases modulo primes: F4 against Buchberger's algorithm, shapes of ideals, normal forms, the vector kernel.
#include <polyfork/groebner/groebner.hpp>

#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "groebner/dot_product.hpp"
#include "groebner/f4.hpp"
#include "naive_buchberger.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

const Variables xyz({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);

std::vector<MultiPolyZp> polynomials(const std::vector<std::string>& texts, const Variables& variables,
                                     std::uint64_t p) {
  std::vector<MultiPolyZp> result;
  for (const std::string& text : texts) result.push_back(parse_poly<MultiPolyZp>(text, variables, PrimeField(p)));
  return result;
}

TEST(GroebnerBasis, OfATextbookExample) {
  const auto basis = groebner_basis(polynomials({"x*y - 1", "x^2 + y^2 - 5"}, Variables({"x", "y"}), 101));
  ASSERT_EQ(basis.size(), 3U);
  EXPECT_EQ(to_string(basis[0]), "x*y + 100");
  EXPECT_EQ(to_string(basis[1]), "x^2 + y^2 + 96");
  EXPECT_EQ(to_string(basis[2]), "y^3 + x + 96*y");
  EXPECT_EQ(ideal_shape(basis, 2).dimension, 0);
  EXPECT_EQ(ideal_shape(basis, 2).degree, 4U);
  EXPECT_EQ(staircase(basis, 2), (std::vector<std::vector<std::uint64_t>>{{0, 0}, {0, 1}, {1, 0}, {0, 2}}));
}

TEST(GroebnerBasis, OfTrivialIdeals) {
  EXPECT_TRUE(groebner_basis({}).empty());
  EXPECT_TRUE(groebner_basis(polynomials({"0"}, xyz, 7)).empty());
  EXPECT_EQ(ideal_shape({}, 3).dimension, 3);
  const auto unit = groebner_basis(polynomials({"x*y", "x - 1", "y - 1"}, xyz, 7));
  ASSERT_EQ(unit.size(), 1U);
  EXPECT_TRUE(unit[0].is_one());
  EXPECT_EQ(ideal_shape(unit, 3).dimension, -1);
  EXPECT_EQ(ideal_shape(unit, 3).degree, 0U);
  EXPECT_TRUE(staircase(unit, 3).empty());
}

TEST(GroebnerBasis, KnowsThePositiveDimension) {
  EXPECT_EQ(ideal_shape(groebner_basis(polynomials({"x*y", "x*z"}, xyz, 7)), 3).dimension, 2);
  EXPECT_EQ(ideal_shape(groebner_basis(polynomials({"x*y - 1", "z"}, xyz, 7)), 3).dimension, 1);
  EXPECT_THROW(staircase(groebner_basis(polynomials({"x*y"}, xyz, 7)), 3), DomainError);
}

TEST(GroebnerBasis, RefusesWhatItCannotDo) {
  EXPECT_THROW(groebner_basis(polynomials({"x"}, xyz, 2147483659)), DomainError);
  EXPECT_THROW(groebner_basis({parse_poly<MultiPolyZp>("x", xyz, PrimeField(7)),
                               parse_poly<MultiPolyZp>("x", xyz, PrimeField(11))}),
               ModulusMismatch);
  EXPECT_THROW(groebner_basis(polynomials({"x^40000"}, xyz, 7)), DomainError);
}

/// A few random terms of degree at most `degree`.
MultiPolyZp random_polynomial(Random& r, const Variables& variables, const PrimeField& field, std::size_t terms,
                              std::uint64_t degree) {
  std::vector<MultiPolyZp::Term> list;
  for (std::size_t i = 0; i < terms; ++i) {
    MultiPolyZp::Exponents e(variables.size(), 0);
    for (std::uint64_t k = r.below(degree + 1); k-- > 0;) ++e[r.below(e.size())];
    list.push_back({std::move(e), r.below(field.modulus())});
  }
  return MultiPolyZp::from_terms(field, variables, list);
}

TEST(GroebnerProperty, F4AgreesWithBuchberger) {
  Random r(1);
  for (int round = 0; round < 120; ++round) {
    const std::uint64_t primes[] = {2, 3, 101, 65537, 2147483647};
    const PrimeField field(primes[r.below(5)]);
    const Variables variables = round % 2 == 0 ? xyz : Variables({"x", "y"}, MonomialOrder::graded_reverse_lex);
    std::vector<MultiPolyZp> inputs;
    for (std::size_t i = 0; i < 2 + r.below(3); ++i)
      inputs.push_back(random_polynomial(r, variables, field, 1 + r.below(5), 1 + r.below(3)));
    std::vector<NaiveTerms> naive;
    for (const auto& f : inputs)
      if (!f.is_zero()) naive.push_back(NaiveBuchberger::terms(f));
    const NaiveBuchberger reference(field);
    const auto expected = reference.basis(naive);
    const auto basis = groebner_basis(inputs);
    ASSERT_EQ(basis.size(), expected.size()) << "round " << round;
    for (std::size_t i = 0; i < basis.size(); ++i) EXPECT_EQ(NaiveBuchberger::terms(basis[i]), expected[i]);
    for (const auto& f : inputs) EXPECT_TRUE(normal_form(f, basis).is_zero());
    const auto g = random_polynomial(r, variables, field, 6, 5);
    EXPECT_EQ(NaiveBuchberger::terms(normal_form(g, basis)),
              reference.normal_form(NaiveBuchberger::terms(g), expected));
  }
}

TEST(GroebnerTrace, ReplaysModuloOtherPrimes) {
  // x^2 + a y z + ..., with integers as coefficients that no prime here divides.
  const std::vector<std::string> texts = {"3*x^2 + 5*y*z - 7*x + 2", "2*y^2 - 11*x*z + 3*z", "5*z^2 + x*y - 13*y + 1"};
  const auto words = [&](std::uint64_t p, detail::MonomialTable& monomials) {
    std::vector<detail::WordPolynomial> result;
    for (const auto& f : polynomials(texts, xyz, p)) {
      detail::WordPolynomial w;
      for (const auto& term : f.terms()) {
        w.monomials.push_back(monomials.insert(term.exponents));
        w.coefficients.push_back(static_cast<std::uint32_t>(term.coefficient));
      }
      result.push_back(std::move(w));
    }
    return result;
  };
  const ExecutionContext& ctx = ExecutionContext::default_context();
  detail::MonomialTable monomials(3);
  const detail::F4 first(monomials, words(2147483647, monomials), detail::SmallPrime(2147483647), ctx);
  for (const std::uint32_t p : {2147483629U, 1000003U, 65537U}) {
    detail::MonomialTable own(3);
    const detail::F4 other(own, words(p, own), detail::SmallPrime(p), ctx);
    std::vector<std::vector<std::uint32_t>> inputs;
    for (const auto& f : words(p, monomials)) inputs.push_back(f.coefficients);
    const auto replayed = detail::replay(first.trace(), inputs, detail::SmallPrime(p), ctx);
    ASSERT_TRUE(replayed);
    ASSERT_EQ(other.basis().size(), first.basis().size());
    for (std::size_t i = 0; i < first.basis().size(); ++i)
      EXPECT_EQ((*replayed)[first.basis()[i]], other.polynomial(other.basis()[i]).coefficients);
  }
}

TEST(DotProductIsa, AllKernelsAgree) {
  Random r(2);
  const auto& table = detail::dot_table();
  __extension__ using Wide = unsigned __int128;
  for (const std::size_t n : {0U, 1U, 7U, 16U, 31U, 32U, 33U, 1000U}) {
    std::vector<std::uint32_t> a(n);
    std::vector<std::uint32_t> b(n);
    for (auto& x : a) x = n % 2 == 0 ? 2147483646U : static_cast<std::uint32_t>(r.below(2147483647));
    for (auto& x : b) x = n % 2 == 0 ? 2147483646U : static_cast<std::uint32_t>(r.below(2147483647));
    const auto value = [&](detail::DotKernel kernel) {
      const detail::SplitSum sum = kernel(a.data(), b.data(), n);
      return (static_cast<Wide>(sum.high) << 32) + sum.low;
    };
    const auto expected = value(table.scalar);
    if (active_isa() >= Isa::avx2 && table.avx2 != nullptr) {
      EXPECT_TRUE(value(table.avx2) == expected) << n;
    }
    if (active_isa() >= Isa::avx512 && table.avx512 != nullptr) {
      EXPECT_TRUE(value(table.avx512) == expected) << n;
    }
  }
}

}  // namespace
}  // namespace polyfork::test
