// Sequences modulo eight primes at once are those modulo one prime after another.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "groebner/f4.hpp"
#include "groebner/f4_trace.hpp"
#include "groebner/lane_rows.hpp"
#include "groebner/quotient.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/lane_sequences.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using detail::FormSequences;
using detail::SmallPrime;
using detail::TracedCoefficients;

FormSequences sequences_of_one(const detail::QuotientPlan& plan, const detail::LinearForm& form,
                               const TracedCoefficients& coefficients, const SmallPrime& p, std::size_t terms) {
  const detail::TransposedMultiplication multiplication(plan, form, coefficients, p);
  std::vector<std::uint32_t> functional = detail::random_functional(plan.degree(), p);
  std::vector<std::uint32_t> next(functional.size());
  FormSequences sequences(form.size() + 1);
  for (std::size_t i = 0; i < terms; ++i) {
    sequences.back().push_back(functional[0]);
    for (std::size_t v = 0; v < form.size(); ++v)
      sequences[v].push_back(detail::value_at_variable(plan, v, functional, coefficients, p));
    multiplication.apply(functional, next);
    functional.swap(next);
  }
  return sequences;
}

void expect_same_sequences(const std::string& variables, const std::string& equations, const detail::LinearForm& form) {
  const ExecutionContext ctx;
  const detail::IntegerSystem system = detail::integer_system(system_of(variables, equations));
  const SmallPrime first(2147483647);
  detail::MonomialTable monomials(system.variables);
  const auto inputs = detail::coefficients_modulo(system, first).value();
  detail::F4 f4(monomials, detail::equations_modulo(system, inputs, monomials), first, ctx);
  detail::QuotientPlan plan(f4, monomials, ctx);
  for (std::size_t v = 0; v < form.size(); ++v)
    if (form[v] != 0) plan.prepare(v);
  const detail::F4Trace trace = f4.take_trace(plan.needed_for(form));
  std::vector<SmallPrime> primes;
  std::vector<TracedCoefficients> replays;
  for (const std::uint32_t p :
       {2147483629U, 2147483587U, 2147483579U, 1073741827U, 1610612741U, 2147483563U, 2147483549U, 1073741831U}) {
    primes.emplace_back(p);
    const auto replay =
        detail::replay(trace, detail::coefficients_modulo(system, primes.back()).value(), primes.back(), ctx);
    ASSERT_TRUE(replay);
    replays.push_back(*replay);
  }
  const std::size_t terms = 2 * plan.degree();
  for (std::size_t count = 1; count <= detail::prime_lanes; ++count) {
    std::vector<const TracedCoefficients*> coefficients;
    for (std::size_t i = 0; i < count; ++i) coefficients.push_back(&replays[i]);
    const auto together = detail::lane_sequences(plan, form, coefficients, std::span(primes).first(count), terms, ctx);
    ASSERT_EQ(together.size(), count);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(together[i], sequences_of_one(plan, form, replays[i], primes[i], terms)) << equations << ' ' << i;
  }
}

TEST(LaneSequencesProperty, AreThoseOfOnePrimeAfterAnother) {
  expect_same_sequences("x,y", "x^2+y^2-5,x*y-2", {0, 1});
  expect_same_sequences("x,y", "x^3-7*y+1/3,y^4-x*y-2", {3, -2});
  expect_same_sequences("x,y,z", "x^2+y+z-1,x+y^2+z-1,x+y+z^2-1", {1073741823, -5, 77});
  expect_same_sequences("x,y,z,t", "x^3+y+z+t-1,x+y^3+z+t-1,x+y+z^2*t-1,z+y+t^3-x", {0, 0, 0, -1});
  // A variable whose class is a combination of others.
  expect_same_sequences("x,y,z", "3*x+5*y-7*z-1,x^2+y*z-3,y^3-z^2+x", {0, 1, 1});
  // One point.
  expect_same_sequences("x,y", "2*x-3,5*y+x-1", {1, 1});
}

}  // namespace
}  // namespace polyfork::test
