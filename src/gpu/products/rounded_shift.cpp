// Rounded parts on a device: two's complement to magnitudes, the shift of integer_shift.hpp, integers in the device's
// memory, rounded rows.
#include "gpu/products/rounded_shift.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "gpu/integers/integer_basis.hpp"
#include "gpu/products/device_tables.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Blocks of a launch with a thread for each row.
unsigned blocks_for(std::size_t rows) noexcept {
  return static_cast<unsigned>((rows + conversion_threads - 1) / conversion_threads);
}

/// The rows, and their magnitudes with or without the mirror.
class UploadedRows {
 public:
  UploadedRows(DeviceJob& job, const IntegerRows& q)
      : job_(job),
        width_(q.width),
        count_(q.count),
        rows_(job.pool(), q.count * q.width),
        limbs_(job.pool(), q.count * q.width),
        sizes_(job.pool(), q.count) {
    job.up(rows_.get(), q.limbs, rows_.size() * sizeof(mp_limb_t));
    job.kernels_after_copies();
  }

  DeviceIntegerRows magnitudes(bool mirrored) const {
    const MagnitudesOfRows p{rows_.get(), static_cast<unsigned>(width_), mirrored, limbs_.get(), sizes_.get(), count_};
    launch(job_.backend(), work_queue, Kernel::magnitudes_of_rows, blocks_for(count_), 1, p);
    return {limbs_.get(), nullptr, width_, sizes_.get(), count_};
  }

 private:
  DeviceJob& job_;
  std::size_t width_;
  std::size_t count_;
  DeviceArray<std::uint64_t> rows_;
  DeviceArray<std::uint64_t> limbs_;
  DeviceArray<std::int32_t> sizes_;
};

/// From residues to rounded rows, segment by segment.
class RoundedSegments {
 public:
  RoundedSegments(DeviceJob& job, std::size_t count, std::size_t drop, std::size_t kept,
                  std::span<const std::uint64_t> primes, std::span<const DeviceSegment> segments)
      : job_(job), count_(count), drop_(drop), kept_(kept), sizes_(job.pool(), count) {
    std::size_t limbs = 0;
    for (std::size_t s = 0; s < segments.size() && segments[s].begin < count; ++s) {
      const std::size_t begin = segments[s].begin;
      const std::size_t end = s + 1 < segments.size() ? std::min(segments[s + 1].begin, count) : count;
      const std::shared_ptr<const BasisTables<F50>> basis =
          segments[s].primes == 0 ? nullptr : basis_tables(job, primes.first(segments[s].primes), 1);
      parts_.push_back({begin, end, limbs, basis});
      if (basis != nullptr) limbs += (end - begin) * basis->basis.limbs();
    }
    limbs_ = DeviceArray<std::uint64_t>(job.pool(), limbs);
    rows_ = DeviceArray<std::uint64_t>(job.pool(), count * kept);
  }

  /// The residues are used up.
  void round(const ShiftedResidues& residues, mp_limb_t* result) const {
    DeviceBackend& backend = job_.backend();
    std::vector<ResiduesToIntegers<F50>> list;
    for (const Part& part : parts_)
      if (part.basis != nullptr)
        list.push_back(
            part.basis->basis.segment({residues.residues.get() + part.begin, residues.pitch, part.end - part.begin},
                                      limbs_.get() + part.limbs, sizes_.get() + part.begin));
    reconstruct(backend, list);
    for (const Part& part : parts_) {
      RoundedIntegers p{};
      if (part.basis != nullptr) {
        p.limbs = limbs_.get() + part.limbs;
        p.stride = part.basis->basis.limbs();
        p.sizes = sizes_.get() + part.begin;
      }
      p.drop = drop_;
      p.out = rows_.get() + part.begin * kept_;
      p.width = static_cast<unsigned>(kept_);
      p.count = part.end - part.begin;
      launch(backend, work_queue, Kernel::rounded_integers, blocks_for(p.count), 1, p);
    }
    job_.copies_after_kernels();
    job_.down(result, rows_.get(), count_ * kept_ * sizeof(mp_limb_t));
  }

 private:
  struct Part {
    std::size_t begin, end;  // rows; begin is even
    std::size_t limbs;       // where they begin
    std::shared_ptr<const BasisTables<F50>> basis;
  };

  DeviceJob& job_;
  std::size_t count_;
  std::size_t drop_;
  std::size_t kept_;
  DeviceArray<std::int32_t> sizes_;
  DeviceArray<std::uint64_t> limbs_;
  DeviceArray<std::uint64_t> rows_;
  std::vector<Part> parts_;
};

}  // namespace

DeviceShiftPlan plan_rounded_shift(const RoundedShiftShape& shape, std::size_t primes, const DeviceView& device,
                                   int threads) noexcept {
  DeviceShiftPlan plan = plan_device_shift(shape.shift, primes, device, threads);
  if (plan.device_bytes.is_never()) return plan;
  const Count kept = Count(shape.shift.length) * shape.kept;
  plan.device_bytes += bytes_of<std::uint64_t>(Count(shape.shift.length) * shape.shift.limbs + kept);
  if (device.free_bytes < plan.device_bytes.value()) {
    plan.device_bytes = Bytes::never;
    return plan;
  }
  plan.seconds.kernels *= shape.parts;
  plan.seconds.down = shape.parts * download_seconds(device, kept.value() * sizeof(mp_limb_t), threads);
  return plan;
}

void rounded_shift_on_device(DeviceJob& job, const IntegerRows& q, const DeviceShift& shift, std::size_t drop,
                             std::span<const std::uint64_t> primes, std::span<const DeviceSegment> segments,
                             std::size_t kept, std::span<const RoundedRows> results) {
  const UploadedRows uploaded(job, q);
  const RoundedSegments rounded(job, q.count, drop, kept, primes, segments);
  for (const RoundedRows& result : results)
    rounded.round(shift_rows(job, uploaded.magnitudes(result.mirrored != q.mirrored), q.width, shift, primes),
                  result.limbs);
  job.finish();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
