// Factorization and roots over Z/pZ against PARI's factormod and polrootsmod.
#include <cstddef>
#include <string>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/factor/factor.hpp>

#include "factor_shapes.hpp"

namespace {

namespace pf = polyfork;

class FactorZpPariOracle : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pari_init(std::size_t{256} << 20, 100000); }
  static void TearDownTestSuite() { pari_close(); }

  static std::string list_of(const pf::PolyZp& f) {
    std::string list;
    for (std::size_t i = 0; i < f.length(); ++i) list += (i == 0 ? "" : ",") + std::to_string(f.coefficient(i));
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
  static std::string factors_by_pari(const pf::PolyZp& f) {
    return evaluate("(f->my(m=factormod(f," + std::to_string(f.ring().modulus()) +
                    "));vecsort(vector(#m~,i,[m[i,2],lift(Vecrev(m[i,1]))])))(Polrev(" + list_of(f) + "))");
  }
  static std::string factors_by_us(const pf::PolyZp& f) {
    std::string list;
    for (const auto& part : pf::factor(f).factors)
      list +=
          (list.empty() ? "" : ",") + ("[" + std::to_string(part.multiplicity)) + "," + list_of(part.polynomial) + "]";
    return evaluate("vecsort([" + list + "])");
  }
  static std::string roots_by_pari(const pf::PolyZp& f) {
    return evaluate("lift(Vec(polrootsmod(Polrev(" + list_of(f) + ")," + std::to_string(f.ring().modulus()) + ")))");
  }
  static std::string roots_by_us(const pf::PolyZp& f) {
    std::string list;
    for (const auto& root : pf::roots(f)) list += (list.empty() ? "" : ",") + std::to_string(root.value);
    return "[" + list + "]";
  }
};

TEST_F(FactorZpPariOracle, FactorsAndRoots) {
  pf::test::IntegerGenerator g(114);
  for (int round = 0; round < 20; ++round)
    for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{101}, std::uint64_t{2147483647},
                                  std::uint64_t{4611686018427387847}})
      for (int shape = 0; shape < pf::test::factor_shapes; ++shape) {
        const pf::PolyZp f = pf::test::draw_factor_shape(g, pf::PrimeField(p), shape, 2 + g.random().below(30));
        if (f.is_constant()) continue;
        EXPECT_EQ(factors_by_us(f), factors_by_pari(f));
        EXPECT_EQ(roots_by_us(f), roots_by_pari(f));
      }
}

}  // namespace
