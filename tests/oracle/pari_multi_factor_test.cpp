// Factorization in several variables over Z against PARI's factor.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "multi_generators.hpp"

namespace {

namespace pf = polyfork;
using pf::test::Random;

/// Factors, normalised, with their multiplicities, as texts.
using Factors = std::map<std::string, std::uint64_t>;

class MultiFactorPariOracle : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pari_init(std::size_t{512} << 20, 100000); }
  static void TearDownTestSuite() { pari_close(); }

  static Factors by_pari(const pf::MultiPolyZ& f) {
    Factors factors;
    const pari_sp before = avma;
    GEN const matrix = gp_read_str(("factor(" + to_string(f) + ")").c_str());
    GEN const bases = gel(matrix, 1);
    for (long i = 1; i < lg(bases); ++i) {
      char* const text = GENtostr(gel(bases, i));
      const auto g = numerator_polynomial(pf::parse_poly<pf::MultiPolyQ>(text, f.variables()));
      pari_free(text);
      if (g.is_constant()) continue;
      const pf::MultiPolyZ h = primitive_part(g);
      factors[to_string(h.coefficient(0).sign() < 0 ? neg(h) : h)] +=
          static_cast<std::uint64_t>(itos(gmael(matrix, 2, i)));
    }
    set_avma(before);
    return factors;
  }
  static Factors by_us(const pf::MultiPolyZ& f) {
    Factors factors;
    for (const auto& [g, multiplicity] : factor(f).factors) factors[to_string(g)] += multiplicity;
    return factors;
  }
};

/// One to three factors of few terms, some repeated, some in powers of variables, some with monomials as factors.
pf::MultiPolyZ draw(Random& r) {
  const pf::Variables v = pf::test::test_variables(2 + r.below(2), static_cast<pf::MonomialOrder>(r.below(3)));
  const pf::test::MultiShape shape{2 + r.below(3), 1 + r.below(2), r.below(5) == 0 ? std::uint64_t{1} << 40 : 5};
  pf::MultiPolyZ f = nonzero_multi(r, pf::Integers{}, v, shape);
  for (std::uint64_t n = r.below(3); n-- > 0;) {
    pf::MultiPolyZ g = nonzero_multi(r, pf::Integers{}, v, shape);
    f = mul(f, r.below(6) == 0 ? mul(g, g) : g);
  }
  return f;
}

/// PARI factors a univariate polynomial of about this degree (Kronecker's substitution), by far slower than we do:
/// where it is high, one polynomial takes minutes.
std::uint64_t substituted_degree(const pf::MultiPolyZ& f) {
  std::uint64_t degree = 1;
  for (const std::uint64_t d : f.degrees()) degree *= 2 * d + 1;
  return degree;
}

TEST_F(MultiFactorPariOracle, HundredsOfShapes) {
  constexpr std::uint64_t most_degree = 400;
  Random r(456);
  for (int round = 0; round < 300; ++round) {
    const pf::MultiPolyZ f = draw(r);
    if (f.is_constant() || substituted_degree(f) > most_degree) continue;
    ASSERT_EQ(by_us(f), by_pari(f)) << f;
  }
}

}  // namespace
