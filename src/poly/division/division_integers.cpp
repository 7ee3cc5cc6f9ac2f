// DenseOps<Integers>: division with remainder and exact division, by the plan of division_plan.cpp.
//
// Exact division looks at degrees, the lowest terms and both end coefficients first. Small products n k go through
// one integer (division_kronecker.cpp), with slots that double until the answer is proved, at most up to Mignotte's
// bound; larger ones are tested modulo a word prime, divided from the top and proved by the product. Division with
// remainder divides from the top and subtracts the product.
// Preconditions: normalised vectors, b not empty.
#include <optional>
#include <utility>

#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "poly/dense/integer_content.hpp"
#include "poly/division/division_integers.hpp"
#include "poly/division/division_short.hpp"
#include "poly/mul/mul_algorithms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using OpsZ = DenseOps<Integers>;

bool ends_divide(const IntegerVector& a, const IntegerVector& b) noexcept {
  return mpz_divisible_p(a[a.size() - 1].mpz(), b[b.size() - 1].mpz()) != 0 &&
         mpz_divisible_p(a[0].mpz(), b[0].mpz()) != 0;
}

DivisionPlan plan_for(const IntegerVector& a, const IntegerVector& b, bool exact, const ExecutionContext& ctx) {
  const DivisionShape shape{a.size(), b.size(), a.max_bits(ctx), b.max_bits(ctx), b[b.size() - 1].bit_length(), exact};
  return plan_division(shape, PlanBudget(ctx).with_memory(ctx.memory().available()));
}

/// The plan's attempts in turn, until one of them decides.
std::optional<IntegerVector> divide_exactly(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                            const ExecutionContext& ctx) {
  for (const DivisionPlan& attempt : plan.children) {
    IntegerVector quotient;
    const Divisibility found = division_method(attempt.algorithm).attempt(attempt, a, b, quotient, ctx);
    if (found == Divisibility::divides) return quotient;
    if (found == Divisibility::does_not) return std::nullopt;
  }
  return std::nullopt;
}

/// Where divide_short is undecided.
std::optional<IntegerVector> long_exact_div(const IntegerVector& a, const IntegerVector& b,
                                            const ExecutionContext& ctx) {
  if (b.size() == 1) return OpsZ::try_divide_scalar({}, a, Integer(b[0]), ctx);
  const std::size_t zeros = trailing_zero_terms(b);
  if (zeros != 0) {
    if (trailing_zero_terms(a) < zeros) return std::nullopt;
    return OpsZ::try_exact_div({}, a.slice(zeros, a.size(), ctx), b.slice(zeros, b.size(), ctx), ctx);
  }
  const std::size_t more = trailing_zero_terms(a);
  if (more != 0) {
    if (a.size() - more < b.size()) return std::nullopt;
    auto quotient = OpsZ::try_exact_div({}, a.slice(more, a.size(), ctx), b, ctx);
    if (!quotient) return std::nullopt;
    return OpsZ::shift_left({}, *quotient, more, ctx);
  }
  if (!ends_divide(a, b)) return std::nullopt;
  return divide_exactly(plan_for(a, b, true, ctx), a, b, ctx);
}

}  // namespace

std::optional<IntegerVector> DenseOps<Integers>::try_exact_div(const Integers&, const V& a, const V& b,
                                                               const ExecutionContext& ctx) {
  if (a.empty()) return V{};
  if (a.size() < b.size()) return std::nullopt;
  V words;
  if (const Divisibility found = divide_short(words, a, b, ctx); found != Divisibility::undecided)
    return found == Divisibility::divides ? std::optional(std::move(words)) : std::nullopt;
  return long_exact_div(a, b, ctx);
}

bool DenseOps<Integers>::exact_div_into(const Integers&, V& quotient, const V& a, const V& b,
                                        const ExecutionContext& ctx) {
  if (a.size() < b.size()) {
    quotient = V();
    return a.empty();
  }
  if (const Divisibility found = divide_short(quotient, a, b, ctx); found != Divisibility::undecided)
    return found == Divisibility::divides;
  std::optional<V> found = long_exact_div(a, b, ctx);
  if (found) quotient = std::move(*found);
  return found.has_value();
}

std::optional<std::pair<IntegerVector, IntegerVector>> DenseOps<Integers>::try_div_rem(const Integers& ring, const V& a,
                                                                                       const V& b,
                                                                                       const ExecutionContext& ctx) {
  std::pair<V, V> result;
  if (!div_rem_into(ring, result.first, result.second, a, b, ctx)) return std::nullopt;
  return result;
}

bool DenseOps<Integers>::div_rem_into(const Integers& ring, V& quotient, V& remainder, const V& a, const V& b,
                                      const ExecutionContext& ctx) {
  if (a.size() < b.size()) {
    if (&remainder != &a) remainder = a.copy(ctx);
    quotient = V();
    return true;
  }
  if (const Divisibility found = div_rem_short(quotient, remainder, a, b, ctx); found != Divisibility::undecided)
    return found == Divisibility::divides;
  const DivisionPlan plan = plan_for(a, b, false, ctx);
  auto top = quotient_from_top(plan, a, b, ctx);
  if (!top) return false;
  V product = mul_as_planned(plan.products.front(), *top, b, ctx);
  normalise(ring, product, ctx);
  sub_into(ring, remainder, a, product, ctx);
  quotient = std::move(*top);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
