// The division dispatcher.
//
// Exact division in Z[x] tries Kronecker's substitution with slots that double from about the operands' length to
// Mignotte's bound, as long as the packed dividend stays below the tuned size and under the memory cap, and then
// divides from the leading terms. Division with remainder always does the latter. Nothing is decided afterwards:
// algorithms walk the tree.
#include <polyfork/poly/division/division_plan.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>

#include "poly/division/division_integers.hpp"
#include "poly/mul/gmp_scratch.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_cost.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

constexpr double ns = 1e-9;

std::size_t quotient_length(const DivisionShape& s) noexcept { return s.length_a - s.length_b + 1; }

/// What a quotient coefficient usually has: no product of quotient and divisor is much longer than the dividend.
std::size_t usual_quotient_bits(const DivisionShape& s) noexcept {
  return s.bits_a > s.lead_bits ? s.bits_a - s.lead_bits + 1 : 1;
}

DivisionPlan start(DivisionAlgorithm algorithm, const DivisionShape& s) {
  DivisionPlan plan;
  plan.algorithm = algorithm;
  plan.shape = s;
  if (s.exact) plan.max_bits = exact_quotient_bits(s);
  return plan;
}

void check_shape(const DivisionShape& s) {
  if (s.length_b == 0) throw DomainError("a division by nothing has no plan");
  if (s.length_a < s.length_b) throw DomainError("the dividend is shorter than the divisor: the quotient is zero");
}

/// mpn_tdiv_qr in limb products: about two and a half products of the quotient's or divisor's length.
double gmp_div_units(std::size_t na, std::size_t nb) noexcept {
  const std::size_t nq = na - std::min(na, nb) + 1;
  const std::size_t block = std::min(nq, nb);
  const double blocks = std::max(1.0, static_cast<double>(nq) / static_cast<double>(std::max<std::size_t>(1, block)));
  return 2.5 * blocks * gmp_mul_units(block, block) + (nb > nq ? gmp_mul_units(nb - nq, nq) : 0);
}

DivisionPlan kronecker_attempt(const DivisionShape& s, std::size_t slot_bits, std::size_t enough) {
  DivisionPlan plan = start(DivisionAlgorithm::kronecker, s);
  plan.slot_bits = slot_bits;
  plan.slots_suffice = slot_bits >= enough;
  const std::size_t nq = quotient_length(s);
  const std::size_t na = kronecker_limbs(s.length_a, slot_bits);
  const std::size_t nb = kronecker_limbs(s.length_b, slot_bits);
  const std::size_t packed_quotient = std::max(na - std::min(na, nb) + 1, kronecker_limbs(nq, slot_bits));
  const std::size_t packed = saturating_add(saturating_add(na, saturating_mul(2, nb)), packed_quotient);
  plan.workspace_bytes = saturating_mul(sizeof(mp_limb_t), saturating_add(packed, gmp_div_scratch_limbs(na)));
  plan.result_bytes = saturating_mul(saturating_mul(nq, sizeof(mp_limb_t)), limbs_for_bits(slot_bits));
  const double slots = static_cast<double>(s.length_a) + static_cast<double>(s.length_b) + static_cast<double>(nq);
  plan.predicted_seconds =
      ns * (slots * slot_ns + 2 * slot_limb_ns * static_cast<double>(na) + limb_product_ns * gmp_div_units(na, nb));
  plan.reason = plan.slots_suffice ? "slots of Mignotte's bound: decides" : "short slots: decides when they suffice";
  return plan;
}

/// Quotient columns alone, and the products of a column's terms.
double columns_seconds(std::size_t n, std::size_t nb, std::size_t bits_q, std::size_t bits_b) noexcept {
  const double terms = static_cast<double>(std::min(n, nb)) / 2 * static_cast<double>(n);
  const double units = gmp_mul_units(limbs_for_bits(bits_q), limbs_for_bits(bits_b));
  return ns * (terms * (product_call_ns + limb_product_ns * units) + 10 * static_cast<double>(n));
}

DivisionPlan from_top(const DivisionShape& s, int threads, std::size_t memory_available, const DivisionTuning& tuning,
                      const MulTuning& products) {
  const std::size_t base = at_least(tuning.columns_length, 1);
  const std::size_t nq = quotient_length(s);
  const std::size_t bits_q = usual_quotient_bits(s);
  DivisionPlan plan = start(nq <= base ? DivisionAlgorithm::columns : DivisionAlgorithm::halves, s);
  plan.base_length = base;
  plan.workspace_bytes = saturating_mul(2 * sizeof(mp_limb_t), saturating_mul(nq, limbs_for_bits(s.bits_a) + 1));
  plan.result_bytes = saturating_mul(saturating_mul(nq, sizeof(mp_limb_t)), limbs_for_bits(bits_q));
  const auto product = [&](std::size_t length_q, std::size_t length_b, std::size_t times) {
    plan.products.push_back(chosen_plan({length_q, length_b, bits_q, std::max<std::size_t>(1, s.bits_b)}, threads,
                                        memory_available, products));
    plan.products.back().times = times;
    plan.predicted_seconds += static_cast<double>(times) * plan.products.back().predicted_seconds;
  };
  product(nq, s.length_b, 1);
  std::size_t n = nq;
  std::size_t nodes = 1;
  for (; n > base; n = (n + 1) / 2, nodes *= 2) product((n + 1) / 2, std::min(n, s.length_b), nodes);
  plan.predicted_seconds += static_cast<double>(nodes) * columns_seconds(n, s.length_b, bits_q, s.bits_b);
  if (plan.algorithm == DivisionAlgorithm::columns)
    plan.reason = "a quotient of at most poly.div.columns_length coefficients";
  else
    plan.reason = "a long quotient: halves, so that products do the work";
  return plan;
}

}  // namespace

namespace detail {

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
    case DivisionAlgorithm::halves:
      return "halves";
    case DivisionAlgorithm::columns:
      return "columns";
    case DivisionAlgorithm::newton:
      return "newton";
  }
  return "unknown";
}

DivisionPlan plan_division(const DivisionShape& s, int threads, std::size_t memory_available,
                           const DivisionTuning& tuning, const MulTuning& products) {
  check_shape(s);
  if (!s.exact) return from_top(s, threads, memory_available, tuning, products);
  DivisionPlan plan = start(DivisionAlgorithm::attempts, s);
  const auto terms = static_cast<std::size_t>(std::bit_width(std::min(quotient_length(s), s.length_b)));
  const std::size_t larger = std::max(s.bits_a, s.bits_b);
  const std::size_t sums = saturating_add(saturating_add(plan.max_bits, s.bits_b), terms);
  const std::size_t enough = saturating_add(std::max(larger, sums), 1);
  const std::size_t limit = saturating_mul(at_least(tuning.kronecker_max_limbs, 0), GMP_NUMB_BITS) / s.length_a;
  std::size_t slot = std::min(saturating_add(larger, terms + 8), enough);
  bool decided = false;
  while (slot < limit && !decided) {
    DivisionPlan attempt = kronecker_attempt(s, slot, enough);
    if (attempt.workspace_bytes > memory_available) break;
    decided = attempt.slots_suffice;
    plan.children.push_back(std::move(attempt));
    slot = std::min(2 * slot, enough);
  }
  if (!decided) plan.children.push_back(from_top(s, threads, memory_available, tuning, products));
  const DivisionPlan& first = plan.children.front();
  plan.workspace_bytes = first.workspace_bytes;
  plan.result_bytes = first.result_bytes;
  plan.predicted_seconds = first.predicted_seconds;
  plan.reason = first.algorithm == DivisionAlgorithm::kronecker
                    ? "the first attempt nearly always decides; poly.div.kronecker_max_limbs bounds the packed dividend"
                    : "the packed dividend exceeds poly.div.kronecker_max_limbs or the memory cap";
  return plan;
}

DivisionPlan plan_division_zp(const DivisionShape& s, const WordTuning& tuning) {
  check_shape(s);
  const std::size_t nq = quotient_length(s);
  const bool short_one = std::min(nq, s.length_b) <= at_least(tuning.division_length, 1);
  DivisionPlan plan = start(short_one ? DivisionAlgorithm::columns : DivisionAlgorithm::newton, s);
  plan.max_bits = 0;
  plan.workspace_bytes = saturating_mul(s.length_a, sizeof(std::uint64_t));
  plan.result_bytes = plan.workspace_bytes;
  if (short_one) {
    plan.predicted_seconds = ns * (word_product_ns * static_cast<double>(nq) * static_cast<double>(s.length_b) +
                                   10 * static_cast<double>(s.length_a));
    plan.reason = "quotient or divisor of at most poly.zp.division_length: every coefficient one dot product";
    return plan;
  }
  // About 2.5 products of the shorter one for each of its lengths that the quotient has.
  const std::size_t block = std::min(nq, s.length_b);
  plan.products.push_back(plan_mul_zp({block, block, s.bits_a, s.bits_a}, 1, SIZE_MAX, {}));
  plan.products.back().times = nq / block * 5 / 2 + 1;
  plan.workspace_bytes =
      saturating_add(saturating_mul(2, plan.workspace_bytes), saturating_mul(2, plan.products.back().workspace_bytes));
  plan.predicted_seconds = static_cast<double>(plan.products.back().times) * plan.products.back().predicted_seconds;
  plan.reason = "longer than poly.zp.division_length: Newton's iteration";
  return plan;
}

PlanDescription DivisionPlan::describe() const {
  PlanDescription d;
  d.algorithm = std::string(division_algorithm_name(algorithm));
  d.parameters.emplace_back("lengths", std::to_string(shape.length_a) + "/" + std::to_string(shape.length_b));
  d.parameters.emplace_back("bits", std::to_string(shape.bits_a) + "/" + std::to_string(shape.bits_b));
  const auto parameter = [&](const char* name, std::size_t value) {
    if (value != 0) d.parameters.emplace_back(name, std::to_string(value));
  };
  parameter("slot_bits", slot_bits);
  if (algorithm == DivisionAlgorithm::halves) parameter("base_length", base_length);
  if (algorithm != DivisionAlgorithm::attempts) parameter("max_bits", max_bits);
  d.workspace_bytes = workspace_bytes;
  d.predicted_seconds = predicted_seconds;
  d.reason = reason;
  for (const DivisionPlan& child : children) d.children.push_back(child.describe());
  for (const MulPlan& product : products) d.children.push_back(product.describe());
  return d;
}

}  // namespace v1
}  // namespace polyfork
