// The router on a grid: shapes from below the device's threshold to ten times beyond the crossover, on 1, 4 and 16
// threads. Both sides are timed by turns; the plans say which one would have been chosen.
#include <fmt/format.h>
#include <polyfork/core/tuning.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "gpu/bench_gpu.hpp"
#include "gpu/measure.hpp"

namespace polyfork_bench {

namespace {

/// A problem with its plan under a budget, and its run under a context.
struct Problem {
  const char* operation;
  std::string name;
  std::function<PlanDescription(const PlanBudget&)> plan;
  std::function<void(const ExecutionContext&)> run;
};

using Sizes = std::vector<std::pair<std::size_t, std::size_t>>;  // lengths and bits

std::vector<std::function<Problem()>> problems() {
  std::vector<std::function<Problem()>> all;
  const Sizes products = {{4096, 64},    {8192, 64},    {16384, 64},   {32768, 64},  {65536, 64},  {1 << 17, 64},
                          {1 << 18, 64}, {1 << 19, 64}, {1 << 20, 64}, {1024, 512},  {4096, 512},  {16384, 512},
                          {65536, 512},  {512, 2048},   {1024, 2048},  {2048, 2048}, {4096, 2048}, {8192, 2048},
                          {16384, 2048}, {4096, 4096},  {65536, 1024}, {256, 8192},  {512, 8192},  {1024, 8192},
                          {2048, 8192},  {4096, 8192},  {8192, 8192}};
  for (const auto& size : products)
    all.push_back([length = size.first, bits = size.second] {
      const MulShape shape{length, length, bits, bits};
      return Problem{"products", fmt::format("Z {}/{}", length, bits),
                     [=](const PlanBudget& budget) { return explain_mul(shape, budget); },
                     [a = random_integers(length, bits, 1),
                      b = random_integers(length, bits, 2)](const ExecutionContext& ctx) { mul(a, b, ctx); }};
    });
  for (const std::uint64_t p :
       {std::uint64_t{2147483647}, std::uint64_t{1108307720798209}, std::uint64_t{4611686018427387847}})
    for (unsigned log = 14; log <= 21; ++log)
      all.push_back([p, length = std::size_t{1} << log] {
        const PrimeField field(p);
        const auto bits = static_cast<std::size_t>(std::bit_width(p - 1));
        const MulShape shape{length, length, bits, bits, false, p};
        return Problem{"words", fmt::format("Z/p {}/{}", length, bits),
                       [=](const PlanBudget& budget) { return explain_mul_zp(shape, budget); },
                       [field, a = random_residues(length, p, 3),
                        b = random_residues(length, p, 4)](const ExecutionContext& ctx) { mul(field, a, b, ctx); }};
      });
  const Sizes shifts = {{1024, 64},   {2048, 64},   {4096, 64},  {8192, 64},   {16384, 64},  {768, 1024}, {1024, 1024},
                        {2048, 1024}, {4096, 1024}, {512, 4096}, {1024, 4096}, {2048, 4096}, {4096, 4096}};
  for (const auto& size : shifts)
    all.push_back([length = size.first, bits = size.second] {
      return Problem{"shifts", fmt::format("f(x + 1) {}/{}", length, bits),
                     [=](const PlanBudget& budget) {
                       return explain_shift({length, bits}, budget);
                     },
                     [f = random_integers(length, bits, 1)](const ExecutionContext& ctx) { taylor_shift(f, 1, ctx); }};
    });
  return all;
}

/// What one table predicts.
struct Predictions {
  double processor = 0;  ///< as the plans of the processor say
  double factor = 1;     ///< what that is multiplied by
  double device = 0;
  std::string parts;
  bool chooses_device = false;
};

Predictions predictions(const Problem& problem, const ExecutionContext& ctx) {
  const PlanBudget budget(ctx);
  DeviceView view = device_view(ctx);
  Predictions p;
  p.processor = problem.plan(budget).predicted_seconds;
  p.factor = problem.operation == std::string("products") ? view.processor.products
             : problem.operation == std::string("words")  ? view.processor.word_products
                                                          : view.processor.shifts;
  p.chooses_device = problem.plan(budget.with_device(view)).algorithm == "device";
  view.wanted = true;
  const PlanDescription device = problem.plan(budget.with_device(view));
  if (device.algorithm != "device") return p;
  p.device = device.predicted_seconds;
  for (const auto& [name, value] : device.parameters)
    if (name == "start" || name == "up" || name == "kernels" || name == "down") p.parts += " " + name + " " + value;
  return p;
}

/// How good the choices were.
class Score {
 public:
  void add(bool device, double processor_seconds, double device_seconds) {
    const double best = std::min(processor_seconds, device_seconds);
    const double chosen = device ? device_seconds : processor_seconds;
    ++cells_;
    right_ += chosen <= best ? 1 : 0;
    near_ += chosen <= 1.05 * best ? 1 : 0;
    worst_ = std::max(worst_, chosen / best - 1);
    log_loss_ += std::log(chosen / best);
  }
  std::string text() const {
    const auto percent = [&](int n) { return 100.0 * n / std::max(1, cells_); };
    return fmt::format("{} cells, right {:.0f} %, within 5 % {:.0f} %, lost {:.1f} % on average, {:.0f} % at most",
                       cells_, percent(right_), percent(near_), 100 * (std::exp(log_loss_ / std::max(1, cells_)) - 1),
                       100 * worst_);
  }

 private:
  int cells_ = 0;
  int right_ = 0;
  int near_ = 0;
  double worst_ = 0;
  double log_loss_ = 0;
};

std::vector<ExecutionContext> contexts(const Options& options) {
  std::vector<ExecutionContext> all{ExecutionContext().with_tuning(Tuning())};
  if (options.tuning.empty()) return all;
  std::ifstream file(options.tuning);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  all.push_back(ExecutionContext().with_tuning(Tuning::parse(text)));
  return all;
}

}  // namespace

void bench_router(const Options& options) {
  const std::vector<ExecutionContext> tables = contexts(options);
  std::vector<std::vector<Score>> scores(tables.size());
  std::vector<int> threads;
  for (const int n : {1, 4, 16})
    if (n <= options.threads) threads.push_back(n);
  for (auto& table : scores) table.resize(threads.size());
  fmt::print("operation\tshape\tthreads\tprocessor_s\tdevice_s\tfaster");
  for (std::size_t t = 0; t < tables.size(); ++t) fmt::print("\tchosen\tplan_s\tfactor\tdevice_plan_s\tparts");
  fmt::print("\n");
  for (const auto& make : problems()) {
    const Problem problem = make();
    for (std::size_t i = 0; i < threads.size(); ++i) {
      const ExecutionContext base = tables[0].with_threads(threads[i]);
      const ExecutionContext off = base.with_device_policy(DevicePolicy::off);
      const ExecutionContext on = base.with_device_policy(DevicePolicy::on);
      constexpr double budget = 0.08;
      const auto [processor, device] = medians_by_turns(
          3, budget, [&] { problem.run(off); }, [&] { problem.run(on); });
      fmt::print("{}\t{}\t{}\t{:.3e}\t{:.3e}\t{}", problem.operation, problem.name, threads[i], processor, device,
                 device < processor ? "device" : "processor");
      for (std::size_t t = 0; t < tables.size(); ++t) {
        const Predictions p = predictions(problem, tables[t].with_threads(threads[i]));
        scores[t][i].add(p.chooses_device, processor, device);
        fmt::print("\t{}\t{:.3e}\t{:.2f}\t{:.3e}\t{}", p.chooses_device ? "device" : "processor", p.processor, p.factor,
                   p.device, p.parts);
      }
      fmt::print("\n");
      std::fflush(stdout);
    }
  }
  for (std::size_t t = 0; t < tables.size(); ++t)
    for (std::size_t i = 0; i < threads.size(); ++i)
      fmt::print("{}, {} threads: {}\n", t == 0 ? "built-in figures" : options.tuning, threads[i], scores[t][i].text());
  print_statistics();
}

}  // namespace polyfork_bench
