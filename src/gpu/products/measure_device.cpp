// What a device takes for copies, launches, fused multiply-adds, transforms, conversions and whole jobs.
#include <polyfork/gpu/measure_device.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/ring/primes.hpp>

#include "fft/word_convolution.hpp"
#include "gpu/device/registry.hpp"
#include "gpu/device/resident_job.hpp"
#include "gpu/integers/f31_primes.hpp"
#include "gpu/integers/integer_basis.hpp"
#include "gpu/products/product_costs.hpp"
#include "gpu/products/word_product.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double longest_wait = 60;  // seconds

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// The median time of run(), for about so many seconds after a first one that makes tables.
template <class Run>
double median_seconds(double seconds, const ExecutionContext& ctx, const Run& run) {
  run();
  std::vector<double> times;
  for (double all = 0; times.size() < 3 || (all < seconds && times.size() < 1000); all += times.back()) {
    ctx.poll();
    const Clock::time_point begin = Clock::now();
    run();
    times.push_back(since(begin));
  }
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

/// The measurements of one job, on the device's memory.
class Rates {
 public:
  Rates(DeviceJob& job, double seconds, const ExecutionContext& ctx) : job_(job), seconds_(seconds), ctx_(ctx) {}

  DeviceTuning measure() {
    DeviceTuning t;
    const DeviceArray<char> device(job_.pool(), bytes);
    const DeviceArray<char> other(job_.pool(), bytes);
    DeviceBackend& backend = job_.backend();
    const double launch = queued(work_queue, [&] { backend.clear(work_queue, device.get(), sizeof(double)); });
    t.launch_nanoseconds = std::llround(1e9 * launch);
    t.copy_megabytes_per_second = megabytes_per_second(
        2 * queued_rate(work_queue, [&] { backend.copy_on_device(work_queue, other.get(), device.get(), bytes); }));
    copies_of_pinned_memory(device.get(), t);
    t.staged_megabytes_per_core = megabytes_per_second(rate_of_a_core(device.get()));
    t.mega_fma_per_second = std::llround(1e-6 * fma_rate());
    t.level_attoseconds = attoseconds(level_seconds<F50>(transform_primes));
    t.conversion_attoseconds = attoseconds(conversion_seconds<F50>(ntt_primes(std::uint64_t{1} << 50, 32, primes)));
    t.level_f31_attoseconds = attoseconds(level_seconds<F31>(f31_primes(log_words)));
    t.conversion_f31_attoseconds = attoseconds(conversion_seconds<F31>(f31_primes(log_words).first(primes)));
    return t;
  }

 private:
  static constexpr std::size_t bytes = std::size_t{32} << 20;
  static constexpr unsigned log_words = 18;  // of transforms
  static constexpr std::size_t primes = 24;  // of conversions

  static std::int64_t attoseconds(double seconds) { return std::llround(1e18 * seconds); }
  static std::int64_t megabytes_per_second(double rate) { return std::llround(1e-6 * rate); }

  void wait(DeviceQueue queue) {
    const QueueMark mark(job_.backend(), queue);
    wait_for_event(job_.backend(), mark.event(), longest_wait);
  }
  /// Seconds of one of several that the queue does without a pause.
  template <class Once>
  double queued(DeviceQueue queue, const Once& once) {
    constexpr int few = 4;
    constexpr int many = 20;
    const auto run = [&](int n) {
      return median_seconds(seconds_ / 4, ctx_, [&] {
        for (int i = 0; i < n; ++i) once();
        wait(queue);
      });
    };
    const double first = run(few);
    return std::max(1e-9, (run(many) - first) / (many - few));
  }
  template <class Once>
  double queued_rate(DeviceQueue queue, const Once& once) {
    return static_cast<double>(bytes) / queued(queue, once);
  }

  void copies_of_pinned_memory(char* device, DeviceTuning& t) {
    DeviceBackend& backend = job_.backend();
    struct Pinned {
      explicit Pinned(DeviceBackend& of) : backend(of), memory(of.allocate_pinned(bytes)) {}
      Pinned(const Pinned&) = delete;
      Pinned& operator=(const Pinned&) = delete;
      ~Pinned() { backend.release_pinned(memory); }
      DeviceBackend& backend;
      void* memory;
    } const pinned(backend);
    std::memset(pinned.memory, 1, bytes);
    t.up_megabytes_per_second =
        megabytes_per_second(queued_rate(up_queue, [&] { backend.copy_up(up_queue, device, pinned.memory, bytes); }));
    t.down_megabytes_per_second = megabytes_per_second(
        queued_rate(down_queue, [&] { backend.copy_down(down_queue, pinned.memory, device, bytes); }));
    wait(up_queue);
    wait(down_queue);
  }

  /// Bytes a second that one core copies to the device through page-locked chunks.
  double rate_of_a_core(char* device) {
    const std::vector<char> host(bytes, 1);
    const ExecutionContext one = ctx_.with_threads(1);
    struct OwnStaging : Staging {
      using Staging::Staging;
      ~OwnStaging() { release(); }
    } staging(job_.backend(), longest_wait);
    const double seconds = median_seconds(seconds_, ctx_, [&] {
      staging.up(std::array{UpwardCopy{device, host.data(), bytes}}, one);
      wait(up_queue);
    });
    return static_cast<double>(bytes) / seconds;
  }

  double fma_rate() {
    constexpr unsigned blocks = 4096;
    constexpr unsigned rounds = 256;
    const DeviceArray<double> out(job_.pool(), std::size_t{blocks} * rate_threads);
    const double seconds = queued(work_queue, [&] {
      launch(job_.backend(), work_queue, Kernel::repeat_fma, blocks, 1, FmaRate{out.get(), rounds, 0.5});
    });
    return static_cast<double>(blocks) * rate_threads * rate_chains * rounds / seconds;
  }

  /// Of products in a batch whose arrays do not fit the device's caches.
  template <class Field>
  double level_seconds(std::span<const std::uint64_t> list) {
    using Value = typename Field::Value;
    constexpr std::size_t words = std::size_t{1} << log_words;
    constexpr unsigned batch = 16;
    constexpr double transforms = 3.6;  // of a product, as plans count them
    const TransformPlan plan = TransformPlan::for_words(words);
    const auto tables = transform_tables<Field>(job_, "transform primes", list.first(1), plan.log_length());
    const DeviceNttOf<Field> ntt(job_.backend(), tables->primes, plan);
    const DeviceArray<Value> a(job_.pool(), batch * words);
    const DeviceArray<Value> b(job_.pool(), batch * words);
    job_.backend().clear(work_queue, a.get(), a.size() * sizeof(Value));
    job_.backend().clear(work_queue, b.get(), b.size() * sizeof(Value));
    const DeviceResultOf<Field> work_a{a.get(), words, words};
    const DeviceResultOf<Field> work_b{b.get(), words, words};
    const double seconds = queued(work_queue, [&] {
      ntt.multiply({a.get(), words, words / 2}, {b.get(), words, words / 2}, work_a, work_b, work_a, batch);
    });
    return seconds / (transforms * batch * static_cast<double>(words) * plan.log_length());
  }

  /// Of integers of some limbs, to residues and back.
  template <class Field>
  double conversion_seconds(std::span<const std::uint64_t> list) {
    constexpr std::size_t rows = std::size_t{1} << 15;
    constexpr std::size_t limbs = 16;
    const auto basis = basis_tables<Field>(job_, list, limbs);
    const DeviceArray<std::uint64_t> integers(job_.pool(), rows * basis->basis.limbs());
    const DeviceArray<std::int32_t> sizes(job_.pool(), rows);
    const DeviceArray<typename Field::Value> residues(job_.pool(), primes * rows);
    job_.backend().clear(work_queue, integers.get(), integers.size() * sizeof(std::uint64_t));
    const std::vector<std::int32_t> full(rows, limbs);
    job_.up(sizes.get(), full.data(), rows * sizeof(std::int32_t));
    job_.kernels_after_copies();
    const DeviceResultOf<Field> where{residues.get(), rows, rows};
    const DeviceIntegerRows operand{integers.get(), nullptr, limbs, sizes.get(), rows};
    const DeviceArray<std::int32_t> out_sizes(job_.pool(), rows);
    const DeviceArray<std::uint64_t> out(job_.pool(), rows * basis->basis.limbs());
    const double seconds = queued(work_queue, [&] {
      basis->basis.to_residues(job_.backend(), operand, where);
      basis->basis.from_residues(job_.backend(), where, out.get(), out_sizes.get());
    });
    return seconds / static_cast<double>(rows * primes * (limbs + basis->basis.limbs()));
  }

  DeviceJob& job_;
  double seconds_;
  const ExecutionContext& ctx_;
};

/// What a short product takes beside its copies, kernels and launches.
double job_overhead(Device& device, const DeviceView& view, double seconds, const ExecutionContext& ctx) {
  constexpr std::size_t length = std::size_t{1} << 14;
  const std::uint64_t modulus = transform_primes[0];
  const std::vector<std::uint64_t> a(length, 3);
  const std::vector<std::uint64_t> b(length, 5);
  std::vector<std::uint64_t> out(2 * length - 1);
  const DeviceProductPlan plan = plan_device_product_zp(length, length, false, modulus, true, view, ctx.threads());
  const double whole = median_seconds(seconds, ctx, [&] {
    require_resident(device, out.size(), ctx, "a product was not made by the device",
                     [&](ResidentJob on) { multiply_on_device_zp(on.job, plan, modulus, a, b, out); });
  });
  return std::max(1e-6, whole - (plan.seconds.all() - view.rates.job_seconds));
}

}  // namespace

DeviceTuning measure_device(double seconds, const ExecutionContext& ctx) {
  Device* const device = DeviceRegistry::instance().device_for(ctx);
  if (device == nullptr) throw DeviceError("there is no device: " + device_absence_reason());
  DeviceTuning measured;
  require_resident(*device, std::size_t{1} << 30, ctx, "the device was not measured",
                   [&](ResidentJob on) { measured = Rates(on.job, seconds, ctx).measure(); });
  const ExecutionContext tuned = ctx.with_tuning(Tuning(ctx.tuning()).set(measured));
  measured.job_nanoseconds = std::llround(1e9 * job_overhead(*device, device_view(tuned), seconds, tuned));
  return measured;
}

}  // namespace v1
}  // namespace polyfork
