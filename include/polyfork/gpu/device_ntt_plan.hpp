// DeviceNttPlan: NttPlan's transforms on a device, of data that lies there or on the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

struct DeviceNttWork;

}  // namespace detail

/// Words modulo a plan's prime in the memory of a device. One owner; the end calls no driver, and may come on any
/// thread. Empty where nothing was copied to it.
class POLYFORK_EXPORT DeviceWords {
 public:
  DeviceWords() noexcept;
  DeviceWords(DeviceWords&&) noexcept;
  DeviceWords& operator=(DeviceWords&&) noexcept;
  ~DeviceWords();

  std::size_t size() const noexcept;
  bool empty() const noexcept { return size() == 0; }

 private:
  friend class DeviceNttPlan;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// An immutable plan, cheap to copy; may be used by several threads at once, whose transforms the device makes one
/// after another.
///
/// Root, points and order of values are those of the NttPlan (cyclic) of this prime and length, so that values may be
/// made on one side and used on the other. Lengths: 2^10 to 2^28, and the truncated lengths (9, 10, ..., 15) 2^k from
/// 9 * 2^10 on. The prime is below 2^50 and 1 modulo N and 2^12, N being the next power of two.
///
/// Transforms of spans on the processor include both copies; where no device makes them, the NttPlan does. Data on a
/// device has no such way out: DeviceError when the device does not do it, the reason with it, and the data are as they
/// were. While an operation runs, data and result take twice the words' memory.
class POLYFORK_EXPORT DeviceNttPlan {
 public:
  /// Throws DomainError when prime and length are not such.
  DeviceNttPlan(std::uint64_t prime, std::size_t length);

  /// Whether there is a plan.
  static bool supports(std::uint64_t prime, std::size_t length);
  /// The smallest length >= n of a plan. Throws DomainError above 2^28.
  static std::size_t padded_length(std::size_t n);

  std::uint64_t prime() const noexcept { return prime_; }
  std::size_t size() const noexcept { return length_; }
  /// The root of unity of order N whose powers are the points.
  std::uint64_t root() const;

  // --- data on the processor ---------------------------------------------------------------------------------------
  /// Coefficients, ascending, to values, in place. Precondition: every word below p. All words below p after. Throws
  /// DomainError when the span has not size() words, Cancelled.
  void forward(std::span<std::uint64_t> data, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The inverse of forward, with the factor 1/N included.
  void inverse(std::span<std::uint64_t> data, const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  // --- data on a device -------------------------------------------------------------------------------------------
  // DomainError for data that are not size() words, DeviceError when the device does not do it.
  /// Copies size() words below p to the context's device. DeviceError where the context may use none.
  DeviceWords upload(std::span<const std::uint64_t> data,
                     const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  void download(const DeviceWords& from, std::span<std::uint64_t> to,
                const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  void forward(DeviceWords& data, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  void inverse(DeviceWords& data, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// values := values second, word by word: between two transforms, products of polynomials.
  void multiply(DeviceWords& values, const DeviceWords& second,
                const ExecutionContext& ctx = ExecutionContext::default_context()) const;

 private:
  void replace(DeviceWords& data, const ExecutionContext& ctx, const detail::DeviceNttWork& work) const;
  bool transform(std::span<std::uint64_t> data, bool back, const ExecutionContext& ctx) const;

  std::uint64_t prime_;
  std::size_t length_;
};

}  // namespace v1
}  // namespace polyfork
