// What a handle of a polynomial refers to.
#pragma once

#include <cstddef>
#include <utility>

#include <polyfork/poly/device/device_poly.hpp>

#include "gpu/device/resident_job.hpp"
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

template <Ring R>
DensePoly<R> empty_like(const DensePoly<R>& f) {
  return DensePoly<R>::make({}, f);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
