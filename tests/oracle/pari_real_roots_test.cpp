// Real roots against PARI's polrootsreal, which shares neither code nor method with Sturm or with us: the same number,
// and one in each interval.
#include <cstddef>
#include <cstdio>
#include <string>
#include <tuple>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/rootiso/root_operations.hpp>

#include "integer_generators.hpp"
#include "root_shapes.hpp"

namespace {

class PariRealRootsOracle : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pari_init(std::size_t{256} << 20, 100000); }
  static void TearDownTestSuite() { pari_close(); }

  static std::string list_of(const polyfork::PolyZ& f) {
    std::string list;
    for (std::size_t i = 0; i < f.length(); ++i) list += (i == 0 ? "" : ",") + f.coefficient(i).to_string();
    return "Polrev([" + list + "])";
  }

  static std::size_t evaluate(const std::string& text) {
    const pari_sp before = avma;
    const auto result = static_cast<std::size_t>(itos(gp_read_str(text.c_str())));
    set_avma(before);
    return result;
  }

  /// Distinct real roots.
  static std::size_t count(const polyfork::PolyZ& f) {
    return evaluate("(f->#polrootsreal(f/gcd(f,f')))(" + list_of(f) + ")");
  }

  /// How many of the closed intervals hold exactly one root.
  static std::size_t count_isolating(const polyfork::PolyZ& f, const std::vector<polyfork::RootInterval>& roots) {
    std::string list;
    for (const polyfork::RootInterval& r : roots)
      list += (list.empty() ? "[" : ",[") + r.lower.to_string() + "," + r.upper.to_string() + "]";
    return evaluate(
        "((f,v)->my(g=f/gcd(f,f'));sum(i=1,#v,if(v[i][1]==v[i][2],subst(g,x,v[i][1])==0,"
        "#polrootsreal(g,v[i])==1)))(" +
        list_of(f) + ",[" + list + "])");
  }

  static std::vector<polyfork::RootInterval> roots_by(polyfork::IsolationMethod method, const polyfork::PolyZ& f) {
    polyfork::IsolationOptions options;
    options.method = method;
    return polyfork::isolate_real_roots(f, options).roots;
  }
};

TEST_F(PariRealRootsOracle, FamiliesUpToDegree128) {
  for (const polyfork::Family family : polyfork::all_families())
    for (std::size_t degree = 3; degree <= 128; degree += degree < 32 ? 1 : (degree < 64 ? 8 : 16)) {
      const polyfork::PolyZ f = polyfork::make_family(family, degree, {.bits = 200, .seed = degree});
      EXPECT_EQ(polyfork::count_real_roots(f), count(f)) << polyfork::family_name(family) << " " << degree;
    }
}

TEST_F(PariRealRootsOracle, RandomPolynomials) {
  polyfork::test::IntegerGenerator generator(404);
  for (int i = 0; i < 500; ++i) {
    std::vector<polyfork::Integer> c;
    for (std::uint64_t k = 0, n = 1 + generator.random().below(20); k <= n; ++k) c.push_back(generator.draw(2));
    c.back() = generator.nonzero(1);
    const auto f = polyfork::PolyZ::from_elements(polyfork::Integers{}, c);
    EXPECT_EQ(polyfork::count_real_roots(f), count(f)) << polyfork::format_poly(f);
  }
}

TEST_F(PariRealRootsOracle, RandomPolynomialsOfEveryShape) {
  polyfork::test::Random random(611);
  std::size_t polynomials = 0;
  std::size_t roots = 0;
  while (polynomials < 10000 && !HasFailure()) {
    const polyfork::PolyZ f = polyfork::test::draw_root_shape(random);
    if (f.is_constant()) continue;
    const auto found = roots_by(polyfork::IsolationMethod::local, f);
    EXPECT_EQ(found.size(), count(f)) << polyfork::format_poly(f);
    EXPECT_EQ(found, roots_by(polyfork::IsolationMethod::vca, f)) << polyfork::format_poly(f);
    if (polynomials % 8 == 0) {  // the text of the ends takes PARI longer than the roots
      EXPECT_EQ(count_isolating(f, found), found.size()) << polyfork::format_poly(f);
    }
    ++polynomials;
    roots += found.size();
  }
  std::printf("%zu polynomials, %zu roots\n", polynomials, roots);
}

/// A decimal is the root rounded: the closed interval of half a unit of its last place on either side holds one root at
/// least (more where roots are closer than that), by Sturm's theorem on exact ends.
TEST_F(PariRealRootsOracle, Decimals) {
  polyfork::test::IntegerGenerator generator(405);
  std::size_t roots = 0;
  for (const auto& [digits, polynomials, most_terms] :
       {std::tuple<std::size_t, int, std::uint64_t>{1, 300, 12}, {50, 300, 12}, {1000, 60, 8}, {10000, 6, 4}})
    for (int i = 0; i < polynomials; ++i) {
      std::vector<polyfork::Integer> c;
      for (std::uint64_t k = 0, n = 2 + generator.random().below(most_terms); k <= n; ++k)
        c.push_back(generator.draw(2));
      c.back() = generator.nonzero(1);
      const auto f = polyfork::PolyZ::from_elements(polyfork::Integers{}, c);
      const auto found = polyfork::isolate_real_roots(f, {}).roots;
      std::string list;
      for (std::string text : polyfork::roots_to_decimal(f, found, digits)) {
        // PARI reads decimals as floating-point numbers: as integers over a power of ten.
        const std::size_t point = text.find('.');
        const std::size_t places = point == std::string::npos ? 0 : text.size() - point - 1;
        if (point != std::string::npos) text.erase(point, 1);
        const std::size_t first = text.find_first_of("123456789");  // PARI reads 007 as 7, but it takes as long
        if (first == std::string::npos) text = "0";
        list += (list.empty() ? "[" : ",[") + text + "," + std::to_string(places) + "]";
      }
      if (list.empty()) continue;
      roots += found.size();
      EXPECT_EQ(evaluate("((f,v,d)->my(g=f/gcd(f,f'),h=1/(2*10^d));sum(i=1,#v,my(m=v[i][1]/10^v[i][2]);"
                         "polsturm(g,[m-h,m+h])>=1))(" +
                         list_of(f) + ",[" + list + "]," + std::to_string(digits) + ")"),
                found.size())
          << polyfork::format_poly(f) << " to " << digits;
    }
  EXPECT_GT(roots, 500U);
}

}  // namespace
