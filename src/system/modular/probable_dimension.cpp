// The dimension that two primes agree on. docs/guide/systems.md says what is known of its error.
#include <algorithm>
#include <vector>

#include <polyfork/core/error.hpp>

#include "core/retry_on_one_thread.hpp"
#include "system/modular/modular_engine.hpp"
#include "system/modular/prime_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

int probable_dimension(const IntegerSystem& system, const ExecutionContext& ctx) {
  PrimeSource primes(system);
  std::vector<int> seen;
  for (int attempt = 0; attempt < most_restarts; ++attempt) {
    const SmallPrime prime(primes.next(system));
    const int dimension =
        retry_on_one_thread(ctx, [&](const ExecutionContext& with) { return dimension_modulo(system, prime, with); });
    if (std::find(seen.begin(), seen.end(), dimension) != seen.end()) return dimension;
    seen.push_back(dimension);
  }
  throw DomainError("primes disagree about the system");
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
