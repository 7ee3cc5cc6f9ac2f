// The dimension that two primes agree on.
#include <algorithm>
#include <vector>

#include <polyfork/core/error.hpp>

#include "system/modular/modular_engine.hpp"
#include "system/modular/prime_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

int probable_dimension(const IntegerSystem& system, const ExecutionContext& ctx) {
  PrimeSource primes(system);
  std::vector<int> seen;
  for (int attempt = 0; attempt < most_restarts; ++attempt) {
    const int dimension = dimension_modulo(system, SmallPrime(primes.next(system)), ctx);
    if (std::find(seen.begin(), seen.end(), dimension) != seen.end()) return dimension;
    seen.push_back(dimension);
  }
  throw DomainError("primes disagree about the system");
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
