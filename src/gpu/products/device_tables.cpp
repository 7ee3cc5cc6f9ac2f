// Tables of sets of primes that jobs share.
#include "gpu/products/device_tables.hpp"

#include <bit>
#include <string>

namespace polyfork {
inline namespace v1 {
namespace detail {

std::shared_ptr<const BasisTables> basis_tables(DeviceJob& job, std::span<const std::uint64_t> primes,
                                                std::size_t limbs) {
  limbs = std::bit_ceil(limbs);
  const std::string name = "basis/" + std::to_string(primes.size()) + "/" + std::to_string(limbs);
  return job.tables().get<BasisTables>(name, [&] {
    IntegerBasis basis(primes, limbs);
    DeviceArray<char> memory(job.pool(), basis.device_bytes());
    basis.upload(job.backend(), memory.get());
    return new BasisTables{std::move(basis), std::move(memory)};
  });
}

std::shared_ptr<const TransformTablesOnDevice> transform_tables(DeviceJob& job, const char* name,
                                                                std::span<const std::uint64_t> primes,
                                                                unsigned log_length) {
  const std::string key = std::string(name) + "/" + std::to_string(primes.size()) + "/" + std::to_string(log_length);
  return job.tables().get<TransformTablesOnDevice>(key, [&] {
    DeviceArray<char> memory(job.pool(), DevicePrimes::bytes(primes.size(), log_length));
    const DevicePrimes tables(job.backend(), memory.get(), primes, log_length);
    return new TransformTablesOnDevice{std::move(memory), tables};
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
