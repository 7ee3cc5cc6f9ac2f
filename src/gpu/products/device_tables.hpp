// Tables of sets of primes that jobs share: they stay on the device from one product to the next.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "gpu/device/device.hpp"
#include "gpu/integers/integer_basis.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Tables with the memory that they lie in.
template <class Field>
struct BasisTables {
  IntegerBasisOf<Field> basis;
  DeviceArray<char> memory;
};
template <class Field>
struct TransformTablesOnDevice {
  DeviceArray<char> memory;
  DevicePrimesOf<Field> primes;
};

/// For integers of at most `limbs` limbs. The primes are the first of one list for all jobs, for F31 of f31_primes().
template <class Field = F50>
std::shared_ptr<const BasisTables<Field>> basis_tables(DeviceJob& job, std::span<const std::uint64_t> primes,
                                                       std::size_t limbs);
/// For transforms of lengths up to 2^log_length. `name` tells lists of primes apart.
template <class Field = F50>
std::shared_ptr<const TransformTablesOnDevice<Field>> transform_tables(DeviceJob& job, const char* name,
                                                                       std::span<const std::uint64_t> primes,
                                                                       unsigned log_length);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
