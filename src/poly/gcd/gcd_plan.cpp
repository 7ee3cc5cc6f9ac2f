// The gcd dispatcher: images modulo primes in Z[x]; Euclid's algorithm or half-gcds in Z/pZ[x], by length.
#include "poly/gcd/gcd_plan.hpp"

#include <algorithm>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>

#include "core/limits.hpp"
#include "poly/residues/gcd_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr GcdMethod methods[] = {
    {GcdAlgorithm::modular, plan_gcd_modular},
    {GcdAlgorithm::euclid, plan_gcd_euclid},
    {GcdAlgorithm::half_gcd, plan_gcd_half_gcd},
};

GcdPlan plan_by(GcdAlgorithm algorithm, const GcdShape& shape, const PlanBudget& budget) {
  GcdPlan plan;
  plan.algorithm = algorithm;
  plan.shape = shape;
  std::ranges::find(methods, algorithm, &GcdMethod::algorithm)->plan(plan, budget);
  return plan;
}

void check_operands(const GcdShape& s) {
  if (s.length_a == 0 || s.length_b == 0) throw DomainError("a gcd with zero has no plan");
}

}  // namespace

GcdPlan plan_gcd(const GcdShape& s, const PlanBudget& budget) {
  check_operands(s);
  return plan_by(GcdAlgorithm::modular, s, budget);
}

GcdPlan plan_gcd_zp(const GcdShape& s, const PlanBudget& budget) {
  check_operands(s);
  const WordTuning tuning = with_euclid_of(s.bits_a, budget.section<WordTuning>());
  const bool short_one = std::min(s.length_a, s.length_b) <= at_least(tuning.gcd_length, 2);
  return plan_by(short_one ? GcdAlgorithm::euclid : GcdAlgorithm::half_gcd, s, budget);
}

PlanDescription GcdPlan::describe() const {
  PlanDescription d = describe_cost();
  d.algorithm = std::string(gcd_algorithm_name(algorithm));
  d.parameters.emplace_back("lengths", std::to_string(shape.length_a) + "," + std::to_string(shape.length_b));
  d.parameters.emplace_back("bits", std::to_string(shape.bits_a) + "," + std::to_string(shape.bits_b));
  if (const auto* p = std::get_if<GcdImages>(&parameters)) {
    d.parameters.emplace_back("width", std::to_string(p->width));
    d.parameters.emplace_back("certain_images", std::to_string(p->certain));
    d.parameters.emplace_back("most_images", std::to_string(p->most));
  }
  return d;
}

}  // namespace detail

std::string_view gcd_algorithm_name(GcdAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case GcdAlgorithm::modular:
      return "modular";
    case GcdAlgorithm::euclid:
      return "euclid";
    case GcdAlgorithm::half_gcd:
      return "half_gcd";
  }
  return "unknown";
}

PlanDescription explain_gcd(const GcdShape& shape, const PlanBudget& budget) {
  return detail::plan_gcd(shape, budget).describe();
}

PlanDescription explain_gcd_zp(const GcdShape& shape, const PlanBudget& budget) {
  return detail::plan_gcd_zp(shape, budget).describe();
}

}  // namespace v1
}  // namespace polyfork
