// The proof about chains: right ones pass, altered ones do not.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/polyfork.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "classical_systems.hpp"
#include "system/proofs/chain_proof.hpp"
#include "system/proofs/integer_chain.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using Lists = std::vector<std::vector<MultiPolyQ>>;

bool are_solutions(const std::vector<MultiPolyQ>& equations, const Lists& chains) {
  return detail::chains_describe_solutions(equations, chains, ExecutionContext::default_context());
}

Lists lists_of(const std::vector<RegularChain<Rationals>>& chains) {
  Lists lists;
  for (const auto& chain : chains) lists.push_back(chain.polynomials());
  return lists;
}

/// The polynomials of a chain in z > y > x, as they stand.
std::vector<MultiPolyQ> raw_chain(const std::string& text) {
  const Variables zyx({"z", "y", "x"});
  std::vector<MultiPolyQ> list;
  for (const std::string& part : split(text)) list.push_back(parse_poly<MultiPolyQ>(part, zyx));
  return list;
}

TEST(ChainProof, AcceptsChainsOfSolutions) {
  const auto equations = system_of("x,y,z", "x^2-2,y^2-x,z^2-y*z");
  EXPECT_TRUE(are_solutions(equations, {raw_chain("x^2-2,y^2-x,z^2-y*z")}));
  EXPECT_TRUE(are_solutions(equations, {raw_chain("x^2-2,y^2-x,z"), raw_chain("x^2-2,y^2-x,z-y")}));
  EXPECT_TRUE(are_solutions(equations, {raw_chain("x^2-2,y^2-x,z-y")}));  // some of them
  EXPECT_TRUE(are_solutions(equations, {}));
}

TEST(ChainProof, RefusesWhatIsWrong) {
  const auto equations = system_of("x,y,z", "x^2-2,y^2-x,z^2-y*z");
  for (const char* text : {"x^2-3,y^2-x,z-y",  // no solutions
                           "x^2-2,y^2-x,z-y-1", "x^2-2,y^2-x,z-1/2*y", "x^2-2,y^2-x-1,z",
                           "x^2-2,y^2-2*x,z",      //
                           "x^2-2,y^2-x,z^2",      // a multiple point
                           "2*x^2-4,y^2-x,z",      // not monic
                           "x^2-2,y^2-x,x*z-x*y",  // an initial
                           "x^2-2,y^2-x^3+x,z",    // not reduced
                           "x^2-2,z^2-y*z,y^2-x",  // another sequence
                           "x^2-2,y^2-z,z", "x^2-2,y^2-x", "x^2-2,y^2-x,z,z"})
    EXPECT_FALSE(are_solutions(equations, {raw_chain(text)})) << text;
  // The same points twice.
  EXPECT_FALSE(are_solutions(equations, {raw_chain("x^2-2,y^2-x,z"), raw_chain("x^2-2,y^2-x,z^2-y*z")}));
}

TEST(ChainProof, TellsSmallNumbersFromZero) {
  // A residue that the first primes divide: their product is the constant.
  Integer product(1);
  for (const char* p : {"4611686018427387847", "4611686018427387817", "4611686018427387787"}) product *= Integer(p);
  const auto x = system_of("x", "x-1")[0];
  const MultiPolyQ shifted = sub(x, MultiPolyQ::constant(Rationals{}, x.variables(), Rational(product)));
  EXPECT_FALSE(are_solutions({shifted}, {{x.with_variables(Variables({"x"}), ExecutionContext())}}));
}

/// c^w (F' W mod F) for what an equation becomes at x = h(y) / b, F(y) = 0: integers within the bound.
TEST(ChainProofProperty, BoundsValuesAtThePoints) {
  std::mt19937 random(5);
  const auto number = [&](int most) { return static_cast<std::int64_t>(random() % (2 * most + 1)) - most; };
  const auto polynomial = [&](std::size_t length, int most) {
    std::vector<Integer> coefficients;
    coefficients.reserve(length);
    for (std::size_t i = 0; i < length; ++i) coefficients.emplace_back(number(most));
    return PolyZ::from_elements({}, coefficients);
  };
  const Variables xy({"x", "y"});
  const ExecutionContext ctx;
  for (int run = 0; run < 60; ++run) {
    const std::size_t d = 2 + run % 5;
    const Integer c(static_cast<std::int64_t>(1 + (run % 3 == 0 ? 0 : random() % 40)));
    const PolyZ lower = polynomial(d, run % 2 == 0 ? 3 : 2000);
    const PolyZ h = polynomial(d, 9);
    if (lower.is_zero() || h.is_zero()) continue;
    const Integer b(static_cast<std::int64_t>(1 + random() % 6));
    const PolyZ whole = primitive_part(add(shift_left(PolyZ::constant(c), d, ctx), lower));
    const Integer lead = whole.leading_coefficient();
    const auto in = [&](const PolyZ& f, const Rational& factor, const char* name) {
      return to_multivariate(scale(to_rational(f), factor), xy, name, ctx);
    };
    const std::vector<MultiPolyQ> levels{in(whole, Rational(lead).inverse(), "y"),
                                         sub(MultiPolyQ::generator(xy, "x"), in(h, Rational(b).inverse(), "y"), ctx)};
    const auto chain = detail::integer_chain(levels, xy, ctx);
    ASSERT_TRUE(chain);
    const std::uint64_t e = 1 + random() % 4;
    const std::uint64_t k = random() % 5;
    // x^e y^k + 7 becomes h^e y^k + 7 b^e.
    const auto equation = system_of("x,y", "x^" + std::to_string(e) + "*y^" + std::to_string(k) + "+7");
    PolyZ w = shift_left(pow(h, e), k, ctx);
    w = add(w, PolyZ::constant(mul(Integer(7), pow(b, e))));
    const PolyQ v = rem(to_rational(mul(derivative(whole), w)), to_rational(whole));
    const PolyQ multiple = scale(v, Rational(pow(lead, e * static_cast<std::uint64_t>(h.degree()) + k)));
    EXPECT_TRUE(multiple.coefficients().denominator().is_one());
    const std::size_t bits = chain->bits_at_points(detail::integer_equations(equation, ctx)[0]);
    EXPECT_LE(numerator_polynomial(multiple).coefficients().max_bits(), bits);
  }
}

/// A power that is long beside the chain: the bound for normal forms would ask for tens of thousands of primes.
TEST(ChainProof, TakesFewPrimesForHighPowers) {
  const auto equations = system_of("x,y", "x^1000-2,y-x^3");
  const auto integers = detail::integer_equations(equations, ExecutionContext());
  const Variables xy({"x", "y"});
  const std::vector<MultiPolyQ> levels{parse_poly<MultiPolyQ>("y^1000-8", xy),
                                       parse_poly<MultiPolyQ>("x-1/4*y^667", xy)};
  const auto chain = detail::integer_chain(levels, xy, ExecutionContext());
  ASSERT_TRUE(chain);
  EXPECT_LT(chain->bits_at_points(integers[0]), 20000U);
  EXPECT_GT(chain->normal_form_bits(integers[0]), 1000000U);
}

TEST(ChainProofProperty, HoldsForDecompositionsAndForNothingNear) {
  for (const ClassicalSystem& s : classical_systems) {
    const std::string name = s.name;
    if (name == "Rose" || name == "eco 8" || name == "Circles" || name == "Wilkinsonxy" || name == "Fabfaux") continue;
    const auto equations = system_of(s.variables, s.equations);
    for (const auto shape : {ChainShape::conjugate, ChainShape::equiprojectable}) {
      if (shape == ChainShape::equiprojectable && name != "Caprasse" && name != "Katsura-4") continue;
      const Lists chains = lists_of(triangular_decomposition(equations, {shape}));
      EXPECT_TRUE(are_solutions(equations, chains)) << name;
      Lists twice = chains;
      twice.push_back(chains[0]);
      EXPECT_FALSE(are_solutions(equations, twice)) << name;
      for (std::size_t k = 0; k < chains.back().size(); ++k) {
        Lists other = chains;
        MultiPolyQ& f = other.back()[k];
        f = add(f, MultiPolyQ::constant(Rationals{}, f.variables(), Rational(1)));
        EXPECT_FALSE(are_solutions(equations, other)) << name << ' ' << k;
      }
    }
  }
}

TEST(ChainResiduesProperty, ProductsAreNormalForms) {
  const auto chain = parse_regular_chain("x^3-2, y^2-x*y+1, z-x^2*y, u^3-u*z+y", Variables({"u", "z", "y", "x"}));
  const auto integers = detail::integer_chain(chain.polynomials(), chain.variables(), ExecutionContext());
  ASSERT_TRUE(integers.has_value());
  const std::uint64_t p = 4611686018427387847;
  const ExecutionContext ctx;
  const detail::ChainResidues residues(*integers, p, ctx);
  for (const char* text : {"u^4*z-y^3", "x*y*z*u+u^7-1", "x^9*y^5", "z^6+u^2*y-3", "5"}) {
    const auto f = parse_poly<MultiPolyQ>(text, chain.variables());
    const auto difference = sub(f, chain.normal_form(f));
    const auto zero = detail::integer_equations({difference}, ctx);
    for (const auto& equation : zero)
      EXPECT_EQ(residues.value(equation), detail::ChainResidues::Element(integers->degree, 0)) << text;
  }
}

}  // namespace
}  // namespace polyfork::test
