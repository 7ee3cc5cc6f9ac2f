// Factorization and rational roots over Z against PARI's factor and nfroots.
#include <cstddef>
#include <string>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/dense/to_string.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "factor_z_shapes.hpp"

namespace {

namespace pf = polyfork;

class FactorZPariOracle : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pari_init(std::size_t{256} << 20, 100000); }
  static void TearDownTestSuite() { pari_close(); }

  static std::string list_of(const pf::PolyZ& f) {
    std::string list;
    for (std::size_t i = 0; i < f.length(); ++i) list += (i == 0 ? "" : ",") + f.coefficient(i).to_string();
    return "[" + list + "]";
  }
  static std::string evaluate(const std::string& text) {
    const pari_sp before = avma;
    char* const answer = GENtostr(gp_read_str(text.c_str()));
    std::string result = answer;
    pari_free(answer);
    set_avma(before);
    std::erase(result, ' ');
    return result;
  }
  /// Multiplicities and coefficients of the factors, each with a positive leading coefficient.
  static std::string factors_by_pari(const pf::PolyZ& f) {
    return evaluate(
        "(f->my(m=factor(f));vecsort(vector(#m~,i,[m[i,2],Vecrev(m[i,1]*sign(pollead(m[i,1])))])))(Polrev(" +
        list_of(f) + "))");
  }
  static std::string factors_by_us(const pf::PolyZ& f) {
    std::string list;
    for (const auto& part : pf::factor(f).factors)
      list +=
          (list.empty() ? "" : ",") + ("[" + std::to_string(part.multiplicity)) + "," + list_of(part.polynomial) + "]";
    return evaluate("vecsort([" + list + "])");
  }
  static std::string roots_by_pari(const pf::PolyZ& f) {
    return evaluate("Vec(vecsort(nfroots(,Polrev(" + list_of(f) + "))))");
  }
  static std::string roots_by_us(const pf::PolyZ& f) {
    std::string list;
    const pf::PolyQ over_q(pf::RationalVector(f.coefficients(), pf::Integer(1)));
    for (const auto& root : pf::roots(over_q)) list += (list.empty() ? "" : ",") + root.value.to_string();
    return "[" + list + "]";
  }
};

TEST_F(FactorZPariOracle, FactorsAndRoots) {
  pf::test::IntegerGenerator g(153);
  for (int round = 0; round < 2500; ++round) {
    pf::PolyZ f = primitive_part(pf::test::random_product(g));
    if (f.is_constant()) continue;
    ASSERT_EQ(factors_by_us(f), factors_by_pari(f)) << f;
    ASSERT_EQ(roots_by_us(f), roots_by_pari(f)) << f;
  }
}

}  // namespace
