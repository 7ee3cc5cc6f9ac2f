// Products with a polynomial whose transforms are on the device.
#include <polyfork/poly/device/prepared_device_poly.hpp>

#include <polyfork/core/error.hpp>

#include "core/limits.hpp"
#include "poly/device/device_state.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

template <Ring R>
struct PreparedDeviceState {
  typename DeviceRing<R>::Prepared data;
};

}  // namespace detail

using namespace detail;

template <Ring R>
PreparedDevicePoly<R>::PreparedDevicePoly(const DevicePoly<R>& f, std::size_t length, std::size_t bits,
                                          const ExecutionContext& ctx)
    : f_(f) {
  const DevicePolyState<R>& state = *f.state_;
  if (length == 0) throw DomainError("products with no coefficients need no preparation");
  if (state.device == nullptr) return;
  run_resident(*state.device, saturating_add(state.length, length), ctx, [&](ResidentJob on) {
    state_ = std::make_shared<const PreparedDeviceState<R>>(
        PreparedDeviceState<R>{DeviceRing<R>::prepare(on, f.ring(), state.data, length, bits, ctx)});
  });
}

template <Ring R>
DevicePoly<R> PreparedDevicePoly<R>::product(const DevicePoly<R>& g, const ExecutionContext& ctx) const {
  const DevicePolyState<R>& f = *f_.state_;
  const DevicePolyState<R>& other = *g.state_;
  const bool alike = f_.ring() == g.ring() && f.polynomial.variable() == other.polynomial.variable();
  if (state_ == nullptr || other.device != f.device || !alike || !DeviceRing<R>::fits(state_->data, other.data))
    return mul(f_, g, ctx);
  std::shared_ptr<const DevicePolyState<R>> result;
  const bool done = run_resident(*f.device, f.length + other.length, ctx, [&](ResidentJob on) {
    result = std::make_shared<const DevicePolyState<R>>(
        on.device, DeviceRing<R>::product(on, f_.ring(), other.data, state_->data), f.polynomial);
  });
  return done ? DevicePoly<R>(std::move(result)) : mul(f_, g, ctx);
}

template class PreparedDevicePoly<Integers>;
template class PreparedDevicePoly<PrimeField>;

}  // namespace v1
}  // namespace polyfork
