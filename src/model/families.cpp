// The table of all families, and predictions by their formulas.
#include <polyfork/model/families.hpp>

#include <vector>

#include <polyfork/core/error.hpp>

#include "model/family_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace model {

std::span<const AlgorithmFamily> algorithm_families() {
  static const std::vector<AlgorithmFamily> all = [] {
    std::vector<AlgorithmFamily> families;
    for (const auto part : {division_families(), transform_families(), product_families(), sorting_families()})
      families.insert(families.end(), part.begin(), part.end());
    return families;
  }();
  return all;
}

const AlgorithmFamily& algorithm_family(std::string_view name) {
  for (const AlgorithmFamily& family : algorithm_families())
    if (family.name == name) return family;
  throw DomainError("no algorithm of the many-core model is called '" + std::string(name) + "'");
}

Rational predicted_time(const AlgorithmFamily& family, const FamilyParameters& p, const ManyCoreMachine& machine) {
  if (const std::optional<std::string> refusal = family.refusal(p))
    throw DomainError(std::string(family.name) + ": " + *refusal);
  const Measures measures = family.formulas(p, machine.transfer_cycles);
  return machine.multiprocessors == 0 ? time_bound(measures) : time_bound(measures, machine.multiprocessors);
}

std::optional<std::uint64_t> best_parameter(const AlgorithmFamily& family, FamilyParameters p,
                                            const ManyCoreMachine& machine, std::span<const std::uint64_t> candidates) {
  std::optional<std::uint64_t> best;
  Rational best_time;
  for (const std::uint64_t s : candidates) {
    p.s = s;
    if (family.refusal(p) || family.private_words(p) > Rational(machine.private_words)) continue;
    Rational time = predicted_time(family, p, machine);
    if (best && time >= best_time) continue;
    best = s;
    best_time = std::move(time);
  }
  return best;
}

}  // namespace model
}  // namespace v1
}  // namespace polyfork
