// Transforms of arrays on a device modulo primes below 2^50 or 2^31, and products by them.
//
// Arrays hold one residue a value as F50 does, a double that is an integer of at most p in size, or as F31 does, a word
// of 32 bits. A batch is a number of
// arrays `pitch` values apart, the i-th belonging to the prime number i % primes. Values stand in NttPlan's order at
// NttPlan's points, so that they are those of the processor's transforms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/device/backend.hpp"
#include "gpu/transforms/transform_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What a set of primes needs on a device for transforms of lengths between N / 2 and N = 2^log_length.
template <class Field>
class DevicePrimesOf {
 public:
  /// Whether p has transforms of such lengths on a device.
  static bool supports(std::uint64_t prime, unsigned log_length) noexcept;
  /// Bytes on the device.
  static std::size_t bytes(std::size_t primes, unsigned log_length) noexcept;

  /// Makes the tables in `memory`, bytes(primes.size(), log_length) bytes of the backend's that outlive this object.
  /// Precondition: supports() every one.
  DevicePrimesOf(DeviceBackend& backend, void* memory, std::span<const std::uint64_t> primes, unsigned log_length);

  const TransformTables<Field>& tables() const noexcept { return tables_; }
  /// Those of `count` primes from number `first` on.
  DevicePrimesOf part(std::size_t first, std::size_t count) const noexcept;
  std::size_t size() const noexcept { return tables_.primes; }

 private:
  explicit DevicePrimesOf(const TransformTables<Field>& tables) noexcept : tables_(tables) {}

  TransformTables<Field> tables_;
};

/// Arrays on a device, of `words` values each; what is read behind them counts as zero.
template <class Field>
struct DeviceOperandOf {
  const typename Field::Value* data = nullptr;
  std::size_t pitch = 0;
  std::size_t words = 0;
};
/// Arrays to be written.
template <class Field>
struct DeviceResultOf {
  typename Field::Value* data = nullptr;
  std::size_t pitch = 0;
  std::size_t words = 0;  ///< of an array, at most the plan's; others are not written
};

template <class Field>
class DeviceNttOf {
 public:
  using DeviceOperand = DeviceOperandOf<Field>;
  using DeviceResult = DeviceResultOf<Field>;

  /// Precondition: primes of the plan's log_length(). DeviceBackend and tables outlive this object. The plan's kernels
  /// are exchanged for such that fit the device's shared memory.
  DeviceNttOf(DeviceBackend& backend, const DevicePrimesOf<Field>& primes, const TransformPlan& plan);

  const TransformPlan& plan() const noexcept { return plan_; }
  /// Of the primes, on the device.
  const PrimeConstants<Field>* constants() const noexcept { return tables_.constants; }

  /// Coefficients to plan().words() values; `in` may lie where `out` does. batch: arrays.
  void forward(const DeviceOperand& in, const DeviceResult& out, unsigned batch) const;
  /// The inverse, 1 / N included. The values are used up; `out` may lie where they do.
  void inverse(const DeviceResult& values, const DeviceResult& out, unsigned batch) const;
  /// values := values second, of plan().words() each.
  void multiply_values(const DeviceResult& values, const DeviceOperand& second, unsigned batch) const;

  /// Coefficients of the products, modulo the plan's polynomial: exact where the product is no longer than
  /// plan().words(). work_a, work_b: arrays of plan().words() values; operands and `out` may lie in them.
  void multiply(const DeviceOperand& a, const DeviceOperand& b, const DeviceResult& work_a, const DeviceResult& work_b,
                const DeviceResult& out, unsigned batch) const;
  void square(const DeviceOperand& a, const DeviceResult& work, const DeviceResult& out, unsigned batch) const;
  /// Multiplies by an operand whose values forward() has made.
  void multiply_prepared(const DeviceOperand& a, const DeviceOperand& values, const DeviceResult& work,
                         const DeviceResult& out, unsigned batch) const;

 private:
  PassParameters<Field> parameters(const TransformPass& pass) const;
  unsigned blocks(const TransformPass& pass, unsigned batch) const;
  void forward_pass(std::size_t i, const DeviceOperand& in, const DeviceResult& out, unsigned batch) const;
  void inverse_pass(std::size_t i, const DeviceOperand& in, const DeviceResult& out, unsigned batch) const;
  DeviceOperand forward_columns(const DeviceOperand& in, const DeviceResult& work, unsigned batch) const;
  void multiply_middle(MiddleKind kind, const DeviceOperand& a, const DeviceOperand& b, const DeviceResult& work,
                       const DeviceResult& out, unsigned batch) const;
  DeviceResult whole(const DeviceResult& arrays) const { return {arrays.data, arrays.pitch, plan_.words()}; }

  DeviceBackend& backend_;
  TransformTables<Field> tables_;
  TransformPlan plan_;
};

using DevicePrimes = DevicePrimesOf<F50>;
using DeviceOperand = DeviceOperandOf<F50>;
using DeviceResult = DeviceResultOf<F50>;
using DeviceNtt = DeviceNttOf<F50>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
