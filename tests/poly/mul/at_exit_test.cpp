// Computations in destructors that run at the end of a thread and of the process, when thread-local objects are gone.
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
namespace {

/// Squares its polynomial when it is destroyed; a wrong value ends the process.
struct Report {
  PolyZ f;
  explicit Report(PolyZ g = {}) : f(std::move(g)) {}
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  ~Report() {
    if (f.is_zero()) return;
    for (int round = 0; round < 3; ++round)
      if (mul(f, f).coefficient(1) != Integer(2) * f.coefficient(0) * f.coefficient(1)) std::abort();
  }
};

Report at_end_of_process;

TEST(AtExit, StaticObjectsMayCompute) {
  at_end_of_process.f = pow(PolyZ{3, 1}, 100);  // destroyed after this thread's objects
  EXPECT_EQ(mul(at_end_of_process.f, at_end_of_process.f).degree(), 200);
}

TEST(AtExit, ObjectsOfThreadsMayCompute) {
  std::thread([] {
    thread_local Report report(pow(PolyZ{3, 1}, 300));
    EXPECT_EQ(mul(report.f, report.f).degree(), 600);
    thread_local Report later(pow(PolyZ{1, 2}, 2000));
    EXPECT_EQ(later.f.degree(), 2000);
  }).join();
}

}  // namespace
}  // namespace polyfork
