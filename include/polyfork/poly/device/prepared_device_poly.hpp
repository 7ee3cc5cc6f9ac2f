// A polynomial on a device whose transforms are kept there, for products with many others.
#pragma once

#include <cstddef>
#include <memory>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/device/device_poly.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

template <Ring R>
struct PreparedDeviceState;

}  // namespace detail

/// An immutable value, as DevicePoly, with its rules of lifetime and threads. A product takes two transforms modulo
/// each prime in place of three.
template <Ring R>
class PreparedDevicePoly {
 public:
  /// For products with polynomials of at most `length` >= 1 coefficients, over Z of at most `bits` bits. Where f is not
  /// on a device, no device has such transforms or they do not fit there, nothing is kept, and products are those of f.
  PreparedDevicePoly(const DevicePoly<R>& f, std::size_t length, std::size_t bits = 0,
                     const ExecutionContext& ctx = ExecutionContext::default_context());

  const DevicePoly<R>& polynomial() const noexcept { return f_; }
  /// Whether transforms are kept.
  bool is_prepared() const noexcept { return state_ != nullptr; }

  /// f g, for any g: those that are longer, or on another device, are multiplied by f as ever.
  friend DevicePoly<R> mul(const PreparedDevicePoly& f, const DevicePoly<R>& g,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return f.product(g, ctx);
  }

 private:
  DevicePoly<R> product(const DevicePoly<R>& g, const ExecutionContext& ctx) const;

  DevicePoly<R> f_;
  std::shared_ptr<const detail::PreparedDeviceState<R>> state_;
};

extern template class POLYFORK_EXPORT PreparedDevicePoly<Integers>;
extern template class POLYFORK_EXPORT PreparedDevicePoly<PrimeField>;

}  // namespace v1
}  // namespace polyfork
