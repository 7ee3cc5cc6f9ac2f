// Products of vectors of integers on a device.
//
// While the second operand goes up the first one is reduced; the result's rows come down slice by slice behind their
// reconstruction. Residues of both operands modulo all primes lie on the device at the same time: 16 bytes for each
// word of a transform and prime.
#include "gpu/products/integer_product.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "gpu/integers/integer_basis.hpp"
#include "gpu/products/device_tables.hpp"
#include "gpu/products/uploaded_integers.hpp"
#include "gpu/transforms/device_ntt.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Rows of the result that are reconstructed, then copied while the next ones are.
std::size_t slice_rows(std::size_t length, std::size_t stride) noexcept {
  constexpr std::size_t slice_bytes = std::size_t{8} << 20;
  constexpr std::size_t unit = 8192;  // fewer rows leave multiprocessors idle
  const std::size_t rows = slice_bytes / (stride * sizeof(mp_limb_t)) / unit * unit;
  return std::clamp(rows, unit, std::max(unit, length));
}

}  // namespace

DeviceProductPlan plan_device_product(const DeviceProductShape& s, std::size_t primes, const DeviceView& device,
                                      int threads) noexcept {
  DeviceProductPlan plan;
  const std::size_t limbs = std::max(s.limbs_a, s.limbs_b);
  const bool reaches = primes <= most_basis_primes && limbs <= most_converted_limbs && s.length_a != 0 &&
                       s.length_b != 0 && s.length() <= std::size_t{1} << TransformPlan::most_log;
  if (!device.usable || !reaches) {
    plan.device_bytes = Bytes::never;
    return plan;
  }
  const TransformPlan transform = TransformPlan::for_words(s.length());
  plan.primes = static_cast<unsigned>(primes);
  plan.words = transform.words();
  plan.stride = primes * 50 / 64 + 1;  // the limbs of the primes' product
  const Count residues = Count(s.square ? 1 : 2) * primes * plan.words;
  const Count operands = Count(s.length_a) * (s.limbs_a + 1) + (s.square ? 0 : s.length_b * (s.limbs_b + 1));
  const Count result = Count(s.length()) * (plan.stride + 1);
  const Count tables = Count(primes) * (plan.stride + 2 * limbs + 96);
  plan.device_bytes = bytes_of<std::uint64_t>(residues + operands + result + tables) +
                      DevicePrimes::bytes(primes, transform.log_length());
  if (device.free_bytes < plan.device_bytes.value()) {
    plan.device_bytes = Bytes::never;
    return plan;
  }
  const auto limbs_up = static_cast<double>(operands.value());
  const auto rows = static_cast<double>(s.length());
  const auto k = static_cast<double>(primes);
  plan.seconds.startup = job_seconds(device);
  plan.seconds.up = upload_seconds(device, operands.value() * sizeof(mp_limb_t), threads);
  plan.seconds.kernels = device_transform_seconds(device, k * (s.square ? 2.5 : 3.6), static_cast<double>(plan.words)) +
                         device_conversion_seconds(device, k * (limbs_up + rows * static_cast<double>(plan.stride)));
  plan.seconds.down = download_seconds(device, result.value() * sizeof(mp_limb_t), threads);
  return plan;
}

IntegerVector multiply_on_device(DeviceJob& job, const IntegerVector& a, const IntegerVector& b,
                                 std::span<const std::uint64_t> primes) {
  const bool square = &a == &b;
  const std::size_t length = a.size() + b.size() - 1;
  const std::size_t k = primes.size();
  const TransformPlan transform = TransformPlan::for_words(length);
  const std::size_t pitch = transform.words();
  DeviceBackend& backend = job.backend();
  const std::size_t limbs =
      std::max<std::size_t>({1, a.max_limbs(job.context()), square ? 0 : b.max_limbs(job.context())});
  const auto basis = basis_tables(job, primes, limbs);
  const auto tables = transform_tables(job, "basis primes", primes, transform.log_length());
  const DeviceNtt ntt(backend, tables->primes, transform);

  const auto residues_of = [&](const UploadedIntegers& v, double* to) {
    job.kernels_after_copies();
    basis->basis.to_residues(backend, v.rows(), {to, pitch, v.rows().rows});
  };
  const DeviceArray<double> first(job.pool(), k * pitch);
  const UploadedIntegers limbs_a(job, a);
  residues_of(limbs_a, first.get());
  DeviceArray<double> second;
  std::optional<UploadedIntegers> limbs_b;
  if (!square) {
    second = DeviceArray<double>(job.pool(), k * pitch);
    limbs_b.emplace(job, b);
    residues_of(*limbs_b, second.get());
  }
  const auto batch = static_cast<unsigned>(k);
  const DeviceResult product{first.get(), pitch, length};
  if (square)
    ntt.square({first.get(), pitch, a.size()}, {first.get(), pitch, pitch}, product, batch);
  else
    ntt.multiply({first.get(), pitch, a.size()}, {second.get(), pitch, b.size()}, {first.get(), pitch, pitch},
                 {second.get(), pitch, pitch}, product, batch);

  const std::size_t stride = basis->basis.limbs();
  const DeviceArray<std::uint64_t> rows(job.pool(), length * stride);
  const DeviceArray<std::int32_t> sizes(job.pool(), length);
  const std::size_t slice = slice_rows(length, stride);
  std::vector<QueueMark> reconstructed;
  for (std::size_t at = 0; at < length; at += slice) {
    const std::size_t count = std::min(slice, length - at);
    basis->basis.from_residues(backend, {first.get() + at, pitch, count}, rows.get() + at * stride, sizes.get() + at);
    reconstructed.emplace_back(backend, work_queue);
  }
  IntegerVector result = unwritten_integers(length, stride);
  for (std::size_t i = 0; i < reconstructed.size(); ++i) {
    const std::size_t at = i * slice;
    const std::size_t count = std::min(slice, length - at);
    backend.wait_for(down_queue, reconstructed[i].event());
    job.down(result.row(at), rows.get() + at * stride, count * stride * sizeof(mp_limb_t));
  }
  job.down(unwritten_sizes(result), sizes.get(), length * sizeof(std::int32_t));
  job.finish();
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
