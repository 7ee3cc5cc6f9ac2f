// Equiprojectable decompositions and subresultants modulo chains.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/multivariate/convert_variables.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "random.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using ChainZp = RegularChain<PrimeField>;
using Decomposed = std::vector<std::string>;

const Variables three_variables({"z", "y", "x"});

RegularChain<Rationals> chain(const std::string& text) { return parse_regular_chain(text, three_variables); }

template <Field K>
Decomposed texts_of(const std::vector<RegularChain<K>>& chains) {
  Decomposed texts;
  for (const auto& c : chains) texts.push_back(c.to_string());
  return texts;
}

Decomposed decomposed(const std::vector<RegularChain<Rationals>>& chains) {
  return texts_of(RegularChain<Rationals>::equiprojectable_decomposition(chains));
}

TEST(EquiprojectableDecomposition, MergesAndSplits) {
  EXPECT_TRUE(decomposed({}).empty());
  EXPECT_EQ(decomposed({chain("x - 1, y + 1, z"), chain("x - 1, y - 1, z"), chain("x + 1, y^2 + 1, z")}),
            (Decomposed{"x^2 - 1, y^2 - x, z"}));
  // Over x = 0 there are two points, over x = 1 one: two parts.
  EXPECT_EQ(decomposed({chain("x, y^2 - 2, z"), chain("x - 1, y, z")}), (Decomposed{"x - 1, y, z", "x, y^2 - 2, z"}));
  // Chains that overlap: every point is counted once.
  EXPECT_EQ(decomposed({chain("x^2 - x, y, z"), chain("x^2 - 2*x, y, z"), chain("x, y, z")}),
            (Decomposed{"x^3 - 3*x^2 + 2*x, y, z"}));
  EXPECT_EQ(decomposed({chain("x^2 - 2, y, z - y"), chain("x^2 - 2, y, z - 1")}), (Decomposed{"x^2 - 2, y, z^2 - z"}));
  EXPECT_THROW(decomposed({chain("x, y, z"), parse_regular_chain("x, y", Variables({"y", "x"}))}), DomainError);
}

/// What a positive dimension is reported as.
template <class Solve>
std::string message_of(const Solve& solve) {
  try {
    solve();
  } catch (const DomainError& e) {
    return e.what();
  }
  return {};
}

TEST(PositiveDimension, IsProvedOnRequestByEveryMethod) {
  for (const std::string equations : {"x*y,x", "x*y,x*y^2", "0*x", "x^2-y*x,x*y-y^2"}) {
    const auto system = system_of("x,y", equations);
    for (const bool certify : {false, true}) {
      const std::string end =
          "in the variables x, y " + std::string(certify ? "(proved)" : "(probable: two primes agree)");
      const auto expect_said = [&](const std::string& what, const std::string& message) {
        EXPECT_TRUE(message.ends_with(end)) << equations << " by " << what << ": " << message;
      };
      for (const auto method : {SolutionMethod::automatic, SolutionMethod::chains, SolutionMethod::representation})
        expect_said(std::string(solution_method_name(method)),
                    message_of([&] { real_solutions(system, {.method = method, .certify = certify}); }));
      for (const auto shape : {ChainShape::conjugate, ChainShape::equiprojectable})
        expect_said("decomposition", message_of([&] { triangular_decomposition(system, {shape, certify}); }));
    }
  }
  // Each equation with the variables that it has: all of them are named.
  const std::vector<MultiPolyQ> apart = {system_of("x", "x^2-x")[0], system_of("z,y", "z*y")[0]};
  EXPECT_TRUE(message_of([&] {
                triangular_decomposition(apart, ChainOptions{.certify = true});
              }).ends_with("they have dimension 1, in the variables x, z, y (proved)"));
}

TEST(NoSolutions, AreProvedOnRequestByEveryMethod) {
  const auto contradiction = system_of("x,y", "x*y-1,x^2*y^2+x*y-3");
  for (const bool certify : {false, true}) {
    for (const auto method : {SolutionMethod::automatic, SolutionMethod::chains, SolutionMethod::representation}) {
      const auto none = real_solutions(contradiction, {.method = method, .certify = certify});
      EXPECT_EQ(none.dimension, -1) << solution_method_name(method);
      EXPECT_EQ(none.complete, certify) << solution_method_name(method);
    }
    EXPECT_TRUE(triangular_decomposition(contradiction, ChainOptions{.certify = certify}).empty());
  }
}

TEST(EquiprojectableDecomposition, OfASystem) {
  const auto system = system_of("y,x", "y^2-x,x^2-1");
  EXPECT_EQ(texts_of(triangular_decomposition(system, {ChainShape::equiprojectable})),
            (Decomposed{"x^2 - 1, y^2 - x"}));
  EXPECT_EQ(triangular_decomposition(system, ChainOptions{}), triangular_decomposition(system));
}

/// The chain of one point, its coordinates in the sequence of the variables.
ChainZp point_chain(const PrimeField& field, const std::vector<std::uint64_t>& point) {
  std::vector<MultiPolyZp> polynomials;
  for (std::size_t v = 0; v < point.size(); ++v)
    polynomials.push_back(sub(MultiPolyZp::generator(field, three_variables, three_variables.name(v)),
                              MultiPolyZp::constant(field, three_variables, point[v])));
  return ChainZp(polynomials);
}

/// The classes of points by the numbers of points of fibres, z first, as the definition says.
std::vector<std::set<std::vector<std::uint64_t>>> classes_of(const std::set<std::vector<std::uint64_t>>& points) {
  std::vector<std::set<std::vector<std::uint64_t>>> classes{points};
  for (std::size_t hidden = 1; hidden <= 3; ++hidden) {
    std::vector<std::set<std::vector<std::uint64_t>>> finer;
    for (const auto& members : classes) {
      // Values of the variables after the hidden ones, and the points with one variable more over them.
      std::map<std::vector<std::uint64_t>, std::set<std::vector<std::uint64_t>>> fibres;
      const auto below = [&](const std::vector<std::uint64_t>& p, std::size_t from) {
        return std::vector<std::uint64_t>(p.begin() + static_cast<std::ptrdiff_t>(from), p.end());
      };
      for (const auto& p : members) fibres[below(p, hidden)].insert(below(p, hidden - 1));
      std::map<std::size_t, std::set<std::vector<std::uint64_t>>> by_count;
      for (const auto& p : members) by_count[fibres[below(p, hidden)].size()].insert(p);
      for (auto& [count, list] : by_count) finer.push_back(list);
    }
    classes = finer;
  }
  return classes;
}

TEST(EquiprojectableDecompositionProperty, FollowsTheDefinitionAndDependsOnPointsAlone) {
  Random r(5);
  const PrimeField field(101);
  for (int round = 0; round < 25; ++round) {
    std::set<std::vector<std::uint64_t>> points;
    for (std::size_t i = 0; i < 1 + r.below(9); ++i) points.insert({r.below(3), r.below(3), r.below(3)});
    std::vector<ChainZp> chains;
    for (const auto& p : points) chains.push_back(point_chain(field, p));
    if (round % 2 == 0) chains.push_back(chains.front());
    const auto parts = ChainZp::equiprojectable_decomposition(chains);
    // Every point lies in one part, with exactly its class.
    const auto classes = classes_of(points);
    EXPECT_EQ(parts.size(), classes.size());
    std::size_t degrees = 0;
    for (const ChainZp& part : parts) degrees += part.degree();
    EXPECT_EQ(degrees, points.size());
    for (const auto& members : classes) {
      std::size_t found = 0;
      for (const ChainZp& part : parts) {
        const bool all = std::all_of(members.begin(), members.end(), [&](const auto& p) {
          return std::all_of(part.polynomials().begin(), part.polynomials().end(),
                             [&](const MultiPolyZp& f) { return point_chain(field, p).contains(f); });
        });
        if (all && part.degree() == members.size()) ++found;
      }
      EXPECT_EQ(found, 1U) << "round " << round;
    }
    // The parts taken apart in another way give the same.
    std::vector<ChainZp> other = parts;
    std::reverse(other.begin(), other.end());
    EXPECT_EQ(ChainZp::equiprojectable_decomposition(other), parts);
    const MultiPolyZp f = parse_poly<MultiPolyZp>("x*y + z - 1", three_variables, field);
    std::vector<ChainZp> pieces;
    for (const ChainZp& part : parts)
      for (auto& piece : part.regularize(f)) pieces.push_back(std::move(piece.chain));
    EXPECT_EQ(ChainZp::equiprojectable_decomposition(pieces), parts);
  }
}

TEST(ChainSubresultants, AreThoseOfTheValuesAtEveryPoint) {
  const PrimeField field(101);
  // Points x = 1, 2, 3; y and z do not matter below z.
  const ChainZp chain = parse_regular_chain("(x - 1)*(x - 2)*(x - 3), y^2 - x, z - y", three_variables, field);
  const auto f = parse_poly<MultiPolyZp>("y^4 + x*y^3 - (x - 2)*y + 5", three_variables, field);
  const auto g = parse_poly<MultiPolyZp>("(x + 4)*y^3 - x^2*y^2 + 7*y - x", three_variables, field);
  const auto list = chain.subresultants(f, g, "y");
  ASSERT_EQ(list.size(), 3U);
  for (std::uint64_t x = 1; x <= 3; ++x) {
    const auto value = [&](const MultiPolyZp& h) {
      return to_dense_univariate(substitute(h, {{"x", MultiPolyZp::constant(field, three_variables, x)}}), "y");
    };
    PolyZp last(field);
    for (std::size_t j = 0; j < list.size(); ++j) {
      EXPECT_LE(value(list[j]).degree(), static_cast<std::ptrdiff_t>(j));
      for (const auto& s : subresultant_chain(value(f), value(g)))
        if (static_cast<std::size_t>(s.index) == j) last = s.value;
      EXPECT_EQ(value(list[j]), last) << x << ' ' << j;
      last = PolyZp(field);
    }
  }
}

TEST(ChainSubresultants, BeginWithTheResultant) {
  const RegularChain<Rationals> c = chain("x^2 - 2, y, z");
  const auto f = system_of("z,y,x", "y^2-x*y+1,x*y^2+3*y-x");
  const auto list = c.subresultants(f[0], f[1], "y");
  ASSERT_EQ(list.size(), 2U);
  // x^2 = 2 in g - x f.
  EXPECT_EQ(list[1], parse_poly<MultiPolyQ>("5*y - 2*x", three_variables));
  EXPECT_THROW(c.subresultants(f[0], system_of("z,y,x", "z")[0], "y"), DomainError);
  EXPECT_THROW(c.subresultants(f[0], system_of("z,y,x", "x")[0], "y"), DomainError);
  EXPECT_EQ(c.resultant(f[0], f[1], "y"), list[0]);
  // Of degree 0 in y: x^2 = 2.
  EXPECT_EQ(c.resultant(f[0], system_of("z,y,x", "x")[0], "y"), parse_poly<MultiPolyQ>("2", three_variables));
  EXPECT_EQ(c.resultant(system_of("z,y,x", "x")[0], system_of("z,y,x", "3")[0], "y"),
            parse_poly<MultiPolyQ>("1", three_variables));
  EXPECT_TRUE(c.resultant(f[0], system_of("z,y,x", "y*(x^2-2)")[0], "y").is_zero());
  EXPECT_THROW(c.resultant(f[0], system_of("z,y,x", "z")[0], "y"), DomainError);
}

TEST(ChainSubresultants, HaveTheResultantsOfTheValues) {
  const PrimeField field(101);
  const ChainZp c = parse_regular_chain("(x - 1)*(x - 2)*(x - 3), y^2 - x, z - y", three_variables, field);
  const auto f = parse_poly<MultiPolyZp>("(x-2)*y^3 + x*y^2 - y + 5", three_variables, field);
  const auto g = parse_poly<MultiPolyZp>("y^2 - x^2*y + 7 - x", three_variables, field);
  const auto at = [&](const MultiPolyZp& h, std::uint64_t x) {
    return substitute(h, {{"x", MultiPolyZp::constant(field, three_variables, x)}});
  };
  for (const auto& [a, b] : {std::pair(f, g), std::pair(g, f)})
    for (std::uint64_t x = 1; x <= 3; ++x) {
      // At x = 2 the degree of f falls by one: the resultant of formal degrees is lc(g) = 1 times the other one.
      const PolyZp u = to_dense_univariate(at(a, x), "y");
      const PolyZp v = to_dense_univariate(at(b, x), "y");
      EXPECT_EQ(at(c.resultant(a, b, "y"), x).constant_term(), resultant(u, v)) << x;
    }
}

}  // namespace
}  // namespace polyfork::test
