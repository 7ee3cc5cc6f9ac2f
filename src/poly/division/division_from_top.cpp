// Quotients in Z[x] from the leading terms down, as long as every step divides.
//
// Base: column by column (division_columns.hpp). Above it the quotient is cut in halves: a quotient of length n depends
// on the n leading terms of a and b alone, so the upper half comes first, its product with b is subtracted, and the
// lower half follows: O(M(n) log n) operations, O(n) integers of memory.
// Coefficients above max_bits end the computation, so that a division that is not exact cannot run away.
// Preconditions: lc(b) not zero. Literature: Jebelean, JSC 1993 (exact division of integers), carried over; von zur
// Gathen, Gerhard, Modern Computer Algebra, section 9.1.
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "poly/division/division_columns.hpp"
#include "poly/division/division_integers.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/residues/division_newton.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

class TopQuotient {
 public:
  TopQuotient(const DivisionPlan& plan, const ExecutionContext& ctx)
      : plan_(plan),
        base_length_(plan.as<DivisionByHalves>().base_length),
        max_bits_(plan.shape.exact ? plan.max_bits : SIZE_MAX),
        ctx_(ctx) {}

  /// The quotient of length a.size(), from the leading terms of dividend and divisor. b.size() >= 1. level: halvings
  /// so far, plus 1.
  std::optional<IntegerVector> divide(const IntegerVector& a, const IntegerVector& b, std::size_t level = 1) const {
    const std::size_t n = a.size();
    if (n <= base_length_) return columns(a, b);
    const std::size_t high = (n + 1) / 2;
    const std::size_t low = n - high;
    const auto q1 = divide(a.slice(low, n), top(b, high), level + 1);
    if (!q1) return std::nullopt;
    const MemoryReservation held_q1 = hold(*q1, ctx_);
    const auto q0 = divide(reduced(a, *q1, top(b, n), level), top(b, low), level + 1);
    if (!q0) return std::nullopt;
    const MemoryReservation held_q0 = hold(*q0, ctx_);
    return joined(*q0, *q1);
  }

 private:
  // The plan's workspace pays for parts of dividend and divisor.
  static IntegerVector top(const IntegerVector& v, std::size_t n) {
    return v.slice(v.size() - std::min(n, v.size()), v.size());
  }

  /// low + x^low.size() high.
  IntegerVector joined(const IntegerVector& low, const IntegerVector& high) const {
    IntegerVector all;
    const auto at = [&](std::size_t i) { return i < low.size() ? low[i] : high[i - low.size()]; };
    write_views(all, low.size() + high.size(), at, ctx_);
    return all;
  }

  /// The lowest of the leading terms a, as many as the quotient still lacks, less those of the product q1 b.
  IntegerVector reduced(const IntegerVector& a, const IntegerVector& q1, const IntegerVector& b,
                        std::size_t level) const {
    const IntegerVector product = mul_as_planned(plan_.products[level], q1, b, ctx_);
    const MemoryReservation held = hold(product, ctx_);
    const std::size_t low = a.size() - q1.size();
    // Leading terms are aligned: product[i + offset] stands below a[i].
    const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(product.size()) - static_cast<std::ptrdiff_t>(a.size());
    IntegerVectorBuilder rest;
    Workspace::Frame frame;
    const auto row = frame.allocate<mp_limb_t>(std::max(a.max_limbs(ctx_), product.max_limbs(ctx_)) + 1);
    for (std::size_t i = 0; i < low; ++i) {
      if (i % 64 == 0) ctx_.poll();
      const std::ptrdiff_t j = static_cast<std::ptrdiff_t>(i) + offset;
      if (j < 0) {
        rest.push_back(a[i]);
        continue;
      }
      const std::int32_t size = add_rows(row.data(), a[i], -product[static_cast<std::size_t>(j)]);
      rest.push_back({row.data(), size});
    }
    return rest.finish(ctx_);
  }

  std::optional<IntegerVector> columns(const IntegerVector& a, const IntegerVector& b) const {
    DivisionColumns columns(a, b, ctx_);
    if (!columns.find_quotient(a.size(), max_bits_)) return std::nullopt;
    IntegerVector quotient;
    columns.write_quotient(quotient);
    return quotient;
  }

  const DivisionPlan& plan_;
  std::size_t base_length_;
  std::size_t max_bits_;
  const ExecutionContext& ctx_;
};

/// What a quotient coefficient usually has: no product of quotient and divisor is much longer than the dividend.
std::size_t usual_quotient_bits(const DivisionShape& s) noexcept {
  return s.bits_a > s.lead_bits ? s.bits_a - s.lead_bits + 1 : 1;
}

/// Quotient columns alone, and the products of a column's terms.
double columns_seconds(std::size_t n, std::size_t nb, std::size_t bits_q, std::size_t bits_b) noexcept {
  const double terms = static_cast<double>(std::min(n, nb)) / 2 * static_cast<double>(n);
  const double units = gmp_mul_units(limbs_for_bits(bits_q), limbs_for_bits(bits_b));
  const MachineCosts& c = machine_costs();
  constexpr double column = 150;  // a division by the leading coefficient
  return nanosecond * (terms * (c.product_call + c.limb_product * units) + column * static_cast<double>(n));
}

/// Copies and differences of a level of halves, for each coefficient of the quotient.
double level_seconds(std::size_t nq) noexcept { return nanosecond * 50 * static_cast<double>(nq); }

/// What stands beside the products: the test modulo a prime, whose division needs quadratic time up to some hundred
/// coefficients, residues, comparison.
double exactness_seconds(const DivisionShape& s) noexcept {
  constexpr double word_step = 0.7;
  constexpr double limb = 150;  // passes over the rows of operands, quotient and product
  constexpr std::size_t quadratic = 700;
  const auto nq = static_cast<double>(quotient_length(s));
  return nanosecond * nq *
         (word_step * static_cast<double>(std::min(s.length_b, quadratic)) +
          limb * static_cast<double>(limbs_for_bits(std::max<std::size_t>(64, s.bits_a / 2))));
}

/// Quotients of at most `base` coefficients by columns, longer ones by halves.
DivisionPlan plan_with_base(const DivisionShape& s, std::size_t base, const DivisionBudget& budget) {
  const MulBudget for_products = PlanBudget(budget).on_processor();
  const std::size_t nq = quotient_length(s);
  const std::size_t bits_q = usual_quotient_bits(s);
  DivisionPlan plan(nq <= base ? DivisionAlgorithm::classical : DivisionAlgorithm::divide_and_conquer, s,
                    budget.threads);
  plan.parameters = DivisionByHalves{base};
  plan.workspace = bytes_of<mp_limb_t>(Count(2 * nq) * (limbs_for_bits(s.bits_a) + 1));
  plan.result = bytes_of<mp_limb_t>(Count(nq) * limbs_for_bits(bits_q));
  const auto product = [&](std::size_t length_q, std::size_t length_b, std::size_t times) {
    plan.products.push_back(
        chosen_plan({length_q, length_b, bits_q, std::max<std::size_t>(1, s.bits_b)}, for_products));
    plan.products.back().times = times;
    plan.predicted_seconds += static_cast<double>(times) * plan.products.back().predicted_seconds;
  };
  product(nq, s.length_b, 1);
  std::size_t n = nq;
  std::size_t nodes = 1;
  for (; n > base; n = (n + 1) / 2, nodes *= 2) {
    product((n + 1) / 2, std::min(n, s.length_b), nodes);
    plan.predicted_seconds += level_seconds(nq);
  }
  plan.predicted_seconds += static_cast<double>(nodes) * columns_seconds(n, s.length_b, bits_q, s.bits_b);
  if (s.exact) plan.predicted_seconds += exactness_seconds(s);
  if (plan.algorithm == DivisionAlgorithm::classical)
    plan.reason = nq <= at_least(budget.thresholds.columns_length, 1)
                      ? "a quotient of at most poly.div.columns_length coefficients"
                      : "a short quotient, whose coefficients grow or are long beside the divisor's";
  else
    plan.reason = "a long quotient: halves, so that products do the work";
  return plan;
}

}  // namespace

bool monic_divisor_suits_columns(const DivisionShape& s) noexcept {
  constexpr std::size_t most_bits = 512;
  return !s.exact && s.lead_bits == 1 && s.bits_b <= most_bits && s.length_a <= 2 * IntegerVector::stripe_rows;
}

DivisionPlan plan_from_top(const DivisionShape& s, const DivisionBudget& budget) {
  const std::size_t columns_length = at_least(budget.thresholds.columns_length, 1);
  const std::size_t nq = quotient_length(s);
  if (monic_divisor_suits_columns(s)) return plan_with_base(s, nq, budget);
  DivisionPlan by_halves = plan_with_base(s, columns_length, budget);
  const bool may_grow = s.lead_bits == 1;  // so that no prediction holds
  if (nq <= columns_length || s.exact || may_grow || s.length_a > 2 * IntegerVector::stripe_rows) return by_halves;
  DivisionPlan by_columns = plan_with_base(s, nq, budget);
  return by_columns.predicted_seconds < by_halves.predicted_seconds ? std::move(by_columns) : std::move(by_halves);
}

bool may_divide(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), (2 * a.size() + b.size()) * sizeof(std::uint64_t));
  GcdPrimes primes;
  std::uint64_t p = primes.next();
  while (b[b.size() - 1].mod(p) == 0) p = primes.next();
  std::vector<std::uint64_t> ra(a.size());
  std::vector<std::uint64_t> rb(b.size());
  std::vector<std::uint64_t> quotient(a.size() - b.size() + 1);
  residues(a, p, ra, ctx);
  residues(b, p, rb, ctx);
  div_rem_words(WordAlgebra(PrimeField::trusted(p), ctx), ra, rb, quotient);
  return word_length(std::span(ra).first(b.size() - 1)) == 0;
}

std::optional<IntegerVector> quotient_from_top(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                               const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), plan.workspace.value());
  return TopQuotient(plan, ctx).divide(a.slice(b.size() - 1, a.size()), b);
}

Divisibility exact_quotient_from_top(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                     IntegerVector& quotient, const ExecutionContext& ctx) {
  if (!may_divide(a, b, ctx)) return Divisibility::does_not;
  auto found = quotient_from_top(plan, a, b, ctx);
  if (!found || !(mul_as_planned(plan.products.front(), *found, b, ctx) == a)) return Divisibility::does_not;
  quotient = std::move(*found);
  return Divisibility::divides;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
