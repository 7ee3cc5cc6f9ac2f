// Products and Taylor shifts over Z on every instruction set: the same integers by every algorithm, and by the
// dispatchers, whose choices differ between them.
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "forced_isa.hpp"
#include "integer_generators.hpp"
#include "plan_budgets.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/shift/shift_plan.hpp"

namespace polyfork::test {
namespace {

std::vector<Isa> levels() {
  std::vector<Isa> some;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma})
    if (isa <= detected_isa()) some.push_back(isa);
  return some;
}

TEST(ProductsIsa, EveryAlgorithmGivesTheSameProducts) {
  IntegerGenerator g(81);
  for (const auto& [n, limbs] : {std::pair<std::size_t, std::size_t>{30, 1}, {130, 1}, {65, 3}, {40, 40}, {129, 17}}) {
    const IntegerVector a = g.vector(n, limbs);
    const IntegerVector b = g.vector(n / 2 + 5, limbs + 1);
    const IntegerVector expected = mul_with(MulAlgorithm::classical, a, b);
    for (const Isa isa : levels())
      for (const int threads : {1, 3}) {
        const ForcedIsa forced(isa);
        const ExecutionContext ctx = ExecutionContext().with_threads(threads);
        for (const MulAlgorithm algorithm : integer_algorithms())
          ASSERT_EQ(mul_with(algorithm, a, b, ctx), expected)
              << isa_name(isa) << ' ' << mul_algorithm_name(algorithm) << ' ' << n << ' ' << limbs;
        ASSERT_EQ(mul(a, b, ctx), expected) << isa_name(isa) << ' ' << n << ' ' << limbs;
      }
  }
}

TEST(ProductsIsa, EveryAlgorithmGivesTheSameShifts) {
  IntegerGenerator g(82);
  for (const auto& [n, limbs] : {std::pair<std::size_t, std::size_t>{20, 1}, {90, 2}, {150, 6}, {400, 1}})
    for (const Integer& c : {Integer(1), Integer(-3)}) {
      const IntegerVector f = g.vector(n, limbs);
      const IntegerVector expected = taylor_shift_with(ShiftAlgorithm::horner, f, c);
      for (const Isa isa : levels())
        for (const int threads : {1, 3}) {
          const ForcedIsa forced(isa);
          const ExecutionContext ctx = ExecutionContext().with_threads(threads);
          for (const detail::ShiftMethod* method : detail::shift_methods()) {
            if (method->algorithm == ShiftAlgorithm::device) continue;  // tests/gpu
            ASSERT_EQ(taylor_shift_with(method->algorithm, f, c, ctx), expected)
                << isa_name(isa) << ' ' << shift_algorithm_name(method->algorithm) << ' ' << n << ' ' << limbs;
          }
          ASSERT_EQ(taylor_shift(f, c, ctx), expected) << isa_name(isa) << ' ' << n << ' ' << limbs;
        }
    }
}

}  // namespace
}  // namespace polyfork::test
