// Predictions in seconds from measured figures of a device.
#include <polyfork/model/calibrated.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace model {

namespace {

/// What one launch needs of what all kernels share, in seconds at the full rates.
struct Demand {
  double memory, operations, transfers;
};

Demand demand(const Kernel& kernel, const CalibratedMachine& machine) {
  const double blocks = kernel.blocks.to_double();
  const double bytes_of_thread =
      kernel.words.to_double() * machine.word_bytes + kernel.scattered_words.to_double() * machine.scattered_bytes;
  return {blocks * kernel.threads.to_double() * bytes_of_thread / machine.bytes_per_second,
          blocks * kernel.work.to_double() / machine.operations_per_second,
          kernel.host_words.to_double() * machine.word_bytes / machine.transfer_bytes_per_second};
}

}  // namespace

CalibratedMachine CalibratedMachine::from(const DeviceRates& rates) {
  CalibratedMachine machine;
  machine.launch_seconds = rates.launch_seconds;
  machine.bytes_per_second = rates.copy_bytes_per_second;
  machine.operations_per_second = rates.fma_per_second;
  machine.transfer_bytes_per_second = std::min(rates.up_bytes_per_second, rates.down_bytes_per_second);
  return machine;
}

double kernel_seconds(const Kernel& kernel, const CalibratedMachine& machine) {
  const Demand needs = demand(kernel, machine);
  if (kernel.blocks.is_zero()) return needs.transfers;
  const double wave = static_cast<double>(machine.multiprocessors * machine.blocks_per_multiprocessor);
  const double waves = std::ceil(std::ceil(kernel.blocks.to_double()) / wave);
  const double block_seconds = kernel.span.to_double() * machine.operation_seconds +
                               (kernel.words + kernel.scattered_words).to_double() * machine.word_seconds;
  return needs.transfers + machine.launch_seconds + std::max({needs.memory, needs.operations, waves * block_seconds});
}

double predicted_time(const Program& program, const CalibratedMachine& machine) {
  double path = 0;
  Demand total{0, 0, 0};
  std::vector<double> end(program.size());
  for (std::size_t i = 0; i < program.size(); ++i) {
    const Kernel& kernel = program.kernel(i);
    const double launches = static_cast<double>(kernel.launches);
    for (const std::size_t other : program.predecessors(i)) end[i] = std::max(end[i], end[other]);
    end[i] += launches * kernel_seconds(kernel, machine);
    path = std::max(path, end[i]);
    const Demand needs = demand(kernel, machine);
    total.memory += launches * needs.memory;
    total.operations += launches * needs.operations;
    total.transfers += launches * needs.transfers;
  }
  return std::max({path, total.memory, total.operations, total.transfers});
}

}  // namespace model
}  // namespace v1
}  // namespace polyfork
