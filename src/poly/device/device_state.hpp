// What a handle of a polynomial refers to, and the jobs of handles.
#pragma once

#include <cstddef>
#include <utility>

#include <polyfork/core/function_ref.hpp>
#include <polyfork/poly/device/device_poly.hpp>

#include "gpu/device/registry.hpp"
#include "poly/device/device_rings.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Either on a device, with an empty polynomial that has the ring and the variable, or not.
template <Ring R>
struct DevicePolyState {
  using Data = typename DeviceRing<R>::Data;

  explicit DevicePolyState(DensePoly<R> f) : polynomial(std::move(f)), length(polynomial.length()) {}
  DevicePolyState(Device& on, Data there, DensePoly<R> like)
      : polynomial(std::move(like)), device(&on), data(std::move(there)), length(data.length) {}

  DensePoly<R> polynomial;
  Device* device = nullptr;
  Data data;
  std::size_t length;
};

/// Runs work on the device, however long others' jobs take. False when it was not done.
inline bool run_resident(Device& device, std::size_t length, const ExecutionContext& ctx,
                         FunctionRef<void(ResidentJob)> work) {
  constexpr double hour = 3600;
  const double predicted = 1e-3 + 1e-7 * static_cast<double>(length);  // what bounds the wait for its end
  return device.run(predicted, hour, ctx, [&](DeviceJob& job) { work({device, job}); });
}

template <Ring R>
DensePoly<R> empty_like(const DensePoly<R>& f) {
  return DensePoly<R>::make({}, f);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
