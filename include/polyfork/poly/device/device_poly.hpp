// Polynomials whose coefficients stay on a device from one operation to the next.
//
// A DevicePoly is a value: a handle of immutable coefficients that its copies share. Operations on handles run on the
// device where the coefficients lie and leave their result there; nothing is copied to the processor until download().
// So a chain of operations pays for the way to the device once.
//
// Where there is no device, where the context's policy is `off`, or where a device does not do something (its memory
// does not suffice, or the operation is none of its own), the handle holds an ordinary polynomial and the processor
// computes with that: results are the same, on_device() tells the difference. Under the policy `on` a handle that is
// made from a polynomial throws DeviceError where there is no device.
//
// Lifetime: the memory belongs to the device's pool of this process. It is given back by the end of the last handle, on
// any thread, without a call of the driver; the next operation on the device takes it up. When a device is lost, so are
// the coefficients that lie there: operations on such handles throw DeviceError. A forked child must not use handles.
// Threads: handles may be read by any number of threads; the device does the operations one after another.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/prime_field.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

template <Ring R>
struct DevicePolyState;

}  // namespace detail

template <Ring R>
class PreparedDevicePoly;

/// R: Integers or PrimeField, of a modulus below 2^63 (larger ones stay on the processor).
template <Ring R>
class DevicePoly {
  static_assert(std::same_as<R, Integers> || std::same_as<R, PrimeField>, "devices compute over Z and Z/pZ");

 public:
  using element = typename R::element;

  /// Copies f to a device, whatever its length. Throws DeviceError when the policy is `on` and there is none.
  explicit DevicePoly(const DensePoly<R>& f, const ExecutionContext& ctx = ExecutionContext::default_context());

  /// The polynomial as an ordinary one. Throws DeviceError when its device is lost.
  DensePoly<R> download(const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  /// At least degree + 1: whether leading coefficients cancel is not known before they are copied back.
  std::size_t length() const noexcept;
  /// Whether the coefficients lie on a device.
  bool on_device() const noexcept;
  const R& ring() const noexcept;

  // --- operations: each throws Cancelled, MemoryLimit, DeviceError when a device with an operand is lost, ------------
  // --- ModulusMismatch and DomainError as those of DensePoly -------------------------------------------------------
  friend DevicePoly add(const DevicePoly& a, const DevicePoly& b,
                        const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return sum(a, b, false, ctx);
  }
  friend DevicePoly sub(const DevicePoly& a, const DevicePoly& b,
                        const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return sum(a, b, true, ctx);
  }
  /// The product; where both operands are one handle or copies of it, a square, which takes a transform less.
  friend DevicePoly mul(const DevicePoly& a, const DevicePoly& b,
                        const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return product(a, b, ctx);
  }
  /// The product of all, by a balanced tree; one() of the ring for none is not known without a ring: DomainError.
  friend DevicePoly mul(std::span<const DevicePoly> factors,
                        const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return product(factors, ctx);
  }
  /// f(x + c). Over Z/pZ on a device where p is below 2^50, has the transforms and exceeds the degree.
  friend DevicePoly taylor_shift(const DevicePoly& f, const element& c,
                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return shifted(f, c, ctx);
  }
  /// f(x). Over Z/pZ on the device. Over Z the value is longer than all coefficients: these are copied back, and the
  /// processor evaluates them.
  friend element evaluate(const DevicePoly& f, const element& x,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return value(f, x, ctx);
  }

  friend DevicePoly operator+(const DevicePoly& a, const DevicePoly& b) { return add(a, b); }
  friend DevicePoly operator-(const DevicePoly& a, const DevicePoly& b) { return sub(a, b); }
  friend DevicePoly operator*(const DevicePoly& a, const DevicePoly& b) { return mul(a, b); }

 private:
  friend class PreparedDevicePoly<R>;
  using State = detail::DevicePolyState<R>;

  explicit DevicePoly(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}
  static DevicePoly sum(const DevicePoly& a, const DevicePoly& b, bool subtract, const ExecutionContext& ctx);
  static DevicePoly product(const DevicePoly& a, const DevicePoly& b, const ExecutionContext& ctx);
  static DevicePoly product(std::span<const DevicePoly> factors, const ExecutionContext& ctx);
  static DevicePoly shifted(const DevicePoly& f, const element& c, const ExecutionContext& ctx);
  static element value(const DevicePoly& f, const element& x, const ExecutionContext& ctx);

  std::shared_ptr<const State> state_;
};

extern template class POLYFORK_EXPORT DevicePoly<Integers>;
extern template class POLYFORK_EXPORT DevicePoly<PrimeField>;

using DevicePolyZ = DevicePoly<Integers>;
using DevicePolyZp = DevicePoly<PrimeField>;

}  // namespace v1
}  // namespace polyfork
