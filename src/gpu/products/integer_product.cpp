// Products of vectors of integers on a device.
//
// While the second operand goes up the first one is reduced; the result's rows come down slice by slice behind their
// reconstruction, as long as the product's bound says: what is above the longest of them is dropped by the processor.
// Residues of both operands modulo all primes lie on the device at the same time, 16 bytes for each word of a transform
// and prime, half of that modulo primes below 2^31; where memory is short, those of the second operand modulo a part of
// the primes.
#include "gpu/products/integer_product.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "gpu/integers/f31_primes.hpp"
#include "gpu/integers/integer_basis.hpp"
#include "gpu/products/integer_residues.hpp"
#include "gpu/products/uploaded_integers.hpp"
#include "gpu/transforms/device_ntt.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t slices_at_once = 3;

/// Rows of the result that are reconstructed, then copied while the next ones are.
std::size_t slice_rows(std::size_t length, std::size_t stride) noexcept {
  constexpr std::size_t slice_bytes = std::size_t{8} << 20;
  constexpr std::size_t unit = 8192;  // fewer rows leave multiprocessors idle
  const std::size_t rows = slice_bytes / (stride * sizeof(mp_limb_t)) / unit * unit;
  return std::clamp(rows, unit, std::max(unit, length));
}

}  // namespace

namespace {

/// The plan with so many primes of one field; device_bytes is `never` where that does not fit the device.
template <class Field>
DeviceProductPlan plan_for(const DeviceProductShape& s, std::size_t primes, const DeviceView& device,
                           int threads) noexcept {
  DeviceProductPlan plan;
  const std::size_t limbs = std::max(s.limbs_a, s.limbs_b);
  const bool reaches = primes != 0 && primes <= most_basis_primes && limbs <= most_converted_limbs && s.length_a != 0 &&
                       s.length_b != 0 && s.length() <= std::size_t{1} << TransformPlan::most_log;
  if (!device.usable || !reaches) {
    plan.device_bytes = Bytes::never;
    plan.refusal = too_large_for_devices;
    return plan;
  }
  const TransformPlan transform = TransformPlan::for_words(s.length());
  plan.field = field_of<Field>;
  plan.primes = static_cast<unsigned>(primes);
  plan.words = transform.words();
  plan.stride = primes * Field::prime_bits / 64 + 1;  // the limbs of the primes' product
  const Count operands = Count(s.length_a) * (s.limbs_a + 1) + (s.square ? 0 : s.length_b * (s.limbs_b + 1));
  const Count result = Count(s.length()) * (plan.stride + 1);
  const Count slices = Count(std::min(s.length(), slices_at_once * slice_rows(s.length(), plan.stride))) * plan.stride;
  const Count tables = Count(primes) * (plan.stride + 2 * std::bit_ceil(limbs) + 96);
  const auto residues = [&](std::size_t count) { return bytes_of<typename Field::Value>(Count(count) * plan.words); };
  const Bytes fixed = residues(primes) + bytes_of<std::uint64_t>(operands + slices + s.length() + tables) +
                      DevicePrimesOf<Field>::bytes(primes, transform.log_length());
  plan.together = plan.primes;
  const auto all_bytes = [&] { return fixed + residues(s.square ? 0 : plan.together); };
  while (plan.together > 1 && device.free_bytes < all_bytes().value()) plan.together = (plan.together + 1) / 2;
  plan.device_bytes = all_bytes();
  if (device.free_bytes < plan.device_bytes.value()) {
    plan.device_bytes = Bytes::never;
    plan.refusal = too_large_for_device_memory;
    return plan;
  }
  const auto rows = static_cast<double>(s.length());
  const auto k = static_cast<double>(primes);
  const FieldRates& rates = rates_of<Field>(device.rates);
  plan.seconds.startup = job_seconds(device, threads, DeviceTuning::integer_loops);
  plan.seconds.up = upload_seconds(device, operands.value() * sizeof(mp_limb_t), threads);
  plan.seconds.kernels = device_transform_seconds(rates, k * (s.square ? 2.5 : 3.6), static_cast<double>(plan.words)) +
                         device_reconstruction_seconds(rates, rows, static_cast<double>(plan.stride), k);
  for (const auto& [length, operand_limbs] : {std::pair(s.length_a, s.limbs_a), std::pair(s.length_b, s.limbs_b)})
    plan.seconds.kernels +=
        device_integers_seconds(rates, static_cast<double>(length), static_cast<double>(operand_limbs), k) /
        (s.square ? 2 : 1);
  plan.seconds.down = integers_download_seconds(device, rows, result.value() * sizeof(mp_limb_t), threads);
  return plan;
}

}  // namespace

DeviceProductPlan plan_device_product(const DeviceProductShape& s, std::size_t primes, const DeviceView& device,
                                      int threads) noexcept {
  DeviceProductPlan plan = plan_for<F50>(s, primes, device, threads);
  if (s.product_bits == 0 || s.length() > std::size_t{1} << TransformPlan::most_log) return plan;
  const unsigned log_length = TransformPlan::for_words(s.length()).log_length();
  const DeviceProductPlan other = plan_for<F31>(s, f31_prime_count(log_length, s.product_bits), device, threads);
  if (!other.device_bytes.is_never() && (plan.device_bytes.is_never() || other.seconds.all() < plan.seconds.all()))
    plan = other;
  return plan;
}

namespace {

/// The integers with these residues: while one slice of rows comes down the next ones are reconstructed, in three
/// slices of memory by turns.
template <class Field>
IntegerVector download_integers(DeviceJob& job, const IntegerBasisOf<Field>& basis, typename Field::Value* residues,
                                std::size_t pitch, std::size_t length) {
  constexpr std::size_t turns = slices_at_once;
  DeviceBackend& backend = job.backend();
  const std::size_t stride = basis.limbs();
  const std::size_t slice = slice_rows(length, stride);
  const std::size_t slices = (length + slice - 1) / slice;
  const DeviceArray<std::uint64_t> rows(job.pool(), std::min(length, turns * slice) * stride);
  const DeviceArray<std::int32_t> sizes(job.pool(), length);
  const auto limbs_of = [&](std::size_t i) { return rows.get() + i % turns * slice * stride; };
  const auto count_of = [&](std::size_t i) { return std::min(slice, length - i * slice); };
  std::vector<QueueMark> reconstructed;
  const auto reconstruct = [&](std::size_t i) {
    basis.from_residues(backend, {residues + i * slice, pitch, count_of(i)}, limbs_of(i), sizes.get() + i * slice);
    reconstructed.emplace_back(backend, work_queue);
  };
  for (std::size_t i = 0; i < std::min(turns, slices); ++i) reconstruct(i);
  IntegerVector result = unwritten_integers(length, stride);
  job.touch(result.row(0), length * stride * sizeof(mp_limb_t));
  for (std::size_t i = 0; i < slices; ++i) {
    backend.wait_for(down_queue, reconstructed[i].event());
    job.down(result.row(i * slice), limbs_of(i), count_of(i) * stride * sizeof(mp_limb_t));
    if (i + turns < slices) reconstruct(i + turns);  // what has come down makes room
  }
  job.down(unwritten_sizes(result), sizes.get(), length * sizeof(std::int32_t));
  job.finish();
  return result;
}

}  // namespace

template <class Field>
IntegerVector multiply_on_device(DeviceJob& job, const IntegerVector& a, const IntegerVector& b, std::size_t limbs,
                                 std::span<const std::uint64_t> primes, std::size_t together) {
  const bool square = &a == &b;
  const std::size_t length = a.size() + b.size() - 1;
  const std::size_t k = primes.size();
  const IntegerProductOf<Field> product(job, primes, limbs, length);
  const std::size_t pitch = product.pitch();
  const DeviceArray<typename Field::Value> first(job.pool(), k * pitch);
  {
    const UploadedIntegers limbs_a(job, a);
    job.kernels_after_copies();
    product.residues(limbs_a.rows(), 0, k, first.get());
    if (square) {
      product.square(first.get(), a.size());
    } else {
      const UploadedIntegers limbs_b(job, b);
      job.kernels_after_copies();
      product.multiply(first.get(), a.size(), limbs_b.rows(), together);
    }
  }
  return download_integers(job, product.basis(), first.get(), pitch, length);
}

template IntegerVector multiply_on_device<F50>(DeviceJob&, const IntegerVector&, const IntegerVector&, std::size_t,
                                               std::span<const std::uint64_t>, std::size_t);
template IntegerVector multiply_on_device<F31>(DeviceJob&, const IntegerVector&, const IntegerVector&, std::size_t,
                                               std::span<const std::uint64_t>, std::size_t);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
