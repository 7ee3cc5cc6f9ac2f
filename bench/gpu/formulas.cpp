// The figures of two papers on today's device: transforms by the Cooley-Tukey and the Stockham formula, kernel by
// kernel, beside the tuned transform; two ways of multiplying residues; plain products beside those by transforms.
//
// M. Moreno Maza, W. Pan, Fast polynomial multiplication on a GPU, J. Phys.: Conf. Ser. 256 (2010): figures 1 to 7.
// S. A. Haque, M. Moreno Maza, N. Xie, A many-core machine model for designing algorithms with minimum parallelism
// overheads (2014): table 1. S. A. Haque, Hardware acceleration technologies in computer algebra (2016).
#include <fmt/format.h>
#include <polyfork/core/context.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "fft/word_convolution.hpp"
#include "gpu/bench_gpu.hpp"
#include "gpu/formulas/blocks.hpp"
#include "gpu/formulas/formula_transform.hpp"
#include "gpu/formulas/plain_product.hpp"
#include "gpu/on_device.hpp"
#include "gpu/timing.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork_bench {

namespace {

using namespace polyfork;
using namespace polyfork::detail;

constexpr std::uint32_t prime = 469762049;  // 7 2^26 + 1
constexpr std::uint32_t generator = 3;

std::uint32_t root_of_order(unsigned log_length) {
  return static_cast<std::uint32_t>(WordModulus(prime).pow(generator, (prime - 1) >> log_length));
}

std::vector<std::uint32_t> random_words(std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<std::uint32_t> words(n);
  for (auto& word : words) word = static_cast<std::uint32_t>(random() % prime);
  return words;
}

/// Two arrays of a transform's length, the first one filled.
struct Buffers {
  Buffers(DeviceJob& job, unsigned log_length)
      : words(random_words(std::size_t{1} << log_length)),
        data(job.pool(), words.size()),
        other(job.pool(), words.size()) {
    refill(job);
  }
  void refill(DeviceJob& job) const {
    job.up(data.get(), words.data(), words.size() * sizeof(std::uint32_t));
    job.kernels_after_copies();
  }

  std::vector<std::uint32_t> words;
  DeviceArray<std::uint32_t> data;
  DeviceArray<std::uint32_t> other;
};

/// Value number 1 of the transform, by Horner's scheme: enough to prove that the device has worked.
std::uint32_t second_value(const std::vector<std::uint32_t>& x, std::uint32_t root) {
  std::uint64_t sum = 0;
  for (std::size_t j = x.size(); j-- > 0;) sum = (sum * root + x[j]) % prime;
  return static_cast<std::uint32_t>(sum);
}

std::string label(const FormulaChoice& choice) {
  std::string text =
      choice.formula == Formula::stockham ? "Stockham" : "C.-T. " + std::string(root_powers_name(choice.powers));
  return text + (choice.multiplication == WordMultiplication::montgomery ? ", M." : ", q.");
}

std::vector<FormulaChoice> choices() {
  constexpr auto quotient = WordMultiplication::double_quotient;
  constexpr auto montgomery = WordMultiplication::montgomery;
  return {
      {Formula::cooley_tukey, quotient, RootPowers::jumped},  {Formula::cooley_tukey, montgomery, RootPowers::jumped},
      {Formula::cooley_tukey, quotient, RootPowers::strided}, {Formula::cooley_tukey, quotient, RootPowers::computed},
      {Formula::stockham, quotient, RootPowers::jumped},      {Formula::stockham, montgomery, RootPowers::jumped}};
}

/// Seconds of the device's transform modulo one prime below 2^50, out of the tables that it keeps.
double tuned_seconds(DeviceJob& job, unsigned log_length) {
  const auto primes = ntt_primes(std::uint64_t{1} << 50, 32, 1);
  const TransformPlan plan = TransformPlan::for_words(std::size_t{1} << log_length);
  const DeviceArray<char> memory(job.pool(), DevicePrimes::bytes(1, plan.log_length()));
  const DevicePrimes tables(job.backend(), memory.get(), primes, plan.log_length());
  const DeviceNtt ntt(job.backend(), tables, plan);
  const DeviceArray<double> data(job.pool(), plan.words());
  job.backend().clear(work_queue, data.get(), plan.words() * sizeof(double));
  return queued_seconds(job, work_queue, [&] {
    ntt.forward({data.get(), plan.words(), plan.words()}, {data.get(), plan.words(), plan.words()}, 1);
  });
}

void transforms(DeviceJob& job) {
  fmt::print("\nforward transforms modulo {}, resident, microseconds (tables of roots kept)\n{:<6}", prime, "log n");
  for (const FormulaChoice& choice : choices()) fmt::print("{:>20}", label(choice));
  fmt::print("{:>12}{:>12}\n", "+ transfer", "tuned, 2^50");
  for (unsigned log_length = 12; log_length <= 26; ++log_length) {
    fmt::print("{:<6}", log_length);
    const Buffers buffers(job, log_length);
    const std::uint32_t root = root_of_order(log_length);
    double stockham = 0;
    for (const FormulaChoice& choice : choices()) {
      FormulaTransform transform(job, prime, root, log_length, choice);
      buffers.refill(job);
      const std::uint32_t* const values = transform.forward(buffers.data.get(), buffers.other.get());
      std::uint32_t value = 0;
      job.copies_after_kernels();
      job.down(&value, values + 1, sizeof(value));
      const bool right = value == second_value(buffers.words, root);
      const double seconds = queued_seconds(
          job, work_queue, [&] { transform.forward(buffers.data.get(), buffers.other.get()); }, 18);
      if (choice.formula == Formula::stockham && choice.multiplication == WordMultiplication::double_quotient)
        stockham = seconds;
      fmt::print("{:>20}", right ? fmt::format("{:.1f}", 1e6 * seconds) : "WRONG");
    }
    std::vector<std::uint32_t> result(buffers.words.size());
    const double transfer = median_seconds([&] {
      buffers.refill(job);
      job.copies_after_kernels();
      job.down(result.data(), buffers.data.get(), result.size() * sizeof(std::uint32_t));
    });
    fmt::print("{:>12.1f}{:>12.1f}\n", 1e6 * (stockham + transfer), 1e6 * tuned_seconds(job, log_length));
  }
}

/// Time by kernel of one transform with its tables, each kernel waited for.
void kernels(DeviceJob& job) {
  constexpr unsigned log_length = 24;
  fmt::print("\nkernels of transforms of 2^{}: calls, microseconds together\n", log_length);
  const Buffers buffers(job, log_length);
  for (const FormulaChoice& choice : choices()) {
    FormulaTransform transform(job, prime, root_of_order(log_length), log_length, choice);
    std::map<Kernel, std::pair<int, double>> times;
    wait(job, work_queue);
    auto last = std::chrono::steady_clock::now();
    const FormulaTransform::Observer observe = [&](Kernel kernel) {
      wait(job, work_queue);
      const auto now = std::chrono::steady_clock::now();
      auto& [calls, seconds] = times[kernel];
      ++calls;
      seconds += std::chrono::duration<double>(now - last).count();
      last = now;
    };
    transform.make_roots(observe);
    last = std::chrono::steady_clock::now();
    transform.forward(buffers.data.get(), buffers.other.get(), observe);
    fmt::print("{:<20}", label(choice));
    for (const auto& [kernel, time] : times)
      fmt::print("  {} {} x, {:.0f}", kernel_infos[static_cast<std::size_t>(kernel)].name, time.first,
                 1e6 * time.second);
    fmt::print("\n");
  }
}

void multiplications(DeviceJob& job) {
  fmt::print("\none factor times n residues, microseconds\n{:<6}{:>16}{:>16}{:>18}{:>18}\n", "log n", "device, quot.",
             "device, Mont.", "1 thread, quot.", "1 thread, Mont.");
  const WordField f = WordField::of(prime);
  for (unsigned log_length = 12; log_length <= 26; log_length += 2) {
    Buffers buffers(job, log_length);
    const std::size_t n = buffers.words.size();
    fmt::print("{:<6}", log_length);
    for (const Kernel kernel : {Kernel::multiply_words_quotient, Kernel::multiply_words_montgomery}) {
      const WordProducts p{f, buffers.data.get(), nullptr, 12345, buffers.data.get(), n};
      fmt::print("{:>16.1f}", 1e6 * queued_seconds(job, work_queue, [&] {
                                launch(job.backend(), work_queue, kernel, formula_blocks(n), 1, p);
                              }));
    }
    const double quotient = median_seconds([&] {
      for (auto& word : buffers.words) word = DoubleQuotient::multiply(f, word, 12345);
    });
    const double montgomery = median_seconds([&] {
      for (auto& word : buffers.words) word = MontgomeryReduction::multiply(f, word, 12345);
    });
    fmt::print("{:>18.1f}{:>18.1f}\n", 1e6 * quotient, 1e6 * montgomery);
  }
}

void plain_products(DeviceJob& job) {
  fmt::print("\nplain products, microseconds, and by Stockham's transforms (double quotient), resident\n{:<14}",
             "n x m");
  for (const unsigned s : {2, 4, 8, 16}) fmt::print("{:>12}", fmt::format("s = {}", s));
  fmt::print("{:>14}\n", "transforms");
  const std::pair<std::size_t, std::size_t> shapes[] = {
      {256, 256},   {512, 512},   {1024, 1024}, {2048, 2048}, {4096, 4096}, {8192, 8192}, {16384, 16384}, {4000, 4000},
      {5000, 1000}, {5000, 5000}, {6000, 1000}, {6000, 6000}, {7000, 1000}, {7000, 7000}, {8000, 1000},   {8000, 8000}};
  for (const auto& [n, m] : shapes) {
    fmt::print("{:<14}", fmt::format("{} x {}", n, m));
    unsigned log_length = base_log;
    while ((std::size_t{1} << log_length) < n + m - 1) ++log_length;
    const Buffers a(job, log_length);
    const Buffers b(job, log_length);
    for (const unsigned s : {2U, 4U, 8U, 16U}) {
      const PlainDeviceProduct product(job, prime, n, m, s);
      fmt::print("{:>12.1f}",
                 1e6 * queued_seconds(job, work_queue, [&] { product.multiply(a.data.get(), b.data.get()); }));
    }
    const FormulaProduct product(job, prime, root_of_order(log_length), log_length, FormulaChoice());
    fmt::print("{:>14.1f}\n", 1e6 * queued_seconds(job, work_queue, [&] {
                                product.multiply(a.data.get(), b.data.get(), a.other.get());
                              }));
  }
}

}  // namespace

void bench_formulas() {
  on_device([](DeviceJob& job) {
    transforms(job);
    kernels(job);
    multiplications(job);
    plain_products(job);
  });
}

}  // namespace polyfork_bench
