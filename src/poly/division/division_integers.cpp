// DenseOps<Integers>: division with remainder and exact division, by the plan of division_plan.cpp.
//
// Exact division looks at degrees, the lowest terms and both end coefficients first. Short quotients are found column
// by column, as is the remainder, which must be zero (division_columns.hpp). Small products n k go through one integer
// (division_kronecker.cpp), with slots that double until the answer is proved, at most up to Mignotte's bound; larger
// ones are tested modulo a word prime, divided from the top and proved by the product. Division with remainder divides
// by columns or from the top, and subtracts the product. Short operands are divided in the thread's scratch memory.
// Preconditions: normalised vectors, b not empty.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "poly/dense/integer_content.hpp"
#include "poly/division/division_columns.hpp"
#include "poly/division/division_integers.hpp"
#include "poly/division/division_short.hpp"
#include "poly/division/division_unit_lead.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using OpsZ = DenseOps<Integers>;

bool ends_divide(const IntegerVector& a, const IntegerVector& b) noexcept {
  return mpz_divisible_p(a[a.size() - 1].mpz(), b[b.size() - 1].mpz()) != 0 &&
         mpz_divisible_p(a[0].mpz(), b[0].mpz()) != 0;
}

DivisionShape shape_of(const IntegerVector& a, const IntegerVector& b, bool exact, const ExecutionContext& ctx) {
  return {a.size(), b.size(), a.max_bits(ctx), b.max_bits(ctx), b[b.size() - 1].bit_length(), exact};
}

DivisionPlan plan_for(const IntegerVector& a, const IntegerVector& b, bool exact, const ExecutionContext& ctx) {
  return plan_division(shape_of(a, b, exact, ctx), PlanBudget(ctx).with_memory(ctx.memory().available()));
}

/// Operands of at most two stripes, which are divided in scratch memory and without a plan unless somebody tunes or
/// limits them.
bool needs_no_plan(const IntegerVector& a, const ExecutionContext& ctx) noexcept {
  return a.size() <= 2 * IntegerVector::stripe_rows && ctx.tuning().empty() &&
         ctx.memory().limit() == MemoryAccount::unlimited;
}

Divisibility exact_columns(const IntegerVector& a, const IntegerVector& b, std::size_t max_bits,
                           IntegerVector* quotient, const ExecutionContext& ctx) {
  DivisionColumns columns(a, b, ctx);
  if (!columns.find_quotient(a.size() - b.size() + 1, max_bits)) return Divisibility::does_not;
  columns.find_remainder();
  if (columns.remainder_size() != 0) return Divisibility::does_not;
  if (quotient != nullptr) columns.write_quotient(*quotient);
  return Divisibility::divides;
}

/// Whether columns are the fastest way to an exact quotient of n coefficients of so many limbs: longer quotients of one
/// limb or two are found through one integer, those of more by halves.
bool columns_are_best(std::size_t n, std::size_t limbs) noexcept {
  return n <= std::min<std::size_t>({12 * limbs, 32, std::max<std::size_t>(12, 400 / limbs)});
}

/// Whether a plan would say columns for quotient and remainder, without a look at products.
bool columns_are_known(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (a.size() - b.size() < static_cast<std::size_t>(DivisionTuning{}.columns_length)) return true;
  return monic_divisor_suits_columns(shape_of(a, b, false, ctx));
}

/// By columns or through one integer; undecided where a plan has to choose.
Divisibility exact_without_plan(const IntegerVector& a, const IntegerVector& b, IntegerVector* quotient,
                                const ExecutionContext& ctx) {
  constexpr std::size_t most_packed_limbs = 2;
  const DivisionShape shape = shape_of(a, b, true, ctx);
  const std::size_t max_bits = exact_quotient_bits(shape);
  const std::size_t limbs = std::max<std::size_t>(1, limbs_for_bits(shape.bits_a) / 2);
  if (columns_are_best(quotient_length(shape), limbs)) return exact_columns(a, b, max_bits, quotient, ctx);
  if (limbs > most_packed_limbs) return Divisibility::undecided;
  const std::size_t most = most_slot_bits(shape, DivisionTuning{});
  for (KroneckerAttempts next(shape, max_bits); next.slot_bits() < most; next.advance()) {
    const Divisibility found = divide_packed({next.slot_bits(), next.is_last()}, a, b, quotient, ctx);
    if (found != Divisibility::undecided) return found;
  }
  return Divisibility::undecided;
}

/// remainder = a - quotient b.
void subtract_product(IntegerVector& remainder, const IntegerVector& a, const IntegerVector& quotient,
                      const IntegerVector& b, const ExecutionContext& ctx) {
  const IntegerVector product = OpsZ::mul({}, quotient, b, ctx);
  const MemoryReservation held = hold(product, ctx);
  OpsZ::sub_into({}, remainder, a, product, ctx);
}

/// Seconds for the remainder by one product.
double product_seconds(std::size_t length_q, std::size_t limbs_q, const IntegerVector& b, const ExecutionContext& ctx) {
  const MulShape shape{length_q, b.size(), std::max<std::size_t>(1, limbs_q * GMP_NUMB_BITS), b.max_bits(ctx)};
  return plan_mul(shape, PlanBudget(ctx)).predicted_seconds;
}

/// The remainder by columns too, unless its products are so long that one multiplication is faster: the coefficients of
/// a quotient may grow from one to the next, and a product takes them all as long as the longest.
bool div_rem_columns(IntegerVector& quotient, IntegerVector& remainder, const IntegerVector& a, const IntegerVector& b,
                     bool steps_divide, const ExecutionContext& ctx) {
  constexpr std::size_t most_limbs = 640;  // of the product, which needs no plan
  DivisionColumns columns(a, b, ctx, steps_divide);
  const std::size_t n = a.size() - b.size() + 1;
  if (!columns.find_quotient(n, SIZE_MAX)) return false;
  if (b.size() * columns.longest_product() > most_limbs &&
      product_seconds(n, columns.longest_digit(), b, ctx) < columns.remainder_seconds()) {
    IntegerVector found;
    columns.write_quotient(found);
    subtract_product(remainder, a, found, b, ctx);
    quotient = std::move(found);
    return true;
  }
  columns.find_remainder();
  columns.write_quotient(quotient);
  columns.write_remainder(remainder);
  return true;
}

/// The plan's attempts in turn, until one of them decides.
std::optional<IntegerVector> attempt_in_turn(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                             const ExecutionContext& ctx) {
  for (const DivisionPlan& attempt : plan.children) {
    IntegerVector quotient;
    const Divisibility found = division_method(attempt.algorithm).attempt(attempt, a, b, quotient, ctx);
    if (found == Divisibility::divides) return quotient;
    if (found == Divisibility::does_not) return std::nullopt;
  }
  return std::nullopt;
}

bool ends_are_zero(const IntegerVector& a, const IntegerVector& b) noexcept {
  return a.signed_size(0) == 0 || b.signed_size(0) == 0;
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
  return attempt_in_turn(plan_for(a, b, true, ctx), a, b, ctx);
}

/// Whether b divides a; the quotient, if one is asked for, is written then. Precondition: a.size() >= b.size() >= 1.
bool divide_exactly(IntegerVector* quotient, const IntegerVector& a, const IntegerVector& b,
                    const ExecutionContext& ctx) {
  if (const Divisibility found = divide_short(quotient, a, b, ctx); found != Divisibility::undecided)
    return found == Divisibility::divides;
  if (b.size() > 1 && !ends_are_zero(a, b)) {
    if (!ends_divide(a, b)) return false;
    if (needs_no_plan(a, ctx)) {
      const Divisibility found = exact_without_plan(a, b, quotient, ctx);
      if (found != Divisibility::undecided) return found == Divisibility::divides;
    }
  }
  std::optional<IntegerVector> found = long_exact_div(a, b, ctx);
  if (found && quotient != nullptr) *quotient = std::move(*found);
  return found.has_value();
}

/// Quotient and remainder, or false where a step does not divide. steps_divide: whether all of them are known to.
bool divide_with_remainder(IntegerVector& quotient, IntegerVector& remainder, const IntegerVector& a,
                           const IntegerVector& b, bool steps_divide, const ExecutionContext& ctx) {
  if (a.size() < b.size()) {
    if (&remainder != &a) remainder = a.copy(ctx);
    quotient = IntegerVector();
    return true;
  }
  if (div_rem_by_unit_lead(quotient, remainder, a, b, ctx)) return true;
  if (const Divisibility found = div_rem_short(quotient, remainder, a, b, ctx); found != Divisibility::undecided)
    return found == Divisibility::divides;
  const bool is_short = needs_no_plan(a, ctx);
  if (is_short && columns_are_known(a, b, ctx)) return div_rem_columns(quotient, remainder, a, b, steps_divide, ctx);
  const DivisionPlan plan = plan_for(a, b, false, ctx);
  if (is_short && plan.algorithm == DivisionAlgorithm::classical)
    return div_rem_columns(quotient, remainder, a, b, steps_divide, ctx);
  auto top = quotient_from_top(plan, a, b, ctx);
  if (!top) return false;
  IntegerVector product = mul_as_planned(plan.products.front(), *top, b, ctx);
  OpsZ::normalise({}, product, ctx);
  OpsZ::sub_into({}, remainder, a, product, ctx);
  quotient = std::move(*top);
  return true;
}

}  // namespace

bool divides(const IntegerVector& b, const IntegerVector& a, const ExecutionContext& ctx) {
  if (a.size() < b.size()) return a.empty();
  return divide_exactly(nullptr, a, b, ctx);
}

std::optional<IntegerVector> DenseOps<Integers>::try_exact_div(const Integers& ring, const V& a, const V& b,
                                                               const ExecutionContext& ctx) {
  V quotient;
  if (!exact_div_into(ring, quotient, a, b, ctx)) return std::nullopt;
  return quotient;
}

bool DenseOps<Integers>::exact_div_into(const Integers&, V& quotient, const V& a, const V& b,
                                        const ExecutionContext& ctx) {
  if (a.size() < b.size()) {
    quotient = V();
    return a.empty();
  }
  return divide_exactly(&quotient, a, b, ctx);
}

std::optional<std::pair<IntegerVector, IntegerVector>> DenseOps<Integers>::try_div_rem(const Integers& ring, const V& a,
                                                                                       const V& b,
                                                                                       const ExecutionContext& ctx) {
  std::pair<V, V> result;
  if (!div_rem_into(ring, result.first, result.second, a, b, ctx)) return std::nullopt;
  return result;
}

bool DenseOps<Integers>::div_rem_into(const Integers&, V& quotient, V& remainder, const V& a, const V& b,
                                      const ExecutionContext& ctx) {
  return divide_with_remainder(quotient, remainder, a, b, false, ctx);
}

std::pair<IntegerVector, IntegerVector> div_rem_of_multiple(const IntegerVector& a, const IntegerVector& b,
                                                            const ExecutionContext& ctx) {
  std::pair<IntegerVector, IntegerVector> result;
  (void)divide_with_remainder(result.first, result.second, a, b, true, ctx);
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
