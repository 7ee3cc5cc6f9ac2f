// Rates of the device and of the way to it; transforms and conversions of data that lies on the device.
#include <fmt/format.h>
#include <polyfork/core/context.hpp>
#include <polyfork/ring/primes.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "fft/word_convolution.hpp"
#include "gpu/bench_gpu.hpp"
#include "gpu/integers/integer_basis.hpp"
#include "gpu/on_device.hpp"
#include "gpu/timing.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork_bench {

using namespace polyfork;
using namespace polyfork::detail;

void bench_ceilings() {
  on_device([](DeviceJob& job) {
    constexpr std::size_t bytes = std::size_t{256} << 20;
    const DeviceArray<char> x(job.pool(), bytes);
    const DeviceArray<char> y(job.pool(), bytes);
    const double copy =
        queued_seconds(job, work_queue, [&] { job.backend().copy_on_device(work_queue, y.get(), x.get(), bytes); });
    fmt::print("copy on the device        {:8.0f} GB/s, read and written\n", 2e-9 * bytes / copy);
    void* const pinned = job.backend().allocate_pinned(bytes);
    std::memset(pinned, 1, bytes);
    for (const std::size_t size : {std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{16} << 20, bytes}) {
      const double up = queued_seconds(job, up_queue, [&] { job.backend().copy_up(up_queue, x.get(), pinned, size); });
      const double down =
          queued_seconds(job, down_queue, [&] { job.backend().copy_down(down_queue, pinned, x.get(), size); });
      fmt::print("page-locked {:>9} bytes {:8.1f} GB/s up, {:.1f} down\n", size, 1e-9 * static_cast<double>(size) / up,
                 1e-9 * static_cast<double>(size) / down);
    }
    job.backend().release_pinned(pinned);
    std::vector<char> host(bytes, 1);
    for (const std::size_t size : {std::size_t{16} << 20, bytes}) {
      const double up = median_seconds([&] { job.up(x.get(), host.data(), size), wait(job, up_queue); });
      const double down = median_seconds([&] { job.down(host.data(), x.get(), size); });
      fmt::print("staged      {:>9} bytes {:8.1f} GB/s up, {:.1f} down\n", size, 1e-9 * static_cast<double>(size) / up,
                 1e-9 * static_cast<double>(size) / down);
    }
    const double launch = queued_seconds(job, work_queue, [&] { job.backend().clear(work_queue, x.get(), 4); });
    fmt::print("launch                    {:8.2f} us\n", 1e6 * launch);
  });
}

void bench_transforms() {
  fmt::print("{:>6} {:>6} {:>12} {:>12} {:>12} {:>14}\n", "log", "batch", "forward us", "inverse us", "product us",
             "ps/word/level");
  on_device([](DeviceJob& job) {
    for (const auto& [log, batch] : {std::pair<unsigned, unsigned>{16, 1},
                                     {16, 16},
                                     {18, 1},
                                     {20, 1},
                                     {20, 16},
                                     {22, 1},
                                     {22, 4},
                                     {24, 1},
                                     {26, 1}}) {
      const std::size_t n = std::size_t{1} << log;
      const TransformPlan plan = TransformPlan::for_words(n);
      const std::vector<std::uint64_t> primes(1, transform_primes[0]);
      const DeviceArray<char> memory(job.pool(), DevicePrimes::bytes(1, log));
      const DevicePrimes tables(job.backend(), memory.get(), primes, log);
      const DeviceNtt ntt(job.backend(), tables, plan);
      const DeviceArray<double> x(job.pool(), batch * n);
      const DeviceArray<double> y(job.pool(), batch * n);
      const DeviceArray<double> z(job.pool(), batch * n);
      job.backend().clear(work_queue, x.get(), batch * n * sizeof(double));
      job.backend().clear(work_queue, y.get(), batch * n * sizeof(double));
      const double forward = queued_seconds(job, work_queue, [&] {
        ntt.forward({x.get(), n, n}, {z.get(), n, n}, batch);
      });
      const double inverse = queued_seconds(job, work_queue, [&] {
        ntt.inverse({z.get(), n, n}, {z.get(), n, n}, batch);
      });
      const double product = queued_seconds(job, work_queue, [&] {
        ntt.multiply({x.get(), n, n / 2}, {y.get(), n, n / 2}, {z.get(), n, n}, {y.get(), n, n}, {z.get(), n, n},
                     batch);
      });
      fmt::print("{:>6} {:>6} {:>12.1f} {:>12.1f} {:>12.1f} {:>14.3f}\n", log, batch, 1e6 * forward, 1e6 * inverse,
                 1e6 * product, 1e12 * forward / (batch * static_cast<double>(n) * log));
    }
  });
}

void bench_conversions() {
  fmt::print("{:>8} {:>6} {:>6} {:>12} {:>12} {:>24} {:>8}\n", "rows", "limbs", "primes", "to us", "from us",
             "ps/limb/prime to", "from");
  struct Shape {
    std::size_t rows, limbs, primes;
  };
  on_device([](DeviceJob& job) {
    for (const Shape s :
         {Shape{1 << 20, 1, 3}, {1 << 18, 3, 9}, {65536, 16, 42}, {8192, 128, 331}, {65536, 128, 331}}) {
      IntegerBasis basis(ntt_primes(std::uint64_t{1} << 50, 32, s.primes), s.limbs);
      const DeviceArray<char> memory(job.pool(), basis.device_bytes());
      basis.upload(job.backend(), memory.get());
      std::mt19937_64 random(5);
      std::vector<std::uint64_t> values(s.rows * s.limbs);
      for (std::uint64_t& limb : values) limb = random();
      std::vector<std::int32_t> signed_sizes(s.rows);
      for (std::int32_t& size : signed_sizes)
        size = static_cast<std::int32_t>(s.limbs) * ((random() & 1) != 0 ? -1 : 1);
      const DeviceArray<std::uint64_t> limbs(job.pool(), values.size());
      const DeviceArray<std::int32_t> sizes(job.pool(), s.rows);
      const DeviceArray<double> residues(job.pool(), s.primes * s.rows);
      const DeviceArray<std::uint64_t> back(job.pool(), s.rows * basis.limbs());
      const DeviceArray<std::int32_t> back_sizes(job.pool(), s.rows);
      job.up(limbs.get(), values.data(), values.size() * sizeof(std::uint64_t));
      job.up(sizes.get(), signed_sizes.data(), signed_sizes.size() * sizeof(std::int32_t));
      job.kernels_after_copies();
      const DeviceResult where{residues.get(), s.rows, s.rows};
      constexpr int repetitions = 9;
      const auto to_residues = [&] {
        basis.to_residues(job.backend(), {limbs.get(), nullptr, s.limbs, sizes.get(), s.rows}, where);
      };
      const double to = queued_seconds(job, work_queue, to_residues, repetitions);
      const double both = queued_seconds(
          job, work_queue,
          [&] {
            to_residues();  // the way back uses the residues up
            basis.from_residues(job.backend(), where, back.get(), back_sizes.get());
          },
          repetitions);
      const auto pairs = static_cast<double>(s.rows * s.primes);
      fmt::print("{:>8} {:>6} {:>6} {:>12.1f} {:>12.1f} {:>24.3f} {:>8.3f}\n", s.rows, s.limbs, s.primes, 1e6 * to,
                 1e6 * (both - to), 1e12 * to / (pairs * static_cast<double>(s.limbs)),
                 1e12 * (both - to) / (pairs * static_cast<double>(basis.limbs())));
    }
  });
}

}  // namespace polyfork_bench
