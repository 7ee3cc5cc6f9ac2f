// The division dispatcher: the table of algorithms over Z, and the order in which they are tried.
//
// Exact division in Z[x] tries Kronecker's substitution with slots that double from about the operands' length to
// Mignotte's bound, as long as that is cheaper than division from the leading terms and the packed dividend stays below
// the tuned size and under the memory limit; and then divides from the leading terms. Division with remainder always
// does the latter. Nothing is decided afterwards: algorithms walk the tree.
#include "poly/division/division_plan.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>

#include "poly/division/division_integers.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/residues/word_algebra.hpp"
#include "poly/residues/word_columns.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

void check_division(const DivisionShape& s) {
  if (s.length_b == 0) throw DomainError("a division by nothing has no plan");
  if (s.length_a < s.length_b) throw DomainError("the dividend is shorter than the divisor: the quotient is zero");
}

}  // namespace

namespace detail {

constexpr DivisionMethod methods[] = {
    {DivisionAlgorithm::kronecker, exact_quotient_kronecker},
    {DivisionAlgorithm::divide_and_conquer, exact_quotient_from_top},
    {DivisionAlgorithm::classical, exact_quotient_from_top},
};

const DivisionMethod& division_method(DivisionAlgorithm algorithm) noexcept {
  return *std::ranges::find(methods, algorithm, &DivisionMethod::algorithm);
}

DivisionPlan::DivisionPlan(DivisionAlgorithm by, const DivisionShape& of, int on_threads)
    : algorithm(by), shape(of), max_bits(of.exact ? exact_quotient_bits(of) : 0) {
  threads = on_threads;
}

std::size_t exact_quotient_bits(const DivisionShape& s) noexcept {
  // ||q||_1 <= 2^deg(q) ||a||_2 / |lc(b)|, and ||a||_2 < sqrt(n) 2^bits(a), |lc(b)| >= 2^(bits - 1).
  const std::size_t norm = saturating_add(s.bits_a, (static_cast<std::size_t>(std::bit_width(s.length_a)) + 1) / 2);
  const std::size_t lead = s.lead_bits - std::min<std::size_t>(1, s.lead_bits);
  return saturating_add(s.length_a - s.length_b, (norm > lead ? norm - lead : 0) + 1);
}

}  // namespace detail

std::string_view division_algorithm_name(DivisionAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case DivisionAlgorithm::attempts:
      return "attempts";
    case DivisionAlgorithm::kronecker:
      return "kronecker";
    case DivisionAlgorithm::divide_and_conquer:
      return "divide_and_conquer";
    case DivisionAlgorithm::classical:
      return "classical";
    case DivisionAlgorithm::newton:
      return "newton";
  }
  return "unknown";
}

namespace detail {

KroneckerAttempts::KroneckerAttempts(const DivisionShape& s, std::size_t max_bits) noexcept {
  const auto terms = static_cast<std::size_t>(std::bit_width(std::min(quotient_length(s), s.length_b)));
  const std::size_t larger = std::max(s.bits_a, s.bits_b);
  const std::size_t sums = saturating_add(saturating_add(max_bits, s.bits_b), terms);
  enough_ = saturating_add(std::max(larger, sums), 1);
  slot_bits_ = std::min(saturating_add(larger, terms + 8), enough_);
}

std::size_t most_slot_bits(const DivisionShape& s, const DivisionTuning& tuning) noexcept {
  return saturating_mul(at_least(tuning.kronecker_max_limbs, 0), GMP_NUMB_BITS) / s.length_a;
}

DivisionPlan plan_division(const DivisionShape& s, const DivisionBudget& budget) {
  check_division(s);
  if (!s.exact) return plan_from_top(s, budget);
  DivisionPlan plan(DivisionAlgorithm::attempts, s, budget.threads);
  const std::size_t most = most_slot_bits(s, budget.thresholds);
  DivisionPlan from_top = plan_from_top(s, budget);
  bool decided = false;
  for (KroneckerAttempts next(s, plan.max_bits); next.slot_bits() < most && !decided; next.advance()) {
    DivisionPlan attempt = plan_kronecker_attempt(s, next.slot_bits(), next.enough(), budget.threads);
    if (attempt.workspace > budget.memory || attempt.predicted_seconds > from_top.predicted_seconds) break;
    decided = next.is_last();
    plan.children.push_back(std::move(attempt));
  }
  if (!decided) plan.children.push_back(std::move(from_top));
  const DivisionPlan& first = plan.children.front();
  plan.workspace = first.workspace;
  plan.result = first.result;
  plan.predicted_seconds = first.predicted_seconds;
  plan.reason = first.algorithm == DivisionAlgorithm::kronecker
                    ? "the first attempt nearly always decides; poly.div.kronecker_max_limbs bounds the packed dividend"
                    : "cheaper than one division of packed integers, or these exceed poly.div.kronecker_max_limbs or "
                      "the memory cap";
  return plan;
}

DivisionPlan plan_division_zp(const DivisionShape& s, const BudgetWith<WordTuning>& budget) {
  check_division(s);
  const std::size_t nq = quotient_length(s);
  const bool direct = s.modulus != 0 && transforms_directly(s.modulus, budget.threads, active_isa());
  const std::uint64_t p = s.modulus != 0 ? s.modulus : ~std::uint64_t{0};
  const bool short_one = std::min(nq, s.length_b) <= division_cut_off(budget.thresholds, p, direct) || s.length_b < 2;
  DivisionPlan plan(short_one ? DivisionAlgorithm::classical : DivisionAlgorithm::newton, s, budget.threads);
  plan.max_bits = 0;
  plan.workspace = bytes_of<std::uint64_t>(s.length_a);
  plan.result = plan.workspace;
  if (short_one) {
    constexpr double coefficient = 10;
    const MachineCosts& costs = machine_costs();
    const double product = columns_in_vectors(p, active_isa()) ? costs.column_in_vectors : costs.word_product;
    plan.predicted_seconds = nanosecond * (product * static_cast<double>(nq) * static_cast<double>(s.length_b) +
                                           coefficient * static_cast<double>(s.length_a));
    plan.reason = "quotient or divisor of at most poly.zp.division_length: every coefficient one dot product";
    return plan;
  }
  // About 2.5 products of the shorter one for each of its lengths that the quotient has.
  const std::size_t block = std::min(nq, s.length_b);
  plan.products.push_back(plan_mul_zp({block, block, s.bits_a, s.bits_a, false, s.modulus},
                                      PlanBudget(budget).on_processor().with_memory(Bytes::never)));
  plan.products.back().times = nq / block * 5 / 2 + 1;
  plan.workspace = plan.workspace * 2 + plan.products.back().workspace * 2;
  plan.predicted_seconds = static_cast<double>(plan.products.back().times) * plan.products.back().predicted_seconds;
  plan.reason = "longer than poly.zp.division_length: Newton's iteration";
  return plan;
}

PlanDescription DivisionPlan::describe() const {
  PlanDescription d = describe_cost();
  d.algorithm = std::string(division_algorithm_name(algorithm));
  d.parameters.emplace_back("lengths", std::to_string(shape.length_a) + "/" + std::to_string(shape.length_b));
  d.parameters.emplace_back("bits", std::to_string(shape.bits_a) + "/" + std::to_string(shape.bits_b));
  const auto parameter = [&](const char* name, std::size_t value) {
    if (value != 0) d.parameters.emplace_back(name, std::to_string(value));
  };
  if (const auto* p = std::get_if<KroneckerDivision>(&parameters)) parameter("slot_bits", p->slot_bits);
  if (const auto* q = std::get_if<DivisionByHalves>(&parameters)) parameter("base_length", q->base_length);
  if (algorithm != DivisionAlgorithm::attempts) parameter("max_bits", max_bits);
  for (const DivisionPlan& child : children) d.children.push_back(child.describe());
  for (const MulPlan& product : products) d.children.push_back(product.describe());
  return d;
}

}  // namespace detail

PlanDescription explain_division(const DivisionShape& shape, const PlanBudget& budget) {
  return plan_division(shape, budget).describe();
}

PlanDescription explain_division_zp(const DivisionShape& shape, const PlanBudget& budget) {
  return plan_division_zp(shape, budget).describe();
}

}  // namespace v1
}  // namespace polyfork
