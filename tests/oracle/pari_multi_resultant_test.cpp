// Resultants, discriminants and subresultants in several variables over Z against PARI's, which are determinants.
#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "multi_generators.hpp"

namespace {

namespace pf = polyfork;
using pf::test::Random;

class MultiResultantPariOracle : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pari_init(std::size_t{512} << 20, 100000); }
  static void TearDownTestSuite() { pari_close(); }

  static bool holds(const std::string& text) {
    const pari_sp before = avma;
    const bool result = gequal1(gp_read_str(text.c_str())) != 0;
    set_avma(before);
    return result;
  }
};

pf::MultiPolyZ draw(Random& r, const pf::Variables& v) {
  const std::uint64_t sizes[] = {1, 9, 1000, std::uint64_t{1} << 62};
  return nonzero_multi(r, pf::Integers{}, v, {1 + r.below(5), 1 + r.below(4), sizes[r.below(4)]});
}

TEST_F(MultiResultantPariOracle, ResultantsAndDiscriminants) {
  Random r(812);
  for (int i = 0; i < 1000; ++i) {
    const pf::Variables v = pf::test::test_variables(2 + r.below(2), static_cast<pf::MonomialOrder>(r.below(3)));
    const pf::MultiPolyZ a = draw(r, v);
    const pf::MultiPolyZ b = draw(r, v);
    const std::string& x = v.name(r.below(v.size()));
    const std::string operands = to_string(a) + "," + to_string(b);
    ASSERT_TRUE(holds("polresultant(" + operands + "," + x + ")==(" + to_string(resultant(a, b, x)) + ")"))
        << operands << " in " << x;
    if (a.degree(x) < 1) continue;
    ASSERT_TRUE(holds("poldisc(" + to_string(a) + "," + x + ")==(" + to_string(discriminant(a, x)) + ")"))
        << a << " in " << x;
  }
}

/// The subresultant of index k as the determinant polynomial of the rows x^i a and x^j b (Brown and Traub 1971).
TEST_F(MultiResultantPariOracle, SubresultantChains) {
  const std::string define =
      "polyfork_subresultant(a,b,x,k)={my(m=poldegree(a,x),n=poldegree(b,x),s=m+n-2*k,"
      "r=vector(s,i,if(i<=n-k,a*x^(n-k-i),b*x^(s-i))),t);t=matrix(s,s,i,j,if(j<s,polcoef(r[i],m+n-k-j,x),r[i]));"
      "matdet(t)}";
  Random r(813);
  gp_read_str(define.c_str());
  std::size_t compared = 0;
  for (int i = 0; i < 300; ++i) {
    const pf::Variables v = pf::test::test_variables(2, static_cast<pf::MonomialOrder>(r.below(3)));
    const pf::MultiPolyZ a = draw(r, v);
    const pf::MultiPolyZ b = draw(r, v);
    const std::string& x = v.name(r.below(v.size()));
    if (b.degree(x) < 1 || a.degree(x) < b.degree(x)) continue;
    for (const auto& [index, value] : subresultant_chain(a, b, x)) {
      if (index == static_cast<std::size_t>(a.degree(x))) continue;  // no determinant
      ++compared;
      ASSERT_TRUE(holds("polyfork_subresultant(" + to_string(a) + "," + to_string(b) + "," + x + "," +
                        std::to_string(index) + ")==(" + to_string(value) + ")"))
          << a << ", " << b << " in " << x << ", " << index;
    }
  }
  EXPECT_GT(compared, 100U);
}

}  // namespace
