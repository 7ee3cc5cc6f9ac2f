// Tables of sets of primes that jobs share.
#include "gpu/products/device_tables.hpp"

#include <bit>
#include <string>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Tells the tables of one list and field from those of another one. Lists of primes below 2^31 hold all that are 1
/// modulo a power of two: those of one length that begin and end alike are the same.
template <class Field>
std::string name_of(const std::string& list, std::span<const std::uint64_t> primes) {
  std::string name = list + "/" + std::to_string(primes.size());
  if (Field::prime_bits != F50::prime_bits)
    name += "/" + std::to_string(primes.front()) + " to " + std::to_string(primes.back());
  return name;
}

}  // namespace

template <class Field>
std::shared_ptr<const BasisTables<Field>> basis_tables(DeviceJob& job, std::span<const std::uint64_t> primes,
                                                       std::size_t limbs) {
  limbs = std::bit_ceil(limbs);
  const std::string name = name_of<Field>("basis", primes) + "/" + std::to_string(limbs);
  return job.tables().get<BasisTables<Field>>(name, [&] {
    IntegerBasisOf<Field> basis(primes, limbs);
    DeviceArray<char> memory(job.pool(), basis.device_bytes());
    basis.upload(job.backend(), memory.get());
    return new BasisTables<Field>{std::move(basis), std::move(memory)};
  });
}

template <class Field>
std::shared_ptr<const TransformTablesOnDevice<Field>> transform_tables(DeviceJob& job, const char* name,
                                                                       std::span<const std::uint64_t> primes,
                                                                       unsigned log_length) {
  const std::string key = name_of<Field>(name, primes) + "/" + std::to_string(log_length);
  return job.tables().get<TransformTablesOnDevice<Field>>(key, [&] {
    DeviceArray<char> memory(job.pool(), DevicePrimesOf<Field>::bytes(primes.size(), log_length));
    const DevicePrimesOf<Field> tables(job.backend(), memory.get(), primes, log_length);
    return new TransformTablesOnDevice<Field>{std::move(memory), tables};
  });
}

template std::shared_ptr<const BasisTables<F50>> basis_tables(DeviceJob&, std::span<const std::uint64_t>, std::size_t);
template std::shared_ptr<const BasisTables<F31>> basis_tables(DeviceJob&, std::span<const std::uint64_t>, std::size_t);
template std::shared_ptr<const TransformTablesOnDevice<F50>> transform_tables(DeviceJob&, const char*,
                                                                              std::span<const std::uint64_t>, unsigned);
template std::shared_ptr<const TransformTablesOnDevice<F31>> transform_tables(DeviceJob&, const char*,
                                                                              std::span<const std::uint64_t>, unsigned);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
