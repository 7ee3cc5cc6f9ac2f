// Programs of the many-core model: measures by definition, and the bounds against schedules.
#include <polyfork/model/program.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/model/bounds.hpp>

namespace polyfork::test {
namespace {

using namespace model;

Kernel kernel_of(Rational blocks, Rational span = 1) {
  return {.name = "k", .blocks = std::move(blocks), .threads = 4, .work = 2 * span, .span = span, .words = 3};
}

/// Kernels that wait for random earlier ones.
Program random_program(std::mt19937_64& random, std::size_t size) {
  Program program;
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<std::size_t> after;
    for (std::size_t j = 0; j < i; ++j)
      if (random() % 3 == 0) after.push_back(j);
    program.add(kernel_of(random() % 6, 1 + random() % 5), after);
  }
  return program;
}

bool waits(const Program& program, std::size_t i, std::size_t j) {
  for (const std::size_t other : program.predecessors(i))
    if (other == j || waits(program, other, j)) return true;
  return false;
}

Rational antichain_by_search(const Program& program) {
  Rational best = 0;
  for (std::uint32_t chosen = 0; chosen < (1u << program.size()); ++chosen) {
    Rational weight = 0;
    bool free = true;
    for (std::size_t i = 0; i < program.size() && free; ++i) {
      if ((chosen >> i & 1) == 0) continue;
      weight += program.kernel(i).blocks;
      for (std::size_t j = 0; j < i; ++j) free &= (chosen >> j & 1) == 0 || !waits(program, i, j);
    }
    if (free) best = std::max(best, weight);
  }
  return best;
}

TEST(ManyCoreProgram, DiamondByHand) {
  Program program;
  const std::size_t top = program.add(kernel_of(2, 5), {});
  const std::size_t left = program.add(kernel_of(3, 7), {top});
  const std::size_t right = program.add(kernel_of(4, 1), {top});
  Kernel last = kernel_of(1, 2);
  last.scattered_words = 2;
  last.launches = 10;
  program.add(last, {left, right});
  EXPECT_FALSE(program.is_chain());
  const Measures m = measure(program, {.transfer_cycles = 10});
  EXPECT_EQ(m.work, 2 * 10 + 3 * 14 + 4 * 2 + 10 * 4);
  EXPECT_EQ(m.span, 5 + 7 + 20);
  EXPECT_EQ(m.overhead, 9 * 30 + 10 * (3 + 4 * 2) * 10);
  EXPECT_EQ(m.blocks, 2 + 3 + 4 + 10);
  EXPECT_EQ(m.levels, 12);
  EXPECT_EQ(m.block_cycles, 2 + 110);
  EXPECT_EQ(m.antichain, 7);
  EXPECT_EQ(time_bound(m), (Rational(19) / 7 + 12) * 112);
  EXPECT_EQ(time_bound(m, 2), (Rational(19) / 2 + 12) * 112);
  EXPECT_EQ(predicted_time(program, {.transfer_cycles = 10}), time_bound(m));
  EXPECT_EQ(predicted_time(program, {.transfer_cycles = 10, .multiprocessors = 2}), time_bound(m, 2));
}

TEST(ManyCoreProgram, AppendedProgramsWait) {
  Program pair;
  pair.append(kernel_of(2));
  pair.append(kernel_of(5));
  pair.append(Program(pair));
  EXPECT_EQ(pair.size(), 4u);
  EXPECT_TRUE(pair.is_chain());
  const Measures m = measure(pair, {});
  EXPECT_EQ(m.levels, 4);
  EXPECT_EQ(m.antichain, 5);
}

TEST(ManyCoreProgram, EmptyProgramTakesNoTime) {
  EXPECT_EQ(predicted_time(Program(), ManyCoreMachine{}), 0);
  EXPECT_EQ(measure(Program(), {}), Measures{});
}

TEST(ManyCoreProgram, RefusesWhatIsNoProgram) {
  Program program;
  EXPECT_THROW(program.add(kernel_of(1), {0}), DomainError);
  EXPECT_THROW(program.append(kernel_of(-1)), DomainError);
  Kernel never = kernel_of(1);
  never.launches = 0;
  EXPECT_THROW(program.append(never), DomainError);
  EXPECT_THROW(time_bound(Measures{}, 0), DomainError);
}

TEST(ManyCoreProgramProperty, HeaviestAntichainIsThatOfASearch) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    const Program program = random_program(random, 1 + random() % 9);
    EXPECT_EQ(measure(program, {}).antichain, antichain_by_search(program)) << round;
  }
}

/// Steps of a greedy schedule in which every block takes one step.
std::uint64_t greedy_steps(const Program& program, std::uint64_t multiprocessors) {
  std::vector<std::uint64_t> left(program.size());
  for (std::size_t i = 0; i < left.size(); ++i)
    left[i] = static_cast<std::uint64_t>(program.kernel(i).blocks.to_double());
  std::uint64_t steps = 0;
  while (std::any_of(left.begin(), left.end(), [](std::uint64_t blocks) { return blocks != 0; })) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < left.size(); ++i) {
      bool waiting = false;
      for (std::size_t j = 0; j < i; ++j) waiting |= left[j] != 0 && waits(program, i, j);
      if (!waiting) ready.push_back(i);
    }
    std::uint64_t free = multiprocessors;
    for (const std::size_t i : ready) {
      const std::uint64_t taken = std::min(free, left[i]);
      left[i] -= taken;
      free -= taken;
    }
    ++steps;
  }
  return steps;
}

// Theorem 4.2.1, with L in vertices.
TEST(ManyCoreProgramProperty, GreedySchedulesKeepTheBound) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 60; ++round) {
    const Program program = random_program(random, 1 + random() % 9);
    const Measures m = measure(program, {});
    for (const std::uint64_t p : {1, 2, 3, 7, 50})
      EXPECT_LE(greedy_steps(program, p) * m.block_cycles, time_bound(m, p)) << round << " on " << p;
  }
}

// The definition of the thesis counts edges: then the theorem fails for the smallest program.
TEST(ManyCoreProgram, BoundWithEdgesInThePlaceOfVerticesIsWrong) {
  Program program;
  program.append(kernel_of(1));
  Measures m = measure(program, {});
  EXPECT_EQ(m.levels, 1);
  EXPECT_GE(time_bound(m, 2), m.block_cycles);
  m.levels -= 1;
  EXPECT_LT(time_bound(m, 2), m.block_cycles);
}

}  // namespace
}  // namespace polyfork::test
