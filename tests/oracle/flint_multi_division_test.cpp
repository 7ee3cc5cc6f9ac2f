// Division of sparse polynomials in several variables by several divisors against FLINT, over Z/pZ, Q and Z.
#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/multivariate/multi_division.hpp>

#include "drawn_inputs.hpp"
#include "flint_mpoly_q.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

template <class R>
struct Task {
  SparseMultiPoly<R> dividend;
  std::vector<SparseMultiPoly<R>> divisors;
};

/// One to four divisors, some constant, some that divide others or the dividend, which is long, short or zero.
template <class R>
Task<R> draw_task(Random& r, const R& ring, int round) {
  const Variables v = test_variables(1 + r.below(4), static_cast<MonomialOrder>(r.below(3)));
  const auto draw = [&](std::size_t terms, std::uint64_t degree) {
    const std::uint64_t size = round % 5 == 0 ? std::uint64_t{1} << 60 : 12;
    return nonzero_multi(r, ring, v, {terms, degree, size});
  };
  Task<R> task{random_multi(r, ring, v, {1 + r.below(20), 1 + r.below(8), 30}), {}};
  for (std::uint64_t k = 1 + r.below(4); k != 0; --k)
    task.divisors.push_back(draw(1 + r.below(5), round % 17 == 3 ? 0 : 1 + r.below(4)));
  if (round % 4 == 1) task.dividend = task.dividend * task.divisors.front();
  if (round % 6 == 2) task.divisors.push_back(task.divisors.front() * draw(2, 2));
  return task;
}

template <class R>
void expect_same(const Task<R>& task, const std::vector<SparseMultiPoly<R>>& quotients,
                 const SparseMultiPoly<R>& remainder, int round) {
  const auto division = div_rem(task.dividend, task.divisors);
  ASSERT_EQ(division.remainder, remainder) << round << ": " << task.dividend;
  ASSERT_EQ(division.quotients, quotients) << round << ": " << task.dividend;
}

TEST(MultiDivisionFlintOracle, BySeveralModuloPrimes) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{2147483647},
                                (std::uint64_t{1} << 61) - 1, (std::uint64_t{1} << 63) - 25}) {
    Random r(1310);
    for (int round = 0; round < drawn_inputs("POLYFORK_DIVISION_INPUTS", 400); ++round) {
      const Task<PrimeField> task = draw_task(r, PrimeField(p), round);
      const Variables& v = task.divisors.front().variables();
      MpolyZp a(task.dividend.is_zero() ? MultiPolyZp(PrimeField(p), v) : task.dividend);
      std::vector<std::unique_ptr<MpolyZp>> divisors;
      std::vector<std::unique_ptr<MpolyZp>> quotients;
      std::vector<nmod_mpoly_struct*> pointers;
      std::vector<nmod_mpoly_struct*> results;
      for (const MultiPolyZp& d : task.divisors) {
        divisors.push_back(std::make_unique<MpolyZp>(d));
        quotients.push_back(std::make_unique<MpolyZp>(PrimeField(p), v));
        pointers.push_back(divisors.back()->get());
        results.push_back(quotients.back()->get());
      }
      MpolyZp rest(PrimeField(p), v);
      nmod_mpoly_divrem_ideal(results.data(), rest.get(), a.get(), pointers.data(), static_cast<slong>(pointers.size()),
                              a.ctx());
      std::vector<MultiPolyZp> expected;
      for (const auto& q : quotients) expected.push_back(q->value());
      expect_same(task, expected, rest.value(), round);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(MultiDivisionFlintOracle, BySeveralOverQ) {
  Random r(1311);
  for (int round = 0; round < drawn_inputs("POLYFORK_DIVISION_INPUTS", 1000); ++round) {
    const Task<Rationals> task = draw_task(r, Rationals{}, round);
    const MpolyContextQ context(task.divisors.front().variables());
    MpolyQ a(context, task.dividend);
    std::vector<std::unique_ptr<MpolyQ>> divisors;
    std::vector<std::unique_ptr<MpolyQ>> quotients;
    std::vector<fmpq_mpoly_struct*> pointers;
    std::vector<fmpq_mpoly_struct*> results;
    for (const MultiPolyQ& d : task.divisors) {
      divisors.push_back(std::make_unique<MpolyQ>(context, d));
      quotients.push_back(std::make_unique<MpolyQ>(context));
      pointers.push_back(divisors.back()->p);
      results.push_back(quotients.back()->p);
    }
    MpolyQ rest(context);
    fmpq_mpoly_divrem_ideal(results.data(), rest.p, a.p, pointers.data(), static_cast<slong>(pointers.size()),
                            context.ctx);
    std::vector<MultiPolyQ> expected;
    for (const auto& q : quotients) expected.push_back(q->get());
    expect_same(task, expected, rest.get(), round);
    if (HasFatalFailure()) return;
  }
}

/// With leading coefficients of one FLINT's rule for remainders over Z is ours.
TEST(MultiDivisionFlintOracle, BySeveralOverZ) {
  Random r(1312);
  for (int round = 0; round < drawn_inputs("POLYFORK_DIVISION_INPUTS", 1000); ++round) {
    Task<Integers> task = draw_task(r, Integers{}, round);
    const Variables v = task.divisors.front().variables();
    for (MultiPolyZ& d : task.divisors)
      d += MultiPolyZ::monomial({}, v, Integer(1) - d.leading_coefficient(), d.exponents(0));
    MpolyZ a(task.dividend);
    std::vector<std::unique_ptr<MpolyZ>> divisors;
    std::vector<std::unique_ptr<MpolyZ>> quotients;
    std::vector<fmpz_mpoly_struct*> pointers;
    std::vector<fmpz_mpoly_struct*> results;
    for (const MultiPolyZ& d : task.divisors) {
      divisors.push_back(std::make_unique<MpolyZ>(d));
      quotients.push_back(std::make_unique<MpolyZ>(v));
      pointers.push_back(divisors.back()->get());
      results.push_back(quotients.back()->get());
    }
    MpolyZ rest(v);
    fmpz_mpoly_divrem_ideal(results.data(), rest.get(), a.get(), pointers.data(), static_cast<slong>(pointers.size()),
                            a.ctx());
    std::vector<MultiPolyZ> expected;
    for (const auto& q : quotients) expected.push_back(q->value());
    expect_same(task, expected, rest.value(), round);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace polyfork::test
