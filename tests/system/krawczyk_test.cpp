// Krawczyk's test: boxes with a simple solution, with none, with a multiple one.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/system/real_solutions.hpp>

#include "classical_systems.hpp"
#include "system/points/krawczyk.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using detail::Coordinate;
using detail::KrawczykTest;

const ExecutionContext& context() { return ExecutionContext::default_context(); }

/// An interval of width 2^-60 around a number.
Coordinate near(const Rational& x) {
  const Integer floor = (x * Rational::dyadic(Integer(1), 60)).floor();
  return {false, {}, {floor, floor + Integer(1), 60}};
}
Coordinate exactly(const Rational& x) { return {true, x, {}}; }

/// The solutions are (2, 1), (1, 2), (-2, -1), (-1, -2).
KrawczykTest circle_and_hyperbola() { return {system_of("x,y", "x^2+y^2-5,x*y-2"), context()}; }

TEST(Krawczyk, ProvesThatABoxHoldsASolution) {
  const KrawczykTest test = circle_and_hyperbola();
  const std::vector<Coordinate> at{near(Rational(2)), near(Rational(1))};
  EXPECT_TRUE(test.holds_solution(at, {cell(Rational(15, 8), Rational(17, 8)), cell(Rational(7, 8), Rational(9, 8))},
                                  context()));
  // However wide or narrow the box is, and where the solution lies close to its end.
  const Rational close = Rational::dyadic(Integer(1), -50);
  EXPECT_TRUE(test.holds_solution(at, {cell(Rational(3, 2), Rational(9)), cell(Rational(0), Rational(3))}, context()));
  EXPECT_TRUE(test.holds_solution(
      at, {cell(Rational(2) - close, Rational(9)), cell(Rational(1) - close, Rational(1) + close)}, context()));
}

TEST(Krawczyk, RefusesOtherBoxes) {
  const KrawczykTest test = circle_and_hyperbola();
  const std::vector<Coordinate> at{near(Rational(2)), near(Rational(1))};
  // A solution outside of the box, and one on its end.
  EXPECT_FALSE(test.holds_solution(at, {cell(Rational(9, 4), Rational(3)), cell(Rational(0), Rational(3))}, context()));
  EXPECT_FALSE(test.holds_solution(at, {cell(Rational(2), Rational(3)), cell(Rational(0), Rational(3))}, context()));
  // None, but the curves come close; and a multiple one.
  const KrawczykTest none(system_of("x,y", "x^2+y^2-4,1000*x*y-2001"), context());
  const Coordinate close = near(Rational(1414, 1000));
  const RootInterval side = cell(Rational(1), Rational(2));
  EXPECT_FALSE(none.holds_solution({close, close}, {side, side}, context()));
  const KrawczykTest multiple(system_of("x,y", "x^2+y^2-4,x*y-2"), context());
  EXPECT_FALSE(multiple.holds_solution({close, close}, {side, side}, context()));
}

/// Systems whose solutions are 2^-k apart: the neighbourhood is smaller than that.
TEST(Krawczyk, ProvesBoxesOfCloseSolutions) {
  for (const int k : {5, 30, 60, 90}) {
    const std::string c = (Integer(1) << static_cast<std::size_t>(2 * k)).to_string();
    const auto found = real_solutions(system_of("x,y", c + "*(x-1/3)^2-2*y,y^2-1/3*y*x-y+1/3*x"));
    EXPECT_TRUE(found.boxes_proved) << k;
  }
}

TEST(Krawczyk, LooksAtTheValuesOfExactPoints) {
  const KrawczykTest test = circle_and_hyperbola();
  EXPECT_TRUE(test.holds_solution({exactly(Rational(1)), exactly(Rational(2))}, {point(1), point(2)}, context()));
  EXPECT_FALSE(test.holds_solution({exactly(Rational(1)), exactly(Rational(3))}, {point(1), point(3)}, context()));
  // An exact coordinate beside another one is no question for it.
  EXPECT_FALSE(test.holds_solution({exactly(Rational(1)), near(Rational(2))},
                                   {point(1), cell(Rational(1), Rational(3))}, context()));
}

/// Fewer solutions than the product of the degrees: that there are no others is not known, but every box is proved.
TEST(Krawczyk, ProvesBoxesOfIncompleteAnswers) {
  const ClassicalSystem& eco = classical_systems[13];
  ASSERT_EQ(std::string(eco.name), "eco 8");
  const auto found = real_solutions(system_of(eco.variables, eco.equations));
  EXPECT_EQ(found.solutions.size(), eco.real_solutions);
  EXPECT_TRUE(found.boxes_proved);
  EXPECT_FALSE(found.complete);
}

}  // namespace
}  // namespace polyfork::test
