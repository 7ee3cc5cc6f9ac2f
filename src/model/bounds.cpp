// Measures of many-core programs by their definitions, and the bounds made of them.
#include <polyfork/model/bounds.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <polyfork/core/error.hpp>

#include "model/antichain.hpp"

namespace polyfork {
inline namespace v1 {
namespace model {

Measures measure(const Program& program, const ManyCoreMachine& machine) {
  Measures all{};
  std::vector<Rational> span(program.size()), levels(program.size());  // of the costliest path that ends there
  for (std::size_t i = 0; i < program.size(); ++i) {
    const Kernel& kernel = program.kernel(i);
    const Rational launches = kernel.launches;
    const Rational overhead = kernel.overhead(machine.transfer_cycles);
    const Rational blocks = launches * kernel.blocks;
    all.work += blocks * kernel.work;
    all.overhead += blocks * overhead;
    all.blocks += blocks;
    all.block_cycles = std::max(all.block_cycles, kernel.span + overhead);
    for (const std::size_t other : program.predecessors(i)) {
      span[i] = std::max(span[i], span[other]);
      levels[i] = std::max(levels[i], levels[other]);
    }
    span[i] += launches * kernel.span;
    levels[i] += launches;
    all.span = std::max(all.span, span[i]);
    all.levels = std::max(all.levels, levels[i]);
  }
  all.antichain = heaviest_antichain(program);
  return all;
}

Rational time_bound(const Measures& measures, const Rational& multiprocessors) {
  if (multiprocessors.sign() <= 0) throw DomainError("a machine without multiprocessors");
  return (measures.blocks / multiprocessors + measures.levels) * measures.block_cycles;
}

Rational time_bound(const Measures& measures) {
  return measures.antichain.is_zero() ? Rational(0) : time_bound(measures, measures.antichain);
}

Rational predicted_time(const Program& program, const ManyCoreMachine& machine) {
  const Measures measures = measure(program, machine);
  return machine.multiprocessors == 0 ? time_bound(measures) : time_bound(measures, machine.multiprocessors);
}

}  // namespace model
}  // namespace v1
}  // namespace polyfork
