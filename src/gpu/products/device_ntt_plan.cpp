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

constexpr double hour = 3600;

/// Seconds that bound the wait for the end of a job.
double seconds_of(std::size_t length) noexcept { return 1e-3 + 1e-8 * static_cast<double>(length); }

/// A job's transforms.
struct Transforms {
  Transforms(DeviceJob& job, std::uint64_t prime, std::size_t length)
      : plan(TransformPlan::for_words(length)),
        tables(
            transform_tables(job, ("prime " + std::to_string(prime)).c_str(), std::span(&prime, 1), plan.log_length())),
        ntt(job.backend(), tables->primes, plan) {}

  void run(double* data, bool back) const {
    const std::size_t n = plan.words();
    if (back)
      ntt.inverse({data, n, n}, {data, n, n}, 1);
    else
      ntt.forward({data, n, n}, {data, n, n}, 1);
  }

  TransformPlan plan;
  std::shared_ptr<const TransformTablesOnDevice> tables;
  DeviceNtt ntt;
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

[[noreturn]] void refuse() {
  const std::string reason = device_statistics().last_reason;
  throw DeviceError("a transform was not made by the device: " + reason);
}

void require_size(std::size_t size, std::size_t length) {
  if (size != length)
    throw DomainError("a transform of " + std::to_string(length) + " words of " + std::to_string(size));
}

}  // namespace

namespace detail {

/// What a job does with data on its device.
struct DeviceNttWork {
  FunctionRef<void(DeviceJob&, const Transforms&)> body;
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
  const bool done = device != nullptr && device->run(seconds_of(length_), hour, ctx, [&](DeviceJob& job) {
    const Transforms transforms(job, prime_, length_);
    const DeviceArray<double> values(job.pool(), length_);
    copy_up(job, prime_, data, values.get());
    transforms.run(values.get(), back);
    copy_down(job, prime_, values.get(), result);
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
  const bool done = device->run(seconds_of(length_), hour, ctx, [&](DeviceJob& job) {
    auto impl = std::make_unique<DeviceWords::Impl>();
    impl->device = device;
    impl->values = ResidentArray<double>(*device, job, length_);
    impl->size = length_;
    copy_up(job, prime_, data, impl->values.get());
    job.finish();
    words.impl_ = std::move(impl);
  });
  if (!done) refuse();
  return words;
}

void DeviceNttPlan::run(const DeviceWords& data, const ExecutionContext& ctx, const DeviceNttWork& work) const {
  require_size(data.size(), length_);
  const bool done = data.impl_->device->run(seconds_of(length_), hour, ctx, [&](DeviceJob& job) {
    work.body(job, Transforms(job, prime_, length_));
    job.finish();
  });
  if (!done) refuse();
}

void DeviceNttPlan::download(const DeviceWords& from, std::span<std::uint64_t> to, const ExecutionContext& ctx) const {
  require_size(to.size(), length_);
  const auto body = [&](DeviceJob& job, const Transforms&) { copy_down(job, prime_, from.impl_->values.get(), to); };
  run(from, ctx, {body});
}

void DeviceNttPlan::forward(DeviceWords& data, const ExecutionContext& ctx) const {
  const auto body = [&](DeviceJob&, const Transforms& t) { t.run(data.impl_->values.get(), false); };
  run(data, ctx, {body});
}

void DeviceNttPlan::inverse(DeviceWords& data, const ExecutionContext& ctx) const {
  const auto body = [&](DeviceJob&, const Transforms& t) { t.run(data.impl_->values.get(), true); };
  run(data, ctx, {body});
}

void DeviceNttPlan::multiply(DeviceWords& values, const DeviceWords& second, const ExecutionContext& ctx) const {
  require_size(second.size(), length_);
  if (values.impl_ != nullptr && values.impl_->device != second.impl_->device)
    throw DeviceError("values on two devices");
  const auto body = [&](DeviceJob&, const Transforms& t) {
    t.ntt.multiply_values({values.impl_->values.get(), length_, length_},
                          {second.impl_->values.get(), length_, length_}, 1);
  };
  run(values, ctx, {body});
}

}  // namespace v1
}  // namespace polyfork
