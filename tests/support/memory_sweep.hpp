// A computation under memory limits from too small to ample.
#pragma once

#include <cstddef>

#include <gtest/gtest.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>

namespace polyfork::test {

/// Under limits from `least` on, each a third larger than the last, up to `most`: MemoryLimit or the expected answer,
/// both of which have to occur, and the answer at last; nothing stays charged but tables of the plan cache. ordered: no
/// limit fails above one that sufficed (some plans take more where there is more, and then lack it elsewhere).
template <class Operation, class Answer>
void expect_limits_obeyed(const Operation& operation, const Answer& expected, std::size_t least, std::size_t most,
                          bool ordered = true) {
  int failures = 0;
  int answers = 0;
  bool answered = false;
  for (std::size_t limit = least; limit <= most; limit += limit / 3) {
    const ExecutionContext ctx = ExecutionContext().with_memory_limit(limit);
    try {
      EXPECT_EQ(operation(ctx), expected) << limit;
      ++answers;
      answered = true;
    } catch (const MemoryLimit&) {
      ++failures;
      answered = false;
      if (ordered) {
        EXPECT_EQ(answers, 0) << limit;
      }
    }
    EXPECT_EQ(ctx.memory().used(), ctx.plan_cache().bytes()) << limit;
  }
  EXPECT_GT(failures, 0);
  EXPECT_TRUE(answered);
}

}  // namespace polyfork::test
