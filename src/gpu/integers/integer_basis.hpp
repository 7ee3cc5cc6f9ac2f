// A set of primes with what a device needs to go from integers to residues and back: CrtBasis for devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/device/backend.hpp"
#include "gpu/kernels/kernels.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class Field>
class IntegerBasisOf {
 public:
  using DeviceResult = DeviceResultOf<Field>;

  /// Distinct primes between 2^49 and 2^50, for F31 between 2^27 and 2^31, at most most_basis_primes of them, for
  /// integers of at most most_limbs <= most_converted_limbs limbs. O(primes^2) word operations on the processor.
  IntegerBasisOf(std::span<const std::uint64_t> primes, std::size_t most_limbs);

  std::size_t size() const noexcept { return primes_.size(); }
  /// Limbs of the product M, and of a row that from_residues writes.
  std::size_t limbs() const noexcept { return product_.size(); }
  std::size_t device_bytes() const noexcept;
  /// Makes the tables in device_bytes() bytes of the backend's memory, which outlive what is asked of this object.
  void upload(DeviceBackend& backend, void* memory);

  /// out[j pitch + i] = row i modulo prime first + j, j < count, for all rows: for parts of the primes where memory is
  /// short.
  void to_residues(DeviceBackend& backend, const DeviceIntegerRows& in, std::size_t first, std::size_t count,
                   const DeviceResult& out) const;
  void to_residues(DeviceBackend& backend, const DeviceIntegerRows& in, const DeviceResult& out) const {
    to_residues(backend, in, 0, size(), out);
  }
  /// The integers x in (-M/2, M/2) with these residues, residues.words of them: limbs() limbs each, zero-padded
  /// magnitudes, and their signed sizes, as the rows of an IntegerVector of one stride. The residues are used up.
  void from_residues(DeviceBackend& backend, const DeviceResult& residues, std::uint64_t* rows,
                     std::int32_t* sizes) const;
  /// The conversion of from_residues() as a segment, for reconstruct() to launch with others.
  ResiduesToIntegers<Field> segment(const DeviceResult& residues, std::uint64_t* rows,
                                    std::int32_t* sizes) const noexcept;

 private:
  /// Bytes from the beginning of the device's memory to each table.
  struct Layout {
    std::size_t powers, cofactors, product, upper_half, end;
  };
  Layout layout() const noexcept;
  std::size_t power_row() const noexcept {
    return (size() + reduced_together - 1) / reduced_together * reduced_together;
  }
  std::size_t cofactor_row() const noexcept { return limbs() / 32 * 32 + 32; }
  template <class T>
  T* table(std::size_t offset) const noexcept {
    return reinterpret_cast<T*>(static_cast<char*>(memory_) + offset);
  }

  std::size_t most_limbs_;
  std::vector<IntegerPrime<Field>> primes_;
  std::vector<std::uint64_t> product_;
  std::vector<std::uint64_t> upper_half_;
  std::vector<std::uint64_t> cofactors_;
  void* memory_ = nullptr;
};

using IntegerBasis = IntegerBasisOf<F50>;

/// Reconstructs segments of a vector, each by its own basis, in as few launches as they fit in; the longest integers
/// come first, so that no block that takes long is among the last ones.
void reconstruct(DeviceBackend& backend, std::span<const ResiduesToIntegers<F50>> segments);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
