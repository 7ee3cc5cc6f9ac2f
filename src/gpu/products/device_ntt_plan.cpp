// Transforms modulo one prime for users: tables, copies, the job, and NttPlan where no device makes it.
#include <polyfork/gpu/device_ntt_plan.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/fft/ntt_plan.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/ring/primes.hpp>

#include "gpu/device/registry.hpp"
#include "gpu/device/resident_array.hpp"
#include "gpu/device/resident_job.hpp"
#include "gpu/integers/word_conversion.hpp"
#include "gpu/products/device_tables.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

struct DeviceWords::Impl {
  Device* device = nullptr;
  ResidentArray<double> values;
  std::size_t size = 0;
};

DeviceWords::DeviceWords() noexcept = default;
DeviceWords::DeviceWords(DeviceWords&&) noexcept = default;
DeviceWords& DeviceWords::operator=(DeviceWords&&) noexcept = default;
DeviceWords::~DeviceWords() = default;

std::size_t DeviceWords::size() const noexcept { return impl_ == nullptr ? 0 : impl_->size; }

namespace {

constexpr const char* not_done = "a transform was not made by the device";

/// A job's transforms of arrays of plan.words() values.
struct Transforms {
  Transforms(DeviceJob& job, std::uint64_t prime, std::size_t length)
      : plan(TransformPlan::for_words(length)),
        tables(
            transform_tables(job, ("prime " + std::to_string(prime)).c_str(), std::span(&prime, 1), plan.log_length())),
        backend(job.backend()),
        ntt(backend, tables->primes, plan) {}

  void run(double* data, bool back) const { back ? ntt.inverse(all(data), all(data), 1) : forward(data, data); }
  void forward(const double* from, double* to) const { ntt.forward({from, plan.words(), plan.words()}, all(to), 1); }
  void inverse(const double* from, double* to) const {
    copy(from, to);
    ntt.inverse(all(to), all(to), 1);
  }
  void multiply(const double* from, const double* second, double* to) const {
    copy(from, to);
    ntt.multiply_values(all(to), {second, plan.words(), plan.words()}, 1);
  }

  TransformPlan plan;
  std::shared_ptr<const TransformTablesOnDevice<F50>> tables;
  DeviceBackend& backend;
  DeviceNtt ntt;

 private:
  DeviceResult all(double* data) const noexcept { return {data, plan.words(), plan.words()}; }
  void copy(const double* from, double* to) const {
    backend.copy_on_device(work_queue, to, from, plan.words() * sizeof(double));
  }
};

void copy_up(DeviceJob& job, std::uint64_t prime, std::span<const std::uint64_t> data, double* to) {
  const DeviceArray<std::uint64_t> words(job.pool(), data.size());
  job.up(words.get(), data.data(), data.size_bytes());
  job.kernels_after_copies();
  WordConversion::direct(prime).to_residues(job.backend(), words.get(), {to, data.size(), data.size()});
  job.uploads_after_kernels();
}

void copy_down(DeviceJob& job, std::uint64_t prime, const double* from, std::span<std::uint64_t> data) {
  const DeviceArray<std::uint64_t> words(job.pool(), data.size());
  WordConversion::direct(prime).to_words(job.backend(), {from, data.size(), data.size()}, words.get());
  job.copies_after_kernels();
  job.down(data.data(), words.get(), data.size_bytes());
  job.finish();
}

void require_size(std::size_t size, std::size_t length) {
  if (size != length)
    throw DomainError("a transform of " + std::to_string(length) + " words of " + std::to_string(size));
}

}  // namespace

namespace detail {

/// What a job makes of data on its device, in `to`: a job that runs out of memory is begun again, so that it leaves its
/// operands as they are.
struct DeviceNttWork {
  FunctionRef<void(const Transforms&, const double* from, double* to)> body;
};

}  // namespace detail

bool DeviceNttPlan::supports(std::uint64_t prime, std::size_t length) {
  if (length == 0 || length > std::size_t{1} << TransformPlan::most_log) return false;
  const TransformPlan plan = TransformPlan::for_words(length);
  return plan.words() == length && DevicePrimes::supports(prime, plan.log_length()) && is_prime(prime);
}

std::size_t DeviceNttPlan::padded_length(std::size_t n) {
  if (n > std::size_t{1} << TransformPlan::most_log) throw DomainError("devices transform at most 2^28 words");
  return TransformPlan::for_words(n == 0 ? 1 : n).words();
}

DeviceNttPlan::DeviceNttPlan(std::uint64_t prime, std::size_t length) : prime_(prime), length_(length) {
  if (!supports(prime, length))
    throw DomainError("devices have no transform of " + std::to_string(length) + " words modulo " +
                      std::to_string(prime));
}

std::uint64_t DeviceNttPlan::root() const { return root_of_unity(prime_, std::bit_ceil(length_)); }

bool DeviceNttPlan::transform(std::span<std::uint64_t> data, bool back, const ExecutionContext& ctx) const {
  require_size(data.size(), length_);
  if (!device_view(ctx).usable) return false;
  Device* const device = DeviceRegistry::instance().device_for(ctx);
  ResidueVector result;  // data stay as they are until the device has done all of it
  resize_unwritten(result, length_);
  const bool done = device != nullptr && run_resident(*device, length_, ctx, [&](ResidentJob on) {
                      const Transforms transforms(on.job, prime_, length_);
                      const DeviceArray<double> values(on.job.pool(), length_);
                      copy_up(on.job, prime_, data, values.get());
                      transforms.run(values.get(), back);
                      copy_down(on.job, prime_, values.get(), result);
                    });
  constexpr std::size_t grain = std::size_t{1} << 16;
  if (done)
    parallel_for(ctx, length_, grain, [&](std::size_t begin, std::size_t end) {
      std::copy(result.begin() + static_cast<std::ptrdiff_t>(begin), result.begin() + static_cast<std::ptrdiff_t>(end),
                data.begin() + static_cast<std::ptrdiff_t>(begin));
    });
  return done;
}

void DeviceNttPlan::forward(std::span<std::uint64_t> data, const ExecutionContext& ctx) const {
  if (!transform(data, false, ctx)) NttPlan(prime_, length_, NttKind::cyclic, ctx).forward(data, ctx);
}

void DeviceNttPlan::inverse(std::span<std::uint64_t> data, const ExecutionContext& ctx) const {
  if (!transform(data, true, ctx)) NttPlan(prime_, length_, NttKind::cyclic, ctx).inverse(data, ctx);
}

DeviceWords DeviceNttPlan::upload(std::span<const std::uint64_t> data, const ExecutionContext& ctx) const {
  require_size(data.size(), length_);
  Device* const device = DeviceRegistry::instance().device_for(ctx);
  if (device == nullptr) throw DeviceError("there is no device: " + device_absence_reason());
  DeviceWords words;
  require_resident(*device, length_, ctx, not_done, [&](ResidentJob on) {
    auto impl = std::make_unique<DeviceWords::Impl>();
    impl->device = device;
    impl->values = ResidentArray<double>(*device, on.job, length_);
    impl->size = length_;
    copy_up(on.job, prime_, data, impl->values.get());
    on.job.finish();
    words.impl_ = std::move(impl);
  });
  return words;
}

void DeviceNttPlan::download(const DeviceWords& from, std::span<std::uint64_t> to, const ExecutionContext& ctx) const {
  require_size(from.size(), length_);
  require_size(to.size(), length_);
  require_resident(*from.impl_->device, length_, ctx, not_done,
                   [&](ResidentJob on) { copy_down(on.job, prime_, from.impl_->values.get(), to); });
}

void DeviceNttPlan::replace(DeviceWords& data, const ExecutionContext& ctx, const DeviceNttWork& work) const {
  require_size(data.size(), length_);
  ResidentArray<double> result;
  require_resident(*data.impl_->device, length_, ctx, not_done, [&](ResidentJob on) {
    ResidentArray<double> made(on.device, on.job, length_);
    work.body(Transforms(on.job, prime_, length_), data.impl_->values.get(), made.get());
    on.job.finish();
    result = std::move(made);
  });
  data.impl_->values = std::move(result);
}

void DeviceNttPlan::forward(DeviceWords& data, const ExecutionContext& ctx) const {
  const auto body = [](const Transforms& t, const double* from, double* to) { t.forward(from, to); };
  replace(data, ctx, {body});
}

void DeviceNttPlan::inverse(DeviceWords& data, const ExecutionContext& ctx) const {
  const auto body = [](const Transforms& t, const double* from, double* to) { t.inverse(from, to); };
  replace(data, ctx, {body});
}

void DeviceNttPlan::multiply(DeviceWords& values, const DeviceWords& second, const ExecutionContext& ctx) const {
  require_size(values.size(), length_);
  require_size(second.size(), length_);
  if (values.impl_->device != second.impl_->device) throw DeviceError("values on two devices");
  const auto body = [&](const Transforms& t, const double* from, double* to) {
    t.multiply(from, second.impl_->values.get(), to);
  };
  replace(values, ctx, {body});
}

}  // namespace v1
}  // namespace polyfork
