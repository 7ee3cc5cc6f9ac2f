// Rates of the device and of the way to it; transforms and conversions of data that lies on the device.
#include <fmt/format.h>
#include <polyfork/core/context.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "fft/word_convolution.hpp"
#include "gpu/bench_gpu.hpp"
#include "gpu/integers/f31_primes.hpp"
#include "gpu/integers/integer_basis.hpp"
#include "gpu/on_device.hpp"
#include "gpu/timing.hpp"
#include "gpu/transforms/device_factors.hpp"
#include "gpu/transforms/device_ntt.hpp"
#include "gpu/transforms/with_field.hpp"

namespace polyfork_bench {

using namespace polyfork;
using namespace polyfork::detail;

namespace {

constexpr int repetitions = 9;  // of what takes long

}  // namespace

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
    const double pageable_up = queued_seconds(
        job, up_queue, [&] { job.backend().copy_up(up_queue, x.get(), host.data(), bytes); }, repetitions);
    const double pageable_down = queued_seconds(
        job, down_queue, [&] { job.backend().copy_down(down_queue, host.data(), x.get(), bytes); }, repetitions);
    fmt::print("pageable    {:>9} bytes {:8.1f} GB/s up, {:.1f} down, by the driver\n", bytes,
               1e-9 * static_cast<double>(bytes) / pageable_up, 1e-9 * static_cast<double>(bytes) / pageable_down);
    for (const std::size_t size : {std::size_t{16} << 20, bytes}) {
      const double up = median_seconds([&] { job.up(x.get(), host.data(), size), wait(job, up_queue); });
      const double down = median_seconds([&] { job.down(host.data(), x.get(), size); });
      fmt::print("staged      {:>9} bytes {:8.1f} GB/s up, {:.1f} down\n", size, 1e-9 * static_cast<double>(size) / up,
                 1e-9 * static_cast<double>(size) / down);
    }
    constexpr unsigned blocks = 4096;
    constexpr unsigned rounds = 256;
    const DeviceArray<double> sums(job.pool(), std::size_t{blocks} * rate_threads);
    const auto multiply_add = [&](unsigned grid, unsigned times) {
      launch(job.backend(), work_queue, Kernel::repeat_fma, grid, 1, FmaRate{sums.get(), times, 0.5});
    };
    const double chains = queued_seconds(job, work_queue, [&] { multiply_add(blocks, rounds); });
    fmt::print("multiply-adds             {:8.2f} 10^12/s in double precision\n",
               1e-12 * blocks * rate_threads * rate_chains * rounds / chains);
    const double empty = queued_seconds(job, work_queue, [&] { multiply_add(1, 0); });
    fmt::print("launch                    {:8.2f} us\n", 1e6 * empty);
  });
}

namespace {

std::uint64_t word_of_value(const WordModulus& m, double x) {
  const auto p = static_cast<std::int64_t>(m.value());
  const auto r = static_cast<std::int64_t>(x) % p;
  return static_cast<std::uint64_t>(r < 0 ? r + p : r);
}
std::uint64_t word_of_value(const WordModulus& m, std::uint32_t x) {
  return m.mul(m.reduce(x), m.inverse(m.reduce(std::uint64_t{1} << 32)));
}

/// The polynomial at a point, from values as devices hold them.
template <class Value>
std::uint64_t value_at(const WordModulus& m, const std::vector<Value>& coefficients, std::uint64_t point) {
  std::uint64_t sum = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) sum = m.add(m.mul(sum, point), word_of_value(m, coefficients[i]));
  return sum;
}

template <class Field>
constexpr const char* below = "2^50";
template <>
constexpr const char* below<F31> = "2^31";

/// A prime that has transforms of length 2^log; none where the field has none.
template <class Field>
std::vector<std::uint64_t> primes_for(unsigned log, std::size_t count) {
  if (field_of<Field> == ResidueField::f50) return ntt_primes(std::uint64_t{1} << 50, 32, count);
  const auto primes = f31_primes(log);
  return {primes.begin(), primes.begin() + static_cast<std::ptrdiff_t>(std::min(count, primes.size()))};
}

/// Whether the device's product of two random polynomials of n / 2 coefficients is right at a random point. x, y, z: of
/// n values each.
template <class Field>
bool product_is_right(DeviceJob& job, const DeviceNttOf<Field>& ntt, std::uint64_t p, std::size_t n,
                      const DeviceArray<typename Field::Value>& x, const DeviceArray<typename Field::Value>& y,
                      const DeviceArray<typename Field::Value>& z) {
  using Value = typename Field::Value;
  const WordModulus m(p);
  std::mt19937_64 random(n);
  const auto operand = [&] {
    std::vector<Value> v(n / 2);
    for (Value& value : v) value = device_value<Field>(m, random() % p);
    return v;
  };
  const std::vector<Value> a = operand();
  const std::vector<Value> b = operand();
  std::vector<Value> c(n);
  job.up(x.get(), a.data(), a.size() * sizeof(Value));
  job.up(y.get(), b.data(), b.size() * sizeof(Value));
  job.kernels_after_copies();
  ntt.multiply({x.get(), n, n / 2}, {y.get(), n, n / 2}, {z.get(), n, n}, {y.get(), n, n}, {z.get(), n, n}, 1);
  job.copies_after_kernels();
  job.down(c.data(), z.get(), n * sizeof(Value));
  const std::uint64_t point = random() % p;
  return m.mul(value_at(m, a, point), value_at(m, b, point)) == value_at(m, c, point);
}

template <class Field>
void time_transforms(DeviceJob& job, unsigned log, unsigned batch) {
  using Value = typename Field::Value;
  const std::size_t n = std::size_t{1} << log;
  const auto primes = primes_for<Field>(log, 1);
  if (primes.empty()) return;
  const DeviceArray<char> memory(job.pool(), DevicePrimesOf<Field>::bytes(1, log));
  const DevicePrimesOf<Field> tables(job.backend(), memory.get(), primes, log);
  const DeviceNttOf<Field> ntt(job.backend(), tables, TransformPlan::for_words(n));
  const DeviceArray<Value> x(job.pool(), batch * n);
  const DeviceArray<Value> y(job.pool(), batch * n);
  const DeviceArray<Value> z(job.pool(), batch * n);
  job.backend().clear(work_queue, x.get(), batch * n * sizeof(Value));
  job.backend().clear(work_queue, y.get(), batch * n * sizeof(Value));
  const double forward = queued_seconds(job, work_queue, [&] { ntt.forward({x.get(), n, n}, {z.get(), n, n}, batch); });
  const double inverse = queued_seconds(job, work_queue, [&] { ntt.inverse({z.get(), n, n}, {z.get(), n, n}, batch); });
  const double product = queued_seconds(job, work_queue, [&] {
    ntt.multiply({x.get(), n, n / 2}, {y.get(), n, n / 2}, {z.get(), n, n}, {y.get(), n, n}, {z.get(), n, n}, batch);
  });
  fmt::print("{:>6} {:>6} {:>6} {:>12.1f} {:>12.1f} {:>12.1f} {:>14.3f} {:>6}\n", below<Field>, log, batch,
             1e6 * forward, 1e6 * inverse, 1e6 * product, 1e12 * forward / (batch * static_cast<double>(n) * log),
             product_is_right<Field>(job, ntt, primes.front(), n, x, y, z) ? "right" : "WRONG");
}

struct ConversionShape {
  std::size_t rows, limbs, bits;  ///< bits: of the primes' product
};

template <class Field>
void time_conversions(DeviceJob& job, const ConversionShape& s) {
  constexpr unsigned log = 16;
  const auto list = primes_for<Field>(log, s.bits / (Field::prime_bits - 1));
  const std::size_t primes = list.size();
  IntegerBasisOf<Field> basis(list, s.limbs);
  const DeviceArray<char> memory(job.pool(), basis.device_bytes());
  basis.upload(job.backend(), memory.get());
  std::mt19937_64 random(5);
  std::vector<std::uint64_t> values(s.rows * s.limbs);
  for (std::uint64_t& limb : values) limb = random();
  std::vector<std::int32_t> signed_sizes(s.rows);
  for (std::int32_t& size : signed_sizes) size = static_cast<std::int32_t>(s.limbs) * ((random() & 1) != 0 ? -1 : 1);
  const DeviceArray<std::uint64_t> limbs(job.pool(), values.size());
  const DeviceArray<std::int32_t> sizes(job.pool(), s.rows);
  const DeviceArray<typename Field::Value> residues(job.pool(), primes * s.rows);
  const DeviceArray<std::uint64_t> back(job.pool(), s.rows * basis.limbs());
  const DeviceArray<std::int32_t> back_sizes(job.pool(), s.rows);
  job.up(limbs.get(), values.data(), values.size() * sizeof(std::uint64_t));
  job.up(sizes.get(), signed_sizes.data(), signed_sizes.size() * sizeof(std::int32_t));
  job.kernels_after_copies();
  const DeviceResultOf<Field> where{residues.get(), s.rows, s.rows};
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
  // There and back again.
  std::vector<std::uint64_t> results(s.rows * basis.limbs());
  job.copies_after_kernels();
  job.down(results.data(), back.get(), results.size() * sizeof(std::uint64_t));
  bool right = true;
  for (std::size_t i = 0; i < s.rows; ++i)
    right = right && std::equal(values.begin() + static_cast<std::ptrdiff_t>(i * s.limbs),
                                values.begin() + static_cast<std::ptrdiff_t>((i + 1) * s.limbs),
                                results.begin() + static_cast<std::ptrdiff_t>(i * basis.limbs()));
  const auto pairs = static_cast<double>(s.rows * primes);
  fmt::print("{:>6} {:>8} {:>6} {:>6} {:>12.1f} {:>12.1f} {:>24.3f} {:>8.3f} {:>6}\n", below<Field>, s.rows, s.limbs,
             primes, 1e6 * to, 1e6 * (both - to), 1e12 * to / (pairs * static_cast<double>(s.limbs)),
             1e12 * (both - to) / (pairs * static_cast<double>(basis.limbs())), right ? "right" : "WRONG");
}

}  // namespace

void bench_transforms() {
  fmt::print("{:>6} {:>6} {:>6} {:>12} {:>12} {:>12} {:>14}\n", "below", "log", "batch", "forward us", "inverse us",
             "product us", "ps/word/level");
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
      time_transforms<F50>(job, log, batch);
      time_transforms<F31>(job, log, batch);
    }
  });
}

void bench_conversions() {
  fmt::print("{:>6} {:>8} {:>6} {:>6} {:>12} {:>12} {:>24} {:>8}\n", "below", "rows", "limbs", "primes", "to us",
             "from us", "ps/limb/prime to", "from");
  on_device([](DeviceJob& job) {
    for (const ConversionShape s : {ConversionShape{1 << 20, 1, 150},
                                    {1 << 18, 3, 450},
                                    {65536, 16, 2100},
                                    {8192, 128, 16550},
                                    {65536, 128, 16550}}) {
      time_conversions<F50>(job, s);
      if (s.bits < 15000) time_conversions<F31>(job, s);
    }
  });
}

}  // namespace polyfork_bench
