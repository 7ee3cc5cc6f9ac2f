// Symmetries of systems and the test which forms tell their points apart.
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/poly/division/division.hpp>

#include "system/modular/separation_test.hpp"
#include "system/modular/symmetries.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using detail::LinearForm;
using detail::ModularRepresentation;
using detail::SeparationTest;
using detail::SmallPrime;

const ExecutionContext& form_context() { return ExecutionContext::default_context(); }

std::vector<detail::VariablePermutation> symmetries(const std::string& variables, const std::string& equations) {
  return detail::symmetries_of(detail::integer_system(system_of(variables, equations)), form_context());
}

TEST(Symmetries, AreSwapsRotationsAndReflections) {
  const auto all = symmetries("x,y,z", "x^2+y+z-1,y^2+x+z-1,z^2+x+y-1");
  const auto has = [](const auto& list, const detail::VariablePermutation& p) {
    return std::find(list.begin(), list.end(), p) != list.end();
  };
  EXPECT_TRUE(has(all, {1, 0, 2}) && has(all, {2, 1, 0}) && has(all, {0, 2, 1}) && has(all, {1, 2, 0}));
  const auto one = symmetries("x,y,z", "x+y-3,2*z-x*y,x*y-2");
  EXPECT_TRUE(has(one, {1, 0, 2}) && !has(one, {2, 1, 0}));
  // Up to signs.
  EXPECT_TRUE(has(symmetries("x,y", "x-y,x^2+y^2-1"), {1, 0}));
  EXPECT_TRUE(symmetries("x,y", "x-2*y,x^2+y^2-1").empty());
  EXPECT_TRUE(symmetries("x,y", "x^3-y,x^2+y^3-1").empty());
  // A rotation that no swap is.
  const auto cyclic = symmetries("a,b,c,d", "a+2*b,b+2*c,c+2*d,d+2*a");
  EXPECT_TRUE(has(cyclic, {1, 2, 3, 0}) && !has(cyclic, {1, 0, 2, 3}));
  EXPECT_TRUE(detail::is_invariant({1, 1, 5}, one));
  EXPECT_FALSE(detail::is_invariant({1, 2, 1}, one));
}

/// Points with coordinates that are polynomials in a separating number, of which a form may take few values.
TEST(SeparationProperty, AgreesWithTheValuesAtThePoints) {
  const SmallPrime p(1073741827);
  const PrimeField field = PrimeField::trusted(p.value());
  for (const std::size_t points : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{17}, std::size_t{64}}) {
    // F = (T - 1) ... (T - N), and the points (k mod 5, k div 5).
    PolyZp F = PolyZp::constant(field, 1);
    for (std::size_t k = 1; k <= points; ++k)
      F = mul(F, sub(PolyZp::generator(field), PolyZp::constant(field, k), form_context()), form_context());
    ModularRepresentation r(field);
    r.polynomial = F;
    const PolyZp slope = derivative(F, 1, form_context());
    for (int v = 0; v < 2; ++v) {
      // x_v F' by Lagrange's formula.
      PolyZp numerator(field);
      for (std::size_t k = 1; k <= points; ++k) {
        const PolyZp root = sub(PolyZp::generator(field), PolyZp::constant(field, k), form_context());
        const std::uint64_t x = v == 0 ? k % 5 : k / 5;
        numerator =
            add(numerator, mul(div_rem(F, root, form_context()).quotient, PolyZp::constant(field, x), form_context()),
                form_context());
      }
      r.numerators.push_back(numerator);
    }
    const SeparationTest test(r, p, form_context());
    for (std::int32_t a = -3; a <= 6; ++a)
      for (std::int32_t b = -3; b <= 6; ++b) {
        std::set<std::int64_t> values;
        for (std::size_t k = 1; k <= points; ++k)
          values.insert(a * static_cast<std::int64_t>(k % 5) + b * static_cast<std::int64_t>(k / 5));
        EXPECT_EQ(test.separates({a, b}), values.size() == points) << points << ' ' << a << ' ' << b;
      }
  }
}

}  // namespace
}  // namespace polyfork::test
