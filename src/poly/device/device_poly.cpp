// Handles of polynomials on a device: where operands lie, the job, and the processor where the device does not do it.
#include <polyfork/poly/device/device_poly.hpp>

#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/names.hpp>

#include "gpu/device/registry.hpp"
#include "poly/device/device_state.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

/// Operations on the states of handles.
template <Ring R>
class DeviceOperations {
 public:
  using State = DevicePolyState<R>;
  using Shared = std::shared_ptr<const State>;
  using Data = typename State::Data;
  using On = DeviceRing<R>;

  explicit DeviceOperations(const ExecutionContext& ctx) : ctx_(ctx) {}

  Shared upload(const DensePoly<R>& f) const {
    const DeviceView view = device_view(ctx_);
    if (view.usable && !f.is_zero() && On::reaches(f.ring())) {
      Device* const device = DeviceRegistry::instance().device_for(ctx_);
      Shared state;
      const auto work = [&](ResidentJob on) {
        state = std::make_shared<const State>(on.device, On::upload(on, f, ctx_), empty_like(f));
      };
      if (device != nullptr && run_resident(*device, f.length(), ctx_, work)) return state;
    }
    return std::make_shared<const State>(f);
  }

  DensePoly<R> download(const State& f) const {
    if (f.device == nullptr) return f.polynomial;
    DensePoly<R> result(f.polynomial.ring());
    const auto work = [&](ResidentJob on) { result = On::download(on, f.data, f.polynomial, ctx_); };
    constexpr int attempts = 2;  // of what has no other way
    for (int i = 1; i < attempts; ++i)
      if (run_resident(*f.device, f.length, ctx_, work)) return result;
    require_resident(*f.device, f.length, ctx_, "a polynomial cannot be copied from its device", work);
    return result;
  }

  /// compute(job, a, b) on the device with one of the operands, or on_processor(a, b).
  template <class Compute, class OnProcessor>
  Shared combine(const State& a, const State& b, const Compute& compute, const OnProcessor& on_processor) const {
    check(a, b);
    Device* const device = a.device != nullptr ? a.device : b.device;
    if (device != nullptr && a.length != 0 && b.length != 0) {
      const bool elsewhere = b.device != nullptr && b.device != device;
      const DensePoly<R> moved = elsewhere ? download(b) : empty_like(b.polynomial);
      const DensePoly<R>& like = a.length > 1 ? a.polynomial : b.polynomial;
      Shared state;
      const auto work = [&](ResidentJob on) {
        Data copy_a;
        Data copy_b;
        if (a.device == nullptr) copy_a = On::upload(on, a.polynomial, ctx_);
        if (b.device != device) copy_b = On::upload(on, elsewhere ? moved : b.polynomial, ctx_);
        const Data& x = a.device == nullptr ? copy_a : a.data;
        const Data& y = &a == &b ? x : b.device != device ? copy_b : b.data;
        state = std::make_shared<const State>(on.device, compute(on, x, y), empty_like(like));
      };
      const bool possible = !elsewhere || !moved.is_zero();
      if (possible && run_resident(*device, a.length + b.length, ctx_, work)) return state;
    }
    const DensePoly<R> x = download(a);
    return std::make_shared<const State>(&a == &b ? on_processor(x, x) : on_processor(x, download(b)));
  }

  Shared sum(const Shared& first, const Shared& second, bool subtract) const {
    const State& a = *first;
    const State& b = *second;
    if (a.length == 0 || b.length == 0) check(a, b);
    if (b.length == 0) return first;
    if (a.length == 0 && !subtract) return second;
    return combine(
        a, b,
        [&](ResidentJob on, const Data& x, const Data& y) { return On::sum(on, a.polynomial.ring(), x, y, subtract); },
        [&](const DensePoly<R>& x, const DensePoly<R>& y) { return subtract ? sub(x, y, ctx_) : add(x, y, ctx_); });
  }

  Shared product(const State& a, const State& b) const {
    if (a.length == 0 || b.length == 0) {
      check(a, b);
      return std::make_shared<const State>(empty_like(a.length == 0 ? b.polynomial : a.polynomial));
    }
    return combine(
        a, b,
        [&](ResidentJob on, const Data& x, const Data& y) { return On::product(on, a.polynomial.ring(), x, y, ctx_); },
        [&](const DensePoly<R>& x, const DensePoly<R>& y) { return mul(x, y, ctx_); });
  }

  Shared shifted(const State& f, const typename R::element& c) const {
    const R& ring = f.polynomial.ring();
    require_element(ring, c);
    if (f.device != nullptr && On::reaches_shift(ring, f.length)) {
      Shared state;
      const auto work = [&](ResidentJob on) {
        state = std::make_shared<const State>(on.device, On::shift(on, ring, f.data, c, ctx_), f.polynomial);
      };
      if (run_resident(*f.device, f.length, ctx_, work)) return state;
    }
    return std::make_shared<const State>(taylor_shift(download(f), c, ctx_));
  }

  typename R::element value(const State& f, const typename R::element& x) const {
    const R& ring = f.polynomial.ring();
    require_element(ring, x);
    if (f.device != nullptr && On::reaches_value()) {
      typename R::element result = ring.zero();
      const auto work = [&](ResidentJob on) { result = On::value(on, ring, f.data, x); };
      if (run_resident(*f.device, f.length, ctx_, work)) return result;
    }
    return evaluate(download(f), x, ctx_);
  }

 private:
  static void check(const State& a, const State& b) {
    if (!(a.polynomial.ring() == b.polynomial.ring())) throw ModulusMismatch("polynomials over different rings");
    const bool different = a.polynomial.variable() != b.polynomial.variable();
    if (different && a.length > 1 && b.length > 1)
      throw DomainError("polynomials in different variables: " + a.polynomial.variable() + " and " +
                        b.polynomial.variable());
  }

  const ExecutionContext& ctx_;
};

}  // namespace detail

using detail::DeviceOperations;

template <Ring R>
DevicePoly<R>::DevicePoly(const DensePoly<R>& f, const ExecutionContext& ctx)
    : state_(DeviceOperations<R>(ctx).upload(f)) {}

template <Ring R>
DensePoly<R> DevicePoly<R>::download(const ExecutionContext& ctx) const {
  return DeviceOperations<R>(ctx).download(*state_);
}

template <Ring R>
std::size_t DevicePoly<R>::length() const noexcept {
  return state_->length;
}

template <Ring R>
bool DevicePoly<R>::on_device() const noexcept {
  return state_->device != nullptr;
}

template <Ring R>
const R& DevicePoly<R>::ring() const noexcept {
  return state_->polynomial.ring();
}

template <Ring R>
DevicePoly<R> DevicePoly<R>::sum(const DevicePoly& a, const DevicePoly& b, bool subtract, const ExecutionContext& ctx) {
  return DevicePoly(DeviceOperations<R>(ctx).sum(a.state_, b.state_, subtract));
}

template <Ring R>
DevicePoly<R> DevicePoly<R>::product(const DevicePoly& a, const DevicePoly& b, const ExecutionContext& ctx) {
  return DevicePoly(DeviceOperations<R>(ctx).product(*a.state_, *b.state_));
}

template <Ring R>
DevicePoly<R> DevicePoly<R>::product(std::span<const DevicePoly> factors, const ExecutionContext& ctx) {
  if (factors.empty()) throw DomainError("a product of no handles has no ring");
  if (factors.size() == 1) return factors[0];
  const std::size_t half = factors.size() / 2;
  return product(product(factors.first(half), ctx), product(factors.subspan(half), ctx), ctx);
}

template <Ring R>
DevicePoly<R> DevicePoly<R>::shifted(const DevicePoly& f, const element& c, const ExecutionContext& ctx) {
  return DevicePoly(DeviceOperations<R>(ctx).shifted(*f.state_, c));
}

template <Ring R>
typename R::element DevicePoly<R>::value(const DevicePoly& f, const element& x, const ExecutionContext& ctx) {
  return DeviceOperations<R>(ctx).value(*f.state_, x);
}

template class DevicePoly<Integers>;
template class DevicePoly<PrimeField>;

}  // namespace v1
}  // namespace polyfork
