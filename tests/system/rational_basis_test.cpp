// Groebner bases over Q: known ones, Buchberger's criterion and membership on random ideals, proofs.
#include <polyfork/system/rational_basis.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "classical_systems.hpp"
#include "random.hpp"
#include "system/bases/basis_proof.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

std::string text_of(const std::vector<MultiPolyQ>& basis) {
  std::string text;
  for (const auto& f : basis) text += (text.empty() ? "" : ", ") + to_string(f);
  return text;
}

std::string basis_text(const std::string& variables, const std::string& equations, const BasisOptions& options = {}) {
  return text_of(rational_groebner_basis(system_of(variables, equations), options).polynomials);
}

constexpr BasisOptions lexicographic{MonomialOrder::lex, false};

TEST(RationalBasis, OfSmallIdeals) {
  EXPECT_EQ(basis_text("x,y", "2*x*y-1,x^2+y^2-5"), "x*y - 1/2, x^2 + y^2 - 5, y^3 + 1/2*x - 5*y");
  EXPECT_EQ(basis_text("x,y", "2*x*y-1,x^2+y^2-5", lexicographic), "y^4 - 5*y^2 + 1/4, x + 2*y^3 - 10*y");
  EXPECT_EQ(basis_text("t,x,y,z", "x-t,y-t^2,z-t^3", lexicographic), "y^3 - z^2, x*z - y^2, x*y - z, x^2 - y, t - x");
  // The leading terms of the inputs are others than in the order grevlex.
  EXPECT_EQ(basis_text("z,y,x", "y-x^2,z-x^3", lexicographic), "y - x^2, z - x^3");
  EXPECT_EQ(basis_text("x,y", "x,y"), "y, x");
  EXPECT_EQ(basis_text("x,y", "x*y,x-1,y-2"), "1");
  EXPECT_EQ(basis_text("x,y", "0,0"), "");
  EXPECT_EQ(basis_text("x,y", "7/3"), "1");
}

TEST(RationalBasis, KnowsShapes) {
  const auto curve = rational_groebner_basis(system_of("x,y,z", "x*z-y^2,x^3-y*z")).polynomials;
  EXPECT_EQ(ideal_shape(curve, 3).dimension, 1);
  EXPECT_EQ(ideal_shape(curve, 3).degree, 6U);
  const ClassicalSystem& cyclic = classical_systems[0];
  const auto system = system_of(cyclic.variables, cyclic.equations);
  const auto basis = rational_groebner_basis(system).polynomials;
  for (const auto& f : system) EXPECT_TRUE(normal_form(f, basis).is_zero());
}

TEST(RationalBasis, RefusesWhatItCannotDo) {
  EXPECT_THROW(rational_groebner_basis({}), DomainError);
  EXPECT_THROW(rational_groebner_basis(system_of("x,y", "x"), {MonomialOrder::graded_lex, false}), DomainError);
  EXPECT_THROW(normal_form(system_of("x,z", "z")[0], system_of("x,y", "x")), DomainError);
}

TEST(RationalBasis, IsProvedOnRequest) {
  for (const char* equations : {"2*x*y-1,x^2+y^2-5", "x*y,x-1,y-2", "x^2*y-3*x+1,x^2*y-7", "5*x*y^2-y,3*x^2*y-x*y"}) {
    for (const MonomialOrder order : {MonomialOrder::graded_reverse_lex, MonomialOrder::lex}) {
      const auto basis = rational_groebner_basis(system_of("x,y", equations), {order, true});
      EXPECT_TRUE(basis.proved) << equations;
      EXPECT_EQ(basis.polynomials, rational_groebner_basis(system_of("x,y", equations), {order, false}).polynomials);
    }
  }
}

TEST(RationalBasis, ProofsRefuseWhatIsWrong) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  const auto good = rational_groebner_basis(system_of("x,y", "x*y-1,x^2+y^2-5")).polynomials;
  EXPECT_TRUE(detail::is_groebner_basis(good, ctx));
  auto wrong = good;
  wrong[2] = add(wrong[2], system_of("x,y", "y")[0]);
  EXPECT_FALSE(detail::is_groebner_basis(wrong, ctx));
  EXPECT_FALSE(detail::is_basis_of_same_ideal(wrong, good, ctx));
  // 1 - 2 x generates the unit ideal modulo 2 only: homogeneous bases tell.
  EXPECT_EQ(basis_text("x,y", "2*x-1", {MonomialOrder::graded_reverse_lex, true}), "x - 1/2");
}

TEST(RationalBasisProperty, SatisfiesBuchbergersCriterion) {
  Random r(11);
  for (int round = 0; round < 30; ++round) {
    const Variables variables({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);
    std::vector<MultiPolyQ> inputs;
    for (std::size_t i = 0; i < 2 + r.below(2); ++i) {
      std::vector<MultiPolyQ::Term> terms;
      for (std::size_t k = 0; k < 1 + r.below(4); ++k) {
        std::vector<std::uint64_t> e(3, 0);
        for (std::uint64_t d = r.below(3); d-- > 0;) ++e[r.below(3)];
        terms.push_back(
            {e, Rational(static_cast<std::int64_t>(r.below(19)) - 9, 1 + static_cast<std::int64_t>(r.below(4)))});
      }
      inputs.push_back(MultiPolyQ::from_terms(Rationals{}, variables, terms));
    }
    for (const MonomialOrder order : {MonomialOrder::graded_reverse_lex, MonomialOrder::lex}) {
      const auto basis = rational_groebner_basis(inputs, {order, round % 5 == 0}).polynomials;
      EXPECT_TRUE(detail::is_groebner_basis(basis, ExecutionContext::default_context())) << round;
      for (const auto& f : inputs) EXPECT_TRUE(normal_form(f, basis).is_zero()) << round;
    }
  }
}

TEST(RationalBasis, LexicographicOnesOfPositiveDimensionComeFromGrevlex) {
  const auto system = system_of("x,y,z", "-3*y+3*x^2*y^2*z-4*y*z,-2*x*y^2-x^2*y+2*y^2*z^2,3*x-x*y^2-4*x^2+2*x*y*z");
  const auto basis = rational_groebner_basis(system, lexicographic).polynomials;
  ASSERT_EQ(basis.size(), 4U);
  EXPECT_TRUE(detail::is_groebner_basis(basis, ExecutionContext::default_context()));
  for (const auto& f : system) EXPECT_TRUE(normal_form(f, basis).is_zero());
}

TEST(RationalBasisThreads, DoNotChangeTheBasis) {
  const auto system = system_of("x,y,z", "3*x^2+5*y*z-7*x+2,2*y^2-11*x*z+3*z,5*z^2+x*y-13*y+1");
  std::string expected;
  for (const int threads : {1, 2, 4}) {
    const std::string text =
        text_of(rational_groebner_basis(system, lexicographic, ExecutionContext().with_threads(threads)).polynomials);
    if (expected.empty()) expected = text;
    EXPECT_EQ(text, expected);
  }
}

}  // namespace
}  // namespace polyfork::test
