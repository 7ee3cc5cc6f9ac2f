// A default context that a program sets.
#include <gtest/gtest.h>

#include <polyfork/core/context.hpp>

namespace polyfork {
namespace {

TEST(DefaultContext, IsWhatTheProgramSets) {
  const ExecutionContext& before = ExecutionContext::default_context();
  const int threads = before.threads();
  ExecutionContext::set_default_context(before.with_threads(3).with_memory_limit(12345678));
  EXPECT_EQ(ExecutionContext::default_context().threads(), 3);
  EXPECT_EQ(ExecutionContext::default_context().memory().limit(), 12345678U);
  EXPECT_EQ(ExecutionContext().threads(), 3);  // a copy of its settings
  EXPECT_EQ(before.threads(), threads);        // calls that run with the one before go on
  ExecutionContext::set_default_context(before);
  EXPECT_EQ(ExecutionContext::default_context().threads(), threads);
}

}  // namespace
}  // namespace polyfork
