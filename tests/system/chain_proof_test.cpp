// The proof about chains: right ones pass, altered ones do not.
#include <string>
#include <vector>

#include <gtest/gtest.h>
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
