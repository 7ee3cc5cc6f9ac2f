// Operands of commands: what they are charged with, in one variable and in several, while they are kept.
#include "input/read_operands.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "commands/operand_rings.hpp"
#include "input/operand_bytes.hpp"

namespace polyfork::test {
namespace {

using polyfork_app::Operands;

Operands read(const std::vector<std::string>& expressions, const ExecutionContext& ctx) {
  polyfork_app::OperandSources sources;
  for (const std::string& text : expressions) sources.list.push_back({text, true});
  return polyfork_app::read_operands(sources, ctx);
}

template <class P>
std::size_t bytes_of_all(const std::vector<P>& list) {
  std::size_t bytes = 0;
  for (const P& f : list) bytes += polyfork_app::bytes_of(f);
  return bytes;
}

ExecutionContext context(std::size_t bytes) { return ExecutionContext().with_threads(1).with_memory_limit(bytes); }

constexpr std::size_t roomy = std::size_t{64} << 20;

TEST(ReadOperands, AreChargedWhileTheyAreKept) {
  const ExecutionContext ctx = context(roomy);
  {
    const Operands several = read({"(x + y + z + 1)^20", "x - z/3"}, ctx);
    ASSERT_EQ(several.several.size(), 2U);
    EXPECT_EQ(several.several[0].term_count(), 1771U);
    EXPECT_GE(ctx.memory().used(), 1771U * 2 * sizeof(std::uint64_t));
    EXPECT_EQ(ctx.memory().used(), bytes_of_all(several.several));
    EXPECT_EQ(several.held.size(), 2U);
  }
  EXPECT_EQ(ctx.memory().used(), 0U);
  {
    const Operands sparse = read({"x^1000000 - 1", "3*x^7 - x/2"}, ctx);
    EXPECT_EQ(ctx.memory().used(), bytes_of_all(sparse.sparse));
    EXPECT_GT(ctx.memory().used(), 0U);
  }
  const Operands dense = read({"x^100 - 1", "3*x^7 - x/2"}, ctx);
  EXPECT_EQ(ctx.memory().used(), bytes_of_all(dense.dense));
}

TEST(ReadOperands, SeveralThatDoNotFitTogetherAreRefused) {
  const std::string text = "(x + y + z + 1)^20";
  const ExecutionContext roomy_context = context(roomy);
  read({text, text}, roomy_context);
  const std::size_t two = roomy_context.memory().peak();
  // Twelve take more than what reading two of them takes.
  EXPECT_THROW(read(std::vector<std::string>(12, text), context(two)), MemoryLimit);
}

TEST(ReadOperands, ImagesAreChargedInTheirPlace) {
  for (const std::string modulus : {"", "7"}) {
    for (const std::string text : {"(x + y + z + 1)^12", "(x - 3)^40", "x^1000000 - 5*x + 1"}) {
      const ExecutionContext ctx = context(roomy);
      Operands operands = read({text, text}, ctx);
      polyfork_app::compute(std::move(operands), polyfork_app::OperandRing{modulus}, true, ctx, [&](const auto& list) {
        ASSERT_EQ(list.size(), 2U);
        EXPECT_EQ(list[0], list[1]);
        EXPECT_FALSE(list[0].is_zero());
        EXPECT_EQ(ctx.memory().used(), bytes_of_all(list));
      });
    }
  }
}

}  // namespace
}  // namespace polyfork::test
