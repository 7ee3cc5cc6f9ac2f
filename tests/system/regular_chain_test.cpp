// Regular chains: construction and its checks, arithmetic, splitting, decomposition, real points.
#include <polyfork/system/regular_chain.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "random.hpp"

namespace polyfork::test {
namespace {

using ChainQ = RegularChain<Rationals>;
using ChainZp = RegularChain<PrimeField>;

const Variables zyx({"z", "y", "x"});
MultiPolyQ poly(const std::string& text) { return parse_poly<MultiPolyQ>(text, zyx); }

TEST(RegularChain, IsReadAndPrinted) {
  const ChainQ chain = parse_regular_chain("x^2 - 2, y^2 - x, z - x*y", zyx);
  EXPECT_EQ(chain.degree(), 4U);
  EXPECT_EQ(chain.to_string(), "x^2 - 2, y^2 - x, z - y*x");
  EXPECT_EQ(parse_regular_chain(chain.to_string(), zyx), chain);
  EXPECT_EQ(chain.polynomial("y"), poly("y^2 - x"));
  EXPECT_THROW(chain.polynomial("w"), DomainError);
}

TEST(RegularChain, BecomesMonicAndReduced) {
  EXPECT_EQ(parse_regular_chain("2*x^2 - 4, x*y - 1, z - x^3", zyx).to_string(), "x^2 - 2, y - 1/2*x, z - 2*x");
  // The leading coefficient has an inverse only in parts that have to be put together again.
  const ChainQ chain = parse_regular_chain("(x - 1)*(x - 2)*(x - 3), (x^2 + x*y^0)*y - 1, z", zyx);
  EXPECT_TRUE(chain.contains(poly("(x^2 + x)*y - 1")));
}

TEST(RegularChain, RefusesWhatIsNone) {
  EXPECT_THROW(parse_regular_chain("x^2 - 2, y^2 - x", zyx), DomainError);           // nothing for z
  EXPECT_THROW(parse_regular_chain("x^2 - 2, x - 1, z, y", zyx), DomainError);       // two for x
  EXPECT_THROW(parse_regular_chain("x^2 - 1, (x - 1)*y - 1, z", zyx), DomainError);  // not regular
  EXPECT_THROW(parse_regular_chain("x^2 - 1, y^2 - 2*y + x, z", zyx), DomainError);  // double at x = 1
  EXPECT_THROW(parse_regular_chain("x^2, y, z", zyx), DomainError);                  // double
  EXPECT_THROW(parse_regular_chain("x, y, z, 3", zyx), DomainError);
  EXPECT_THROW(ChainQ({}), DomainError);
  EXPECT_THROW(parse_regular_chain("x, y, z", zyx).contains(MultiPolyQ::generator(Variables({"w"}), "w")), DomainError);
  // polynomials in fewer variables, and in another sequence
  const ChainQ short_names({parse_poly<MultiPolyQ>("x^2 - 2"), parse_poly<MultiPolyQ>("y^2 - x")});
  EXPECT_EQ(short_names.variables().names(), (std::vector<std::string>{"y", "x"}));
  EXPECT_EQ(to_string(short_names.normal_form(parse_poly<MultiPolyQ>("x^5"))), "4*x");
  EXPECT_EQ(to_string(short_names.normal_form(parse_poly<MultiPolyQ>("x*y^2"))), "2");
}

TEST(RegularChain, ReducesAndInverts) {
  const ChainQ chain = parse_regular_chain("x^2 - 2, y^2 - x, z - x*y", zyx);
  EXPECT_EQ(chain.normal_form(poly("y^5")), poly("2*y"));
  EXPECT_TRUE(chain.contains(poly("z^4 - 8")));
  EXPECT_FALSE(chain.contains(poly("z^4 - 7")));
  const MultiPolyQ f = poly("1 + x + y + z");
  EXPECT_TRUE(chain.normal_form(f * chain.inverse(f)).is_one());
  EXPECT_THROW(chain.inverse(poly("z^4 - 8")), DomainError);
}

/// A chain of 108 points that Euclid's algorithm takes apart below its greatest variable: the inverses on the parts
/// make up one modulo the chain.
TEST(RegularChain, InvertsAcrossParts) {
  const ChainQ chain = parse_regular_chain("(x-1)*(x-2)*(x^2-2)*(x-3), y^3 - x*y - 3, z^6 - y*z - x", zyx);
  for (const char* const text : {"(x-1)*z^3 + (x-2)*y*z + x*y + 7", "(x^2-2)*z^2 + y + 9", "(x-1)*y^2 + (x-2)*y - 50",
                                 "(y^3 - x*y - 3 + x - 2)*z + x + 12"}) {
    const MultiPolyQ f = poly(text);
    const MultiPolyQ inverse = chain.inverse(f);
    EXPECT_TRUE(chain.normal_form(f * inverse).is_one()) << text;
    EXPECT_EQ(chain.normal_form(inverse), inverse) << text;
  }
  EXPECT_GT(chain.regularize(poly("(x-1)*z^3 + (x-2)*y*z + x*y + 7")).size(), 1U);
  // Leading coefficients are inverted in the same way.
  const ChainQ other = parse_regular_chain("(x-1)*(x-2)*(x-3), y^3 - x, ((x-1)*y + (x-2)*y^2 + 7)*z^2 - 1", zyx);
  EXPECT_TRUE(other.contains(poly("((x-1)*y + (x-2)*y^2 + 7)*z^2 - 1")));
}

TEST(RegularChain, InversesKeepTheCap) {
  const Variables yx({"y", "x"});
  const PrimeField field(2147483647);
  std::string product = "(x-1)";
  for (int i = 2; i <= 200; ++i) product += "*(x-" + std::to_string(i) + ")";
  const ChainZp chain = parse_regular_chain(product + ", y^2 - x", yx, field);
  const auto f = parse_poly<MultiPolyZp>("(x-1)*y + x^2 + 5", yx, field);
  const auto inverse_under = [&](std::size_t cap) {
    return chain.inverse(f, ExecutionContext().with_threads(1).with_memory_limit(cap));
  };
  EXPECT_TRUE(chain.normal_form(f * inverse_under(std::size_t{1} << 22)).is_one());
  EXPECT_THROW(inverse_under(std::size_t{1} << 17), MemoryLimit);  // less than the matrix of 200 rows
}

TEST(RegularChain, SplitsWhereAPolynomialIsZero) {
  const ChainQ chain = parse_regular_chain("x^3 - x, y^2 - 2, z - 1", zyx);
  const auto pieces = chain.regularize(poly("x*(x - 1) + (x^3 - x)*y"));
  std::size_t zeros = 0;
  std::size_t all = 0;
  for (const auto& piece : pieces) {
    all += piece.chain.degree();
    const MultiPolyQ value = piece.chain.normal_form(poly("x*(x - 1)"));
    EXPECT_EQ(value.is_zero(), piece.zero);
    if (piece.zero) {
      zeros += piece.chain.degree();
    } else {
      EXPECT_TRUE(piece.chain.normal_form(value * piece.inverse).is_one());
    }
  }
  EXPECT_EQ(all, 6U);
  EXPECT_EQ(zeros, 4U);
  const auto points = chain.intersect(poly("y^2 - 2 + x + 1"));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].to_string(), "x + 1, y^2 - 2, z - 1");
  EXPECT_TRUE(chain.intersect(poly("y - 1")).empty());
}

TEST(RegularChain, HasIteratedResultants) {
  const ChainQ chain = parse_regular_chain("x^2 - 2, y - x, z - 3", zyx);
  EXPECT_EQ(chain.iterated_resultant(poly("x")), Rational(-2));
  EXPECT_EQ(chain.iterated_resultant(poly("y + 1")), Rational(-1));
  EXPECT_EQ(chain.iterated_resultant(poly("z")), Rational(9));
  EXPECT_TRUE(chain.iterated_resultant(poly("y^2 - 2")).is_zero());
}

TEST(RegularChainProperty, IsARingModuloPrimes) {
  Random r(17);
  const Variables yx({"y", "x"});
  const PrimeField field(101);
  const auto random_poly = [&](std::uint64_t dy, std::uint64_t dx) {
    std::vector<MultiPolyZp::Term> terms;
    for (std::uint64_t i = 0; i <= dy; ++i)
      for (std::uint64_t j = 0; j <= dx; ++j) terms.push_back({{i, j}, r.below(101)});
    return MultiPolyZp::from_terms(field, yx, terms);
  };
  int chains = 0;
  for (int round = 0; round < 60; ++round) {
    // Many residues modulo 101 are zero divisors in such a chain.
    const MultiPolyZp f = parse_poly<MultiPolyZp>("x^4 - 1", yx, field);
    const MultiPolyZp g = random_poly(3, 3);
    std::optional<ChainZp> chain;
    try {
      chain.emplace(std::vector<MultiPolyZp>{f, g});
    } catch (const DomainError&) {
      continue;
    }
    ++chains;
    EXPECT_TRUE(chain->contains(g));
    const MultiPolyZp h = random_poly(1, 2);
    std::size_t degree = 0;
    bool divisor = false;
    for (const auto& piece : chain->regularize(h)) {
      degree += piece.chain.degree();
      divisor = divisor || piece.zero;
      for (const MultiPolyZp& t : chain->polynomials()) EXPECT_TRUE(piece.chain.contains(t));
      EXPECT_EQ(piece.chain.contains(h), piece.zero);
      if (!piece.zero) {
        EXPECT_TRUE(piece.chain.normal_form(h * piece.inverse).is_one());
      }
    }
    EXPECT_EQ(degree, chain->degree());
    EXPECT_EQ(chain->iterated_resultant(h) == 0, divisor);
    if (!divisor) {
      EXPECT_TRUE(chain->normal_form(h * chain->inverse(h)).is_one());
    }
  }
  EXPECT_GT(chains, 10);
}

TEST(RegularChain, DecomposesSystems) {
  const Variables yx({"y", "x"});
  const std::vector<MultiPolyQ> system = {parse_poly<MultiPolyQ>("x^2 - 1", yx), parse_poly<MultiPolyQ>("y^2 - x", yx)};
  const auto chains = triangular_decomposition(system);
  ASSERT_EQ(chains.size(), 3U);
  EXPECT_EQ(chains[0].to_string(), "x - 1, y + 1");
  EXPECT_EQ(chains[1].to_string(), "x - 1, y - 1");
  EXPECT_EQ(chains[2].to_string(), "x + 1, y^2 + 1");
  EXPECT_THROW(triangular_decomposition({parse_poly<MultiPolyQ>("x*y", yx)}), DomainError);
  EXPECT_TRUE(
      triangular_decomposition({parse_poly<MultiPolyQ>("x*y", yx), parse_poly<MultiPolyQ>("x*y - 1", yx)}).empty());
}

TEST(RegularChain, HasRealPoints) {
  const auto s = real_solutions(parse_regular_chain("x^2 - 2, y^2 - x, z - x*y - 1/3", zyx));
  EXPECT_EQ(s.solutions.size(), 2U);
  EXPECT_TRUE(s.complete);
}

TEST(RegularChainText, ErrorsSayWhereTheyAre) {
  const Variables yx({"y", "x"});
  const auto place = [&](const char* text) {
    try {
      parse_regular_chain(text, yx);
    } catch (const ParseError& e) {
      return std::pair(e.line(), e.column());
    }
    return std::pair<std::size_t, std::size_t>(0, 0);
  };
  EXPECT_EQ(place("x-1, y +* 2"), (std::pair<std::size_t, std::size_t>(1, 9)));
  EXPECT_EQ(place("x^2 - 1,\ny^2 -\n x,*"), (std::pair<std::size_t, std::size_t>(3, 4)));
  EXPECT_EQ(place("x-1,, y").second, 5U);
}

}  // namespace
}  // namespace polyfork::test
