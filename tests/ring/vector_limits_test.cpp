// Vectors under a memory cap and a stop token: what is not done leaves them as they were.
#include <gtest/gtest.h>

#include <functional>
#include <stop_token>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational_vector.hpp>

#include "ring/held.hpp"

namespace polyfork {
namespace {

/// Rows of ten limbs that hold one.
IntegerVector loose(std::size_t size) {
  IntegerVector v(size, 10);
  for (std::size_t i = 0; i < size; ++i) v.assign(i, Integer(6 * static_cast<long>(i) + 6).view());
  return v;
}

/// The operation throws under a cap of so many bytes, and when a stop is requested; the vector stays equal.
template <class Vector>
void expect_intact(const Vector& v, std::size_t cap,
                   const std::function<void(Vector&, const ExecutionContext&)>& operation) {
  Vector subject = v;
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(cap);
  EXPECT_THROW(operation(subject, narrow), MemoryLimit);
  EXPECT_EQ(narrow.memory().used(), 0U);
  EXPECT_EQ(subject, v);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(operation(subject, ExecutionContext().with_stop_token(source.get_token())), Cancelled);
  EXPECT_EQ(subject, v);
}

TEST(VectorLimits, IntegerVectorStaysIntact) {
  constexpr std::size_t n = 100'000;
  const IntegerVector v = loose(n);
  const std::size_t tight = v.slice(0, n).bytes();
  using Operation = std::function<void(IntegerVector&, const ExecutionContext&)>;
  const std::pair<std::size_t, Operation> cases[] = {
      {tight - 1000, [](IntegerVector& w, const ExecutionContext& ctx) { w.compact(false, ctx); }},
      {tight / 2 - 1000, [](IntegerVector& w, const ExecutionContext& ctx) { w.truncate(n / 2, ctx); }},
      {tight - 1000, [](IntegerVector& w, const ExecutionContext& ctx) { w.slice(0, n, ctx); }},
      {v.bytes() - 1, [](IntegerVector& w, const ExecutionContext& ctx) { w.copy(ctx); }},
  };
  for (const auto& [cap, operation] : cases) expect_intact<IntegerVector>(v, cap, operation);
}

TEST(VectorLimits, ASliceFitsItsOwnSize) {
  const IntegerVector v = loose(100'000);
  const IntegerVector part = v.slice(1, 50'001);
  const ExecutionContext enough = ExecutionContext().with_memory_limit(part.bytes() + 100);
  EXPECT_EQ(v.slice(1, 50'001, enough), part);
  EXPECT_EQ(enough.memory().used(), 0U);
}

TEST(VectorLimits, RationalVectorChargesWhatItReduces) {
  const IntegerVector v = loose(100'000);
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(v.bytes());
  EXPECT_THROW(RationalVector(v, Integer(12), narrow), MemoryLimit);
  EXPECT_EQ(narrow.memory().used(), 0U);
  const ExecutionContext enough = ExecutionContext().with_memory_limit(2 * v.bytes());
  EXPECT_EQ(RationalVector(v, Integer(12), enough).denominator(), Integer(2));
  EXPECT_GE(enough.memory().peak(), v.bytes() + v.bytes() / 10);
}

TEST(VectorLimits, RationalVectorStaysIntact) {
  const RationalVector v(loose(100'000), Integer(5));
  expect_intact<RationalVector>(v, v.bytes(),
                                [](RationalVector& w, const ExecutionContext& ctx) { w.truncate(9, ctx); });
}

TEST(VectorLimits, SharedChargesObeyTheCap) {
  MemoryAccount account(1000);
  {
    detail::SharedCharge charge(account);
    charge.add(600);
    EXPECT_THROW(charge.add(600), MemoryLimit);
    EXPECT_EQ(account.used(), 600U);
    charge.add(400);
  }
  EXPECT_EQ(account.used(), 0U);
}

}  // namespace
}  // namespace polyfork
