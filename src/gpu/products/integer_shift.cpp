// Taylor shifts of vectors of integers on a device.
//
// Residues of the coefficients modulo all primes, the convolution of shift_tables.hpp, sums of cofactors. Coefficients
// of the result differ in length, the outer ones are short: segments of them have bases of their own and are
// reconstructed together, in launches of some thousands of rows, behind which their limbs come down.
#include "gpu/products/integer_shift.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "gpu/integers/integer_basis.hpp"
#include "gpu/products/device_tables.hpp"
#include "gpu/products/integer_product.hpp"
#include "gpu/products/shift_tables.hpp"
#include "gpu/products/uploaded_integers.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t rows_together = 16384;  // in a launch: fewer leave multiprocessors idle

/// The result's memory on the host and on the device, limb for limb the same.
class ShiftedRows {
 public:
  ShiftedRows(DeviceJob& job, std::size_t count, std::span<const DeviceSegment> segments,
              std::span<const std::uint64_t> primes)
      : job_(job), count_(count), sizes_(job.pool(), count) {
    constexpr std::size_t stripe = IntegerVector::stripe_rows;
    std::vector<std::uint32_t> strides((count + stripe - 1) / stripe);
    for (std::size_t s = 0; s < segments.size() && segments[s].begin < count; ++s) {
      const std::size_t end = s + 1 < segments.size() ? std::min(segments[s + 1].begin, count) : count;
      // What is needed of a basis here does not depend on the length of integers that go up.
      bases_.push_back(basis_tables(job, primes.first(segments[s].primes), 1));
      begins_.push_back(segments[s].begin);
      std::fill(strides.begin() + static_cast<std::ptrdiff_t>(segments[s].begin / stripe),
                strides.begin() + static_cast<std::ptrdiff_t>((end + stripe - 1) / stripe),
                static_cast<std::uint32_t>(bases_.back()->basis.limbs()));
    }
    begins_.push_back(count);
    result_ = unwritten_integers(count, strides);
    limbs_ = DeviceArray<std::uint64_t>(job.pool(), offset(count));
  }

  /// From residues whose rows are `pitch` values apart, which are used up.
  IntegerVector reconstruct(double* residues, std::size_t pitch) {
    DeviceBackend& backend = job_.backend();
    struct Group {
      std::size_t begin, end;  // rows
      QueueMark done;
    };
    std::vector<Group> groups;
    std::vector<ResiduesToIntegers<F50>> list;
    std::size_t begin = 0;
    for (std::size_t s = 0; s < bases_.size(); ++s) {
      const std::size_t first = begins_[s];
      const std::size_t last = begins_[s + 1];
      list.push_back(bases_[s]->basis.segment({residues + first, pitch, last - first}, limbs_.get() + offset(first),
                                              sizes_.get() + first));
      if (last - begin < rows_together && last != count_) continue;
      detail::reconstruct(backend, list);
      groups.push_back({begin, last, QueueMark(backend, work_queue)});
      list.clear();
      begin = last;
    }
    job_.touch(result_.row(0), offset(count_) * sizeof(mp_limb_t));
    for (const Group& group : groups) {
      backend.wait_for(down_queue, group.done.event());
      const std::size_t from = offset(group.begin);
      job_.down(result_.row(0) + from, limbs_.get() + from, (offset(group.end) - from) * sizeof(mp_limb_t));
    }
    job_.down(unwritten_sizes(result_), sizes_.get(), count_ * sizeof(std::int32_t));
    return std::move(result_);
  }

 private:
  /// Limbs in front of a row.
  std::size_t offset(std::size_t row) const noexcept {
    if (row < count_) return static_cast<std::size_t>(result_.row(row) - result_.row(0));
    return offset(count_ - 1) + result_.stride(result_.stripes() - 1);
  }

  DeviceJob& job_;
  std::size_t count_;
  DeviceArray<std::int32_t> sizes_;
  DeviceArray<std::uint64_t> limbs_;
  std::vector<std::shared_ptr<const BasisTables<F50>>> bases_;
  std::vector<std::size_t> begins_;
  IntegerVector result_;
};

}  // namespace

DeviceShiftPlan plan_device_shift(const DeviceShiftShape& s, std::size_t primes, const DeviceView& device,
                                  int threads) noexcept {
  DeviceShiftPlan plan;
  plan.device_bytes = Bytes::never;
  plan.refusal = too_large_for_devices;
  const bool reaches = primes <= most_basis_primes && s.limbs <= most_converted_limbs && s.length != 0 &&
                       s.length <= std::size_t{1} << (TransformPlan::most_log - 1);
  if (!device.usable || !reaches) return plan;
  const TransformPlan transform = TransformPlan::for_words(2 * s.length - 1);
  plan.primes = static_cast<unsigned>(primes);
  plan.words = transform.words();
  const std::size_t stride = s.result_bits / 64 + 2;
  const Count operand = Count(s.length) * (s.limbs + 1);
  const Count result = Count(s.wanted) * (stride + 1);
  const Count tables = Count(primes) * (primes + 2 * std::bit_ceil(s.limbs) + 96);
  const Bytes bytes = bytes_of<std::uint64_t>(operand + result + tables + Count(primes) * (s.length + plan.words)) +
                      ShiftTables::bytes(s.length, primes, plan.words) +
                      DevicePrimes::bytes(primes, transform.log_length());
  plan.refusal = too_large_for_device_memory;
  if (device.free_bytes < bytes.value()) return plan;
  plan.device_bytes = bytes;
  // The average coefficient of f(x + 1) has this share of the longest one's limbs, and of limbs times primes; the
  // bounds of the result's segments and the powers of c take their time.
  constexpr double limbs_share = 0.75;
  constexpr double primes_share = 0.8;
  constexpr double bound_seconds = 25e-9;  // of a row
  const auto k = static_cast<double>(primes);
  const auto rows = static_cast<double>(s.wanted);
  plan.seconds.startup =
      job_seconds(device, threads, DeviceTuning::integer_loops) + bound_seconds * static_cast<double>(s.length);
  plan.seconds.up = upload_seconds(device, operand.value() * sizeof(mp_limb_t), threads);
  plan.seconds.kernels =
      device_transform_seconds(device.rates.f50, 2.6 * k, static_cast<double>(plan.words)) +
      device_integers_seconds(device.rates.f50, static_cast<double>(s.length), static_cast<double>(s.limbs), k) +
      device_reconstruction_seconds(device.rates.f50, rows, limbs_share * static_cast<double>(stride),
                                    primes_share * k);
  plan.seconds.down = integers_download_seconds(
      device, rows, static_cast<std::size_t>(limbs_share * static_cast<double>(result.value())) * sizeof(mp_limb_t),
      threads);
  return plan;
}

ShiftedResidues shift_rows(DeviceJob& job, const DeviceIntegerRows& rows, std::size_t limbs, const DeviceShift& shift,
                           std::span<const std::uint64_t> primes) {
  const auto basis = basis_tables(job, primes, limbs);
  const ShiftConvolution convolution(job, "basis primes", primes, rows.rows, shift.c, shift.log_ratio);
  ShiftedResidues shifted{{job.pool(), primes.size() * convolution.pitch()}, convolution.pitch()};
  const DeviceResult residues{shifted.residues.get(), shifted.pitch, rows.rows};
  basis->basis.to_residues(job.backend(), rows, residues);
  convolution.apply(residues, shift.wanted);
  return shifted;
}

IntegerVector shift_on_device(DeviceJob& job, const IntegerVector& f, const DeviceShift& shift,
                              std::span<const std::uint64_t> primes,
                              FunctionRef<std::span<const DeviceSegment>()> segments) {
  const std::size_t limbs = std::max<std::size_t>(1, f.max_limbs(job.context()));
  const UploadedIntegers uploaded(job, f);
  job.kernels_after_copies();
  const ShiftedResidues shifted = shift_rows(job, uploaded.rows(), limbs, shift, primes);
  ShiftedRows rows(job, shift.wanted, segments(), primes);
  IntegerVector result = rows.reconstruct(shifted.residues.get(), shifted.pitch);
  job.finish();
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
