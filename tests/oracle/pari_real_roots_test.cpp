// Counts of real roots against PARI's polrootsreal, which shares neither code nor method with Sturm or with us.
#include <cstddef>
#include <string>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/composition.hpp>
#include <polyfork/poly/families.hpp>
#include <polyfork/poly/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "integer_generators.hpp"

namespace {

class PariRealRootsOracle : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pari_init(std::size_t{256} << 20, 100000); }
  static void TearDownTestSuite() { pari_close(); }

  /// Distinct real roots.
  static std::size_t count(const polyfork::PolyZ& f) {
    std::string list;
    for (std::size_t i = 0; i < f.length(); ++i) list += (i == 0 ? "" : ",") + f.coefficient(i).to_string();
    const pari_sp before = avma;
    const std::string text = "(f->#polrootsreal(f/gcd(f,f')))(Polrev([" + list + "]))";
    const auto result = static_cast<std::size_t>(itos(gp_read_str(text.c_str())));
    set_avma(before);
    return result;
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

}  // namespace
