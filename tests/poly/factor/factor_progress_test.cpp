// Progress of factorizations and roots modulo p: stages follow each other, and fractions rise to 1 in each of them.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/factor/factor.hpp>

#include "algebra_generators.hpp"
#include "poly/factor/factor_progress.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

struct Stages {
  std::vector<std::pair<std::string, double>> seen;  // with the last fraction of each
  // One thread: of several, those that meet at the sink leave reports out, the last one as well.
  ExecutionContext ctx =
      ExecutionContext().with_threads(1).with_progress([this](std::string_view stage, double fraction) {
        if (seen.empty() || seen.back().first != stage) seen.emplace_back(stage, 0);
        EXPECT_GE(fraction, seen.back().second) << stage;
        seen.back().second = fraction;
      });
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& [name, fraction] : seen) {
      list.push_back(name);
      EXPECT_EQ(fraction, 1) << name;
    }
    return list;
  }
};

/// Parts of several multiplicities, each with factors of many degrees.
PolyZp repeated_factors(const PrimeField& field) {
  IntegerGenerator g(4711);
  PolyZp f(field, {1});
  for (const std::uint64_t multiplicity : {1, 2, 3})
    for (int i = 0; i < 3; ++i) f = mul(f, pow(random_zp(g, field, 40), multiplicity));
  return f;
}

TEST(FactorProgress, FactorizationsGoThroughTwoStages) {
  for (const std::uint64_t p : {std::uint64_t{65537}, std::uint64_t{4611686018427387847}}) {
    Stages stages;
    factor(repeated_factors(PrimeField(p)), stages.ctx);
    EXPECT_EQ(stages.names(), (std::vector<std::string>{"distinct degrees", "equal degrees"}));
  }
}

TEST(FactorProgress, RootsAreOneStage) {
  const PrimeField field(4611686018427387847);
  IntegerGenerator g(4712);
  PolyZp f(field, {1});
  for (std::uint64_t a = 1; a < 60; ++a) f = mul(f, PolyZp(field, {a * a * a, 1}));
  Stages stages;
  EXPECT_GE(roots(mul(pow(f, 2), random_zp(g, field, 30)), stages.ctx).size(), 59U);
  EXPECT_EQ(stages.names(), std::vector<std::string>{"roots"});
}

TEST(FactorProgress, LongPrimes) {
  const BigPrimeField field(sub(pow(Integer(2), 127), Integer(1)));
  using P = DensePoly<BigPrimeField>;
  P f = P::constant(field, Integer(1));
  for (int a = 1; a < 12; ++a)
    f = mul(f, pow(P::from_elements(field, {Integer(a * a + 1), Integer(a), Integer(1), Integer(1)}), 1 + a % 2));
  Stages stages;
  const auto factors = factor(f, stages.ctx);
  EXPECT_EQ(stages.names(), (std::vector<std::string>{"distinct degrees", "equal degrees"}));
  Stages of_roots;
  roots(f, of_roots.ctx);
  EXPECT_EQ(of_roots.names(), std::vector<std::string>{"roots"});
}

/// Fractions as they are reported, before any is left out: they rise, from the first part to the last.
TEST(FactorProgress, PartsAddUp) {
  std::vector<double> fractions;
  const ExecutionContext ctx =
      ExecutionContext().with_progress([&](std::string_view, double fraction) { fractions.push_back(fraction); });
  detail::FactorProgress progress(10, ctx);
  progress.begin("stage");
  progress.part(0.5, 4);
  progress.done(4);
  progress.part(2.0, 6);
  progress.done(6);
  ASSERT_GE(fractions.size(), 2U);
  EXPECT_EQ(fractions.front(), 0);
  EXPECT_EQ(fractions.back(), 1);
}

}  // namespace
}  // namespace polyfork::test
