// Real roots against PARI's polrootsreal, which shares neither code nor method with Sturm or with us: the same number,
// and one in each interval.
#include <cstddef>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

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

}  // namespace
