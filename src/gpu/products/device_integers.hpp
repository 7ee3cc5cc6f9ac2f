// Vectors of integers that stay on a device, and what is computed from them there.
//
// A value is immutable and lies in memory that outlives the job that made it. Every function here belongs to a job of
// the value's device; the job's end waits for the device, so that a value which exists is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/integer_view.hpp>

#include "gpu/device/resident_array.hpp"
#include "gpu/device/resident_job.hpp"
#include "gpu/kernels/kernels.hpp"
#include "gpu/transforms/with_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Rows of equal length with signed sizes, as an IntegerVector of one stride.
struct DeviceIntegers {
  ResidentArray<std::uint64_t> limbs;
  ResidentArray<std::int32_t> sizes;
  std::size_t length = 0;
  std::size_t stride = 0;
  std::size_t bits = 0;  ///< no coefficient has more

  DeviceIntegerRows rows() const noexcept { return {limbs.get(), nullptr, stride, sizes.get(), length}; }
};

/// bits: of the longest element, at most. Precondition: v is not empty.
DeviceIntegers upload_integers(ResidentJob on, const IntegerVector& v, std::size_t bits);
IntegerVector download_integers(ResidentJob on, const DeviceIntegers& v);
/// a + b, or a - b.
DeviceIntegers add_integers(ResidentJob on, const DeviceIntegers& a, const DeviceIntegers& b, bool subtract);
/// a b; the same object twice is squared. bits bounds the product's coefficients, the primes' product exceeds twice
/// these.
DeviceIntegers multiply_integers(ResidentJob on, const DeviceIntegers& a, const DeviceIntegers& b,
                                 const FieldPrimes& primes, std::size_t bits);
/// The transforms of b modulo primes for products with other integers.
struct PreparedIntegers {
  ResidentArray<char> values;    ///< of the field
  std::size_t length = 0;        ///< of b
  std::size_t bits = 0;          ///< of b
  std::size_t other_length = 0;  ///< of the others, at most
  std::size_t other_bits = 0;
  FieldPrimes primes;
};
/// primes: their product exceeds twice the product's coefficients with such others.
PreparedIntegers prepare_integers(ResidentJob on, const DeviceIntegers& b, std::size_t other_length,
                                  std::size_t other_bits, FieldPrimes primes);
/// a b, as multiply_integers. Precondition: a is no longer than b was prepared for.
DeviceIntegers multiply_integers(ResidentJob on, const DeviceIntegers& a, const PreparedIntegers& b, std::size_t bits);
/// f(x + c), likewise.
DeviceIntegers shift_integers(ResidentJob on, const DeviceIntegers& f, IntegerView c,
                              std::span<const std::uint64_t> primes, std::size_t bits);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
