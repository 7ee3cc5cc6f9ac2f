// Products and Taylor shifts of sizes that devices are for: as the router has it, on the processor, on the device, in
// peers. With --transforms NAME=COMMAND, any number of times, transforms of data that lies on the device follow, in
// microseconds, beside those of other libraries for devices: the command is run with the logarithms of the lengths and
// prints lines "LOG MICROSECONDS".
#include <fmt/format.h>
#include <polyfork/ring/primes.hpp>
#include <polyfork/version.hpp>

#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compare.hpp"
#include "gpu/on_device.hpp"
#include "gpu/transforms/device_ntt.hpp"
#include "make_problem.hpp"
#include "support/inputs.hpp"

namespace {

using namespace polyfork_bench;

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  const auto add = [&](const char* name, Operation operation, std::size_t length, std::size_t bits, bool standard) {
    cells.push_back({fmt::format("{}/{}/{}", name, length, bits), standard,
                     [=] { return integer_problem(operation, length, bits); }, ""});
  };
  add("z_mul", Operation::z_mul, 1024, 64, false);
  add("z_mul", Operation::z_mul, 65536, 1024, true);
  add("z_mul", Operation::z_mul, 1 << 20, 64, true);
  add("z_mul", Operation::z_mul, 1 << 22, 64, true);
  add("z_mul", Operation::z_mul, 8192, 8192, true);
  add("z_mul", Operation::z_mul, 65536, 8192, true);
  add("z_shift", Operation::z_shift, 256, 64, false);
  add("z_shift", Operation::z_shift, 8192, 8192, true);
  add("z_shift", Operation::z_shift, 16384, 64, true);
  for (const std::uint64_t p : {std::uint64_t{2013265921}, ntt_prime_50(), std::uint64_t{4611686018326724609}})
    for (const unsigned log : {10U, 20U, 22U})
      cells.push_back({fmt::format("zp_mul/{}/{}", p, 1U << log), log != 10,
                       [=] { return modular_problem(p, std::size_t{1} << log); }, ""});
  return cells;
}

/// Microseconds by the logarithm of the length.
using Times = std::map<unsigned, double>;

constexpr unsigned logs[] = {16, 18, 20, 22, 24, 26};

Times our_times() {
  using namespace polyfork::detail;
  Times times;
  on_device([&](DeviceJob& job) {
    const auto primes = polyfork::ntt_primes(std::uint64_t{1} << 50, 32, 1);
    for (const unsigned log : logs) {
      const TransformPlan plan = TransformPlan::for_words(std::size_t{1} << log);
      const DeviceArray<char> memory(job.pool(), DevicePrimes::bytes(1, plan.log_length()));
      const DevicePrimes tables(job.backend(), memory.get(), primes, plan.log_length());
      const DeviceNtt ntt(job.backend(), tables, plan);
      const DeviceArray<double> data(job.pool(), plan.words());
      job.backend().clear(work_queue, data.get(), plan.words() * sizeof(double));
      times[log] = 1e6 * queued_seconds(job, work_queue, [&] {
                     ntt.forward({data.get(), plan.words(), plan.words()}, {data.get(), plan.words(), plan.words()}, 1);
                   });
    }
  });
  return times;
}

Times times_of(const std::string& command) {
  Times times;
  std::string line = command;
  for (const unsigned log : logs) line += fmt::format(" {}", log);
  std::FILE* const pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) return times;
  unsigned log = 0;
  double microseconds = 0;
  while (std::fscanf(pipe, "%u %lf", &log, &microseconds) == 2) times[log] = microseconds;
  if (pclose(pipe) != 0) times.clear();
  return times;
}

using Commands = std::vector<std::pair<std::string, std::string>>;

void compare_transforms(const Commands& commands) {
  std::vector<std::pair<std::string, Times>> all = {{"polyfork", our_times()}};
  for (const auto& [name, command] : commands) all.emplace_back(name, times_of(command));
  fmt::print("\nforward transforms, resident, microseconds\n{:<6}", "log n");
  for (const auto& [name, times] : all) fmt::print("{:>14}", name);
  fmt::print("\n");
  for (const unsigned log : logs) {
    fmt::print("{:<6}", log);
    for (const auto& [name, times] : all)
      fmt::print("{:>14}", times.contains(log) ? fmt::format("{:.1f}", times.at(log)) : "-");
    fmt::print("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  Commands commands;
  std::vector<char*> others;
  for (int i = 0; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--transforms") {
      others.push_back(argv[i]);
      continue;
    }
    const std::string value = i + 1 < argc ? argv[++i] : "";
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos) {
      fmt::print(stderr, "--transforms wants NAME=COMMAND\n");
      return 2;
    }
    commands.emplace_back(value.substr(0, equals), value.substr(equals + 1));
  }
  others.push_back(nullptr);
  const std::string version = polyfork::version_string();
  // Before this process asks for a device: its children start theirs.
  const int code =
      compare_main(static_cast<int>(others.size()) - 1, others.data(), "gpu", all_cells(),
                   {{"processor", version, make_on_processor, ""}, {"device", version, make_on_device, ""}});
  if (!commands.empty()) compare_transforms(commands);
  return code;
}
