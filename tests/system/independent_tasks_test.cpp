// Parts of a system, chains, fibres and halves of an isolation as tasks: the answer is that of one thread.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/core/profile.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "back_ends.hpp"
#include "classical_systems.hpp"
#include "system/points/fibre_isolation.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using detail::Ball;

/// Dyadic roots (4 i + 1) / 4 for |i| <= n and a quadratic without any: of degree 2 n + 3.
PolyZ with_many_roots(std::int64_t n) {
  PolyZ f{7, 1, 1};
  for (std::int64_t i = -n; i <= n; ++i) f = mul(f, PolyZ{-(4 * i + 1), 4});
  return f;
}

std::vector<Ball> balls_around(const PolyZ& f, std::int64_t scale) {
  std::vector<Ball> balls;
  for (std::size_t i = 0; i < f.length(); ++i)
    balls.push_back({f.coefficient(i) << static_cast<std::size_t>(scale), Integer(1)});
  return balls;
}

TEST(FibreIsolation, FindsTheSameRootsInHalvesThreads) {
  const PolyZ f = with_many_roots(30);
  const auto balls = balls_around(f, 700);
  const auto one = detail::isolate_fibre(balls, 700, ExecutionContext().with_threads(1));
  ASSERT_TRUE(one);
  ASSERT_EQ(one->size(), 61U);
  for (std::size_t i = 0; i < one->size(); ++i) {
    const auto& root = (*one)[i];
    const Rational value(4 * (static_cast<std::int64_t>(i) - 30) + 1, 4);
    EXPECT_LT(Rational::dyadic(root.interval.lower, -root.interval.scale), value);
    EXPECT_LT(value, Rational::dyadic(root.interval.upper, -root.interval.scale));
  }
  for (const Backend backend : back_ends())
    for (const int threads : {2, 3, 8}) {
      const auto ctx = ExecutionContext().with_backend(backend).with_threads(threads);
      const auto several = detail::isolate_fibre(balls, 700, ctx);
      ASSERT_TRUE(several);
      ASSERT_EQ(several->size(), one->size());
      for (std::size_t i = 0; i < one->size(); ++i) {
        EXPECT_EQ((*several)[i].interval.lower, (*one)[i].interval.lower);
        EXPECT_EQ((*several)[i].interval.upper, (*one)[i].interval.upper);
        EXPECT_EQ((*several)[i].interval.scale, (*one)[i].interval.scale);
        EXPECT_EQ((*several)[i].upper_sign, (*one)[i].upper_sign);
      }
      // A double root is left open, whoever comes to it.
      EXPECT_FALSE(detail::isolate_fibre(balls_around(mul(f, PolyZ{9, -6, 1}), 700), 700, ctx));
    }
  Profile profile;
  EXPECT_TRUE(detail::isolate_fibre(balls, 700, ExecutionContext().with_profile(profile)));
  EXPECT_GT(profile.summary().forks, 30U);
}

/// Systems of several parts, of many fibres, and of chains.
std::vector<std::vector<MultiPolyQ>> systems() {
  const ClassicalSystem& chain = triangular_systems[2];
  return {system_of("x,y", "(x-1)*(x-2)*(x^2-3)*(x^3-x-1),y^3-x*y+1"),
          system_of("x,y,z", "(x^2-2)*(x^2-3)*(x+5),y^2+x*y-7,z^3-y*z-x"),
          system_of("x,y,z", "(x-1)*(x-2)*(x-3),x*y^2+z^2-5,y^2+x*y*z-3"),
          system_of("x,y", "x^2+y^2-4,(x-1)^2+x*y-2"),
          system_of("a,b,c,d", "a^2-2,b^2-a-1,c^2-b-3,d^2-c"),
          system_of(chain.variables, chain.equations)};
}

TEST(SolveTasks, GiveTheSameAnswerThreads) {
  for (const auto& equations : systems())
    for (const SolutionMethod method : {SolutionMethod::automatic, SolutionMethod::chains}) {
      SolutionOptions options;
      options.method = method;
      options.width = Rational::dyadic(Integer(1), -90);
      const auto one = real_solutions(equations, options, ExecutionContext().with_threads(1));
      for (const Backend backend : back_ends())
        for (const int threads : {2, 4}) {
          const auto ctx = ExecutionContext().with_backend(backend).with_threads(threads);
          const auto several = real_solutions(equations, options, ctx);
          EXPECT_EQ(several.solutions, one.solutions);
          EXPECT_EQ(several.complete, one.complete);
          EXPECT_EQ(several.parts.size(), one.parts.size());
          EXPECT_EQ(several.degree(), one.degree());
          EXPECT_EQ(several.complex_solutions(), one.complex_solutions());
        }
    }
}

TEST(SolveTasks, GiveTheSameChainsThreads) {
  const auto equations = system_of("x,y,z", "x+y+z-6,x*y+y*z+z*x-11,(x*y*z-6)*(x*y*z-5)");
  const auto text = [&](int threads) {
    std::string all;
    for (const auto& chain : triangular_decomposition(equations, ExecutionContext().with_threads(threads)))
      all += chain.to_string() + '\n';
    return all;
  };
  const std::string one = text(1);
  EXPECT_NE(one.find("x - 1"), std::string::npos) << one;
  for (const int threads : {2, 5}) EXPECT_EQ(text(threads), one);
}

TEST(SolveTasks, TellTheSameErrorThreads) {
  // Parts with solutions of the dimensions 0, 1 and 2, the last two of which are refused.
  const auto equations = system_of("x,y,z", "x*(x-1)*(x-2),(x-1)*(x-2)*(y^2-3),(x-2)*(z*y-5)");
  const auto message = [&](int threads) {
    try {
      real_solutions(equations, {}, ExecutionContext().with_threads(threads));
    } catch (const DomainError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::string one = message(1);
  EXPECT_NE(one.find("infinitely many"), std::string::npos) << one;
  EXPECT_NE(one.find("dimension 2,"), std::string::npos) << one;
  for (int round = 0; round < 5; ++round) EXPECT_EQ(message(4), one);
}

TEST(SolveTasks, DoWithLittleMemoryThreads) {
  const auto equations = system_of("x,y,z", "(x-1)*(x-2)*(x-3)*(x-4),x*y^3+z^3-5,y^3+x*y*z^2-3");
  const auto answer = real_solutions(equations, {}, ExecutionContext().with_threads(1));
  std::size_t cap = std::size_t{64} << 20;
  // What suffices for one thread suffices for several.
  for (;; cap /= 2) {
    try {
      EXPECT_EQ(real_solutions(equations, {}, ExecutionContext().with_threads(1).with_memory_limit(cap)).solutions,
                answer.solutions);
    } catch (const MemoryLimit&) {
      break;
    }
    const auto ctx = ExecutionContext().with_threads(4).with_memory_limit(cap);
    EXPECT_EQ(real_solutions(equations, {}, ctx).solutions, answer.solutions) << cap;
    EXPECT_EQ(ctx.memory().used(), ctx.plan_cache().size()) << cap;
  }
}

}  // namespace
}  // namespace polyfork::test
