// Factorization over Q(i) against PARI's nffactor.
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/extensions/factor_gaussian.hpp>

#include "tower_samplers.hpp"

namespace {

namespace pf = polyfork;
using P = pf::DensePoly<pf::GaussianRationals>;

class FactorGaussianPariOracle : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pari_init(std::size_t{256} << 20, 100000); }
  static void TearDownTestSuite() { pari_close(); }

  static std::string evaluate(const std::string& text) {
    const pari_sp before = avma;
    char* const answer = GENtostr(gp_read_str(text.c_str()));
    std::string result = answer;
    pari_free(answer);
    set_avma(before);
    std::erase(result, ' ');
    return result;
  }
  /// Real and imaginary parts of the coefficients.
  static std::string list_of(const P& f) {
    std::string list;
    for (std::size_t i = 0; i < f.length(); ++i)
      list += (i == 0 ? "[" : ",[") + f.coefficient(i).real().to_string() + "," +
              f.coefficient(i).imaginary().to_string() + "]";
    return "[" + list + "]";
  }
  static std::string factors_by_pari(const P& f) {
    return evaluate(
        "(l->my(f=Polrev(vector(#l,i,l[i][1]+l[i][2]*y)),m=nffactor(nfinit(y^2+1),f));"
        "vecsort(vector(#m~,i,[m[i,2],apply(c->my(a=lift(c));[polcoef(a,0,y),polcoef(a,1,y)],"
        "Vecrev(m[i,1]/pollead(m[i,1])))])))(" +
        list_of(f) + ")");
  }
  static std::string factors_by_us(const P& f) {
    std::string list;
    for (const auto& part : factor(f).factors)
      list +=
          (list.empty() ? "" : ",") + ("[" + std::to_string(part.multiplicity)) + "," + list_of(part.polynomial) + "]";
    return evaluate("vecsort([" + list + "])");
  }
};

/// One to three factors of degrees up to 4, some repeated, some real, some a polynomial times its conjugate, some in a
/// power of x.
P draw(pf::test::IntegerGenerator& g) {
  auto& random = g.random();
  P f = P::constant(pf::GaussianRationals{}, pf::test::SmallGaussian::sample(g));
  for (std::uint64_t n = 1 + random.below(3); n != 0; --n) {
    const std::uint64_t kind = random.below(4);
    std::vector<pf::GaussianRational> c;
    for (std::uint64_t k = 2 + random.below(4); k != 0; --k) {
      const pf::GaussianRational z = pf::test::SmallGaussian::sample(g);
      c.push_back(kind == 1 ? pf::GaussianRational(z.real()) : z);
    }
    P h = P::from_elements(pf::GaussianRationals{}, c);
    if (kind == 2) {
      for (pf::GaussianRational& z : c) z = z.conjugate();
      h = mul(h, P::from_elements(pf::GaussianRationals{}, std::move(c)));
    }
    if (kind == 3) h = compose(h, P::monomial(pf::GaussianRationals{}, pf::GaussianRational(1), 2));
    if (!h.is_zero()) f = mul(f, pow(h, 1 + random.below(2)));
  }
  return f;
}

TEST_F(FactorGaussianPariOracle, HundredsOfShapes) {
  pf::test::IntegerGenerator g(154);
  for (int round = 0; round < 400; ++round) {
    const P f = draw(g);
    if (f.is_constant()) continue;
    ASSERT_EQ(factors_by_us(f), factors_by_pari(f)) << f;
  }
}

/// x^n - c, c a power times a unit, some with x to a power or another factor beside it.
P draw_binomial(pf::test::IntegerGenerator& g) {
  auto& random = g.random();
  pf::GaussianRational c = pf::test::SmallGaussian::sample(g);
  if (c.is_zero() || random.below(3) == 0) c = 1;
  c = pow(c, 1 + random.below(6)) * pow(pf::GaussianRational::i(), random.below(4));
  std::vector<pf::GaussianRational> list(2 + random.below(16));
  list.front() = -c;
  list.back() = 1;
  P f = P::from_elements(pf::GaussianRationals{}, std::move(list));
  if (random.below(3) == 0)
    f = mul(f, compose(draw(g), P::monomial(pf::GaussianRationals{}, pf::GaussianRational(1), 1 + random.below(3))));
  return random.below(4) == 0 ? pow(f, 2) : f;
}

TEST_F(FactorGaussianPariOracle, Binomials) {
  pf::test::IntegerGenerator g(155);
  for (int round = 0; round < 300; ++round) {
    const P f = draw_binomial(g);
    if (f.is_constant()) continue;
    ASSERT_EQ(factors_by_us(f), factors_by_pari(f)) << f;
  }
}

}  // namespace
