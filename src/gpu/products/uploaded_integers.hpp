// An IntegerVector on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/ring/integer_vector.hpp>

#include "gpu/device/device.hpp"
#include "gpu/kernels/kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// An operand's limbs, signed sizes and stripes on the device.
class UploadedIntegers {
 public:
  UploadedIntegers(DeviceJob& job, const IntegerVector& v)
      : limbs_(job.pool(), limb_count(v)), sizes_(job.pool(), v.size()) {
    job.up({{limbs_.get(), v.row(0), limbs_.size() * sizeof(mp_limb_t)},
            {sizes_.get(), v.signed_sizes().data(), v.size() * sizeof(std::int32_t)}});
    rows_ = {limbs_.get(), nullptr, v.stride(0), sizes_.get(), v.size()};
    std::vector<IntegerStripe> stripes(v.stripes());
    bool alike = true;
    for (std::size_t s = 0; s < stripes.size(); ++s) {
      stripes[s] = {static_cast<std::uint64_t>(v.row(s * IntegerVector::stripe_rows) - v.row(0)), v.stride(s)};
      alike = alike && v.stride(s) == v.stride(0);
    }
    if (!alike) {
      stripes_ = DeviceArray<IntegerStripe>(job.pool(), stripes.size());
      job.up(stripes_.get(), stripes.data(), stripes.size() * sizeof(IntegerStripe));
      rows_.stripes = stripes_.get();
    }
  }

  const DeviceIntegerRows& rows() const noexcept { return rows_; }

 private:
  /// From the first row's to the last one's end.
  static std::size_t limb_count(const IntegerVector& v) {
    const std::size_t last = v.size() - 1;
    return static_cast<std::size_t>(v.row(last) - v.row(0)) + v.stride(v.stripes() - 1);
  }

  DeviceArray<std::uint64_t> limbs_;
  DeviceArray<std::int32_t> sizes_;
  DeviceArray<IntegerStripe> stripes_;
  DeviceIntegerRows rows_{};
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
